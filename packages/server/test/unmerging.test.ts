import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { closeAccount } from '../src/domain/closures/close-account.ts'
import { login } from './gateway-client.ts'
import { identityProvider } from './identity-provider.ts'
import { codeFor, pkce } from './oauth.ts'
import { type Arcade, arcade, type Person, type Player, SOCIAL, takesWordOf } from './players.ts'
import { openReceiver, type Receiver, subscribe } from './receiver.ts'
import { OPERATOR_TOKEN, type TestServer, testServer } from './server.ts'

const DAY = 86_400_000

interface Linked {
	server: TestServer
	lantern: Arcade
	alice: Person
	/** The token of the provisional account of before. */
	hero: Player
	linked: Player
	lobbyId: string
}

/** Alice, who played as a hero before she linked her account, in a lobby. */
async function linkedWorld(): Promise<Linked> {
	const server = await testServer()
	const lantern = await arcade(server)
	const alice = await lantern.person('alice')
	const hero = await lantern.vouch('hero-1', { preferred_global_name: 'Hero' })
	const linked = await lantern.link(alice, hero)
	const { body } = await linked.put('/lobbies', { secret: 'attic', member_metadata: { team: 'red' } })
	return { server, lantern, alice, hero, linked, lobbyId: body.id }
}

/** The game's own server, which hears of ended authorizations. */
async function listen({ bot }: Arcade): Promise<Receiver> {
	const receiver = await openReceiver(bot.application.public_key)
	await subscribe(bot, receiver, ['APPLICATION_DEAUTHORIZED'])
	return receiver
}

const toldOf = (receiver: Receiver) => receiver.events().map(({ data }) => data.user.id)

async function ban(server: TestServer, { id }: Person, ban: Record<string, unknown> = {}): Promise<void> {
	const { status } = await server.as('', `Operator ${OPERATOR_TOKEN}`).put(`/operator/users/${id}/ban`, ban)
	assert.equal(status, 200)
}

const WAYS: Readonly<Record<string, (world: Linked) => Promise<unknown>>> = {
	'the person removes the game': async ({ alice }) => {
		const { body } = await alice.browser.send('GET', '/api/oauth2/tokens')
		const csrf = { 'x-csrf-token': await alice.browser.csrfToken() }
		const removed = await alice.browser.send('DELETE', `/api/oauth2/tokens/${body[0].id}`, undefined, csrf)
		assert.equal(removed.status, 204)
	},
	'the game gives a token up': async ({ lantern, linked }) => {
		const credentials = { client_id: lantern.id, client_secret: lantern.bot.clientSecret }
		const revoked = await lantern.post('/token/revoke', { ...credentials, token: linked.answer.refresh_token })
		assert.equal(revoked.status, 200)
	},
	'the game asks for it': async ({ lantern }) => {
		const unmerged = await lantern.unmerge('hero-1')
		assert.equal(unmerged.status, 204)
	},
	'an operator bans the person': async ({ server, alice }) => {
		await ban(server, alice)
	},
}

for (const [way, goes] of Object.entries(WAYS)) {
	test(`U1, U2, U3 LNK-07 ${way}: the player gets a new account, and the old one's link is gone`, async () => {
		const world = await linkedWorld()
		await using _ = world.server
		const { server, lantern, alice, hero, linked, lobbyId } = world
		await using receiver = await listen(lantern)
		await using session = await login(server, { token: `Bearer ${linked.token}`, intents: 0 })
		assert.equal((await lantern.ask('hero-1')).body.code, 530010)
		await goes(world)
		assert.equal(await session.closed, 4004)
		assert.equal((await linked.get('/users/@me')).status, 401)
		const refreshed = await lantern.refresh(linked.answer.refresh_token)
		assert.deepEqual(
			[refreshed.status, refreshed.body],
			[400, { error: 'invalid_grant', error_description: 'Invalid "refresh_token" in request' }],
		)
		const player = await lantern.vouch('hero-1')
		assert.ok(player.id !== alice.id && player.id !== hero.id, 'an account with a new id')
		assert.equal((await player.get('/users/@me')).body.global_name, 'alice')
		await lantern.settled()
		assert.deepEqual((await lantern.bot.get(`/lobbies/${lobbyId}`)).body.members, [
			{ id: player.id, metadata: { team: 'red' }, flags: 0 },
		])
		assert.deepEqual(toldOf(receiver), [alice.id])
		assert.equal((await lantern.ask('hero-1')).status, 200)
	})
}

test('U3, F11 the player keeps friends of the game, and friends of the platform who play it', async () => {
	const world = await linkedWorld()
	await using _ = world.server
	const { server, lantern, linked } = world
	const bob = await server.player('bob', ['sdk.social_layer'], lantern.bot.application)
	const outsider = await server.player('carol')
	for (const [one, track] of [
		[bob, 'relationships'],
		[bob, 'game-relationships'],
		[outsider, 'relationships'],
	] as const) {
		assert.equal((await linked.put(`/users/@me/${track}/${one.id}`, {})).status, 204)
		assert.equal((await one.put(`/users/@me/${track}/${linked.id}`, {})).status, 204)
	}
	assert.equal((await lantern.unmerge('hero-1')).status, 204)
	const player = await lantern.vouch('hero-1')
	await lantern.settled()
	for (const track of ['relationships', 'game-relationships']) {
		const { body } = await player.get(`/users/@me/${track}`)
		assert.deepEqual(
			body.map(({ type, user }: { type: number; user: { id: string } }) => [type, user.id]),
			[[1, bob.id]],
		)
	}
	assert.equal((await bob.get('/users/@me/relationships')).body.length, 2, 'the account keeps everything')
})

test('U1 K06 tokens of every family end, and those that the publisher made of them', async () => {
	const world = await linkedWorld()
	await using _ = world.server
	const { server, lantern, alice, linked } = world
	const second = await lantern.playerOf(await lantern.redeem(await lantern.code(alice)))
	const child = await server.bot('Lantern II')
	const row = await server.store.db
		.selectFrom('access_tokens')
		.selectAll()
		.where('user_id', '=', alice.id)
		.limit(1)
		.executeTakeFirstOrThrow()
	await server.store.transaction(({ db }) =>
		db
			.insertInto('access_tokens')
			.values({ ...row, hash: 'child', application_id: child.id, kind: 'child' })
			.execute(),
	)
	const ended = server.hear('internal.tokens')
	assert.equal((await lantern.unmerge('hero-1')).status, 204)
	for (const player of [linked, second]) assert.equal((await player.get('/users/@me')).status, 401)
	const rows = await server.store.db
		.selectFrom('access_tokens')
		.select('hash')
		.where('user_id', '=', alice.id)
		.execute()
	assert.deepEqual(rows, [])
	assert.deepEqual(
		new Set(ended.envelopes.map(({ data }) => (data as { application_id: string }).application_id)),
		new Set([lantern.id, child.id]),
	)
})

test('U4 an account that never was provisional gives nobody back', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const alice = await lantern.person('alice')
	await lantern.playerOf(await lantern.redeem(await lantern.code(alice)))
	const pair = { applicationId: lantern.id, userId: alice.id }
	assert.ok(await server.store.transaction((tx) => deauthorize(tx, pair, 'removed')))
	const { db } = server.store
	assert.deepEqual(await db.selectFrom('users').select('id').where('is_provisional', '=', 1).execute(), [])
	assert.deepEqual(await db.selectFrom('account_moves').select('id').execute(), [])
})

test('U5 whom nothing can be taken off', async () => {
	const world = await linkedWorld()
	await using _ = world.server
	await using provider = await identityProvider()
	const { server, lantern } = world
	const { says } = await takesWordOf(lantern, provider)
	await lantern.vouch('hero-2')
	await lantern.present(await says('ada'))
	const unmerge = async (changes: Record<string, unknown> = {}) =>
		server.nobody.post('/partner-sdk/provisional-accounts/unmerge', {
			...{ client_id: lantern.id, client_secret: lantern.bot.clientSecret },
			...{ external_auth_type: 'OIDC', external_auth_token: await says('ada'), ...changes },
		})
	const said = async (answer: ReturnType<typeof unmerge>) => {
		const { status, body } = await answer
		return [status, body?.code]
	}
	assert.deepEqual(await said(lantern.unmerge('hero-2')), [400, 50229])
	assert.deepEqual(await said(lantern.unmerge('nobody')), [404, 10013])
	const other = await arcade(server, 'Beacon')
	assert.deepEqual(await said(other.unmerge('hero-1')), [404, 10013])
	assert.deepEqual(await said(lantern.bot.post('/partner-sdk/provisional-accounts/unmerge/bot', {})), [400, 50035])
	assert.deepEqual(await said(unmerge()), [400, 50229])
	assert.deepEqual(await said(unmerge({ external_auth_token: await says('nobody') })), [404, 10013])
	assert.deepEqual(await said(unmerge({ client_secret: 'wrong' })), [400, 530007])
	assert.deepEqual(await said(unmerge({ client_id: '1' })), [404, 10002])
	assert.deepEqual(await said(unmerge({ external_auth_token: await says('ada', { exp: 1 }) })), [400, 530001])
	assert.deepEqual(await said(unmerge({ external_auth_type: 'DISCORD_BOT_ISSUED_ACCESS_TOKEN' })), [400, 50035])
	const bob = await lantern.person('bob')
	assert.equal((await lantern.merge(bob, await says('ada'), { external_auth_type: 'OIDC' })).status, 200)
	assert.deepEqual(await said(unmerge()), [204, undefined])
	assert.deepEqual(await said(unmerge()), [400, 50229])
})

test('U5 a public client takes its player apart without a secret', async () => {
	await using server = await testServer()
	await using provider = await identityProvider()
	const lantern = await arcade(server, 'Lantern', { isPublicClient: true })
	const { says } = await takesWordOf(lantern, provider)
	await lantern.present(await says('ada'))
	const alice = await lantern.person('alice')
	const merge = { external_auth_type: 'OIDC', external_auth_token: await says('ada') }
	const { verifier, challenge } = pkce()
	const code = await codeFor(alice.browser, lantern.url({ scope: SOCIAL, ...challenge }))
	assert.equal((await lantern.redeem(code, { ...merge, code_verifier: verifier })).status, 200)
	const { status } = await server.nobody.post('/partner-sdk/provisional-accounts/unmerge', {
		client_id: lantern.id,
		...merge,
	})
	assert.equal(status, 204)
})

test('U6 a stale refresh token takes nobody apart', async () => {
	const world = await linkedWorld()
	await using _ = world.server
	const { server, lantern, linked } = world
	await using receiver = await listen(lantern)
	await lantern.refresh(linked.answer.refresh_token)
	await server.advance(60_000)
	assert.equal((await lantern.refresh(linked.answer.refresh_token)).body.error, 'invalid_grant')
	const credentials = { client_id: lantern.id, client_secret: lantern.bot.clientSecret }
	await lantern.post('/token/revoke', { ...credentials, token: linked.answer.refresh_token })
	assert.equal((await lantern.ask('hero-1')).body.code, 530010)
	await lantern.settled()
	assert.deepEqual(toldOf(receiver), [])
})

test('B1, B2 K08 after a ban with an end the player plays on, and can be merged when it is over', async () => {
	const world = await linkedWorld()
	await using _ = world.server
	const { server, lantern, alice } = world
	const beacon = await arcade(server, 'Beacon')
	await beacon.link(alice, await beacon.vouch('elsewhere'))
	await ban(server, alice, { seconds: DAY / 1000 })
	const bob = await lantern.person('bob')
	for (const [where, name] of [
		[lantern, 'hero-1'],
		[beacon, 'elsewhere'],
	] as const) {
		const player = await where.vouch(name)
		assert.equal((await player.put('/lobbies', { secret: 'den' })).status, 200)
		const refused = await where.merge(bob, player.token)
		assert.deepEqual([refused.status, refused.body.code], [400, 530017])
	}
	await server.advance(DAY)
	const player = await lantern.vouch('hero-1')
	assert.equal((await lantern.merge(bob, player.token)).status, 200)
})

test('B2, B3 K09 after a ban without an end never, until it is lifted', async () => {
	const world = await linkedWorld()
	await using _ = world.server
	const { server, lantern, alice } = world
	await ban(server, alice)
	await server.advance(400 * DAY)
	const bob = await lantern.person('bob')
	const merge = async () => lantern.merge(bob, (await lantern.vouch('hero-1')).token)
	assert.equal((await merge()).body.code, 530017)
	await ban(server, alice, { seconds: DAY / 1000 })
	await server.advance(DAY / 2)
	await ban(server, alice, { seconds: DAY / 1000 })
	await server.advance(DAY / 2)
	assert.equal((await merge()).body.code, 530017, 'the ban that holds counts')
	const operator = server.as('', `Operator ${OPERATOR_TOKEN}`)
	assert.equal((await operator.delete(`/operator/users/${alice.id}/ban`)).status, 200)
	assert.equal((await merge()).status, 200)
})

test('M10, U3 what was taken apart and merged again at once ends where it belongs', async () => {
	const world = await linkedWorld()
	await using _ = world.server
	const { server, lantern, alice, lobbyId } = world
	await server.app.worker.stop()
	await lantern.unmerge('hero-1')
	const player = await lantern.vouch('hero-1')
	const bob = await lantern.person('bob')
	const merged = await lantern.playerOf(await lantern.merge(bob, player.token))
	await lantern.unmerge('hero-1')
	const last = await lantern.vouch('hero-1')
	assert.equal(new Set([alice.id, player.id, bob.id, last.id]).size, 4)
	server.app.worker.start()
	await lantern.settled()
	const { members } = (await lantern.bot.get(`/lobbies/${lobbyId}`)).body
	assert.deepEqual(
		members.map(({ id }: { id: string }) => id),
		[last.id],
	)
	assert.equal((await merged.get('/users/@me')).status, 401)
	const moves = await server.store.db.selectFrom('account_moves').select(['step', 'done_at']).execute()
	assert.deepEqual(
		moves.map(({ step, done_at }) => [step, done_at !== null]),
		Array.from({ length: 4 }, () => ['done', true]),
	)
})

test('U2 a token is revoked while a merge is under way: the link is gone or the merge is refused', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const alice = await lantern.person('alice')
	for (let round = 0; round < 2; round++) {
		const hero = await lantern.vouch(`hero-${round}`)
		await lantern.redeem(await lantern.code(alice))
		const code = await lantern.code(alice)
		const merge = { external_auth_type: 'DISCORD_BOT_ISSUED_ACCESS_TOKEN', external_auth_token: hero.token }
		const pair = { applicationId: lantern.id, userId: alice.id }
		await Promise.all([lantern.redeem(code, merge), server.store.transaction((tx) => deauthorize(tx, pair, 'removed'))])
		assert.equal((await lantern.ask(`hero-${round}`)).status, 200, 'no player is linked to one who allows nothing')
	}
})

test('U2 of a person who is to be forgotten the new account has no name', async () => {
	const world = await linkedWorld()
	await using _ = world.server
	const { server, lantern, alice } = world
	assert.ok(await server.store.transaction((tx) => closeAccount(tx, alice.id)))
	const player = await lantern.vouch('hero-1')
	assert.equal((await player.get('/users/@me')).body.global_name, null)
})
