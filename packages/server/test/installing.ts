/** A person before the consent page, by the JSON that our own clients use; and what an application hears of it. */
import { WEBHOOK_EVENTS } from '@guildhall/protocol'
import { changeEndpoint } from '../src/domain/webhooks/endpoints.ts'
import { getDelivery, listDeliveries } from '../src/domain/webhooks/log.ts'
import type { Browser } from './browser.ts'
import type { Game } from './oauth.ts'
import type { Answered, TestServer } from './server.ts'

export interface Offer {
	request: string
	csrf_token: string
	redirect_uri: string | null
	installs: { integration_type: number; scopes: string[]; permissions: string }[]
	guild_id: string | null
	disable_guild_select: boolean
	guilds: { id: string; name: string }[]
	webhook_channels: { id: string; name: string; guild_id: string }[]
}

/** Opens an authorization address; what the person may choose. */
export async function openOffer(browser: Browser, url: string): Promise<Offer> {
	const { status, body } = await browser.send('GET', `/api${url}`)
	if (status !== 200 || !body.request) throw new Error(`${url}: ${status} ${JSON.stringify(body)}`)
	return body
}

/** Answers it. */
export function install(browser: Browser, offer: Offer, choice: object, isAllowed = true): Promise<Answered> {
	return browser.send(
		'POST',
		'/api/oauth2/authorize',
		{ request: offer.request, authorize: isAllowed, ...choice },
		{ 'x-csrf-token': offer.csrf_token },
	)
}

/** The application wants to hear of these events, where nobody answers. */
export async function listenTo(server: TestServer, { id }: Game, types: readonly string[]): Promise<void> {
	const known = WEBHOOK_EVENTS.map(({ name }): string => name)
	for (const type of types) if (!known.includes(type)) throw new Error(`There is no event ${type}.`)
	await server.store.transaction((tx) => changeEndpoint(tx, id, { url: 'http://127.0.0.1:9/', status: 2, types }))
}

/** What the application is told, in the order it happened. */
// biome-ignore lint/suspicious/noExplicitAny: events are looked at freely in tests
export async function eventsTo(server: TestServer, { id }: Game): Promise<{ type: string; data: any }[]> {
	const logged = await listDeliveries(server.store, id)
	const bodies = await Promise.all(logged.map((entry) => getDelivery(server.store, id, entry.id)))
	return bodies.map(({ body }) => JSON.parse(body).event).reverse()
}
