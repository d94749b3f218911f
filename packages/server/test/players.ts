/** A game whose players may have no account here, and what it asks the platform for them. */

import { createVault } from '../src/adapters/vault.ts'
import type { NewApplication } from '../src/domain/applications/applications.ts'
import { addProvider } from '../src/domain/identities/providers.ts'
import type { Browser } from './browser.ts'
import { type IdentityProvider, type SigningKey, signingKey } from './identity-provider.ts'
import { browserOf, codeFor, type Game, game } from './oauth.ts'
import type { Answered, Client, TestServer } from './server.ts'

export const SOCIAL = 'openid sdk.social_layer'
export const BOT_ISSUED = 'DISCORD_BOT_ISSUED_ACCESS_TOKEN'

/** A player of the game, whoever they are here at the moment. */
export interface Player extends Client {
	/** The answer that brought the token. */
	// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
	answer: any
}

/** A person of the platform, with a browser in which they are signed in. */
export interface Person {
	id: string
	browser: Browser
}

export interface Arcade extends Game {
	server: TestServer
	/** Asks for a player's token as the game's server. */
	ask(externalUserId: string, extra?: Record<string, unknown>): Promise<Answered>
	/** The same, where it is given. */
	vouch(externalUserId: string, extra?: Record<string, unknown>): Promise<Player>
	/** Asks with what a provider says. */
	present(token: string, changes?: Record<string, unknown>): Promise<Answered>
	person(username: string): Promise<Person>
	/** A code of this person for the social layer. */
	code(person: Person): Promise<string>
	/** Exchanges a new code of the person, with a merge. */
	merge(person: Person, externalAuthToken: string, changes?: Record<string, string>): Promise<Answered>
	/** The merged player, with everything moved. */
	link(person: Person, player: Player): Promise<Player>
	unmerge(externalUserId: string): Promise<Answered>
	playerOf(answer: Answered): Promise<Player>
	/** Everything that is ordered is done. */
	settled(): Promise<void>
}

export async function arcade(
	server: TestServer,
	name = 'Lantern',
	options: Partial<NewApplication> = {},
): Promise<Arcade> {
	const made = await game(server, name, options)
	const { bot } = made

	const playerOf = async ({ status, body }: Answered): Promise<Player> => {
		if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
		const me = await server.as('', `Bearer ${body.access_token}`).get('/users/@me')
		return { ...server.as(me.body.id, `Bearer ${body.access_token}`), answer: body }
	}
	const ask: Arcade['ask'] = (external_user_id, extra = {}) =>
		bot.post('/partner-sdk/token/bot', { external_user_id, ...extra })
	const code = ({ browser }: Person) => codeFor(browser, made.url({ scope: SOCIAL }))
	const settled = () => server.app.idle()
	const merge: Arcade['merge'] = async (person, external_auth_token, changes = {}) =>
		made.redeem(await code(person), { external_auth_type: BOT_ISSUED, external_auth_token, ...changes })

	return {
		...made,
		server,
		ask,
		vouch: async (externalUserId, extra) => playerOf(await ask(externalUserId, extra)),
		present: (external_auth_token, changes = {}) =>
			server.nobody.post('/partner-sdk/token', {
				client_id: made.id,
				...(options.isPublicClient ? {} : { client_secret: bot.clientSecret }),
				external_auth_type: 'OIDC',
				external_auth_token,
				...changes,
			}),
		async person(username) {
			const { id } = await server.person(username)
			return { id, browser: await browserOf(server, id) }
		},
		code,
		merge,
		async link(person, player) {
			const linked = await playerOf(await merge(person, player.token))
			await settled()
			return linked
		},
		unmerge: (external_user_id) => bot.post('/partner-sdk/provisional-accounts/unmerge/bot', { external_user_id }),
		playerOf,
		settled,
	}
}

/** An OpenID provider whose word the game takes. */
export async function takesWordOf(
	{ server, id }: Arcade,
	provider: IdentityProvider,
): Promise<{ key: SigningKey; says(subject: string, claims?: Record<string, unknown>): Promise<string> }> {
	const key = await signingKey('first')
	provider.publish([key])
	const { origin: issuer } = provider
	const rules = { vault: createVault('test'), allowsLocal: true }
	await server.store.transaction((tx) => addProvider(tx, rules, id, { type: 'OIDC', issuer, audiences: ['lantern'] }))
	const now = () => Math.floor(server.store.now() / 1000)
	return {
		key,
		says: (sub, claims = {}) =>
			key.sign({ iss: issuer, aud: 'lantern', sub, iat: now(), exp: now() + 3600, ...claims }),
	}
}
