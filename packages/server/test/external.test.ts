import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import type { ErrorName } from '@guildhall/protocol'
import { createVault } from '../src/adapters/vault.ts'
import { outgoingWeb } from '../src/adapters/web.ts'
import { checkProvider } from '../src/domain/identities/check.ts'
import { createDocuments } from '../src/domain/identities/documents.ts'
import {
	addProvider,
	changeProvider,
	listProviders,
	type ProviderDraft,
	removeProvider,
} from '../src/domain/identities/providers.ts'
import { VENDORS, type Vendors } from '../src/domain/identities/vendors.ts'
import { type ExternalWorld, verifyExternal } from '../src/domain/identities/verify.ts'
import { type IdentityProvider, identityProvider, signingKey } from './identity-provider.ts'
import { type TestServer, testServer } from './server.ts'

const DAY = 86_400
const DISCOVERY = '/.well-known/openid-configuration'
const vault = createVault('test')

interface Scene {
	world: ExternalWorld
	applicationId: string
	/** Seconds, by the platform's clock. */
	now(): number
	add(draft: ProviderDraft): Promise<string>
	refused(work: Promise<unknown>, named: ErrorName, says?: string): Promise<void>
	close(): Promise<void>
}

/** An application that takes the word of others. */
async function scene(server: TestServer, vendors: Partial<Vendors> = {}): Promise<Scene> {
	const { application } = await server.bot('Lantern')
	const web = outgoingWeb({ allowsLocal: true })
	const addresses = { allowsLocal: true }
	const documents = createDocuments(web, () => server.store.now(), addresses)
	const world = { store: server.store, web, vault, documents, vendors: { ...VENDORS, ...vendors }, ...addresses }
	return {
		world,
		applicationId: application.id,
		now: () => Math.floor(server.store.now() / 1000),
		add: (draft) => server.store.transaction((tx) => addProvider(tx, { vault, ...addresses }, application.id, draft)),
		refused: (work, named, says) =>
			assert.rejects(work, (error: Error & { named?: string }) => error.named === named, says ?? named),
		close: () => web.close(),
	}
}

/** The same with an OIDC provider at hand, and a key of it. */
async function oidcScene(server: TestServer, provider: IdentityProvider) {
	const stage = await scene(server)
	const key = await signingKey('first')
	provider.publish([key])
	const { origin: issuer } = provider
	await stage.add({ type: 'OIDC', issuer, audiences: ['lantern-client'] })
	const claims = (changes: Record<string, unknown> = {}) => ({
		...{ iss: issuer, aud: 'lantern-client', sub: 'player-1', iat: stage.now(), exp: stage.now() + 3600 },
		...changes,
	})
	const verify = (token: string) => verifyExternal(stage.world, stage.applicationId, 'OIDC', token)
	return { ...stage, key, issuer, claims, verify }
}

describe('an id token of an OpenID provider', () => {
	test('says who somebody is, and what they are called', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, issuer, claims, verify, close } = await oidcScene(server, provider)
		assert.deepEqual(await verify(await key.sign(claims({ preferred_username: '  Ada   Nova ' }))), {
			...{ type: 'OIDC', issuer, subject: 'player-1' },
			displayName: 'Ada Nova',
		})
		const nameless = { type: 'OIDC', issuer, subject: 'player-1' }
		for (const preferred_username of ['', ' ', 'x'.repeat(33), 7, null]) {
			assert.deepEqual(await verify(await key.sign(claims({ preferred_username }))), nameless)
		}
		assert.deepEqual(await verify(await key.sign(claims({ aud: ['other', 'lantern-client'] }))), nameless)
		await close()
	})

	test('X4 is refused where it is forged or meant otherwise, with the error that says why', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, claims, verify, now, refused, close } = await oidcScene(server, provider)
		const stranger = await signingKey('first')
		const hidden = await signingKey('second')
		const cases: [ErrorName, string, string | Promise<string>][] = [
			['IdTokenExpired', 'expired', key.sign(claims({ exp: now() }))],
			['IssuerMismatch', 'of another issuer', key.sign(claims({ iss: 'https://id.example.com' }))],
			['IssuerMismatch', 'of nearly this issuer', key.sign(claims({ iss: `${provider.origin}/` }))],
			['IssuerMismatch', 'of none', key.sign(claims({ iss: undefined }))],
			['AudienceMismatch', 'for another client', key.sign(claims({ aud: 'lantern-client-2' }))],
			['AudienceMismatch', 'for nobody', key.sign(claims({ aud: undefined }))],
			['AudienceMismatch', 'for nobody at all', key.sign(claims({ aud: [] }))],
			['IdTokenTooOld', 'older than seven days', key.sign(claims({ iat: now() - 7 * DAY - 1, exp: now() + 60 }))],
			['InvalidIdToken', 'of the future', key.sign(claims({ iat: now() + 120, exp: now() + 3600 }))],
			['InvalidIdToken', 'not yet good', key.sign(claims({ nbf: now() + 120 }))],
			['InvalidIdToken', 'without a time', key.sign(claims({ iat: undefined }))],
			['InvalidIdToken', 'without an end', key.sign(claims({ exp: undefined }))],
			['InvalidIdToken', 'with times in words', key.sign(claims({ exp: '2050-01-01' }))],
			['InvalidIdToken', 'about nobody', key.sign(claims({ sub: undefined }))],
			['InvalidIdToken', 'about an empty name', key.sign(claims({ sub: '' }))],
			['InvalidIdToken', 'about a number', key.sign(claims({ sub: 7 }))],
			['KidMissing', 'without a kid', key.sign(claims(), { kid: '' })],
			['InvalidIdToken', 'of another key with the same kid', stranger.sign(claims())],
			['InvalidIdToken', 'of a key that is not published', hidden.sign(claims())],
			['InvalidIdToken', 'alg none', unsigned({ alg: 'none', kid: 'first' }, claims())],
			['InvalidIdToken', 'alg None', unsigned({ alg: 'None', kid: 'first' }, claims())],
			['InvalidIdToken', 'HS256 with the public key', symmetric(JSON.stringify(key.jwk), claims())],
			['InvalidIdToken', 'HS256 with the coordinate', symmetric(String(key.jwk.x), claims())],
			['InvalidIdToken', 'with a changed body', tampered(await key.sign(claims()), claims({ sub: 'player-2' }))],
			['InvalidIdToken', 'three dots', '...'],
			['InvalidIdToken', 'no token', 'nonsense'],
		]
		for (const [named, says, token] of cases) await refused(verify(await token), named, says)
		// Seven days to the second are still good.
		await verify(await key.sign(claims({ iat: now() - 7 * DAY, exp: now() + 60 })))
		await close()
	})

	test('is good with RS256 and PS512 where the provider says so, never with what it does not say', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { claims, verify, refused, close } = await oidcScene(server, provider)
		const [rs256, ps512] = await Promise.all([signingKey('r', 'RS256'), signingKey('p', 'PS512')])
		provider.publish([rs256, ps512])
		await verify(await rs256.sign(claims()))
		await refused(verify(await ps512.sign(claims())), 'InvalidIdToken', 'PS512 is not in the discovery document')
		provider.publish([rs256, ps512], { id_token_signing_alg_values_supported: ['PS512', 'none', 'HS256'] })
		await server.advance(600_000)
		await verify(await ps512.sign(claims()))
		await refused(verify(await rs256.sign(claims())), 'InvalidIdToken', 'RS256 is no longer')
		await close()
	})
})

describe('X3 what a provider publishes', () => {
	test('is kept for ten minutes, and asked for once by many', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, claims, verify, close } = await oidcScene(server, provider)
		const tokens = await Promise.all([1, 2, 3, 4, 5].map((n) => key.sign(claims({ sub: `player-${n}` }))))
		await Promise.all(tokens.map(verify))
		assert.deepEqual([provider.count(DISCOVERY), provider.count('/keys')], [1, 1])
		await server.advance(599_000)
		await verify(await key.sign(claims()))
		assert.deepEqual([provider.count(DISCOVERY), provider.count('/keys')], [1, 1])
		await server.advance(1000)
		await verify(await key.sign(claims()))
		assert.deepEqual([provider.count(DISCOVERY), provider.count('/keys')], [2, 2])
		await close()
	})

	test('is read anew for a key that is not known, once a minute however many such tokens come', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, claims, verify, refused, close } = await oidcScene(server, provider)
		await verify(await key.sign(claims()))
		const next = await signingKey('next')
		provider.publish([key, next])
		await Promise.all([next.sign(claims()), next.sign(claims({ sub: 'b' }))].map(async (token) => verify(await token)))
		assert.equal(provider.count('/keys'), 2)
		const stranger = await signingKey('stranger')
		for (let tries = 0; tries < 20; tries++) await refused(verify(await stranger.sign(claims())), 'InvalidIdToken')
		assert.equal(provider.count('/keys'), 2)
		await server.advance(60_000)
		for (let tries = 0; tries < 20; tries++) await refused(verify(await stranger.sign(claims())), 'InvalidIdToken')
		assert.equal(provider.count('/keys'), 3)
		await close()
	})

	test('may have new keys under the kid of old ones', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, claims, verify, refused, close } = await oidcScene(server, provider)
		await verify(await key.sign(claims()))
		const successor = await signingKey('first')
		provider.publish([successor])
		await verify(await successor.sign(claims()))
		await refused(verify(await key.sign(claims())), 'InvalidIdToken')
		// Both at once, as while a provider changes them.
		provider.publish([key, successor])
		await server.advance(600_000)
		await verify(await key.sign(claims()))
		await verify(await successor.sign(claims()))
		await close()
	})

	test('is not forgotten when the provider fails while it is read anew', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, claims, verify, refused, close } = await oidcScene(server, provider)
		await verify(await key.sign(claims()))
		provider.tells.set('/keys', { status: 503 })
		await refused(verify(await (await signingKey('stranger')).sign(claims())), 'InvalidIdToken')
		await verify(await key.sign(claims()))
		await server.advance(600_000)
		await refused(verify(await key.sign(claims())), 'JwksNotFound')
		provider.publish([key])
		await refused(verify(await key.sign(claims())), 'JwksNotFound', 'a failure is remembered for a moment')
		await server.advance(10_000)
		await verify(await key.sign(claims()))
		await close()
	})

	test('X2 must be what a discovery document and a key set are, where they are said to be', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, claims, verify, refused, issuer, close } = await oidcScene(server, provider)
		const elsewhere = { status: 302, headers: { location: '/elsewhere' } }
		provider.tells.set('/elsewhere', { json: { issuer, jwks_uri: `${issuer}/keys` } })
		const good = { issuer, jwks_uri: `${issuer}/keys`, id_token_signing_alg_values_supported: ['ES256'] }
		const bad: [ErrorName, string, object][] = [
			['OidcConfigurationNotFound', DISCOVERY, elsewhere],
			['OidcConfigurationNotFound', DISCOVERY, { status: 500 }],
			['OidcConfigurationNotFound', DISCOVERY, { text: 'not json' }],
			['OidcConfigurationNotFound', DISCOVERY, { json: [good] }],
			['OidcConfigurationNotFound', DISCOVERY, { json: { ...good, issuer: `${issuer}/` } }],
			['OidcConfigurationNotFound', DISCOVERY, { json: { ...good, jwks_uri: undefined } }],
			['OidcConfigurationNotFound', DISCOVERY, { json: { ...good, jwks_uri: 'http://keys.example.com/' } }],
			['OidcConfigurationNotFound', DISCOVERY, { json: { ...good, jwks_uri: 'file:///etc/passwd' } }],
			['OidcConfigurationNotFound', DISCOVERY, { json: { ...good, id_token_signing_alg_values_supported: 'ES256' } }],
			['OidcConfigurationNotFound', DISCOVERY, { json: { ...good, id_token_signing_alg_values_supported: ['HS256'] } }],
			['OidcConfigurationNotFound', DISCOVERY, { text: `{"a":"${'x'.repeat(300_000)}"}` }],
			['JwksNotFound', '/keys', elsewhere],
			['JwksNotFound', '/keys', { status: 404 }],
			['JwksNotFound', '/keys', { json: { keys: 'none' } }],
			['JwksNotFound', '/keys', { text: '[]' }],
		]
		for (const [named, path, told] of bad) {
			provider.publish([key])
			provider.tells.set(path, told)
			await server.advance(600_000)
			await refused(verify(await key.sign(claims())), named, `${path} ${JSON.stringify(told).slice(0, 100)}`)
		}
		assert.equal(provider.count('/elsewhere'), 0)
		await close()
	})
})

describe('providers of an application', () => {
	test('X1 an issuer that could not be meant is refused, and nothing of it is kept', async () => {
		await using server = await testServer()
		const { application } = await server.bot('Lantern')
		const keep = (draft: ProviderDraft) =>
			server.store.transaction((tx) => addProvider(tx, { vault, allowsLocal: false }, application.id, draft))
		for (const issuer of [
			...['', 'http://id.example.com', 'http://localhost:4000', 'https://id', 'https://10.0.0.1', 'https://127.0.0.1'],
			...['https://id.local', 'https://id.internal', 'https://a.localhost', 'https://id.example.com?x', 'nonsense'],
		]) {
			await assert.rejects(keep({ type: 'OIDC', issuer, audiences: ['x'] }), { code: 50035 }, issuer)
		}
		await assert.rejects(keep({ type: 'OIDC', issuer: 'https://id.example.com', audiences: [' '] }), { code: 50035 })
		await assert.rejects(keep({ type: 'STEAM_SESSION_TICKET', audiences: ['480'] }), { code: 50035 })
		await assert.rejects(keep({ type: 'STEAM_SESSION_TICKET', audiences: ['x'], webApiKey: 'k' }), { code: 50035 })
		assert.deepEqual(await listProviders(server.store, application.id), [])
		await keep({ type: 'OIDC', issuer: 'https://id.example.com:8443/tenant/', audiences: ['x'] })
		await assert.rejects(keep({ type: 'OIDC', issuer: 'https://id.example.com:8443/tenant/', audiences: ['y'] }), {
			code: 50035,
		})
	})

	test('an old configuration keeps working, and must be good by the rules of today once it is changed', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, claims, verify, world, applicationId, issuer, close } = await oidcScene(server, provider)
		const [{ id: providerId = '' } = {}] = await listProviders(server.store, applicationId)
		await server.store.transaction(({ db }) => db.updateTable('external_providers').set({ rules_version: 0 }).execute())
		await verify(await key.sign(claims()))
		const strict = { vault, allowsLocal: false }
		const change = (draft: ProviderDraft, keeping = strict) =>
			server.store.transaction((tx) => changeProvider(tx, keeping, { applicationId, providerId }, draft))
		await assert.rejects(change({ type: 'OIDC', issuer, audiences: ['another'] }), { code: 50035 })
		await verify(await key.sign(claims()))
		await change({ type: 'OIDC', issuer, audiences: ['another'] }, { vault, allowsLocal: true })
		await assert.rejects(verify(await key.sign(claims())), { code: 530003 })
		await verify(await key.sign(claims({ aud: 'another' })))
		assert.ok(await server.store.transaction((tx) => removeProvider(tx, { applicationId, providerId })))
		await assert.rejects(verify(await key.sign(claims({ aud: 'another' }))), { code: 530008 })
		await assert.rejects(verifyExternal(world, applicationId, 'APPLE_ID_TOKEN', 'x'), { code: 530000 })
		await close()
	})

	test('belong to one application each', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, claims, world, applicationId, issuer, close } = await oidcScene(server, provider)
		const { id: otherId } = (await server.bot('Beacon')).application
		await assert.rejects(verifyExternal(world, otherId, 'OIDC', await key.sign(claims())), { code: 530008 })
		const [{ id: providerId = '' } = {}] = await listProviders(server.store, applicationId)
		const at = { applicationId: otherId, providerId }
		assert.equal(await server.store.transaction((tx) => removeProvider(tx, at)), false)
		const draft: ProviderDraft = { type: 'OIDC', issuer, audiences: ['mine'] }
		const keeping = { vault, allowsLocal: true }
		await assert.rejects(
			server.store.transaction((tx) => changeProvider(tx, keeping, at, draft)),
			{ code: 10010 },
		)
		await close()
	})

	test('are looked at on demand, and what is wrong is said in sentences', async () => {
		await using server = await testServer()
		await using provider = await identityProvider()
		const { key, world, issuer, close } = await oidcScene(server, provider)
		const check = async (draft: Partial<ProviderDraft> = {}) => {
			const steps = await checkProvider(world, { type: 'OIDC', issuer, audiences: ['lantern-client'], ...draft })
			return steps.filter(({ isGood }) => !isGood).map(({ step, says }) => `${step}: ${says}`)
		}
		assert.deepEqual(await check(), [])
		assert.deepEqual(await check({ issuer: 'https://127.0.0.1:9' }), ['discovery: The server could not be reached.'])
		assert.deepEqual(await check({ issuer: 'http://id.example.com' }), ['address: An issuer begins with https://.'])
		assert.deepEqual(await check({ audiences: [] }), ['audience: It is not said whom tokens must be meant for.'])
		provider.publish([key], { issuer: 'https://id.example.com' })
		assert.deepEqual(await check(), [
			`discovery: Its discovery document says that the issuer is "https://id.example.com", not "${issuer}".`,
		])
		provider.publish([{ ...key, jwk: { ...key.jwk, kid: '' } }])
		assert.deepEqual(await check(), [`keys: No key at ${issuer}/keys has a \`kid\`, which tokens are matched by.`])
		provider.tells.set('/keys', { status: 302 })
		assert.deepEqual(await check(), [`keys: ${issuer}/keys answers with a redirect, which is not followed.`])
		await close()
	})
})

describe('game platforms', () => {
	const platformOf = ({ origin }: IdentityProvider): Partial<Vendors> => ({
		EPIC_ONLINE_SERVICES_ID_TOKEN: {
			sources: [
				{ issuers: [`${origin}/auth1`, `${origin}/auth2`], jwksUri: `${origin}/keys`, nameClaim: 'dn' },
				{ issuers: [`${origin}/connect`], jwksUri: `${origin}/keys`, requires: { tokenType: 'idToken' } },
			],
		},
		UNITY_SERVICES_ID_TOKEN: {
			sources: [{ issuers: [origin], jwksUri: `${origin}/keys` }],
			audiencePrefix: 'upid:',
			names: `${origin}/names/`,
		},
		APPLE_ID_TOKEN: { sources: [{ issuers: [origin], jwksUri: `${origin}/keys` }] },
		PLAYSTATION_NETWORK_ID_TOKEN: {
			sources: [
				{ issuers: [origin], jwksUri: `${origin}/keys`, requires: { env_iss_id: 256 }, nameClaim: 'online_id' },
			],
		},
		STEAM_SESSION_TICKET: { issuer: 'https://steamcommunity.com', api: origin },
		EPIC_ONLINE_SERVICES_ACCESS_TOKEN: { issuer: `${origin}/auth1`, api: origin },
	})

	test('sign id tokens with keys of their own', async () => {
		await using server = await testServer()
		await using platform = await identityProvider()
		const { origin } = platform
		const key = await signingKey('vendor', 'RS256')
		platform.publish([key])
		platform.tells.set('/names/p1', { json: { id: 'p1', name: 'Nova#1234' } })
		const { add, world, applicationId, now, refused, close } = await scene(server, platformOf(platform))
		const types = [
			...(['EPIC_ONLINE_SERVICES_ID_TOKEN', 'UNITY_SERVICES_ID_TOKEN', 'APPLE_ID_TOKEN'] as const),
			'PLAYSTATION_NETWORK_ID_TOKEN' as const,
		]
		for (const type of types) await add({ type, audiences: ['ours'] })
		const verify = async (type: (typeof types)[number], changes: Record<string, unknown>) => {
			const base = { iss: origin, aud: 'ours', sub: 'p1', iat: now(), exp: now() + 600 }
			return verifyExternal(world, applicationId, type, await key.sign({ ...base, ...changes }))
		}
		const epic = 'EPIC_ONLINE_SERVICES_ID_TOKEN'
		const first = { type: epic, issuer: `${origin}/auth1`, subject: 'p1', displayName: 'Nova' }
		assert.deepEqual(await verify(epic, { iss: `${origin}/auth1`, dn: 'Nova' }), first)
		assert.deepEqual(await verify(epic, { iss: `${origin}/auth2`, dn: 'Nova' }), first, 'one person, one identity')
		assert.deepEqual(await verify(epic, { iss: `${origin}/connect`, dn: 'Nova', tokenType: 'idToken' }), {
			...{ type: epic, issuer: `${origin}/connect`, subject: 'p1' },
		})
		await refused(verify(epic, { iss: `${origin}/connect`, tokenType: 'access' }), 'InvalidIdToken')
		await refused(verify(epic, {}), 'IssuerMismatch')

		const unity = 'UNITY_SERVICES_ID_TOKEN'
		assert.deepEqual(await verify(unity, { aud: ['envName:production', 'upid:ours'] }), {
			...{ type: unity, issuer: origin, subject: 'p1', displayName: 'Nova#1234' },
		})
		await refused(verify(unity, { aud: ['ours'] }), 'AudienceMismatch')
		assert.deepEqual(await verify(unity, { aud: ['upid:ours'], sub: 'p2' }), {
			...{ type: unity, issuer: origin, subject: 'p2' },
		})

		assert.deepEqual(await verify('APPLE_ID_TOKEN', { name: 'Nova' }), {
			...{ type: 'APPLE_ID_TOKEN', issuer: origin, subject: 'p1' },
		})
		const playstation = 'PLAYSTATION_NETWORK_ID_TOKEN'
		assert.deepEqual(await verify(playstation, { env_iss_id: 256, online_id: 'Nova-X' }), {
			...{ type: playstation, issuer: origin, subject: 'p1', displayName: 'Nova-X' },
		})
		await refused(verify(playstation, { env_iss_id: 1 }), 'InvalidIdToken', 'of an environment of developers')
		const elliptic = await signingKey('vendor')
		platform.publish([elliptic])
		await server.advance(600_000)
		const token = await elliptic.sign({ iss: origin, aud: 'ours', sub: 'p1', iat: now(), exp: now() + 600 })
		await refused(verifyExternal(world, applicationId, 'APPLE_ID_TOKEN', token), 'InvalidIdToken')
		await close()
	})

	test('Steam says whose a ticket is, and gets the key in a header alone', async () => {
		await using server = await testServer()
		await using steam = await identityProvider()
		const { add, world, applicationId, refused, close } = await scene(server, platformOf(steam))
		const type = 'STEAM_SESSION_TICKET'
		const webApiKey = 'ABCDEF0123456789ABCDEF0123456789'
		const providerId = await add({ type, audiences: ['480'], webApiKey })
		const verify = (ticket = '14000000ab') => verifyExternal(world, applicationId, type, ticket)
		const TICKETS = '/ISteamUserAuth/AuthenticateUserTicket/v1/'
		const steamId = '76561197960287930'
		steam.tells.set(TICKETS, {
			json: {
				response: {
					params: {
						...{ result: 'OK', steamid: steamId, ownersteamid: steamId },
						...{ vacbanned: false, publisherbanned: false },
					},
				},
			},
		})
		steam.tells.set('/ISteamUser/GetPlayerSummaries/v2/', {
			json: {
				response: {
					players: [
						{
							...{ steamid: steamId, communityvisibilitystate: 3, profilestate: 1, personaname: 'Rabscuttle' },
							...{ profileurl: 'https://steamcommunity.com/id/GabeLoganNewell/', avatar: '', personastate: 0 },
						},
					],
				},
			},
		})
		const issuer = 'https://steamcommunity.com'
		assert.deepEqual(await verify(), { type, issuer, subject: steamId, displayName: 'Rabscuttle' })
		const [asked] = steam.asked
		assert.equal(asked?.path, `${TICKETS}?appid=480&ticket=14000000ab&identity=discord`)
		assert.equal(asked?.headers['x-webapi-key'], webApiKey)
		assert.ok(!JSON.stringify(steam.asked.map(({ path }) => path)).includes(webApiKey))
		steam.tells.delete('/ISteamUser/GetPlayerSummaries/v2/')
		assert.deepEqual(await verify(), { type, issuer, subject: steamId })
		steam.tells.set(TICKETS, { json: { response: { error: { errorcode: 101, errordesc: 'Invalid ticket' } } } })
		await refused(verify(), 'InvalidIdToken')
		await refused(verify('&key=x'), 'InvalidIdToken', 'no ticket at all')
		const check = async (draft: Partial<ProviderDraft>) => {
			const stored = { applicationId, providerId }
			return (await checkProvider(world, { type, audiences: ['480'], ...draft }, stored)).map(({ says }) => says)
		}
		assert.deepEqual(await check({}), ['Steam takes the Web API key.'])
		steam.tells.set(TICKETS, { status: 403, text: '<html><head><title>Forbidden</title></head></html>' })
		await refused(verify(), 'OidcConfigurationNotFound')
		assert.deepEqual(await check({}), ['Steam refuses the Web API key.'])
		steam.tells.set(TICKETS, { status: 503 })
		await refused(verify(), 'OidcConfigurationNotFound')
		// The store has the key only sealed, and nobody is shown it.
		const [row] = await server.store.db.selectFrom('external_providers').selectAll().execute()
		assert.ok(!JSON.stringify(row).includes(webApiKey))
		assert.ok(!JSON.stringify(await listProviders(server.store, applicationId)).includes(webApiKey))
		const keeping = { vault, allowsLocal: true }
		const draft: ProviderDraft = { type, audiences: ['481'], ticketIdentity: 'lantern' }
		await server.store.transaction((tx) => changeProvider(tx, keeping, { applicationId, providerId }, draft))
		await refused(verify(), 'OidcConfigurationNotFound')
		const { path, headers } = steam.asked.at(-1) ?? assert.fail()
		assert.match(path, /appid=481.*identity=lantern/)
		assert.equal(headers['x-webapi-key'], webApiKey, 'a change without a key keeps the one before')
		await close()
	})

	test('Epic says whose an access token is, and whom it was given to', async () => {
		await using server = await testServer()
		await using epic = await identityProvider()
		const { add, world, applicationId, refused, close } = await scene(server, platformOf(epic))
		const type = 'EPIC_ONLINE_SERVICES_ACCESS_TOKEN'
		await add({ type, audiences: ['xyza7891'] })
		const verify = () => verifyExternal(world, applicationId, type, 'eg1~token')
		const INFO = '/epic/oauth/v2/tokenInfo'
		const accountId = '9626f441055349ce8cb7d7d5a483eaa2'
		const info = {
			...{ active: true, scope: 'basic_profile friends_list openid presence', token_type: 'bearer' },
			...{ expires_in: 7199, expires_at: '2090-05-29T22:06:32.167Z', account_id: accountId },
			...{ client_id: 'xyza7891', application_id: 'fghi4567O03HROxEjwbn7kgXpBhnhWwv' },
		}
		epic.tells.set(INFO, { json: info })
		epic.tells.set('/epic/id/v2/accounts', { json: [{ accountId, displayName: 'Krnbry', preferredLanguage: 'en' }] })
		const issuer = `${epic.origin}/auth1`
		assert.deepEqual(await verify(), { type, issuer, subject: accountId, displayName: 'Krnbry' })
		assert.deepEqual([epic.asked[0]?.method, epic.asked[0]?.body], ['POST', 'token=eg1%7Etoken'])
		epic.tells.delete('/epic/id/v2/accounts')
		assert.deepEqual(await verify(), { type, issuer, subject: accountId })
		const told: [ErrorName, object][] = [
			['AudienceMismatch', { json: { ...info, client_id: 'another' } }],
			['InvalidIdToken', { json: { active: false } }],
			['InvalidIdToken', { json: { ...info, account_id: undefined } }],
			['InvalidIdToken', { status: 401, json: { errorCode: 'errors.com.epicgames.common.authentication' } }],
			['IdTokenExpired', { json: { ...info, expires_at: '2019-05-29T22:06:32.167Z' } }],
			['OidcConfigurationNotFound', { status: 503 }],
			['InvalidIdToken', { text: 'not json' }],
		]
		for (const [named, answer] of told) {
			epic.tells.set(INFO, answer)
			await refused(verify(), named, JSON.stringify(answer))
		}
		await close()
	})
})

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (header: object, claims: object): string => `${part(header)}.${part(claims)}.`

function symmetric(secret: string, claims: object): string {
	const body = `${part({ alg: 'HS256', kid: 'first' })}.${part(claims)}`
	return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

function tampered(token: string, claims: object): string {
	const [header, , signature] = token.split('.')
	return `${header}.${part(claims)}.${signature}`
}
