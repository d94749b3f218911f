/** Players of one game who write to each other. */
import assert from 'node:assert/strict'
import { createLog } from '../src/log.ts'
import { createSweeper } from '../src/workers/sweeper.ts'
import { type GatewayClient, login } from './gateway-client.ts'
import type { Bot, Client, TestServer } from './server.ts'

/** Opens a player's session. */
export const enter = (server: TestServer, player: Client): Promise<GatewayClient> =>
	login(server, { token: `Bearer ${player.token}`, intents: 0 })

/** What a session heard under a name, once nothing is on its way. */
// biome-ignore lint/suspicious/noExplicitAny: events are looked at freely in tests
export async function said(client: GatewayClient, name: string): Promise<any[]> {
	await client.settled()
	return client.frames.filter(({ t }) => t === name).map(({ d }) => d)
}

export interface Duo {
	game: Bot
	ada: Client
	ben: Client
}

export async function duo(server: TestServer, scopes = ['sdk.social_layer']): Promise<Duo> {
	const game = await server.bot('Racer', { hasSocialTerms: true })
	const ada = await server.player('ada', scopes, game.application)
	const ben = await server.player('ben', scopes, game.application)
	return { game, ada, ben }
}

export async function befriend(a: Client, b: Client, track = 'relationships'): Promise<void> {
	assert.equal((await a.put(`/users/@me/${track}/${b.id}`, {})).status, 204)
	assert.equal((await b.put(`/users/@me/${track}/${a.id}`, {})).status, 204)
}

/** What one writes to another, as the code of the answer, or the type of the channel it stands in. */
export async function outcome(from: Client, to: { id: string }, body: object = { content: 'hi' }): Promise<number> {
	const answer = await from.post(`/users/${to.id}/messages`, body)
	return answer.status === 200 ? answer.body.channel.type : answer.body.code
}

/** The id of a message that was written. */
export async function write(from: Client, to: { id: string }, content = 'hi', more: object = {}): Promise<string> {
	const answer = await from.post(`/users/${to.id}/messages`, { content, ...more })
	assert.equal(answer.status, 200, JSON.stringify(answer.body))
	return answer.body.id
}

/** Contents of the history of two, as the first one sees it. */
export async function history(of: Client, other: { id: string }, query = ''): Promise<string[]> {
	const { status, body } = await of.get(`/users/${other.id}/messages${query}`)
	assert.equal(status, 200, JSON.stringify(body))
	return body.map(({ content }: { content: string }) => content)
}

/** Has what is over cleared away, as happens every ten minutes. */
export async function sweep(server: TestServer): Promise<void> {
	const sweeper = createSweeper({ store: server.store, clock: server.clock, log: createLog('silent') })
	sweeper.start()
	await server.advance(11 * 60 * 1000)
	await sweeper.idle()
	await sweeper.stop()
}
