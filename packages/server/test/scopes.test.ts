/** Each operation that takes an access token, with every scope but its own, and with its own (docs/rules/oauth.md S). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS, SCOPES, type Scope, type ScopeDeclaration } from '@guildhall/protocol'
import { HANDLERS } from '../src/api/handlers.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { connect } from './gateway-client.ts'
import { game } from './oauth.ts'
import { type Client, type TestServer, testServer } from './server.ts'

/** Operations that a token also needs to be of a kind for, not only its scopes. */
const PLACEHOLDERS_ONLY = ['update_my_user', 'update_my_account']

const carriedOut = new Set(HANDLERS.map(({ operation }) => operation.id))
const forBearers = OPERATIONS.filter(({ id, callers }) => callers.includes('bearer') && carriedOut.has(id))
const guarded = forBearers.filter(({ scopes }) => scopes)

/** Scopes that stand for nothing but themselves. */
const plain = (Object.entries(SCOPES) as [Scope, ScopeDeclaration][])
	.filter(([, { expands }]) => !expands)
	.map(([name]) => name)

async function players(server: TestServer) {
	const { bot } = await game(server)
	const { id: userId } = await server.person('alice')
	const withScopes = async (scopes: readonly string[]): Promise<Client> => {
		const grant = { applicationId: bot.application.id, userId, scopes }
		const { accessToken } = await server.store.transaction((tx) => grantTokens(tx, grant))
		return server.as(userId, `Bearer ${accessToken}`)
	}
	return { withScopes, applicationId: bot.application.id }
}

const pathOf = (path: string, applicationId: string): string =>
	path.replace('{application_id}', applicationId).replaceAll(/\{\w+\}/g, '1')

test('S2 an operation refuses a token that has every scope but its own', async () => {
	await using server = await testServer()
	const { withScopes, applicationId } = await players(server)
	assert.ok(guarded.length > 15)
	for (const { id, method, path, scopes = [] } of guarded) {
		const others = await withScopes(plain.filter((scope) => !scopes.includes(scope)))
		const { status, body } = await others.call(method, pathOf(path, applicationId), method === 'GET' ? undefined : {})
		assert.deepEqual([status, body.code], [403, 50026], id)
	}
})

test('S2 with one of its scopes, or one that stands for it, the token is let in', async () => {
	await using server = await testServer()
	const { withScopes, applicationId } = await players(server)
	for (const { id, method, path, scopes = [] } of guarded) {
		if (PLACEHOLDERS_ONLY.includes(id)) continue
		const umbrellas = (Object.entries(SCOPES) as [Scope, ScopeDeclaration][])
			.filter(([, { expands }]) => scopes.some((scope: Scope) => expands?.includes(scope)))
			.map(([name]) => name)
		for (const scope of [...scopes, ...umbrellas]) {
			const own = await withScopes([scope])
			const { status, body } = await own.call(method, pathOf(path, applicationId), method === 'GET' ? undefined : {})
			assert.ok(status !== 401 && body?.code !== 50026, `${id} with ${scope}: ${status} ${JSON.stringify(body)}`)
		}
	}
})

test('S2 what asks for no scope takes any token, and nothing takes one where no bearer may call', async () => {
	await using server = await testServer()
	const { withScopes, applicationId } = await players(server)
	const anything = await withScopes(['connections'])
	for (const { id, method, path } of forBearers.filter(({ scopes }) => !scopes)) {
		const { status } = await anything.call(method, pathOf(path, applicationId))
		assert.equal(status, 200, id)
	}
	const all = await withScopes(Object.keys(SCOPES))
	const closed = OPERATIONS.filter(({ callers }) => !callers.includes('bearer') && !callers.includes('anyone'))
	assert.ok(closed.length > 50)
	for (const { id, method, path } of closed.filter(({ id }) => carriedOut.has(id))) {
		const { status, body } = await all.call(method, pathOf(path, applicationId), method === 'GET' ? undefined : {})
		assert.ok(status === 403 && [20001, 20002].includes(body.code), `${id}: ${status} ${JSON.stringify(body)}`)
	}
})

test('S3 scopes open parts of an answer: the address, the subscription, the person of a token', async () => {
	await using server = await testServer()
	const { withScopes } = await players(server)
	await server.store.transaction(({ db }) => db.updateTable('users').set({ premium_type: 2 }).execute())
	const me = async (...scopes: string[]) => (await (await withScopes(scopes)).get('/users/@me')).body
	assert.deepEqual([(await me('identify')).email, (await me('identify')).premium_type], [undefined, 0])
	assert.equal((await me('identify', 'email')).email, 'alice@example.com')
	assert.equal((await me('identify', 'identify.premium')).premium_type, 2)
	const about = async (...scopes: string[]) => (await (await withScopes(scopes)).get('/oauth2/@me')).body
	assert.equal((await about('guilds')).user, undefined)
	assert.equal((await about('identify')).user.username, 'alice')
	assert.equal((await about('sdk.social_layer')).user.username, 'alice', 'by what it stands for')
	const claims = async (...scopes: string[]) =>
		Object.keys((await (await withScopes(scopes)).get('/oauth2/userinfo')).body)
	assert.deepEqual(await claims('openid'), ['sub'])
	assert.ok((await claims('openid', 'identify')).includes('preferred_username'))
	assert.ok((await claims('openid', 'email')).includes('email_verified'))
})

test('S4 a session at the gateway takes gateway.connect, which only the social layer stands for', async () => {
	await using server = await testServer()
	const { withScopes } = await players(server)
	await server.listen()
	for (const [scopes, isOpen] of [
		[plain.filter((scope) => scope !== 'gateway.connect'), false],
		[['sdk.social_layer_presence'], true],
		[['sdk.social_layer'], true],
	] as const) {
		const { token } = await withScopes(scopes)
		await using client = await connect(server)
		client.send(2, { token: `Bearer ${token}`, intents: 0, properties: {} })
		if (isOpen) assert.ok((await client.event('READY')).session_id)
		else assert.equal(await client.closed, 4004)
	}
})

test('S5 what an application says of a person for linked roles', async () => {
	await using server = await testServer()
	const lantern = await game(server)
	const { id: userId } = await server.person('alice')
	const grant = { applicationId: lantern.id, userId, scopes: ['role_connections.write'] }
	const { accessToken } = await server.store.transaction((tx) => grantTokens(tx, grant))
	const alice = server.as(userId, `Bearer ${accessToken}`)
	const records = `/applications/${lantern.id}/role-connections/metadata`
	const own = `/users/@me/applications/${lantern.id}/role-connection`
	assert.deepEqual((await lantern.bot.get(records)).body, [])
	const wanted = [
		{ type: 2, key: 'wins', name: 'Wins', description: 'Games won', name_localizations: { de: 'Siege' } },
		{ type: 6, key: 'since', name: 'Since', description: 'First game' },
		{ type: 7, key: 'keeper', name: 'Keeper', description: 'Keeps the light' },
	]
	assert.deepEqual((await lantern.bot.put(records, wanted)).body, wanted)
	assert.deepEqual((await lantern.bot.get(records)).body, wanted)
	const [first] = wanted
	for (const wrong of [
		[{ ...first, key: 'Wins' }],
		[first, first],
		[{ ...first, type: 9 }],
		[{ ...first, name_localizations: { tlh: 'x' } }],
		Array.from({ length: 6 }, (_, index) => ({ ...first, key: `k${index}` })),
	]) {
		assert.equal((await lantern.bot.put(records, wrong)).body.code, 50035)
	}
	assert.deepEqual((await alice.get(own)).body, { metadata: {} })
	const said = await alice.put(own, {
		platform_name: 'Lantern',
		platform_username: 'keeper7',
		metadata: { wins: 12, since: '2003-12-20', keeper: true },
	})
	assert.deepEqual(said.body, {
		platform_name: 'Lantern',
		platform_username: 'keeper7',
		metadata: { wins: '12', since: '2003-12-20', keeper: '1' },
	})
	for (const metadata of [{ losses: '1' }, { wins: 'many' }, { since: 'long ago' }, { keeper: '2' }]) {
		assert.equal((await alice.put(own, { metadata })).body.code, 50035, JSON.stringify(metadata))
	}
	assert.deepEqual((await alice.get(own)).body, said.body)
	const other = await game(server, 'Other')
	assert.equal((await alice.get(`/users/@me/applications/${other.id}/role-connection`)).body.code, 20012)
	assert.equal((await other.bot.get(records)).body.code, 20012)
	assert.deepEqual(
		(await alice.put(own, {})).body,
		{ platform_username: null, metadata: {} },
		'in place of what was there',
	)
	assert.equal((await alice.delete(own)).status, 204)
	await alice.put(own, { platform_name: 'Lantern' })
	await lantern.post('/token/revoke', {
		client_id: lantern.id,
		client_secret: lantern.bot.clientSecret,
		token: accessToken,
	})
	assert.deepEqual(
		await server.store.db.selectFrom('role_connections').selectAll().execute(),
		[],
		'it ends with the consent',
	)
})
