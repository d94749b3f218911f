import assert from 'node:assert/strict'
import { test } from 'node:test'
import { befriend, duo, enter, said } from './direct.ts'
import { stage } from './linked-stage.ts'
import { arcade } from './players.ts'
import { type Client, testServer } from './server.ts'

const pathOf = (game: { id: string }, player: { id: string }, external: string) =>
	`/applications/${game.id}/users/${player.id}/identities/${encodeURIComponent(external)}/profile`
const DATA = {
	primary: {
		season: 'Season 3',
		rank_image: { url: 'https://game.test/silver.png' },
		playtime_hours: 69.41,
		total_wins: 0,
	},
	dynamic: [
		{ type: 1, name: 'clan', value: 'Foxes' },
		{ type: 2, name: 'laps', value: 12.5 },
		{ type: 3, name: 'car', value: { url: 'https://game.test/car.png' } },
	],
}

test('N7 N8 a game says something of a player, once with 201, then with 204', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const path = pathOf(game, ada, 'player-1')
	assert.equal((await game.get(path)).body.code, 10013)
	const first = await game.patch(path, { username: 'Ada L.', metadata: { team: [1, 2] }, data: DATA })
	assert.deepEqual([first.status, first.body], [201, { username: 'Ada L.', metadata: { team: [1, 2] }, data: DATA }])
	const again = await game.patch(path, { username: 'Ada' })
	assert.deepEqual([again.status, again.body], [204, undefined])
	assert.deepEqual((await game.get(path)).body, { ...first.body, username: 'Ada' })
	await game.patch(path, { data: { dynamic: [] }, metadata: null })
	assert.deepEqual((await game.get(path)).body, { username: 'Ada', metadata: null, data: { dynamic: [] } })
	await game.patch(path, { data: null, username: null })
	assert.deepEqual((await game.get(path)).body, { username: null, metadata: null, data: null })
	// Whoever is called so, and whoever may say so.
	assert.equal((await game.patch(pathOf(game, ada, 'player-2'), {})).body.code, 530023)
	assert.equal((await game.patch(pathOf(game, ben, 'player-1'), {})).body.code, 530023)
	assert.equal((await game.patch(pathOf(game, { id: '1' }, 'x'), {})).body.code, 10013)
	const outsider = await server.player('outsider')
	assert.equal((await game.patch(pathOf(game, outsider, 'x'), {})).body.code, 10013)
	const other = await server.bot('Chess', { hasSocialTerms: true })
	assert.equal((await other.patch(path, {})).body.code, 20012)
	assert.equal((await other.get(path)).body.code, 20012)
	assert.equal((await ada.patch(path, {})).status, 403)
	assert.equal((await game.get(pathOf(game, ada, 'player-2'))).body.code, 10013)
})

test('N7 each bound at its edge', async () => {
	await using server = await testServer()
	const { game, ada } = await duo(server)
	const long = 'é'.repeat(1024)
	const path = pathOf(game, ada, long)
	const dynamic = (count: number) => Array.from({ length: count }, (_, at) => ({ type: 1, name: `n${at}`, value: 'v' }))
	/** Metadata whose JSON has so many bytes. */
	const bytes = (count: number) => ({ m: 'x'.repeat(count - '{"m":""}'.length) })
	const data = (count: number) => {
		const shell = JSON.stringify({ dynamic: [1, 2, 3, 4, 5, 6].map((at) => ({ type: 1, name: `${at}`, value: '' })) })
		const room = count - shell.length
		const value = (at: number) => 'x'.repeat(at < 5 ? 2000 : room - 5 * 2000)
		return { dynamic: [1, 2, 3, 4, 5, 6].map((at) => ({ type: 1, name: `${at}`, value: value(at - 1) })) }
	}
	const table: [object, boolean][] = [
		[{ username: 'x'.repeat(1024) }, true],
		[{ username: 'x'.repeat(1025) }, false],
		[{ username: '' }, false],
		[{ data: { dynamic: dynamic(30) } }, true],
		[{ data: { dynamic: dynamic(31) } }, false],
		[{ metadata: bytes(10_240) }, true],
		[{ metadata: bytes(10_241) }, false],
		[{ data: data(10_240) }, true],
		[{ data: data(10_241) }, false],
		[{ data: { dynamic: [{ type: 4, name: 'x', value: 'y' }] } }, false],
		[{ data: { dynamic: [{ type: 1, name: 'x', value: 7 }] } }, false],
		[{ data: { dynamic: [{ type: 2, name: 'x', value: '7' }] } }, false],
		[{ data: { dynamic: [{ type: 3, name: 'x', value: { url: 'nonsense' } }] } }, false],
		[{ data: { dynamic: [{ type: 1, value: 'y' }] } }, false],
		[{ data: { primary: { total_wins: -1 } } }, false],
		[{ data: { primary: { season: '' } } }, false],
		[{ data: [] }, false],
		[{ metadata: 'text' }, false],
	]
	for (const [body, isGood] of table) {
		const answer = await game.patch(path, body)
		const text = JSON.stringify(body).slice(0, 70)
		if (isGood) assert.ok(answer.status === 201 || answer.status === 204, `${answer.status} ${text}`)
		else assert.deepEqual([answer.status, answer.body.code], [400, 50035], text)
	}
	assert.equal((await game.patch(pathOf(game, ada, `${long}x`), {})).status, 400)
	const { errors } = (await game.patch(path, { data: { dynamic: dynamic(31) } })).body
	assert.ok(errors.data.dynamic._errors)
})

test('N9 who a user is to the game, and whose account a player is', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const { bot } = lantern
	const hero = await lantern.vouch('hero')
	const ada = await lantern.playerOf(await lantern.redeem(await lantern.code(await lantern.person('ada'))))
	const own = { user_id: hero.id, provider_type: 'DISCORD_BOT', provider_issued_user_id: 'hero' }
	const of = (userId: string) => `/users/${userId}/application-identities/${bot.id}`
	const by = (type: string, external: string, query = '') =>
		`/applications/${bot.id}/application-identities/${type}/${external}${query}`
	assert.deepEqual((await bot.get(of(hero.id))).body, { identities: [own] })
	assert.deepEqual((await bot.get(of(ada.id))).body, { identities: [] })
	assert.equal((await bot.get(of('1'))).body.code, 10013)
	assert.deepEqual((await bot.get(by('DISCORD_BOT', 'hero'))).body, { identities: [own] })
	for (const path of [by('STEAM', 'hero'), by('DISCORD_BOT', 'nobody'), by('DISCORD_BOT', 'hero', '?provider_id=x')]) {
		assert.deepEqual((await bot.get(path)).body, { identities: [] })
	}
	const other = await server.bot('Chess', { hasSocialTerms: true })
	assert.equal((await other.get(of(hero.id))).body.code, 20012)
	assert.equal((await other.get(by('DISCORD_BOT', 'hero'))).body.code, 20012)
	// Whom the game names itself is one by its word.
	await bot.patch(pathOf(bot, ada, 'lovelace'), {})
	const named = { user_id: ada.id, provider_type: 'DISCORD_BOT', provider_issued_user_id: 'lovelace' }
	assert.deepEqual((await bot.get(by('DISCORD_BOT', 'lovelace'))).body, { identities: [named] })
	assert.equal((await bot.patch(pathOf(bot, hero, 'other'), {})).body.code, 10013)
	// Forgotten: what stands for nobody else ends.
	const forget = (userId: string, external: string) =>
		bot.post(`/users/${userId}/application-identities/${bot.id}/DISCORD_BOT/${external}/delete`, {})
	assert.equal((await forget(hero.id, 'lovelace')).body.code, 10013)
	assert.equal((await forget(ada.id, 'lovelace')).status, 204)
	assert.deepEqual((await bot.get(of(ada.id))).body, { identities: [] })
	assert.equal((await forget(hero.id, 'hero')).status, 204)
	assert.equal((await hero.get('/users/@me')).status, 401)
	assert.equal((await ada.get('/users/@me')).status, 200)
	assert.notEqual((await lantern.vouch('hero')).id, hero.id)
})

test('N10 N11 players are told what the game says of those they know', async () => {
	await using server = await testServer()
	const { game, ada, ben } = await duo(server)
	const cleo = await server.player('cleo', ['sdk.social_layer'], game.application)
	await befriend(ada, ben, 'game-relationships')
	await game.patch(pathOf(game, ada, 'a'), { username: 'Ada L.', metadata: { level: 3 } })
	await using his = await enter(server, ben)
	await using hers = await enter(server, ada)
	await using cleos = await enter(server, cleo)
	const shown = {
		provider_type: 'DISCORD_BOT',
		provider_issued_user_id: 'a',
		username: 'Ada L.',
		metadata: '{"level":3}',
		avatar_hash: null,
	}
	assert.deepEqual((await said(his, 'READY'))[0].user_application_profiles, { [ada.id]: [shown] })
	assert.deepEqual((await said(cleos, 'READY'))[0].user_application_profiles, {})
	await game.patch(pathOf(game, ada, 'a'), { username: null, metadata: null })
	const update = { user_id: ada.id, application_id: game.id, ...shown, username: null, metadata: '' }
	for (const session of [his, hers]) assert.deepEqual(await said(session, 'USER_APPLICATION_IDENTITY_UPDATE'), [update])
	const path = `/users/${ada.id}/application-identities`
	const { provider_type, provider_issued_user_id } = shown
	const identity = { user_id: ada.id, provider_type, provider_issued_user_id }
	assert.deepEqual((await ben.get(path)).body, { identities: [identity] })
	const profile = { username: null, metadata: '', avatar_hash: null }
	assert.deepEqual((await ben.get(`${path}?with_profiles=true`)).body, { identities: [{ ...identity, profile }] })
	for (const id of [ben.id, '1', (await server.player('outsider')).id]) {
		assert.deepEqual((await ben.get(`/users/${id}/application-identities`)).body, { identities: [] })
	}
	// A block changes nothing that could be seen.
	await ada.put(`/users/@me/relationships/${ben.id}`, { type: 2 })
	assert.deepEqual((await ben.get(path)).body, { identities: [identity] })
	await game.post(`/users/${ada.id}/application-identities/${game.id}/DISCORD_BOT/a/delete`, {})
	assert.deepEqual(await said(hers, 'USER_APPLICATION_IDENTITY_REMOVE'), [{ ...identity, application_id: game.id }])
	assert.deepEqual(await said(cleos, 'USER_APPLICATION_IDENTITY_UPDATE'), [])
})

test('N12 what is said of a player goes with them into an account and out of it', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const { bot } = lantern
	const hero = await lantern.vouch('hero')
	await bot.patch(pathOf(bot, hero, 'hero'), { username: 'Hero' })
	const person = await lantern.person('ada')
	const ada = await lantern.link(person, hero)
	assert.equal((await bot.get(pathOf(bot, ada, 'hero'))).body.username, 'Hero')
	assert.equal((await bot.get(pathOf(bot, hero, 'hero'))).body.code, 10013)
	assert.equal((await lantern.unmerge('hero')).status, 204)
	await lantern.settled()
	const again = await lantern.vouch('hero')
	assert.equal((await bot.get(pathOf(bot, again, 'hero'))).body.username, 'Hero')
	assert.equal((await bot.get(pathOf(bot, ada, 'hero'))).body.code, 10013)
	// One whom only the game has named is forgotten with the authorization.
	const ben = await lantern.playerOf(await lantern.redeem(await lantern.code(await lantern.person('ben'))))
	await bot.patch(pathOf(bot, ben, 'ben'), { username: 'Ben' })
	const revoke = { token: ben.token, client_id: lantern.id, client_secret: bot.clientSecret }
	const form = new URLSearchParams(revoke).toString()
	const headers = { 'content-type': 'application/x-www-form-urlencoded' }
	assert.equal((await server.nobody.call('POST', '/oauth2/token/revoke', form, headers)).status, 200)
	const left = await server.store.db.selectFrom('identity_profiles').select('user_id').execute()
	assert.deepEqual(
		left.map(({ user_id }) => user_id),
		[again.id],
	)
})

test('N13 the card of an application', async () => {
	await using server = await testServer()
	const { game, ada } = await duo(server)
	const { status, body } = await ada.get(`/applications/${game.id}/partial`)
	assert.deepEqual([status, body.id, body.name, body.icon], [200, game.id, 'Racer', null])
	assert.equal((await ada.get('/applications/1/partial')).body.code, 10002)
	assert.equal((await server.nobody.get(`/applications/${game.id}/partial`)).status, 401)
})

test('N14 who people are in the game of the lobby that is linked to a channel', async () => {
	await using server = await testServer()
	const { game, ada, ben, bot, textId, link } = await stage(server)
	const outsider = await server.player('outsider', ['sdk.social_layer'], game.application)
	const ask = (ids: string, as: Client = ada) => as.get(`/channels/${textId}/linked-accounts?user_ids=${ids}`)
	assert.equal((await ask(ada.id)).body.code, 10031)
	assert.equal((await link(textId)).status, 200)
	await game.patch(pathOf(game, ada, 'a-1'), { username: 'Ada L.' })
	await game.patch(pathOf(game, ben, 'b-1'), {})
	await game.patch(pathOf(game, outsider, 'o-1'), {})
	const { status, body } = await ask([ada.id, ben.id, outsider.id, '1'].join(','))
	const expected = { [ada.id]: [{ id: 'a-1', name: 'Ada L.' }], [ben.id]: [{ id: 'b-1', name: 'b-1' }] }
	assert.deepEqual([status, body], [200, { linked_accounts: expected }])
	assert.deepEqual((await ask(ada.id, bot)).body.linked_accounts, { [ada.id]: expected[ada.id] })
	assert.equal((await ask(ada.id, outsider)).status, 403)
	for (const ids of ['', 'x', Array.from({ length: 101 }, (_, at) => at + 1).join(',')]) {
		assert.equal((await ask(ids)).body.code, 50035, ids.slice(0, 20))
	}
	assert.equal((await ask(Array.from({ length: 100 }, (_, at) => at + 1).join(','))).status, 200)
})
