/** Players who are friends, and their games at the gateway. */
import assert from 'node:assert/strict'
import type { ApplicationRow } from '../src/domain/applications/applications.ts'
import { setParent } from '../src/domain/applications/publishers.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { type GatewayClient, type Identify, login } from './gateway-client.ts'
import type { Client, TestServer } from './server.ts'

/** Opens a session of a player's game. */
export const enter = (server: TestServer, player: Client, identify: Partial<Identify> = {}) =>
	login(server, { token: `Bearer ${player.token}`, intents: 0, ...identify })

export async function befriend(one: Client, other: Client, track: 'platform' | 'game' = 'platform'): Promise<void> {
	const path = `/users/@me/${track === 'game' ? 'game-relationships' : 'relationships'}`
	for (const [from, to] of [
		[one, other],
		[other, one],
	] as const) {
		const { status, body } = await from.put(`${path}/${to.id}`, {})
		assert.equal(status, 204, JSON.stringify(body))
	}
}

/** A game whose players have the social layer. */
export const gameOf = async (server: TestServer, name: string): Promise<ApplicationRow> =>
	(await server.bot(name, { hasSocialTerms: true })).application

/** The same person in another game, or with other scopes. */
export async function elsewhere(
	server: TestServer,
	player: Client,
	{ id: applicationId }: ApplicationRow,
	scopes: readonly string[] = ['openid', 'sdk.social_layer'],
): Promise<Client> {
	const { accessToken } = await server.store.transaction((tx) =>
		grantTokens(tx, { applicationId, userId: player.id, scopes }),
	)
	return server.as(player.id, `Bearer ${accessToken}`)
}

/** Brings games below one publisher. */
export async function publish(server: TestServer, games: readonly ApplicationRow[]): Promise<ApplicationRow> {
	const parent = await gameOf(server, 'Publisher')
	for (const { id } of games) await server.store.transaction((tx) => setParent(tx, id, parent.id))
	await server.app.idle()
	return parent
}

/** Presence Update. */
export function play(client: GatewayClient, activity: object | undefined, status = 'online'): void {
	client.send(3, { since: null, afk: false, status, activities: activity ? [activity] : [] })
}

/** Nothing is on its way to any of them. */
export async function quiet(...clients: GatewayClient[]): Promise<void> {
	for (let round = 0; round < 2; round++) for (const client of clients) await client.settled()
}

/** What came to a session under this name, one after the other. */
// biome-ignore lint/suspicious/noExplicitAny: events are looked at freely in tests
export const told = (client: GatewayClient, name = 'PRESENCE_UPDATE'): any[] =>
	client.frames.filter((frame) => frame.t === name).map((frame) => frame.d)
