import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelAccess } from '../src/domain/access/access.ts'
import { allow } from '../src/domain/applications/authorizations.ts'
import { createCode } from '../src/domain/applications/codes.ts'
import { setParent } from '../src/domain/applications/publishers.ts'
import { keepTester } from '../src/domain/applications/testers.ts'
import { createDm } from '../src/domain/channels/direct.ts'
import { MOVE_ACCOUNT } from '../src/domain/identities/moves.ts'
import { continueMove } from '../src/domain/merging/moves.ts'
import { createMessage } from '../src/domain/messages/create.ts'
import { addReaction } from '../src/domain/messages/reactions.ts'
import { createLog } from '../src/log.ts'
import { createWorker } from '../src/workers/worker.ts'
import { login } from './gateway-client.ts'
import { identityProvider } from './identity-provider.ts'
import { CALLBACK, codeFor } from './oauth.ts'
import { type Arcade, arcade, BOT_ISSUED, type Person, type Player, SOCIAL, takesWordOf } from './players.ts'
import { GENEROUS, type TestServer, testServer } from './server.ts'

const DAY = 86_400_000
const INVALID_CODE = { error: 'invalid_grant', error_description: 'Invalid "code" in request.' }

async function join(player: Player, secret: string): Promise<string> {
	const { status, body } = await player.put('/lobbies', { secret, member_metadata: { team: secret } })
	assert.equal(status, 200, JSON.stringify(body))
	return body.id
}

const membersOf = async (game: Arcade, lobbyId: string) =>
	(await game.bot.get(`/lobbies/${lobbyId}`)).body.members as { id: string; metadata: unknown }[]

/** What one says to another in their direct channel, past the doors: players have none of their own yet. */
async function tell(server: TestServer, fromId: string, toId: string, content: string) {
	const channel = await server.store.transaction((tx) => createDm(tx, fromId, toId))
	const access = await channelAccess(server.store, fromId, channel.id)
	const message = await server.store.transaction((tx) =>
		createMessage(tx, access, { author: { kind: 'login', userId: fromId, authTime: 0 }, body: { content }, files: [] }),
	)
	return { channelId: channel.id, messageId: message.id }
}

test('M1, M7, M8, M9, M11 a player becomes a part of the account that allowed the code, with what they had', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const hero = await lantern.vouch('hero-1', { preferred_global_name: 'Hero' })
	const witness = await lantern.vouch('witness')
	const attic = await join(hero, 'attic')
	await join(witness, 'attic')
	const said = await hero.post(`/lobbies/${attic}/messages`, { content: 'it was me' })
	const alice = await lantern.person('alice')
	const early = await server.player('early', ['sdk.social_layer'], lantern.bot.application)
	await using his = await login(server, { token: `Bearer ${hero.token}`, intents: 0 })
	await using seen = await login(server, { token: `Bearer ${witness.token}`, intents: 0 })
	const told = server.hear(`user.${alice.id}`)

	const answer = await lantern.merge(alice, hero.token)
	assert.equal(answer.status, 200, JSON.stringify(answer.body))
	assert.deepEqual(
		[answer.body.scope, answer.body.expires_in, typeof answer.body.refresh_token, typeof answer.body.id_token],
		[SOCIAL, 604_800, 'string', 'string'],
	)
	const linked = await lantern.playerOf(answer)
	assert.equal(linked.id, alice.id)
	assert.equal(await his.closed, 4004)
	assert.equal((await hero.get('/users/@me')).status, 401)
	await lantern.settled()

	assert.deepEqual(await membersOf(lantern, attic), [
		...[witness.id, alice.id].sort().map((id) => ({ id, metadata: { team: 'attic' }, flags: 0 })),
	])
	const names = seen.names().filter((name) => /LOBBY_MEMBER_(ADD|REMOVE)/.test(name))
	assert.deepEqual(names, ['LOBBY_MEMBER_REMOVE', 'LOBBY_MEMBER_ADD'])
	assert.equal((await seen.event('LOBBY_MEMBER_REMOVE')).member.id, hero.id)
	assert.equal((await seen.event('LOBBY_MEMBER_ADD')).member.id, alice.id)
	const { body: history } = await linked.get(`/lobbies/${attic}/messages`)
	assert.deepEqual(
		history.map((message: { id: string; author: { id: string } }) => [message.id, message.author.id]),
		[[said.body.id, alice.id]],
	)
	assert.deepEqual(
		told.envelopes
			.filter(({ name }) => name === 'USER_MERGE_OPERATION_COMPLETED')
			.map(({ applicationId, data }) => [applicationId, (data as { source_user_id: string }).source_user_id]),
		[[lantern.id, hero.id]],
	)
	const gone = await server.store.db.selectFrom('users').selectAll().where('id', '=', hero.id).executeTakeFirstOrThrow()
	assert.deepEqual([gone.global_name, gone.deleted_at !== null], [null, true])
	const refused = await lantern.bot.put(`/lobbies/${attic}/members/${hero.id}`, {})
	assert.equal(refused.body.code, 10013)
	assert.equal((await early.get('/users/@me')).status, 200, 'nobody else is touched')
	const name = (await linked.get('/users/@me')).body.global_name
	assert.equal(name, 'alice', 'the account keeps its own name')
})

test('M11 sessions of the account in this game hear that it is over', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const beacon = await arcade(server, 'Beacon')
	const alice = await lantern.person('alice')
	const hero = await lantern.vouch('hero-1')
	const code = await lantern.code(alice)
	const first = await lantern.playerOf(await lantern.redeem(code))
	const other = await beacon.playerOf(await beacon.redeem(await beacon.code(alice)))
	await using here = await login(server, { token: `Bearer ${first.token}`, intents: 0 })
	await using elsewhere = await login(server, { token: `Bearer ${other.token}`, intents: 0 })
	await lantern.link(alice, hero)
	const told = await here.event('USER_MERGE_OPERATION_COMPLETED')
	assert.equal(told.source_user_id, hero.id)
	assert.match(told.merge_operation_id, /^\d+$/)
	await elsewhere.settled()
	assert.ok(!elsewhere.names().includes('USER_MERGE_OPERATION_COMPLETED'))
})

test('M1 a code on a device merges too, once it was granted', async () => {
	await using server = await testServer()
	await using provider = await identityProvider()
	const lantern = await arcade(server)
	const { says } = await takesWordOf(lantern, provider)
	const player = await lantern.playerOf(await lantern.present(await says('ada')))
	const alice = await lantern.person('alice')
	const secret = { client_id: lantern.id, client_secret: lantern.bot.clientSecret }
	const { body: device } = await lantern.post('/device/authorize', { ...secret, scope: SOCIAL })
	const poll = async (external_auth_token: string) =>
		lantern.token({
			grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
			...{ device_code: device.device_code, external_auth_type: 'OIDC', external_auth_token },
		})
	const asked = provider.count('/keys')
	assert.equal((await poll('nonsense')).body.error, 'authorization_pending')
	assert.equal(provider.count('/keys'), asked, 'nobody is asked before the person has decided')
	const csrf = { 'x-csrf-token': await alice.browser.csrfToken() }
	const entered = { user_code: device.user_code }
	assert.equal((await alice.browser.send('POST', '/api/oauth2/device/verify', entered, csrf)).status, 200)
	const granted = await alice.browser.send('POST', '/api/oauth2/device/finish', { ...entered, result: 'granted' }, csrf)
	assert.equal(granted.status, 204, JSON.stringify(granted.body))
	const refused = await poll('nonsense')
	assert.deepEqual([refused.status, refused.body.code], [403, 50025], 'and the code survives')
	const { status, body } = await poll(await says('ada'))
	assert.equal(status, 200, JSON.stringify(body))
	await lantern.settled()
	assert.equal((await player.get('/users/@me')).status, 401)
	assert.equal((await lantern.present(await says('ada'))).body.user_id, alice.id)
})

test('M2, M3, M4 what is refused, and the code survives it', async () => {
	await using server = await testServer()
	await using provider = await identityProvider()
	const lantern = await arcade(server)
	const beacon = await arcade(server, 'Beacon')
	const { says } = await takesWordOf(lantern, provider)
	const hero = await lantern.vouch('hero-1')
	const alice = await lantern.person('alice')
	const bob = await lantern.person('bob')
	const abroad = await beacon.vouch('hero-1')
	const ada = await lantern.playerOf(await lantern.present(await says('ada')))
	const platform = await server.player('carol', ['sdk.social_layer'], lantern.bot.application)
	await lantern.link(bob, await lantern.vouch('hero-of-bob'))
	const code = await lantern.code(alice)
	const oidc = { external_auth_type: 'OIDC' }
	const table: [string, Record<string, string>, status: number, code: number | string][] = [
		['K11 a token of another game', { external_auth_token: abroad.token }, 403, 50025],
		['K12 a token of a platform account', { external_auth_token: platform.token }, 400, 530014],
		['a token for a player whom a provider knows', { external_auth_token: ada.token }, 403, 50025],
		['no token of anybody', { external_auth_token: 'nonsense' }, 403, 50025],
		['a bot token', { external_auth_token: lantern.bot.token }, 403, 50025],
		['nonsense of a provider', { ...oidc, external_auth_token: 'nonsense' }, 403, 50025],
		['an expired word of a provider', { ...oidc, external_auth_token: await says('ada', { exp: 1 }) }, 403, 50025],
		['a player without an account', { ...oidc, external_auth_token: await says('nobody') }, 400, 530014],
		['a type that is not configured', { external_auth_type: 'APPLE_ID_TOKEN', external_auth_token: 'x' }, 403, 530000],
		['an unknown type', { external_auth_type: 'PIGEON', external_auth_token: 'x' }, 400, 'invalid_request'],
		['a type alone', { external_auth_type: 'OIDC', external_auth_token: '' }, 400, 'invalid_request'],
		['a token alone', { external_auth_type: '', external_auth_token: hero.token }, 400, 'invalid_request'],
	]
	for (const [what, changes, status, error] of table) {
		const refused = await lantern.redeem(code, { external_auth_type: BOT_ISSUED, ...changes })
		const said = refused.body.error ?? refused.body.code
		assert.deepEqual([refused.status, said], [status, error], `${what}: ${JSON.stringify(refused.body)}`)
	}
	const merge = { external_auth_type: BOT_ISSUED, external_auth_token: hero.token }
	assert.deepEqual((await lantern.redeem('nonsense', merge)).body, INVALID_CODE)
	assert.deepEqual((await beacon.redeem(code, { ...merge, external_auth_token: abroad.token })).body, INVALID_CODE)
	assert.deepEqual((await lantern.redeem(code, { ...merge, redirect_uri: `${CALLBACK}/x` })).body, INVALID_CODE)
	const twice = await lantern.merge(bob, hero.token)
	assert.deepEqual([twice.status, twice.body.code], [400, 530023])
	assert.equal((await hero.get('/users/@me')).status, 200, 'nothing has happened yet')

	const done = await lantern.redeem(code, { ...merge, external_auth_type: 'BOT_ISSUED_ACCESS_TOKEN' })
	assert.equal(done.status, 200, JSON.stringify(done.body))
	const carol = await lantern.person('carola')
	assert.equal((await lantern.merge(carol, hero.token)).body.code, 50025, 'the token is dead')
	const again = await lantern.redeem(code, { ...oidc, external_auth_token: await says('ada') })
	assert.deepEqual(again.body, INVALID_CODE, 'T3 a code is good once')
	const accessToken = done.body.access_token
	assert.equal((await server.as('', `Bearer ${accessToken}`).get('/users/@me')).status, 401, 'and its tokens are dead')
})

test('M4 an account that is provisional itself takes nobody in', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const hero = await lantern.vouch('hero-1')
	const other = await lantern.vouch('hero-2')
	const pair = { applicationId: lantern.id, userId: other.id }
	const code = await server.store.transaction(async (tx) => {
		const { id: authorizationId } = await allow(tx, pair, ['identify'])
		const asked = { scopes: ['identify'], redirectUri: CALLBACK, codeChallenge: null, nonce: null }
		return createCode(tx, { ...pair, ...asked, authorizationId, authTime: tx.now(), install: null })
	})
	const merge = { external_auth_type: BOT_ISSUED, external_auth_token: hero.token }
	assert.equal((await lantern.redeem(code, merge)).body.code, 530016)
})

test('M5 K15 of twenty merges of one player at once one succeeds', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const hero = await lantern.vouch('hero-1')
	const codes: string[] = []
	for (let at = 0; at < 20; at++) codes.push(await lantern.code(await lantern.person(`person-${at}`)))
	const merge = { external_auth_type: BOT_ISSUED, external_auth_token: hero.token }
	const answers = await Promise.all(codes.map((code) => lantern.redeem(code, merge)))
	assert.equal(answers.filter(({ status }) => status === 200).length, 1)
	for (const { status, body } of answers) {
		const isKnown = status === 200 || status === 423 || body.code === 530014 || body.code === 50025
		assert.ok(isKnown, `${status} ${JSON.stringify(body)}`)
		if (status === 423) assert.deepEqual(body, { message: 'Resource locked', code: 0 })
	}
	await lantern.settled()
	const identity = await server.store.db.selectFrom('external_identities').selectAll().executeTakeFirstOrThrow()
	const winner = answers.find(({ status }) => status === 200)?.body.access_token
	assert.equal((await server.as('', `Bearer ${winner}`).get('/users/@me')).body.id, identity.user_id)
})

test('M5 one whose player is held by another at the moment is asked to come again', {
	skip: process.env.STORE !== 'postgres' && 'with one writer nothing is ever held',
}, async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const hero = await lantern.vouch('hero-1')
	const alice = await lantern.person('alice')
	const code = await lantern.code(alice)
	const merge = { external_auth_type: BOT_ISSUED, external_auth_token: hero.token }
	let release = () => {}
	let isHeld = () => {}
	const held = new Promise<void>((resolve) => {
		isHeld = resolve
	})
	const holding = server.store.transaction(async ({ db }) => {
		await db.selectFrom('external_identities').selectAll().forUpdate().execute()
		isHeld()
		await new Promise<void>((resolve) => {
			release = resolve
		})
	})
	await held
	const locked = await lantern.redeem(code, merge)
	assert.deepEqual([locked.status, locked.body], [423, { message: 'Resource locked', code: 0 }])
	const unmerged = await lantern.unmerge('hero-1')
	assert.equal(unmerged.status, 423)
	release()
	await holding
	assert.equal((await lantern.redeem(code, merge)).status, 200)
})

test('M6 three merges into an account in a day, but for those who work on the game', async () => {
	await using server = await testServer({ rateLimits: { ...GENEROUS, factor: 1 } })
	const alice = await (await arcade(server, 'Game 0')).person('alice')
	const merged = async (name: string, ownerId?: string) => {
		const one = await arcade(server, name, ownerId === undefined ? {} : { ownerId })
		return one.merge(alice, (await one.vouch('hero')).token)
	}
	for (const name of ['Game 1', 'Game 2', 'Game 3']) assert.equal((await merged(name)).status, 200)
	await server.advance(DAY / 2)
	const { status, body, headers } = await merged('Game 4')
	assert.equal(status, 429)
	assert.deepEqual([body.retry_after, headers['retry-after']], [DAY / 2000, String(DAY / 2000)])
	assert.equal((await merged('Her own', alice.id)).status, 200)
	const tried = await arcade(server, 'One she tries out')
	await server.store.transaction((tx) => keepTester(tx, { applicationId: tried.id, userId: alice.id }, true))
	assert.equal((await tried.merge(alice, (await tried.vouch('hero')).token)).status, 200)
	await server.advance(DAY / 2)
	assert.equal((await merged('Game 5')).status, 200)
})

test('M8, M9, F10 friends of the player are friends of the account', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const hero = await lantern.vouch('hero-1')
	const witness = await lantern.vouch('witness')
	const alice = await lantern.person('alice')
	for (const track of ['relationships', 'game-relationships']) {
		assert.equal((await hero.put(`/users/@me/${track}/${witness.id}`, {})).status, 204)
		assert.equal((await witness.put(`/users/@me/${track}/${hero.id}`, {})).status, 204)
	}
	await join(hero, 'attic')
	await join(witness, 'attic')
	await using seen = await login(server, { token: `Bearer ${witness.token}`, intents: 0 })
	const linked = await lantern.link(alice, hero)
	for (const track of ['relationships', 'game-relationships']) {
		const { body } = await linked.get(`/users/@me/${track}`)
		assert.deepEqual(
			body.map(({ type, user }: { type: number; user: { id: string } }) => [type, user.id]),
			[[1, witness.id]],
		)
	}
	await seen.settled()
	const names = seen.names().filter((name) => /RELATIONSHIP|LOBBY_MEMBER_(ADD|REMOVE)/.test(name))
	assert.deepEqual(names.slice(-2), ['LOBBY_MEMBER_REMOVE', 'LOBBY_MEMBER_ADD'])
	assert.deepEqual(new Set(names.slice(0, -2)), new Set(ENDS))
})

const ENDS = ['RELATIONSHIP_REMOVE', 'RELATIONSHIP_ADD', 'GAME_RELATIONSHIP_REMOVE', 'GAME_RELATIONSHIP_ADD']

test('M8 who is in the lobby already keeps their own place', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const alice = await lantern.person('alice')
	const own = await lantern.playerOf(await lantern.redeem(await lantern.code(alice)))
	const hero = await lantern.vouch('hero-1')
	const attic = await join(hero, 'attic')
	const cellar = await join(hero, 'cellar')
	await own.put('/lobbies', { secret: 'attic', member_metadata: { team: 'red' } })
	await lantern.link(alice, hero)
	assert.deepEqual(await membersOf(lantern, attic), [{ id: alice.id, metadata: { team: 'red' }, flags: 0 }])
	assert.deepEqual(await membersOf(lantern, cellar), [{ id: alice.id, metadata: { team: 'cellar' }, flags: 0 }])
})

test('M8 direct channels and what was said there go over, into the one there is', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const alice = await lantern.person('alice')
	const [bob, carol] = [await server.person('bob'), await server.person('carol')]
	const hero = await lantern.vouch('hero-1')
	for (let at = 0; at < 130; at++) await tell(server, at % 2 ? bob.id : hero.id, at % 2 ? hero.id : bob.id, `bob ${at}`)
	const withCarol = await tell(server, hero.id, carol.id, 'carol?')
	const kept = await tell(server, alice.id, carol.id, 'hello carol')
	const late = await tell(server, carol.id, hero.id, 'yes?')
	await server.store.transaction(async (tx) =>
		addReaction(tx, await channelAccess(tx, hero.id, withCarol.channelId), { messageId: late.messageId, emoji: '👍' }),
	)
	await tell(server, alice.id, hero.id, 'to myself')
	await lantern.link(alice, hero)
	const { db } = server.store
	const channels = await db
		.selectFrom('channels')
		.select(['id', 'direct_key', 'last_message_id'])
		.orderBy('id')
		.execute()
	const key = (other: string) => [alice.id, other].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).join(':')
	assert.deepEqual(
		channels.map(({ direct_key }) => direct_key),
		[key(bob.id), key(carol.id)],
	)
	assert.deepEqual([channels[1]?.id, channels[1]?.last_message_id], [kept.channelId, late.messageId])
	const recipients = await db.selectFrom('recipients').select('user_id').where('user_id', '=', hero.id).execute()
	assert.equal(recipients.length, 0)
	const messages = await db
		.selectFrom('messages')
		.select(['channel_id', 'author_id', 'content'])
		.orderBy('id')
		.execute()
	assert.equal(messages.length, 133, 'what they said to themselves is gone')
	assert.deepEqual(new Set(messages.map(({ author_id }) => author_id)), new Set([alice.id, bob.id, carol.id]))
	assert.deepEqual(
		messages.filter(({ channel_id }) => channel_id === kept.channelId).map(({ content }) => content),
		['carol?', 'hello carol', 'yes?'],
	)
	const reactions = await db.selectFrom('reactions').select(['message_id', 'user_id']).execute()
	assert.deepEqual({ ...reactions[0] }, { message_id: late.messageId, user_id: alice.id })
})

test('M7, M8, M11, U3 PRV-16 players of a publisher take what they have in its games along', async () => {
	await using server = await testServer()
	const publisher = await arcade(server, 'Publisher')
	const lantern = await arcade(server, 'Lantern', { redirectUris: [] })
	const before = await lantern.vouch('of the game alone')
	await server.store.transaction((tx) => setParent(tx, lantern.id, publisher.id))
	await publisher.settled()
	const gone = await server.store.db
		.selectFrom('users')
		.select('deleted_at')
		.where('id', '=', before.id)
		.executeTakeFirstOrThrow()
	assert.notEqual(gone.deleted_at, null, 'what the game had of its own players is gone')
	const refused = await lantern.ask('hero-1')
	assert.deepEqual([refused.status, refused.body.code], [403, 530000])

	const inGame = async ({ token, id }: Player) => {
		const { status, body } = await server.nobody.post('/partner-sdk/child-token', {
			...{ parent_access_token: token, child_application_id: lantern.id },
			parent_client_secret: publisher.bot.clientSecret,
		})
		assert.equal(status, 200, JSON.stringify(body))
		return { ...server.as(id, `Bearer ${body.access_token}`), answer: body }
	}
	const hero = await publisher.vouch('hero-1')
	const heroInGame = await inGame(hero)
	const attic = await join(heroInGame, 'attic')
	const alice = await publisher.person('alice')
	const own = await inGame(await publisher.playerOf(await publisher.redeem(await publisher.code(alice))))
	await using his = await login(server, { token: `Bearer ${heroInGame.token}`, intents: 0 })
	await using hers = await login(server, { token: `Bearer ${own.token}`, intents: 0 })
	const child = { external_auth_type: BOT_ISSUED, external_auth_token: heroInGame.token }
	assert.equal((await publisher.redeem(await publisher.code(alice), child)).body.code, 50025)
	await publisher.link(alice, hero)
	assert.equal(await his.closed, 4004)
	assert.equal((await hers.event('USER_MERGE_OPERATION_COMPLETED')).source_user_id, hero.id)
	assert.deepEqual(
		(await membersOf(lantern, attic)).map(({ id }) => id),
		[alice.id],
	)
	assert.equal((await publisher.unmerge('hero-1')).status, 204)
	assert.equal(await hers.closed, 4004)
	await publisher.settled()
	const player = await publisher.vouch('hero-1')
	assert.deepEqual(
		(await membersOf(lantern, attic)).map(({ id }) => id),
		[player.id],
	)
})

test('M10 a move that a dying server interrupts at any step goes on where it was', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const alice = await lantern.person('alice')
	const bob = await server.person('bob')
	const hero = await lantern.vouch('hero-1')
	const lobbies = [await join(hero, 'one'), await join(hero, 'two'), await join(hero, 'three')]
	for (const lobbyId of lobbies) await hero.post(`/lobbies/${lobbyId}/messages`, { content: 'me' })
	await tell(server, hero.id, bob.id, 'hello')
	await server.app.worker.stop()
	assert.equal((await lantern.merge(alice, hero.token)).status, 200)

	/** A server that dies in the middle of the step after so many: what that step did is undone with it. */
	async function serveFor(steps: number): Promise<'died' | 'done'> {
		let taken = 0
		const died = Promise.withResolvers<void>()
		const { clock, store } = server
		const kinds = {
			[MOVE_ACCOUNT]: {
				async inTransaction(tx: Parameters<typeof continueMove>[0], turn: Parameters<typeof continueMove>[1]) {
					await continueMove(tx, turn)
					if (++taken <= steps) return
					died.resolve()
					throw new Error('The power is gone.')
				},
			},
		}
		const worker = createWorker({ store, clock, log: createLog('silent'), kinds })
		worker.start()
		const outcome = await Promise.race([
			died.promise.then(() => 'died' as const),
			worker.idle().then(() => 'done' as const),
		])
		await worker.stop()
		// The lease of a server that is gone ends, or its job waits a second: either way it is taken again.
		await server.opened.reserveIds(clock.now() + 120_000)
		clock.advance(120_000)
		return outcome
	}

	let lives = 0
	while ((await serveFor(1)) === 'died') assert.ok(++lives < 50, 'it never ends')
	assert.ok(lives > 5, `${lives} deaths`)
	const { db } = server.store
	const move = await db.selectFrom('account_moves').selectAll().executeTakeFirstOrThrow()
	assert.deepEqual([move.step, move.done_at !== null], ['done', true])
	for (const lobbyId of lobbies) {
		assert.deepEqual(
			(await membersOf(lantern, lobbyId)).map(({ id }) => id),
			[alice.id],
		)
	}
	const authors = await db.selectFrom('lobby_messages').select('author_id').execute()
	assert.deepEqual(
		authors.map(({ author_id }) => author_id),
		[alice.id, alice.id, alice.id],
	)
	const said = await db.selectFrom('messages').select('author_id').execute()
	assert.deepEqual(
		said.map(({ author_id }) => author_id),
		[alice.id],
	)
})

test('M10 a move whose job was lost is taken up again', async () => {
	await using server = await testServer()
	await server.listen()
	const lantern = await arcade(server)
	const alice = await lantern.person('alice')
	const hero = await lantern.vouch('hero-1')
	const attic = await join(hero, 'attic')
	await hero.put('/lobbies', { secret: 'attic', idle_timeout_seconds: 604_800 })
	await server.app.worker.stop()
	assert.equal((await lantern.merge(alice, hero.token)).status, 200)
	await server.store.transaction(({ db }) => db.deleteFrom('jobs').where('kind', '=', MOVE_ACCOUNT).execute())
	server.app.worker.start()
	await server.advance(DAY / 12)
	await lantern.settled()
	assert.deepEqual(
		(await membersOf(lantern, attic)).map(({ id }) => id),
		[alice.id],
	)
})

test('LNK-01 a person signs in with the code of a player and keeps playing', async () => {
	await using server = await testServer()
	const lantern = await arcade(server)
	const alice: Person = await lantern.person('alice')
	const hero = await lantern.vouch('hero-1')
	const linked = await lantern.link(alice, hero)
	const refreshed = await lantern.refresh(linked.answer.refresh_token)
	assert.equal(refreshed.status, 200)
	assert.ok(await codeFor(alice.browser, lantern.url({ scope: SOCIAL })))
})
