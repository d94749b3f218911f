/** Players with and without an account of the platform: the SDK over real sockets, with an identity provider of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	AuthenticationExternalAuthType,
	AuthorizationArgs,
	Client,
	ClientCreateOptions,
	ClientError,
	ClientStatus,
	DeviceAuthorizationArgs,
	type DeviceCode,
	type SocialSdkError,
	type Tokens,
} from '@guildhall/socialsdk'
import { movableClock } from '../packages/sdk/test/clock.ts'
import { type IdentityProvider, identityProvider } from '../packages/server/test/identity-provider.ts'
import { type Arcade, arcade, takesWordOf } from '../packages/server/test/players.ts'
import { type TestServer, testServer } from '../packages/server/test/server.ts'
import { becomes, consentOf, heard, socketTo } from './in-process.ts'

const { OIDC, PlatformBotIssuedAccessToken } = AuthenticationExternalAuthType
const SCOPES = Client.GetDefaultCommunicationScopes()

/** A platform with a game that keeps no secret, and a provider whose word the game takes. */
interface World extends AsyncDisposable {
	server: TestServer
	lantern: Arcade
	/** What the provider says of somebody. */
	says(subject: string, claims?: Record<string, unknown>): Promise<string>
	/** The game; its pages are answered by this person of the platform. */
	game(personId?: string): Client
	person(username: string): Promise<string>
}

async function world(): Promise<World> {
	const server = await testServer()
	const provider: IdentityProvider = await identityProvider()
	const redirectUris = ['http://127.0.0.1/callback']
	const lantern = await arcade(server, 'Lantern', { isPublicClient: true, redirectUris })
	const { says } = await takesWordOf(lantern, provider)
	const webBase = await server.listen()
	const clients: Client[] = []
	return {
		server,
		lantern,
		says,
		game(personId = '') {
			const [openUrl, webSocket] = [consentOf(server, personId), socketTo(server)]
			const options = { apiBase: `${webBase}/api`, webBase, openUrl, webSocket }
			const client = new Client(new ClientCreateOptions(options))
			client.SetApplicationId(lantern.id)
			clients.push(client)
			return client
		},
		person: async (username) => (await server.person(username)).id,
		async [Symbol.asyncDispose]() {
			for (const client of clients) client.Destroy()
			await server[Symbol.asyncDispose]()
			await provider[Symbol.asyncDispose]()
		},
	}
}

const failed = (code: number, status: number) => (error: SocialSdkError) => {
	assert.deepEqual([error.code, error.status], [code, status], error.message)
	return true
}

async function enter(client: Client, { tokenType, accessToken }: Tokens): Promise<void> {
	await client.UpdateToken(tokenType, accessToken)
	const ready = becomes(client, ClientStatus.Ready)
	client.Connect()
	await ready
}

/** Asks the person for a code. */
async function authorize(client: Client) {
	const pair = client.CreateAuthorizationCodeVerifier()
	const args = new AuthorizationArgs({ scopes: SCOPES, codeChallenge: pair.Challenge() })
	return { ...(await client.Authorize(args)), verifier: pair.Verifier() }
}

const own = (client: Client) => client.GetCurrentUserV2()

test('a player without an account plays, takes a name, makes an account, and keeps what they had', async () => {
	await using place = await world()
	const { lantern, says, server } = place
	const aliceId = await place.person('alice')
	const client = place.game(aliceId)
	const proof = await says('ada', { preferred_username: 'Ada Nova' })
	const visiting = await client.GetProvisionalToken(lantern.id, OIDC, proof)
	assert.equal(visiting.refreshToken, '', 'there is nothing to refresh')
	await enter(client, visiting)
	assert.deepEqual([own(client)?.IsProvisional(), own(client)?.DisplayName()], [true, 'Ada Nova'])
	const visitorId = own(client)?.Id()

	const updated = heard(client, 'userUpdated')
	await client.UpdateProvisionalAccountDisplayName('Ada')
	assert.deepEqual([await updated, own(client)?.DisplayName()], [[visitorId], 'Ada'])
	const lobbyId = await client.CreateOrJoinLobby('attic')

	const { code, redirectUri, verifier } = await authorize(client)
	const ended = becomes(client, ClientStatus.Disconnected)
	const linked = await client.GetTokenFromProvisionalMerge(lantern.id, code, verifier, redirectUri, OIDC, proof)
	assert.deepEqual((await ended).slice(1), [ClientError.UnexpectedClose, 4004], 'the placeholder is no more')
	assert.notEqual(linked.refreshToken, '')
	await server.app.idle()
	await enter(client, linked)
	assert.deepEqual([own(client)?.Id(), own(client)?.IsProvisional()], [BigInt(aliceId), false])
	assert.ok(client.GetLobbyHandle(lobbyId), 'the places in lobbies went along')
	await assert.rejects(client.GetProvisionalToken(lantern.id, OIDC, proof), failed(530010, 400))
	await assert.rejects(client.UpdateProvisionalAccountDisplayName('Eve'), failed(50026, 403))

	const second = await client.RefreshToken(lantern.id, linked.refreshToken)
	await client.UpdateToken(second.tokenType, second.accessToken)
	assert.equal(client.GetStatus(), ClientStatus.Ready)

	const gone = becomes(client, ClientStatus.Disconnected)
	await client.UnmergeIntoProvisionalAccount(lantern.id, OIDC, proof)
	assert.deepEqual((await gone).slice(1), [ClientError.UnexpectedClose, 4004])
	const refresh = client.RefreshToken(lantern.id, second.refreshToken)
	await assert.rejects(refresh, ({ result }: SocialSdkError) => /^invalid_grant/.test(result.Error()))
	assert.equal(client.IsAuthenticated(), false, 'the token that died is let go')
	await enter(client, await client.GetProvisionalToken(lantern.id, OIDC, proof))
	assert.equal(own(client)?.IsProvisional(), true)
	assert.notEqual(own(client)?.Id(), visitorId, 'it is a new placeholder')
})

test('RevokeToken takes the player off the account, too', async () => {
	await using place = await world()
	const { lantern, says } = place
	const client = place.game(await place.person('alice'))
	const proof = await says('ada')
	const first = await client.GetProvisionalToken(lantern.id, OIDC, proof)
	const before = await client.FetchCurrentUser(first.tokenType, first.accessToken)
	const { code, redirectUri, verifier } = await authorize(client)
	const linked = await client.GetTokenFromProvisionalMerge(lantern.id, code, verifier, redirectUri, OIDC, proof)
	await place.server.app.idle()
	await client.RevokeToken(lantern.id, linked.refreshToken)
	const again = await client.GetProvisionalToken(lantern.id, OIDC, proof)
	assert.notEqual((await client.FetchCurrentUser(again.tokenType, again.accessToken)).id, before.id)
})

test('a merge that is refused is a result, and leaves the code as it was', async () => {
	await using place = await world()
	const { lantern, says } = place
	const client = place.game(await place.person('alice'))
	const { code, redirectUri, verifier } = await authorize(client)
	const merge = (type: AuthenticationExternalAuthType, proof: string) =>
		client.GetTokenFromProvisionalMerge(lantern.id, code, verifier, redirectUri, type, proof)
	await assert.rejects(merge(OIDC, 'no token'), failed(50025, 403))
	await assert.rejects(merge(OIDC, await says('nobody')), failed(530014, 400))
	await assert.rejects(merge(PlatformBotIssuedAccessToken, 'no token'), failed(50025, 403))
	await client.GetProvisionalToken(lantern.id, OIDC, await says('ada'))
	const linked = await merge(OIDC, await says('ada'))
	assert.equal((await client.FetchCurrentUser(linked.tokenType, linked.accessToken)).name, 'alice')
	await client.GetProvisionalToken(lantern.id, OIDC, await says('bob'))
	const again = await authorize(client)
	await assert.rejects(
		client.GetTokenFromProvisionalMerge(
			lantern.id,
			again.code,
			again.verifier,
			again.redirectUri,
			OIDC,
			await says('bob'),
		),
		failed(530023, 400),
	)
})

test('a player whom the game itself knows is merged by the token of the game', async () => {
	await using place = await world()
	const { lantern } = place
	const aliceId = await place.person('alice')
	const client = place.game(aliceId)
	const hero = await lantern.vouch('hero-1')
	const { code, redirectUri, verifier } = await authorize(client)
	const linked = await client.GetTokenFromProvisionalMerge(
		lantern.id,
		code,
		verifier,
		redirectUri,
		PlatformBotIssuedAccessToken,
		hero.token,
	)
	assert.equal((await client.FetchCurrentUser(linked.tokenType, linked.accessToken)).id, BigInt(aliceId))
	await assert.rejects(
		client.GetProvisionalToken(lantern.id, PlatformBotIssuedAccessToken, hero.token),
		failed(50035, 400),
	)
})

test('what a provider does not vouch for is a result with its number', async () => {
	await using place = await world()
	const { lantern, says } = place
	const client = place.game()
	const ask = (proof: string, applicationId = lantern.id) => client.GetProvisionalToken(applicationId, OIDC, proof)
	await assert.rejects(ask('no token'), failed(530020, 400))
	await assert.rejects(ask(await says('ada', { aud: 'another' })), failed(530003, 400))
	await assert.rejects(ask(await says('ada', { exp: 1 })), failed(530001, 400))
	await assert.rejects(ask(await says('ada', { iat: 1 })), failed(530004, 400))
	await assert.rejects(client.UnmergeIntoProvisionalAccount(lantern.id, OIDC, await says('ada')), failed(10013, 404))
	await ask(await says('ada'))
	await assert.rejects(client.UnmergeIntoProvisionalAccount(lantern.id, OIDC, await says('ada')), failed(50229, 400))
})

/** Allows a device as a person at another one would. */
async function allowDevice(server: TestServer, userId: string, { userCode }: DeviceCode): Promise<void> {
	for (const [operationId, value] of [
		['verify_device', { user_code: userCode }],
		['finish_device', { user_code: userCode, result: 'granted' }],
	] as const) {
		await server.app.perform(operationId, {
			params: {},
			query: {},
			caller: { kind: 'login', userId, authTime: server.store.now() },
			address: 'test',
			body: async () => ({ kind: 'json', value }),
			reason: undefined,
			version: 10,
		})
	}
}

test('a console merges, too', async () => {
	await using place = await world()
	const { lantern, says, server } = place
	const aliceId = await place.person('alice')
	const proof = await says('ada')
	await place.game().GetProvisionalToken(lantern.id, OIDC, proof)
	const clock = movableClock()
	let shown = (_: DeviceCode) => {}
	const deviceScreen = {
		open(code: DeviceCode) {
			shown(code)
			return () => {}
		},
	}
	const { origin: webBase } = server
	using client = new Client(new ClientCreateOptions({ apiBase: `${webBase}/api`, webBase, clock, deviceScreen }))
	client.SetApplicationId(lantern.id)

	/** The player allows the device at once, and it asks five seconds later. */
	async function merge(given: string): Promise<Tokens> {
		const showing = new Promise<DeviceCode>((resolve) => {
			shown = resolve
		})
		const tokens = client.GetTokenFromDeviceProvisionalMerge(
			new DeviceAuthorizationArgs({ scopes: SCOPES }),
			OIDC,
			given,
		)
		await allowDevice(server, aliceId, await showing)
		await server.advance(5000)
		clock.advance(5000)
		return tokens
	}

	await assert.rejects(merge(await says('nobody')), failed(530014, 400))
	const { tokenType, accessToken } = await merge(proof)
	assert.equal((await client.FetchCurrentUser(tokenType, accessToken)).id, BigInt(aliceId))
	await assert.rejects(client.GetProvisionalToken(lantern.id, OIDC, proof), failed(530010, 400))
})
