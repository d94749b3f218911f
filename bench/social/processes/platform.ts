/** Guildhall with a game: its players, lobbies of ten, and one player with very many friends. */
import { type AddressInfo, createServer } from 'node:net'
import { createUser } from '../../../packages/server/src/domain/accounts/accounts.ts'
import { createApplication } from '../../../packages/server/src/domain/applications/applications.ts'
import { grantTokens } from '../../../packages/server/src/domain/applications/tokens.ts'
import { createLobby } from '../../../packages/server/src/domain/lobbies/lobbies.ts'
import { holdPair, writeSides } from '../../../packages/server/src/domain/relationships/rows.ts'
import { FRIENDS } from '../../../packages/server/src/domain/relationships/sides.ts'
import { newFile, openBenchApp } from '../../app.ts'
import { argumentOf, serveParent } from '../../child.ts'
import type { SocialPlan, SocialReady } from '../platform.ts'

const { lobbies = 0, friends = 0 } = argumentOf<SocialPlan>()
const MEMBERS = 10
/** So many people, however many lobbies: each is in fifty of ten thousand, half of what a game may ask for. */
const MOST_PEOPLE = 2000
const SCOPES = ['openid', 'sdk.social_layer']

/** A port that is free, taken again at the end: games ask where the gateway is. */
const port = await new Promise<number>((resolve) => {
	const probe = createServer().listen(0, '127.0.0.1', () => {
		const { port } = probe.address() as AddressInfo
		probe.close(() => resolve(port))
	})
})
const { app, store } = await openBenchApp(newFile('normal'), { gatewayUrl: `ws://127.0.0.1:${port}` })
const { id: ownerId } = await store.transaction((tx) => createUser(tx, { username: 'owner', isVerified: true }))
const { application, credentials } = await store.transaction((tx) => createApplication(tx, { name: 'Bench', ownerId }))
const applicationId = application.id

async function player(name: string): Promise<{ id: string; token: string }> {
	return store.transaction(async (tx) => {
		const { id } = await createUser(tx, { username: name, isVerified: true })
		const { accessToken } = await grantTokens(tx, { applicationId, userId: id, scopes: SCOPES })
		return { id, token: accessToken }
	})
}

const people: { id: string; token: string }[] = []
for (let n = 0; n < Math.max(friends + 1, Math.min(MOST_PEOPLE, lobbies)); n++) people.push(await player(`player${n}`))
const [first] = people
for (const { id } of people.slice(1, friends + 1)) {
	await store.transaction(async (tx) => writeSides(tx, null, await holdPair(tx, first?.id ?? '', id), FRIENDS))
}
const lobbyIds: string[] = []
for (let n = 0; n < lobbies; n++) {
	const members = Array.from({ length: MEMBERS }, (_, at) => ({ id: people[(n * 7 + at) % people.length]?.id ?? '' }))
	const { id } = await store.transaction((tx) =>
		createLobby(tx, applicationId, { members, metadata: { map: 'harbour' } }),
	)
	lobbyIds.push(id)
}

await app.listen('127.0.0.1', port)
const ready: SocialReady = {
	port,
	socketUrl: `ws://127.0.0.1:${port}/?v=10&encoding=json`,
	botToken: credentials.botToken,
	people,
	lobbyIds,
}
serveParent({ ...ready })
