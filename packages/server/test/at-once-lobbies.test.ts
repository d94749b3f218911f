/** Players and their game do things to lobbies at the same moment: what is told last is what there is. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setConnected } from '../src/domain/lobbies/connections.ts'
import { stage } from './linked-stage.ts'
import { arcade } from './players.ts'
import { enter, gameOf, quiet } from './playing.ts'
import { type Answered, type Client, type TestServer, testServer } from './server.ts'

const ROUNDS = 8

/** None of the answers is a failure of ours. */
function noneFailed(answers: readonly (Answered | undefined)[]): void {
	for (const answer of answers) {
		if (answer) assert.ok(answer.status < 500, `${answer.status} ${JSON.stringify(answer.body)}`)
	}
}

/** Opens or closes a session of a player, as the gateway tells it. */
const connects = (server: TestServer, applicationId: string, player: Client, isConnected = true) =>
	server.store.transaction((tx) =>
		setConnected(tx, { sessionId: player.id, node: 0, userId: player.id, applicationId }, isConnected),
	)

test('L20, L22 who comes into a lobby while their session opens is connected there', async () => {
	await using server = await testServer()
	const game = await gameOf(server, 'Racer')
	const ada = await server.player('ada', ['sdk.social_layer'], game)
	const ben = await server.player('ben', ['sdk.social_layer'], game)
	await using hers = await enter(server, ada)
	for (let round = 0; round < ROUNDS; round++) {
		const { body: lobby } = await ada.put('/lobbies', { secret: `round ${round}` })
		const seen = hers.frames.length
		await Promise.all([ben.put('/lobbies', { secret: `round ${round}` }), connects(server, game.id, ben)])
		await quiet(hers)
		const told = hers.frames.slice(seen).findLast(({ t, d }) => t?.startsWith('LOBBY_MEMBER') && d.member.id === ben.id)
		assert.equal(told?.d.member.connected, true, told?.t ?? 'nothing')
		await ada.delete(`/lobbies/${lobby.id}/members/@me`)
		const alone = await server.store.db.selectFrom('lobbies').select('idle_since').where('id', '=', lobby.id).execute()
		assert.deepEqual(alone, [{ idle_since: null }])
		await Promise.all([ben.delete(`/lobbies/${lobby.id}/members/@me`), connects(server, game.id, ben, false)])
		const left = await server.store.db.selectFrom('lobbies').select('idle_since').where('id', '=', lobby.id).execute()
		assert.notEqual(left[0]?.idle_since, null)
	}
})

test('L20, L22 who opens a session while the only other one in the lobby leaves keeps it from being idle', async () => {
	await using server = await testServer()
	const game = await gameOf(server, 'Racer')
	const ada = await server.player('ada', ['sdk.social_layer'], game)
	const ben = await server.player('ben', ['sdk.social_layer'], game)
	for (let round = 0; round < ROUNDS; round++) {
		const { body: lobby } = await ada.put('/lobbies', { secret: `round ${round}` })
		await Promise.all([
			ben.put('/lobbies', { secret: `round ${round}` }),
			connects(server, game.id, ben),
			ada.delete(`/lobbies/${lobby.id}/members/@me`),
		])
		await server.advance(400_000)
		assert.deepEqual(
			(await server.store.db.selectFrom('lobbies').select('id').where('id', '=', lobby.id).execute()).map(
				({ id }) => id,
			),
			[lobby.id],
			'a lobby with a connected member was removed',
		)
		await connects(server, game.id, ben, false)
	}
})

test('L35 who takes another name while somebody comes in is known to them by it', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const [ada, ben] = [await lantern.vouch('ada'), await lantern.vouch('ben')]
	await using his = await enter(server, ben)
	await using hers = await enter(server, ada)
	for (let round = 0; round < ROUNDS; round++) {
		await ada.put('/lobbies', { secret: `round ${round}` })
		const answers = await Promise.all([
			ben.put('/lobbies', { secret: `round ${round}` }),
			ada.patch('/users/@me/account', { global_name: `Ada ${round}` }),
			ben.patch('/users/@me/account', { global_name: `Ben ${round}` }),
		])
		noneFailed(answers)
		await quiet(hers, his)
		for (const [watcher, name] of [
			[his, `Ada ${round}`],
			[hers, `Ben ${round}`],
		] as const) {
			const names = new Map<string, string>()
			for (const { t, d } of watcher.frames) {
				if (t === 'LOBBY_CREATE') for (const { user } of d.members) names.set(user.id, user.global_name)
				else if (t?.startsWith('LOBBY_MEMBER')) names.set(d.member.id, d.member.user.global_name)
			}
			assert.equal(names.get(watcher === his ? ada.id : ben.id), name)
		}
	}
})

test('L24 who comes into a lobby, leaves it or speaks there while it goes', async () => {
	await using server = await testServer()
	const game = await server.bot('Racer', { hasSocialTerms: true })
	const ada = await server.player('ada', ['sdk.social_layer'], game.application)
	const ben = await server.player('ben', ['sdk.social_layer'], game.application)
	await using his = await enter(server, ben)
	for (let round = 0; round < ROUNDS; round++) {
		const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id }] })
		const path = `/lobbies/${lobby.id}`
		const answers = await Promise.all([
			game.put(`${path}/members/${ben.id}`, {}),
			ada.post(`${path}/messages`, { content: 'too late?' }),
			ada.delete(`${path}/members/@me`),
			game.post(`${path}/members/bulk`, [{ id: ben.id, metadata: { a: 'b' } }]),
			game.patch(path, { metadata: { a: 'b' }, idle_timeout_seconds: 60 }),
			game.delete(path),
		])
		noneFailed(answers)
		assert.equal((await game.get(path)).status, 404)
		await quiet(his)
		const about = his.frames.filter(({ t, d }) => (t === 'LOBBY_CREATE' || t === 'LOBBY_DELETE') && d.id === lobby.id)
		assert.notEqual(about.at(-1)?.t, 'LOBBY_CREATE')
	}
})

test('L5 who comes in and is taken out at the same moment is told last what is so', async () => {
	await using server = await testServer()
	const game = await server.bot('Racer', { hasSocialTerms: true })
	const ada = await server.player('ada', ['sdk.social_layer'], game.application)
	const ben = await server.player('ben', ['sdk.social_layer'], game.application)
	const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id }] })
	await using hers = await enter(server, ada)
	await using his = await enter(server, ben)
	const path = `/lobbies/${lobby.id}`
	for (let round = 0; round < 2 * ROUNDS; round++) {
		const answers = await Promise.all([
			game.put(`${path}/members/${ben.id}`, { metadata: { round: String(round) } }),
			ben.delete(`${path}/members/@me`),
			game.delete(`${path}/members/${ben.id}`),
			game.post(`${path}/members/bulk`, [{ id: ben.id, metadata: { bulk: String(round) } }]),
			game.patch(path, { metadata: { round: String(round) } }),
		])
		noneFailed(answers)
		await quiet(his, hers)
		const { body: now } = await game.get(path)
		const member = now.members.find(({ id }: { id: string }) => id === ben.id)
		const own = his.frames.findLast(({ t }) => t === 'LOBBY_CREATE' || t === 'LOBBY_DELETE')
		if (own) assert.equal(own.t, member ? 'LOBBY_CREATE' : 'LOBBY_DELETE')
		const seen = hers.frames.findLast(({ t, d }) => t?.startsWith('LOBBY_MEMBER') && d.member.id === ben.id)
		if (seen) assert.equal(seen.t === 'LOBBY_MEMBER_REMOVE', member === undefined)
		if (member) assert.deepEqual(seen?.d.member.metadata, member.metadata)
		const whole = hers.frames.findLast(({ t }) => t === 'LOBBY_UPDATE')
		assert.deepEqual(whole?.d.metadata, now.metadata)
	}
})

test('L28, L29 a channel that goes, or becomes another kind, while a lobby is linked to it', async () => {
	await using server = await testServer()
	const { bot, ada, ben, game, guildId, lobbyId, link } = await stage(server)
	await using his = await enter(server, ben)
	for (let round = 0; round < 2 * ROUNDS; round++) {
		const { body: channel } = await bot.post(`/guilds/${guildId}/channels`, { name: 'short-lived' })
		if (round % 3 === 0) await link(channel.id)
		const goes = round % 2 === 0
		const answers = await Promise.all([
			link(channel.id),
			game.get(`/lobbies/${lobbyId}`),
			goes ? bot.delete(`/channels/${channel.id}`) : bot.patch(`/channels/${channel.id}`, { nsfw: true }),
			game.get(`/lobbies/${lobbyId}`),
			ada.post(`/lobbies/${lobbyId}/messages`, { content: 'anybody?' }),
			ada.post(`/lobbies/${lobbyId}/members/@me/invites`),
			game.get(`/lobbies/${lobbyId}`),
		])
		noneFailed(answers)
		for (const at of [1, 3, 6]) assert.equal(answers[at]?.status, 200, 'the lobby is there all the while')
		assert.equal(answers[4]?.status, 201, 'one can speak in the lobby all the while')
		await quiet(his)
		const { status, body: now } = await game.get(`/lobbies/${lobbyId}`)
		assert.deepEqual([status, now.linked_channel], [200, undefined])
		const told = his.frames.findLast(({ t }) => t === 'LOBBY_UPDATE')
		assert.equal(told?.d.linked_channel, undefined)
		if (!goes) {
			assert.equal((await bot.get(`/channels/${channel.id}`)).body.linked_lobby, undefined)
			await bot.delete(`/channels/${channel.id}`)
		}
	}
})

test('L26 two lobbies that are linked to one channel, and one to two, at the same moment', async () => {
	await using server = await testServer()
	const { bot, ada, game, guildId, lobbyId, textId, link } = await stage(server)
	const { body: other } = await game.post('/lobbies', { members: [{ id: ada.id, flags: 1 }] })
	const { body: second } = await bot.post(`/guilds/${guildId}/channels`, { name: 'second' })
	const linkOther = (channel_id: string | null) => ada.patch(`/lobbies/${other.id}/channel-linking`, { channel_id })
	for (let round = 0; round < ROUNDS; round++) {
		noneFailed(
			await Promise.all([
				link(textId),
				linkOther(textId),
				link(second.id),
				linkOther(second.id),
				bot.delete(`/channels/${textId}/linked-lobby`),
				linkOther(null),
			]),
		)
		const channels = new Map<string, string>()
		for (const id of [textId, second.id]) {
			const { body } = await bot.get(`/channels/${id}`)
			if (body.linked_lobby) channels.set(body.linked_lobby.lobby_id, id)
		}
		for (const id of [lobbyId, other.id]) {
			const { body } = await game.get(`/lobbies/${id}`)
			assert.equal(body.linked_channel?.id, channels.get(id))
		}
	}
})
