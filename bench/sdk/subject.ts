import { gzipSync } from 'node:zlib'
import { AuthorizationTokenType, Client, ClientCreateOptions, ClientStatus, type Snowflake } from '@guildhall/socialsdk'
import { bundleCore, bundleSdk } from '../../packages/sdk/tools/bundle.ts'
import { startChild } from '../child.ts'
import { median, quantile, type Row, type Subject } from '../report.ts'
import type { SocialReady } from '../social/platform.ts'

/** A game that is Ready and hears; what is called once or rarely is loaded when it is. */
const GAME = `
import { Client, ClientCreateOptions, ClientStatus } from 'socialsdk'
const client = new Client(new ClientCreateOptions({ apiBase: 'https://play.example/api' }))
client.SetStatusChangedCallback((status) => status === ClientStatus.Ready && console.log(client.GetCurrentUserV2()))
client.SetMessageCreatedCallback((id) => console.log(client.GetMessageHandle(id)?.Content()))
await client.UpdateToken(1, location.hash)
client.Connect()
`
const HANDLES = 1000

export const sdk: Subject = {
	name: 'sdk',
	async run(isShort) {
		const plan = { friends: isShort ? 100 : 1000 }
		const server = await startChild(new URL('../social/processes/platform.ts', import.meta.url), plan)
		const ready = server.ready as unknown as SocialReady
		const rows = [
			...(await connecting(ready, isShort ? 5 : 30)),
			...(await talking(ready, isShort ? 100 : 1000)),
			...(await handles(ready)),
		]
		await server.stop()
		return [
			{ title: 'a game with the SDK, in Node', rows },
			{ title: 'the SDK as a page loads it', rows: await bundles() },
		]
	},
}

async function play({ port }: SocialReady, token: string): Promise<Client> {
	const client = new Client(new ClientCreateOptions({ apiBase: `http://127.0.0.1:${port}/api` }))
	await client.UpdateToken(AuthorizationTokenType.Bearer, token)
	await new Promise<void>((resolve) => {
		client.on('statusChanged', (status) => status === ClientStatus.Ready && resolve())
		client.Connect()
	})
	return client
}

async function connecting(ready: SocialReady, times: number): Promise<Row[]> {
	const waits: number[] = []
	for (let n = -1; n < times; n++) {
		const began = performance.now()
		const client = await play(ready, ready.people[1]?.token ?? '')
		if (n >= 0) waits.push(performance.now() - began)
		client.Destroy()
	}
	return [{ what: 'from UpdateToken to Ready', unit: 'ms', ours: median(waits) }]
}

async function talking(ready: SocialReady, times: number): Promise<Row[]> {
	using alice = await play(ready, ready.people[0]?.token ?? '')
	using bob = await play(ready, ready.people[1]?.token ?? '')
	const lobbyId: Snowflake = await alice.CreateOrJoinLobby('harbour')
	await bob.CreateOrJoinLobby('harbour')
	const waits: number[] = []
	for (let n = -10; n < times; n++) {
		const began = performance.now()
		const heard = new Promise<void>((resolve) => {
			const off = bob.on('messageCreated', () => {
				off()
				resolve()
			})
		})
		await Promise.all([alice.SendLobbyMessage(lobbyId, `ahoy ${n}`), heard])
		if (n >= 0) waits.push(performance.now() - began)
	}
	return [
		{ what: 'a lobby message from one client to another, p50', unit: 'ms', ours: quantile(waits, 0.5) },
		{ what: 'p99', unit: 'ms', ours: quantile(waits, 0.99) },
	]
}

async function handles({ port, people }: SocialReady): Promise<Row[]> {
	const [own, ...friends] = people
	const game = await startChild(new URL('processes/game.ts', import.meta.url), {
		apiBase: `http://127.0.0.1:${port}/api`,
		token: own?.token,
		userIds: friends.map(({ id }) => id),
	})
	const before = await game.bytes()
	const held = await game.ask('hold', HANDLES)
	const bytes = (await game.bytes()) - before
	await game.stop()
	if (held !== HANDLES) throw new Error(`Only ${held} handles know their user.`)
	return [{ what: `${HANDLES} handles`, unit: 'KB', ours: bytes / 1024 }]
}

async function bundles(): Promise<Row[]> {
	const size = (text: string) => gzipSync(text, { level: 9 }).length
	return [
		{
			what: 'what a game needs to be Ready',
			unit: 'bytes, gzip',
			ours: size(await bundleCore(GAME)),
			target: { most: 25_000 },
		},
		{ what: 'everything in one file', unit: 'bytes, gzip', ours: size(await bundleSdk({ format: 'iife' })) },
	]
}
