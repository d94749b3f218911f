import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteApplication } from '../src/domain/applications/delete.ts'
import { listIdentities } from '../src/domain/identities/identities.ts'
import { login } from './gateway-client.ts'
import { identityProvider } from './identity-provider.ts'
import { arcade, BOT_ISSUED, takesWordOf } from './players.ts'
import { GENEROUS, testServer } from './server.ts'

const WEEK_SECONDS = 604_800
const PROVISIONAL = 1 << 23

const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())

test('P1, P2 the first token for a player makes an account, every further one is for the same', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const { status, body } = await lantern.ask('hero-1')
	assert.equal(status, 200)
	assert.deepEqual(Object.keys(body).sort(), [
		...['access_token', 'expires_at_s', 'expires_in', 'id_token', 'scope', 'scopes', 'token_type'],
	])
	assert.deepEqual(
		[body.token_type, body.expires_in, body.scope, body.scopes],
		['Bearer', WEEK_SECONDS, 'sdk.social_layer', ['sdk.social_layer']],
	)
	assert.equal(body.expires_at_s, Math.floor(server.clock.now() / 1000) + WEEK_SECONDS)
	const first = await lantern.vouch('hero-1')
	const claims = claimsOf(body.id_token)
	assert.deepEqual([claims.sub, claims.aud, claims.iss], [first.id, [lantern.id], server.config.origin])
	const again = await lantern.vouch('hero-1')
	assert.equal(again.id, first.id)
	assert.equal((await first.get('/users/@me')).status, 200, 'earlier tokens stay good')
	assert.notEqual((await lantern.vouch('hero-2')).id, first.id)
	const other = await arcade(server, 'Beacon')
	assert.notEqual((await other.vouch('hero-1')).id, first.id, 'a player belongs to a game')
	const me = await first.get('/oauth2/@me')
	assert.deepEqual([me.body.application.id, me.body.scopes], [lantern.id, ['sdk.social_layer']])
	await server.advance(WEEK_SECONDS * 1000)
	assert.equal((await first.get('/users/@me')).status, 401)
	assert.equal((await lantern.vouch('hero-1')).id, first.id)
})

test('P1 of many first calls for one player each gets a token of the one account', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const players = await Promise.all(Array.from({ length: 12 }, () => lantern.vouch('hero-1')))
	assert.equal(new Set(players.map(({ id }) => id)).size, 1)
	const { count } = await server.store.db
		.selectFrom('users')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.where('is_provisional', '=', 1)
		.executeTakeFirstOrThrow()
	assert.equal(Number(count), 1, 'no account is left over')
})

test('P1, P2 a player whom a provider knows; with OpenID Connect games may still refresh', async () => {
	await using server = await testServer()
	await using provider = await identityProvider()
	const lantern = await arcade(server)
	const { says } = await takesWordOf(lantern, provider)
	const { body } = await lantern.present(await says('ada', { preferred_username: 'Ada Nova' }))
	const player = await lantern.playerOf({ status: 200, headers: {}, body })
	assert.equal((await player.get('/users/@me')).body.global_name, 'Ada Nova')
	const again = await lantern.playerOf(await lantern.present(await says('ada')))
	assert.equal(again.id, player.id)
	assert.equal((await again.get('/users/@me')).body.global_name, 'Ada Nova', 'no name changes no name')
	assert.notEqual((await lantern.playerOf(await lantern.present(await says('bob')))).id, player.id)
	const refreshed = await lantern.refresh(body.refresh_token)
	assert.equal(refreshed.status, 200)
	assert.equal(claimsOf(refreshed.body.id_token).sub, player.id)
	assert.equal(refreshed.body.scope, 'sdk.social_layer')
	assert.equal((await player.get('/users/@me')).status, 401, 'a refresh takes the place of the token before')
	const newest = server.as(player.id, `Bearer ${refreshed.body.access_token}`)
	assert.equal(
		(await newest.patch('/users/@me', { global_name: 'Ada N.' })).status,
		200,
		'it is a provisional token too',
	)
	assert.equal((await lantern.refresh(refreshed.body.refresh_token)).status, 200)
})

test('P2 a public client gets no refresh token', async () => {
	await using server = await testServer()
	await using provider = await identityProvider()
	const lantern = await arcade(server, 'Lantern', { isPublicClient: true })
	const { says } = await takesWordOf(lantern, provider)
	const { status, body } = await lantern.present(await says('ada'))
	assert.deepEqual([status, body.refresh_token], [200, undefined])
})

test('P3 what is refused, in the order of the checks', async () => {
	await using server = await testServer()
	await using provider = await identityProvider()
	const lantern = await arcade(server)
	const { says, key } = await takesWordOf(lantern, provider)
	const good = await says('ada')
	const stranger = await server.bot('Stranger')
	const secret = { client_id: stranger.id, client_secret: stranger.clientSecret }
	const table: [string, Record<string, unknown>, status: number, code: number][] = [
		['no token', { external_auth_token: '' }, 400, 50035],
		['an endless token', { external_auth_token: 'x'.repeat(10_241) }, 400, 50035],
		['an unknown type', { external_auth_type: 'PIGEON', client_id: '1' }, 400, 50035],
		['no application', { client_id: '1', client_secret: 'wrong' }, 404, 10002],
		['a bad secret', { client_secret: 'wrong' }, 400, 530007],
		['no secret', { client_secret: undefined }, 400, 530007],
		['null for a secret', { client_secret: null }, 400, 530007],
		['an application without the social layer', { ...secret, external_auth_type: BOT_ISSUED }, 403, 530000],
		["the game's own word", { external_auth_type: BOT_ISSUED }, 400, 50035],
		['a type that is not configured', { external_auth_type: 'UNITY_SERVICES_ID_TOKEN' }, 403, 530000],
		['no JWT', { external_auth_token: 'nonsense' }, 400, 530020],
		['an old token', { external_auth_token: await says('ada', { exp: 1 }) }, 400, 530001],
		['a token for somebody else', { external_auth_token: await says('ada', { aud: 'x' }) }, 400, 530003],
		['a token of somebody else', { external_auth_token: await key.sign({ iss: 'https://x.example' }) }, 400, 530002],
	]
	for (const [what, changes, status, code] of table) {
		const refused = await lantern.present(good, changes)
		assert.deepEqual([refused.status, refused.body.code], [status, code], `${what}: ${JSON.stringify(refused.body)}`)
	}
	const body = { client_id: lantern.id, external_auth_type: 'OIDC', external_auth_token: good }
	assert.equal((await lantern.bot.post('/partner-sdk/token', body)).status, 200, 'the bot token shows whose game it is')
	assert.equal((await stranger.post('/partner-sdk/token', body)).body.code, 530007)

	assert.deepEqual((await stranger.post('/partner-sdk/token/bot', { external_user_id: 'x' })).body.code, 530000)
	for (const wrong of [{}, { external_user_id: '' }, { external_user_id: 'x'.repeat(1025) }, { external_user_id: 7 }]) {
		assert.equal((await lantern.bot.post('/partner-sdk/token/bot', wrong)).body.code, 50035)
	}
	for (const preferred_global_name of ['', 'x'.repeat(33)]) {
		assert.equal((await lantern.ask('hero', { preferred_global_name })).body.code, 50035)
	}
	assert.equal((await server.nobody.post('/partner-sdk/token/bot', { external_user_id: 'x' })).status, 401)
	const alice = await server.player('alice')
	assert.equal((await alice.post('/partner-sdk/token/bot', { external_user_id: 'x' })).status, 403)
	const accounts = await server.store.db.selectFrom('external_identities').select('subject').execute()
	assert.deepEqual(
		accounts.map(({ subject }) => subject),
		['ada'],
		'what was refused left nothing behind',
	)
})

test('P4 a linked player is refused, with who they are', async () => {
	await using server = await testServer()
	await using provider = await identityProvider()
	const lantern = await arcade(server)
	const { says } = await takesWordOf(lantern, provider)
	const alice = await lantern.person('alice')
	await lantern.link(alice, await lantern.vouch('hero-1'))
	const { status, body } = await lantern.ask('hero-1')
	const { message: _, ...rest } = body
	assert.deepEqual(
		[status, rest],
		[400, { code: 530010, user_id: alice.id, provider_type: 'DISCORD_BOT', provider_issued_user_id: 'hero-1' }],
	)
	const bob = await lantern.person('bob')
	await lantern.present(await says('bob'))
	const merged = await lantern.merge(bob, await says('bob'), { external_auth_type: 'OIDC' })
	assert.equal(merged.status, 200, JSON.stringify(merged.body))
	const { provider_type, provider_id, provider_issued_user_id } = (await lantern.present(await says('bob'))).body
	assert.deepEqual([provider_type, provider_id, provider_issued_user_id], ['OIDC', provider.origin, 'bob'])
	const identities = await listIdentities(server.store, alice.id)
	assert.deepEqual(
		identities.map((one) => [one.application_id, one.type, one.state, one.subject]),
		[[lantern.id, BOT_ISSUED, 'linked', 'hero-1']],
	)
})

test('P5 an account that is not the one that was meant is not given, and none is made', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const hero = await lantern.vouch('hero-1')
	assert.equal((await lantern.ask('hero-1', { provisional_user_id: hero.id })).status, 200)
	assert.equal((await lantern.ask('hero-1', { provisional_user_id: null })).status, 200)
	for (const [name, id] of [
		['hero-1', lantern.id],
		['hero-2', hero.id],
	] as const) {
		const { status, body } = await lantern.ask(name, { provisional_user_id: id })
		assert.deepEqual([status, body.code, Object.keys(body.errors)], [400, 50035, ['provisional_user_id']])
	}
	const identities = await server.store.db.selectFrom('external_identities').select('subject').execute()
	assert.deepEqual(
		identities.map(({ subject }) => subject),
		['hero-1'],
	)
})

test('P6 the display name is given by the game, and changed by the player alone', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const nameless = await lantern.vouch('hero-0')
	const { username, global_name, discriminator, public_flags } = (await nameless.get('/users/@me')).body
	assert.deepEqual([global_name, discriminator, public_flags], [null, '0', PROVISIONAL])
	assert.match(username, /^player_[a-z0-9]{14}$/)
	const hero = await lantern.vouch('hero-1', { preferred_global_name: ' The   Hero ' })
	const nameOf = async () => (await hero.get('/users/@me')).body.global_name
	assert.equal(await nameOf(), 'The Hero')
	for (const preferred_global_name of [null, '   ']) await lantern.vouch('hero-1', { preferred_global_name })
	assert.equal(await nameOf(), 'The Hero')
	await lantern.vouch('hero-1', { preferred_global_name: 'Heroine' })
	assert.equal(await nameOf(), 'Heroine')
	const heard = server.hear(`user.${hero.id}`)
	for (const path of ['/users/@me', '/users/@me/account']) {
		const { status, body } = await hero.patch(path, { global_name: `Me ${path.length}` })
		assert.deepEqual([status, body.global_name], [200, `Me ${path.length}`])
		assert.equal((await hero.patch(path, { global_name: 'x'.repeat(33) })).body.code, 50035)
	}
	assert.deepEqual(
		heard.named('USER_UPDATE').map((user) => user.global_name),
		['Me 10', 'Me 18'],
	)
	await hero.patch('/users/@me', { username: 'somebody', avatar: null })
	assert.notEqual((await hero.get('/users/@me')).body.username, 'somebody', 'nothing else is theirs to change')
	const alice = await server.player('alice', ['sdk.social_layer'], lantern.bot.application)
	for (const path of ['/users/@me', '/users/@me/account']) {
		const { status, body } = await alice.patch(path, { global_name: 'Queen' })
		assert.deepEqual([status, body.code], [403, 50026])
	}
	assert.equal((await lantern.bot.patch('/users/@me/account', { global_name: 'x' })).status, 403)
})

test('P7 a player opens a session of the game and is in its lobbies', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const hero = await lantern.vouch('hero-1')
	const alice = await server.player('alice', ['sdk.social_layer'], lantern.bot.application)
	await using client = await login(server, { token: `Bearer ${hero.token}`, intents: 0 })
	assert.deepEqual([client.ready.user.id, client.ready.user.flags], [hero.id, PROVISIONAL])
	const { body: lobby } = await alice.put('/lobbies', { secret: 'attic' })
	assert.equal((await hero.put('/lobbies', { secret: 'attic' })).body.id, lobby.id)
	assert.equal((await client.event('LOBBY_CREATE')).id, lobby.id)
	const made = await lantern.bot.post('/lobbies', { members: [{ id: hero.id }] })
	assert.deepEqual(
		made.body.members.map((member: { id: string }) => member.id),
		[hero.id],
	)
	const said = await hero.post(`/lobbies/${lobby.id}/messages`, { content: 'hello' })
	assert.deepEqual([said.status, said.body.author.id], [201, hero.id])
	const elsewhere = await arcade(server, 'Beacon')
	const refused = await elsewhere.bot.post('/lobbies', { members: [{ id: hero.id }] })
	assert.equal(refused.body.code, 50001, "another game's lobby is not for them")
})

test('P8 nobody signs in to a provisional account, or allows, owns and joins as one', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const hero = await lantern.vouch('hero-1')
	const browser = (await lantern.person('alice')).browser
	await browser.become(hero.id)
	const page = await browser.get(lantern.url())
	assert.ok(!page.text.includes('name="request"'), 'there is nothing to allow')
	const { guild } = await server.guild((await server.person('bob')).id, { memberIds: [lantern.bot.id] })
	const joined = await lantern.bot.put(`/guilds/${guild.id}/members/${hero.id}`, { access_token: hero.token })
	assert.equal(joined.status, 403)
	assert.deepEqual((await hero.get('/users/@me/guilds')).body, [])
})

test('P9 a token that is given up ends the tokens of the account, which stays', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const hero = await lantern.vouch('hero-1')
	await using client = await login(server, { token: `Bearer ${hero.token}`, intents: 0 })
	const revoked = await lantern.post('/token/revoke', {
		...{ client_id: lantern.id, client_secret: lantern.bot.clientSecret, token: hero.token },
	})
	assert.equal(revoked.status, 200)
	assert.equal(await client.closed, 4004)
	assert.equal((await hero.get('/users/@me')).status, 401)
	assert.equal((await lantern.vouch('hero-1')).id, hero.id)
})

test('P10 with the application its provisional accounts end', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const heroes = [await lantern.vouch('hero-1'), await lantern.vouch('hero-2')]
	const alice = await lantern.person('alice')
	await lantern.link(alice, await lantern.vouch('hero-of-alice'))
	await server.app.worker.stop()
	const last = await lantern.vouch('hero-3')
	await lantern.merge(await lantern.person('bob'), last.token)
	await server.store.transaction((tx) => deleteApplication(tx, lantern.bot.application.owner_user_id, lantern.id))
	server.app.worker.start()
	await lantern.settled()
	const users = await server.store.db
		.selectFrom('users')
		.select(['id', 'deleted_at'])
		.where('id', 'in', [alice.id, last.id, ...heroes.map(({ id }) => id)])
		.execute()
	const gone = users.filter(({ deleted_at }) => deleted_at !== null).map(({ id }) => id)
	assert.deepEqual(gone.sort(), [last.id, ...heroes.map(({ id }) => id)].sort())
	const { db } = server.store
	assert.deepEqual(await db.selectFrom('external_identities').select('id').execute(), [])
	assert.deepEqual(await db.selectFrom('account_moves').select('id').execute(), [])
})

test('P11 how often a game may ask, and how often for one player', async () => {
	await using server = await testServer({ rateLimits: { ...GENEROUS, factor: 1 } })
	const lantern = await arcade(server)
	const beacon = await arcade(server, 'Beacon')
	const asked = async (names: readonly string[], game = lantern) => {
		const statuses: number[] = []
		for (const name of names) statuses.push((await game.ask(name)).status)
		return statuses
	}
	const often = await asked(['one', 'one', 'one', 'one', 'one', 'one', 'two'])
	assert.deepEqual(often, [200, 200, 200, 200, 200, 429, 200])
	assert.deepEqual(await asked(['one'], beacon), [200])
	await server.advance(60_000)
	const many = Array.from({ length: 21 }, (_, at) => `player ${at}`)
	assert.deepEqual(await asked(many), [...Array.from({ length: 20 }, () => 200), 429])
	assert.equal((await lantern.unmerge('one')).status, 429)
	await server.advance(1000)
	assert.equal((await lantern.unmerge('one')).body.code, 50229)
	const guesses = []
	for (let at = 0; at < 11; at++) guesses.push((await lantern.present('x', { client_secret: `guess ${at}` })).status)
	assert.deepEqual(guesses, [...Array.from({ length: 10 }, () => 400), 429])
})
