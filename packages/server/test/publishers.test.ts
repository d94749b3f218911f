import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deleteApplication } from '../src/domain/applications/delete.ts'
import { changeDetails } from '../src/domain/applications/details.ts'
import { setParent } from '../src/domain/applications/publishers.ts'
import { connect, login } from './gateway-client.ts'
import { eventsTo, listenTo } from './installing.ts'
import { browserOf, codeFor, type Game, game, pkce } from './oauth.ts'
import { type Client, OPERATOR_TOKEN, type TestServer, testServer } from './server.ts'

const SCOPE = 'openid sdk.social_layer'

interface Publisher {
	server: TestServer
	parent: Game
	child: Game
	/** Another game of the same publisher. */
	sibling: Game
	/** A player of the publisher, with tokens for its application. */
	arrive(name: string): Promise<{ id: string; tokens: { access_token: string; refresh_token: string } }>
	/** Exchanges a token; `changes` to the request. */
	exchange(parentToken: string, changes?: Record<string, unknown>): ReturnType<Client['post']>
	/** Whoever holds an access token. */
	holder(token: string): Client
}

/** A publisher with two games. */
async function publisher(server: TestServer, options = {}): Promise<Publisher> {
	const parent = await game(server, 'Publisher', options)
	const child = await game(server, 'Lantern', { redirectUris: [], ...options })
	const sibling = await game(server, 'Beacon', { redirectUris: [], ...options })
	for (const { id } of [child, sibling]) await server.store.transaction((tx) => setParent(tx, id, parent.id))
	await server.app.idle()
	return {
		...{ server, parent, child, sibling },
		async arrive(name) {
			const { id } = await server.person(name)
			const { verifier, challenge } = pkce()
			const code = await codeFor(await browserOf(server, id), parent.url({ scope: SCOPE, ...challenge }))
			const { body } = await parent.redeem(code, { code_verifier: verifier })
			assert.ok(body.access_token, JSON.stringify(body))
			return { id, tokens: body }
		},
		exchange: (parentToken, changes = {}) =>
			server.nobody.post('/partner-sdk/child-token', {
				parent_access_token: parentToken,
				child_application_id: child.id,
				parent_client_secret: parent.bot.clientSecret,
				...changes,
			}),
		holder: (token) => server.as('', `Bearer ${token}`),
	}
}

const revoke = (of: Game, token: string) =>
	of.post('/token/revoke', { client_id: of.id, client_secret: of.bot.clientSecret, token })

describe('a token for a game of a publisher', () => {
	test('H1 is of the same player and scopes, for that game, and ends when the first one would', async () => {
		await using server = await testServer()
		const { arrive, exchange, holder, child } = await publisher(server)
		const alice = await arrive('alice')
		await server.advance(86_400_000)
		const { status, body } = await exchange(alice.tokens.access_token)
		assert.equal(status, 200, JSON.stringify(body))
		const { access_token, ...rest } = body
		assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 6 * 86_400, scope: SCOPE })
		const me = await holder(access_token).get('/oauth2/@me')
		assert.deepEqual([me.body.application.id, me.body.user.id, me.body.scopes], [child.id, alice.id, SCOPE.split(' ')])
		await server.advance(6 * 86_400_000)
		assert.equal((await holder(access_token).get('/oauth2/@me')).status, 401)
	})

	test('H5 is given for a living token of a player, to the publisher, for its own games', async () => {
		await using server = await testServer()
		const { arrive, exchange, parent, sibling, server: _ } = await publisher(server)
		const alice = await arrive('alice')
		const { access_token: token } = alice.tokens
		const stranger = await game(server, 'Stranger')
		const client = await parent.token({ grant_type: 'client_credentials', scope: 'identify' })
		const { body: own } = await exchange(token)
		const { body: player } = await stranger.token({ grant_type: 'client_credentials', scope: 'identify' })
		const cases: [number, number, string, Record<string, unknown>?][] = [
			[401, 50025, 'garbage'],
			[401, 50025, client.body.access_token],
			// M07 a token for a game is none of the publisher.
			[401, 50025, own.access_token],
			[401, 50025, own.access_token, { child_application_id: sibling.id }],
			[401, 50025, alice.tokens.refresh_token],
			[401, 50025, parent.bot.token],
			[401, 50025, player.access_token, { parent_client_secret: stranger.bot.clientSecret }],
			[400, 530007, token, { parent_client_secret: 'wrong' }],
			[400, 530007, token, { parent_client_secret: '' }],
			[400, 530007, token, { parent_client_secret: undefined }],
			[400, 530007, token, { parent_client_secret: sibling.bot.clientSecret }],
			[403, 20012, token, { child_application_id: stranger.id }],
			[403, 20012, token, { child_application_id: parent.id }],
			[404, 10002, token, { child_application_id: '1' }],
			[400, 50035, token, { child_application_id: 'lantern' }],
			[400, 50035, '', {}],
		]
		for (const [status, code, parentToken, changes] of cases) {
			const answered = await exchange(parentToken, changes)
			assert.deepEqual([answered.status, answered.body.code], [status, code], JSON.stringify([code, changes]))
		}
		await server.advance(604_800_000)
		assert.equal((await exchange(token)).body.code, 50025)
	})

	test('H5 needs no secret where the publisher is a public client, but a right one if any', async () => {
		await using server = await testServer()
		const { arrive, exchange } = await publisher(server, { isPublicClient: true })
		const { tokens } = await arrive('alice')
		assert.equal((await exchange(tokens.access_token, { parent_client_secret: undefined })).status, 200)
		assert.equal((await exchange(tokens.access_token)).status, 200)
		assert.equal((await exchange(tokens.access_token, { parent_client_secret: 'wrong' })).body.code, 530007)
	})

	test('H2 outlives a refresh of the first one, and dies with what the player allowed the publisher', async () => {
		await using server = await testServer()
		const { arrive, exchange, holder, parent, child, sibling } = await publisher(server)
		const alice = await arrive('alice')
		const [{ body: first }, { body: second }] = await Promise.all([
			exchange(alice.tokens.access_token),
			exchange(alice.tokens.access_token, { child_application_id: sibling.id }),
		])
		const { body: refreshed } = await parent.refresh(alice.tokens.refresh_token)
		assert.equal((await holder(alice.tokens.access_token).get('/oauth2/@me')).status, 401)
		for (const { access_token } of [first, second]) {
			assert.equal((await holder(access_token).get('/oauth2/@me')).status, 200)
		}
		assert.equal((await exchange(alice.tokens.access_token)).body.code, 50025)
		for (const one of [parent, child, sibling]) await listenTo(server, one, ['APPLICATION_DEAUTHORIZED'])
		// One that has expired already is no reason to be told.
		await server.advance(604_800_000)
		const { body: later } = await parent.refresh(refreshed.refresh_token)
		const { body: third } = await exchange(later.access_token)
		const dead = server.hear('internal.tokens')
		assert.equal((await revoke(parent, later.access_token)).status, 200)
		assert.equal((await holder(third.access_token).get('/oauth2/@me')).status, 401)
		assert.deepEqual(
			new Set(dead.named('TOKENS_REVOKED').map(({ application_id }) => application_id)),
			new Set([parent.id, child.id, sibling.id]),
		)
		for (const [one, count] of [
			[parent, 1],
			[child, 1],
			[sibling, 0],
		] as const) {
			const events = await eventsTo(server, one)
			assert.deepEqual(
				events.map(({ type, data }) => [type, data.user.id]),
				Array.from({ length: count }, () => ['APPLICATION_DEAUTHORIZED', alice.id]),
			)
		}
	})

	test('H1, H5 is given for players without an account too, who are players of the publisher', async () => {
		await using server = await testServer()
		const { exchange, holder, parent, child } = await publisher(server)
		const arrive = (of: Game) => of.bot.post('/partner-sdk/token/bot', { external_user_id: 'ada' })
		const { body: refused } = await arrive(child)
		assert.equal(refused.code, 530000)
		const { status, body } = await arrive(parent)
		assert.equal(status, 200, JSON.stringify(body))
		const { body: own } = await exchange(body.access_token)
		const [me, before] = await Promise.all(
			[own, body].map(({ access_token }) => holder(access_token).get('/users/@me')),
		)
		assert.equal(me?.body.id, before?.body.id)
		await server.listen()
		await using session = await login(server, { token: `Bearer ${own.access_token}`, intents: 0 })
		assert.equal(session.ready.user.id, me?.body.id)
	})

	test('H2 dies with the family that a stolen refresh token ends', async () => {
		await using server = await testServer()
		const { arrive, exchange, holder, parent, child } = await publisher(server)
		const alice = await arrive('alice')
		const { body: own } = await exchange(alice.tokens.access_token)
		await parent.refresh(alice.tokens.refresh_token)
		await server.advance(60_000)
		const dead = server.hear('internal.tokens')
		await parent.refresh(alice.tokens.refresh_token)
		assert.equal((await holder(own.access_token).get('/oauth2/@me')).status, 401)
		assert.ok(dead.named('TOKENS_REVOKED').some(({ application_id }) => application_id === child.id))
	})

	test('H2 is given up by the game, which ends its own tokens of that player alone', async () => {
		await using server = await testServer()
		const { arrive, exchange, holder, parent, child, sibling } = await publisher(server)
		const alice = await arrive('alice')
		const bob = await arrive('bob')
		const tokenOf = async (token: string, of: Game) =>
			(await exchange(token, { child_application_id: of.id })).body.access_token as string
		const [first, again, beside, bobs] = [
			await tokenOf(alice.tokens.access_token, child),
			await tokenOf(alice.tokens.access_token, child),
			await tokenOf(alice.tokens.access_token, sibling),
			await tokenOf(bob.tokens.access_token, child),
		]
		await listenTo(server, parent, ['APPLICATION_DEAUTHORIZED'])
		const isAlive = async (token: string) => (await holder(token).get('/oauth2/@me')).status === 200
		// Neither the publisher nor another of its games can give it up.
		await revoke(parent, first)
		await revoke(sibling, first)
		assert.equal(await isAlive(first), true)
		assert.equal((await revoke(child, first)).status, 200)
		const alive = await Promise.all([first, again, beside, bobs, alice.tokens.access_token].map(isAlive))
		assert.deepEqual(alive, [false, false, true, true, true])
		assert.deepEqual(await eventsTo(server, parent), [])
		assert.equal((await parent.refresh(alice.tokens.refresh_token)).status, 200)
	})

	test('H2 is not given while the authorization ends, or the first token is replaced', async () => {
		await using server = await testServer()
		const { arrive, exchange, holder, parent } = await publisher(server)
		for (const [name, end] of [
			['alice', (tokens: { access_token: string }) => revoke(parent, tokens.access_token)],
			['bob', (tokens: { refresh_token: string }) => parent.refresh(tokens.refresh_token)],
		] as const) {
			const { id, tokens } = await arrive(name)
			const [ended, ...answers] = await Promise.all([
				end(tokens),
				...Array.from({ length: 10 }, () => exchange(tokens.access_token)),
			])
			assert.equal(ended.status, 200)
			const given = answers.filter(({ status }) => status === 200).map(({ body }) => body.access_token as string)
			for (const token of given) {
				const { status } = await holder(token).get('/oauth2/@me')
				assert.equal(status, name === 'alice' ? 401 : 200)
			}
			const left = await server.store.db.selectFrom('access_tokens').select('hash').where('user_id', '=', id).execute()
			if (name === 'alice') assert.deepEqual(left, [])
			assert.equal((await exchange(tokens.access_token)).body.code, 50025)
		}
	})
})

describe('sessions of players of a publisher', () => {
	test('H3 are opened with tokens for its games, never with those of its own application', async () => {
		await using server = await testServer()
		const { arrive, exchange, parent } = await publisher(server)
		const alice = await arrive('alice')
		await server.listen()
		await using refused = await connect(server)
		refused.send(2, { token: `Bearer ${alice.tokens.access_token}`, intents: 0, properties: {} })
		assert.equal(await refused.closed, 4004)
		const { body: own } = await exchange(alice.tokens.access_token)
		await using player = await login(server, { token: `Bearer ${own.access_token}`, intents: 0 })
		assert.equal(player.ready.user.id, alice.id)
		await using bot = await login(server, { token: parent.bot.token, intents: 0 })
		assert.equal(bot.ready.user.id, parent.id)
		// The end of what the publisher was allowed is the end of the session.
		await revoke(parent, alice.tokens.refresh_token)
		assert.equal(await player.closed, 4004)
	})

	test('H3 and their lobbies are of the game', async () => {
		await using server = await testServer()
		const { arrive, exchange, holder, child, sibling } = await publisher(server)
		const alice = await arrive('alice')
		const { body: own } = await exchange(alice.tokens.access_token)
		const { status, body: lobby } = await holder(own.access_token).put('/lobbies', { secret: 'attic' })
		assert.deepEqual([status, lobby.application_id], [200, child.id])
		// The game's own server takes in who allowed the publisher.
		const { body: made } = await child.bot.post('/lobbies', { members: [{ id: alice.id }] })
		assert.deepEqual(
			made.members.map(({ id }: { id: string }) => id),
			[alice.id],
		)
		assert.equal((await sibling.bot.get(`/lobbies/${lobby.id}`)).body.code, 10031)
	})
})

test('H3 friends within one game of a publisher are friends within all of them', async () => {
	await using server = await testServer()
	const { arrive, exchange, holder, parent, child, sibling } = await publisher(server)
	const [alice, bob] = [await arrive('alice'), await arrive('bob')]
	const tokenOf = async (token: string, of: Game) =>
		(await exchange(token, { child_application_id: of.id })).body.access_token as string
	const hers = holder(await tokenOf(alice.tokens.access_token, child))
	const his = await tokenOf(bob.tokens.access_token, sibling)
	await server.listen()
	await using session = await login(server, { token: `Bearer ${his}`, intents: 0 })
	assert.equal((await hers.put(`/users/@me/game-relationships/${bob.id}`, {})).status, 204)
	const heard = await session.event('GAME_RELATIONSHIP_ADD')
	assert.deepEqual([heard.id, heard.type, heard.application_id], [alice.id, 3, parent.id])
	assert.equal((await holder(his).put(`/users/@me/game-relationships/${alice.id}`, {})).status, 204)
	for (const [client, otherId] of [
		[hers, bob.id],
		[holder(his), alice.id],
		[holder(await tokenOf(bob.tokens.access_token, child)), alice.id],
	] as const) {
		const { body } = await client.get('/users/@me/game-relationships')
		assert.deepEqual(
			body.map(({ id, type }: { id: string; type: number }) => [id, type]),
			[[otherId, 1]],
		)
	}
})

describe('a game below a publisher', () => {
	test('H4 asks nobody itself', async () => {
		await using server = await testServer()
		const { child } = await publisher(server)
		const alice = await server.person('alice')
		const browser = await browserOf(server, alice.id)
		for (const url of [
			child.url(),
			child.url({ redirect_uri: undefined }),
			`/oauth2/authorize?client_id=${child.id}`,
		]) {
			const page = await browser.get(url)
			assert.equal(page.status, 400, url)
			assert.match(page.text, /publisher/)
		}
		for (const fields of [
			{ grant_type: 'authorization_code', code: 'x' },
			{ grant_type: 'refresh_token', refresh_token: 'x' },
			{ grant_type: 'client_credentials', scope: 'identify' },
			{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'x' },
		]) {
			const { status, body } = await child.token(fields)
			assert.deepEqual([status, body.error], [401, 'invalid_client'], fields.grant_type)
		}
		const credentials = { client_id: child.id, client_secret: child.bot.clientSecret }
		const device = await child.post('/device/authorize', { ...credentials, scope: 'identify' })
		assert.deepEqual([device.status, device.body.error], [401, 'invalid_client'])
	})

	test('H4 has no redirect URIs, is as public as its publisher, and keeps it there', async () => {
		await using server = await testServer()
		const { parent, child } = await publisher(server)
		const change = async ({ id }: Game, details: Parameters<typeof changeDetails>[2]) =>
			server.store.transaction((tx) => changeDetails(tx, id, details, { standardScheme: 'guildhall' }))
		await assert.rejects(change(child, { redirectUris: () => ['https://game.example/callback'] }), { code: 50035 })
		await assert.rejects(change(child, { isPublicClient: true }), { code: 50035 })
		await assert.rejects(change(parent, { isPublicClient: true }), { code: 50035 })
		await change(child, { name: 'Lantern II', isPublicClient: false })
		await assert.rejects(
			server.store.transaction((tx) => deleteApplication(tx, parent.bot.application.owner_user_id, parent.id)),
			{ code: 50035 },
		)
	})

	test('H6 loses what it had of its own players, and only that', async () => {
		await using server = await testServer()
		const parent = await game(server, 'Publisher')
		const child = await game(server, 'Lantern')
		const other = await game(server, 'Other')
		const players = await Promise.all(
			Array.from({ length: 3 }, (_, n) => server.player(`player${n}`, SCOPE.split(' '), child.bot.application)),
		)
		const stranger = await server.player('stranger', SCOPE.split(' '), other.bot.application)
		const { body: kept } = await stranger.put('/lobbies', { secret: 'kept' })
		for (let n = 0; n < 25; n++) {
			const { status } = await (players[n % 3] as Client).put('/lobbies', { secret: `room ${n}` })
			assert.equal(status, 200)
		}
		const [one, two] = players as [Client, Client]
		await one.put(`/users/@me/game-relationships/${two.id}`, {})
		await two.put(`/users/@me/relationships/${one.id}`, {})
		const { body: ada } = await child.bot.post('/partner-sdk/token/bot', { external_user_id: 'ada' })
		const { body: nameless } = await server.as('', `Bearer ${ada.access_token}`).get('/users/@me')
		await listenTo(server, child, ['APPLICATION_DEAUTHORIZED'])
		await server.listen()
		await using herald = await login(server, { token: child.bot.token, intents: 0 })
		await using playing = await login(server, { token: `Bearer ${one.token}`, intents: 0 })
		const operator = server.as('', `Operator ${OPERATOR_TOKEN}`)
		const { status, body } = await operator.put(`/operator/applications/${child.id}/parent`, {
			parent_application_id: parent.id,
		})
		assert.deepEqual([status, body.parent_id], [200, parent.id])
		// At once, whatever the job does.
		for (const player of players) assert.equal((await player.get('/oauth2/@me')).status, 401)
		await server.app.idle()
		assert.equal(await playing.closed, 4004)
		await herald.settled()
		const counts = async (table: 'lobbies' | 'authorizations') =>
			(await server.store.db.selectFrom(table).selectAll().where('application_id', '=', child.id).execute()).filter(
				(row) => !('revoked_at' in row) || row.revoked_at === null,
			).length
		assert.deepEqual([await counts('lobbies'), await counts('authorizations')], [0, 0])
		assert.deepEqual(await server.store.db.selectFrom('external_identities').select('id').execute(), [])
		const placeholder = await server.store.db
			.selectFrom('users')
			.select('deleted_at')
			.where('id', '=', nameless.id)
			.executeTakeFirst()
		assert.ok(placeholder?.deleted_at)
		const left = await server.store.db.selectFrom('relationships').select('application_id').execute()
		assert.deepEqual(
			left.map(({ application_id }) => application_id),
			[null, null],
		)
		assert.equal((await other.bot.get(`/lobbies/${kept.id}`)).status, 200)
		const told = await eventsTo(server, child)
		assert.deepEqual(told.map(({ data }) => data.user.id).sort(), players.map(({ id }) => id).sort())
		const { body: shown } = await operator.get(`/operator/applications/${parent.id}`)
		assert.deepEqual(shown.child_ids, [child.id])
		const { body: acts } = await operator.get('/operator/acts')
		assert.deepEqual([acts[0].act, acts[0].application_id], ['set_parent', child.id])
	})

	test('H6 comes there once, below one that is below nobody, of its own kind', async () => {
		await using server = await testServer()
		const { parent, child, sibling } = await publisher(server)
		const [single, open] = [await game(server, 'Single'), await game(server, 'Open', { isPublicClient: true })]
		const operator = server.as('', `Operator ${OPERATOR_TOKEN}`)
		const put = async (of: string, below: string) =>
			(await operator.put(`/operator/applications/${of}/parent`, { parent_application_id: below })).body
		for (const [of, below] of [
			[child.id, single.id],
			[child.id, parent.id],
			[parent.id, single.id],
			[single.id, child.id],
			[single.id, single.id],
			[open.id, parent.id],
			[sibling.id, child.id],
		] as const) {
			assert.equal((await put(of, below)).code, 50035)
		}
		assert.equal((await put('1', parent.id)).code, 10002)
		assert.equal((await put(single.id, '1')).code, 10002)
		const results = await Promise.all([put(single.id, parent.id), put(parent.id, single.id)])
		assert.equal(results.filter(({ code }) => code === undefined).length, 1)
	})
})
