/** The stories of connections, friends, presence and invites, played against the whole platform over real sockets. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AuthorizationTokenType, Client, ClientCreateOptions, ClientStatus } from '@guildhall/socialsdk'
import { type MovableClock, movableClock } from '../packages/sdk/test/clock.ts'
import { ROWS as CONNECTIONS, cable, playRow as playConnection } from '../packages/sdk/test/stories/connection.ts'
import { befriend, STEPS } from '../packages/sdk/test/stories/invites.ts'
import { playRow, ROWS, titleOf } from '../packages/sdk/test/stories/relationships.ts'
import { endOf, idOf, type Stage } from '../packages/sdk/test/stories/stage.ts'
import type { Config } from '../packages/server/src/config.ts'
import { grantTokens } from '../packages/server/src/domain/applications/tokens.ts'
import { arcade } from '../packages/server/test/players.ts'
import { type TestServer, testServer } from '../packages/server/test/server.ts'
import { becomes, socketTo } from './in-process.ts'

/** Two players of one game, on a platform of their own; its clocks and that of the games move together. */
async function onServer(scopes?: string, config: Partial<Config> = {}): Promise<Stage & { server: TestServer }> {
	const server = await testServer(config)
	const lantern = await arcade(server, 'Lantern', { isPublicClient: true })
	const webBase = await server.listen()
	const clients: Client[] = []
	const tokens = new Map<Client, string>()
	const clock: MovableClock = movableClock(server.clock.now())

	async function enter(token: string): Promise<Client> {
		const options = { apiBase: `${webBase}/api`, webBase, webSocket: socketTo(server), clock }
		const client = new Client(new ClientCreateOptions(options))
		clients.push(client)
		tokens.set(client, token)
		await client.UpdateToken(AuthorizationTokenType.Bearer, token)
		const ready = becomes(client, ClientStatus.Ready)
		client.Connect()
		await ready
		return client
	}
	/** Of a player whom the game knows, or, with scopes, of an account. */
	async function tokenOf(name: string): Promise<string> {
		if (scopes === undefined) return (await lantern.vouch(name)).answer.access_token
		const { id: userId } = await server.person(name)
		const grant = { applicationId: lantern.id, userId, scopes: scopes.split(' ') }
		return (await server.store.transaction((tx) => grantTokens(tx, grant))).accessToken
	}
	const stage = {
		server,
		alice: await enter(await tokenOf('alice')),
		bob: await enter(await tokenOf('bob')),
		again: (client: Client) => enter(tokens.get(client) ?? assert.fail('no player')),
		async advance(ms: number) {
			clock.advance(ms)
			server.socketClock.advance(ms)
			await server.advance(ms)
		},
		until,
		async [Symbol.asyncDispose]() {
			for (const client of clients) client.Destroy()
			await server[Symbol.asyncDispose]()
		},
	}
	return stage
}

async function until(isSo: () => boolean): Promise<void> {
	const last = Date.now() + 5_000
	while (!isSo()) {
		if (Date.now() > last) assert.fail(`It is not so: ${isSo}`)
		await new Promise((resolve) => setTimeout(resolve, 5))
	}
}

describe('friends', () => {
	let stage: Stage
	before(async () => {
		stage = await onServer()
	})
	after(() => stage?.[Symbol.asyncDispose]())
	for (const row of ROWS) test(titleOf(row), () => playRow(stage, row))
})

describe('8.3', () => {
	for (const [title, play] of Object.entries(STEPS)) {
		// Six hours of heartbeats: their rule is one of the game's clock alone.
		if (title.includes('six hours')) continue
		test(title, async () => {
			await using stage = await onServer()
			await befriend(stage)
			await play(stage)
		})
	}
})

describe('8.3 with the scopes of presence alone', () => {
	const titles = [
		'A invites B, B hears of it and accepts: the join secret',
		'B asks A, A hears of a request and agrees, B gets an invite and accepts',
		'B accepts on another device: every other game of B is told',
	]
	for (const title of titles) {
		test(title, async () => {
			await using stage = await onServer(Client.GetDefaultPresenceScopes())
			await befriend(stage)
			await (STEPS[title] ?? assert.fail(title))(stage)
			assert.match(await endOf(stage.alice.SendUserMessage(idOf(stage.bob), 'hi')), /^HTTPError$/, 'nothing is written')
			assert.match(await endOf(stage.alice.CreateOrJoinLobby('room')), /^HTTPError$/)
		})
	}
})

test('S22 what an operator has switched off is Disabled in games', async () => {
	await using stage = await onServer(undefined, { disabledFunctions: ['CreateOrJoinLobby'] })
	assert.equal(await endOf(stage.alice.CreateOrJoinLobby('room')), 'Disabled')
	assert.equal(await endOf(stage.alice.CreateOrJoinLobbyWithMetadata('room', {}, {})), '')
})

describe('2.1', () => {
	let server: TestServer
	let token: string
	before(async () => {
		server = await testServer()
		const lantern = await arcade(server, 'Lantern', { isPublicClient: true })
		token = (await lantern.vouch('alice')).answer.access_token
		await server.listen()
	})
	after(() => server?.[Symbol.asyncDispose]())

	for (const row of CONNECTIONS) {
		test(row.title, async () => {
			const clock = movableClock(server.clock.now())
			const line = cable(fetch, socketTo(server))
			const { fetch: way, webSocket } = line
			const apiBase = `${server.origin}/api`
			using client = new Client(new ClientCreateOptions({ apiBase, fetch: way, webSocket, clock }))
			const advance = async (ms: number) => clock.advance(ms)
			await playConnection({ client, token, cable: line, advance, until }, row)
		})
	}
})
