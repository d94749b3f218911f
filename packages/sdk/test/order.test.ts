/** What a game relies on when it listens: one order, that of the gateway, and handles that are never older than what is told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RunCallbacks } from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'

/** What somebody does; `who` and `which` choose among those that are there. */
type Act = { does: 'says' | 'edits' | 'deletes' | 'joins' | 'leaves' | 'renames' | 'runs'; which: number }

const act = fc.record<Act>({
	does: fc.constantFrom('says', 'says', 'edits', 'edits', 'deletes', 'joins', 'leaves', 'renames', 'runs'),
	which: fc.nat(9),
})

/** What is to be told, and the version of what it is told. */
interface Told {
	line: string
	version: number
}

test('§2.2 listeners are called in the order of the gateway, and caches are never behind them', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 60 }), async (acts) => {
			const platform = fakePlatform()
			const [alice, ...others] = ['alice', 'bob', 'carol', 'dave'].map((name) => platform.player(name))
			assert.ok(alice)
			using client = await platform.play(alice, { dispatch: 'auto' })
			const lobbyId = String(await client.CreateOrJoinLobby('room'))
			const inside = new Set<string>()
			const written: { id: string; by: string }[] = []
			const expected: Told[] = []
			const told: Told[] = []
			let version = 0

			const hear = (line: string, read: () => string | undefined) =>
				told.push({ line, version: Number(read() ?? Infinity) })
			client.on('messageCreated', (id) => hear(`created ${id}`, () => client.GetMessageHandle(id)?.RawContent()))
			client.on('messageUpdated', (id) => hear(`updated ${id}`, () => client.GetMessageHandle(id)?.RawContent()))
			client.on('messageDeleted', (id) => {
				assert.equal(client.GetMessageHandle(id), undefined)
				hear(`deleted ${id}`, () => undefined)
			})
			const member = (id: bigint) => client.GetLobbyHandle(lobbyId)?.GetLobbyMemberHandle(id)
			client.on('lobbyMemberAdded', (_, id) => hear(`added ${id}`, () => member(id)?.Metadata().version))
			client.on('lobbyMemberRemoved', (_, id) => hear(`removed ${id}`, () => undefined))
			client.on('userUpdated', (id) => hear(`user ${id}`, () => client.GetUser(id)?.GlobalName()))

			for (const { does, which } of acts) {
				const player = others[which % others.length] ?? assert.fail()
				const isInside = inside.has(player.id)
				const own = written.filter(({ by }) => by === player.id)
				const mine = own[which % own.length]
				const tell = (line: string) => expected.push({ line, version })
				if (does === 'runs') await platform.settled()
				else version++
				if (does === 'joins' && !isInside) {
					player.joins('room', { memberMetadata: { version: String(version) } })
					inside.add(player.id)
					tell(`added ${player.id}`)
				} else if (does === 'leaves' && isInside) {
					player.leaves(lobbyId)
					inside.delete(player.id)
					tell(`removed ${player.id}`)
				} else if (does === 'says' && isInside) {
					const id = player.says(lobbyId, String(version))
					written.push({ id, by: player.id })
					tell(`created ${id}`)
				} else if (does === 'edits' && mine) {
					player.edits(mine.id, String(version))
					tell(`updated ${mine.id}`)
				} else if (does === 'deletes' && mine) {
					player.deletes(mine.id)
					written.splice(written.indexOf(mine), 1)
					tell(`deleted ${mine.id}`)
				} else if (does === 'renames' && isInside) {
					player.becomes({ globalName: String(version) })
					tell(`user ${player.id}`)
				}
			}
			await platform.settled()
			assert.deepEqual(
				told.map(({ line }) => line),
				expected.map(({ line }) => line),
			)
			for (const [at, { line, version: seen }] of told.entries()) {
				assert.ok(seen >= (expected[at]?.version ?? 0), `${line} shows ${seen}`)
			}
		}),
		{ numRuns: 150 },
	)
})

test('§2.2 with manual dispatch nothing of the order is lost between frames, and handles show the latest of them', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	const client = await (async () => {
		const playing = platform.play(alice, { dispatch: 'manual' })
		const frames = setInterval(RunCallbacks, 1)
		const joined = await playing
		const joining = joined.CreateOrJoinLobby('room')
		await joining
		clearInterval(frames)
		return joined
	})()
	const lobbyId = String(client.GetLobbyIds()[0])
	bob.joins('room')
	await platform.settled()
	RunCallbacks()
	const told: string[] = []
	client.SetMessageCreatedCallback((id) => told.push(`created ${client.GetMessageHandle(id)?.Content()}`))
	client.SetMessageUpdatedCallback((id) => told.push(`updated ${client.GetMessageHandle(id)?.Content()}`))
	client.SetLobbyMemberRemovedCallback(() =>
		told.push(`removed of ${client.GetLobbyHandle(lobbyId)?.LobbyMemberIds().length}`),
	)
	const first = bob.says(lobbyId, 'one')
	bob.edits(first, 'two')
	bob.leaves(lobbyId)
	await platform.settled()
	assert.deepEqual(told, [])
	RunCallbacks()
	assert.deepEqual(told, ['created two', 'updated two', 'removed of 1'])
	client.Destroy()
})
