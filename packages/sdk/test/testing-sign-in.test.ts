/** Signing in on the platform in memory, as a game's own tests do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	AuthenticationExternalAuthType,
	AuthorizationArgs,
	Client,
	ClientStatus,
	DeviceAuthorizationArgs,
	type DeviceCode,
} from '../src/index.ts'
import { type FakePlatform, fakePlatform } from '../src/testing/index.ts'
import { failed } from './told.ts'

const { OIDC } = AuthenticationExternalAuthType

function gameOn(platform: FakePlatform, more?: Parameters<FakePlatform['options']>[0]): Client {
	const client = new Client(platform.options(more))
	client.SetApplicationId(platform.applicationId)
	return client
}

/** What a game does when its player presses "sign in". */
async function authorize(client: Client) {
	const pair = client.CreateAuthorizationCodeVerifier()
	const scopes = Client.GetDefaultCommunicationScopes()
	const answer = await client.Authorize(new AuthorizationArgs({ scopes, codeChallenge: pair.Challenge() }))
	return { ...answer, verifier: pair.Verifier() }
}

async function signIn(client: Client) {
	const { code, verifier, redirectUri } = await authorize(client)
	return client.GetToken(client.GetApplicationId(), code, verifier, redirectUri)
}

test('a player signs in on the consent page, plays, and is refreshed', async () => {
	const platform = fakePlatform()
	const alice = platform.player('alice')
	platform.signIn(alice)
	using client = gameOn(platform)
	const first = await signIn(client)
	assert.deepEqual([first.expiresIn, first.scopes], [604_800, 'openid sdk.social_layer'])
	await client.UpdateToken(first.tokenType, first.accessToken)
	client.Connect()
	await platform.settled()
	assert.equal(String(client.GetCurrentUserV2()?.Id()), alice.id)
	const second = await client.RefreshToken(platform.applicationId, first.refreshToken)
	await client.UpdateToken(second.tokenType, second.accessToken)
	await platform.settled()
	assert.equal(client.GetStatus(), ClientStatus.Ready)
	assert.equal(await failed(client.FetchCurrentUser(1, first.accessToken)), 'HTTPError 401: Unauthorized')
	const dead = await failed(client.RefreshToken(platform.applicationId, first.refreshToken))
	assert.match(dead, /^HTTPError invalid_grant/)
	assert.equal(client.GetStatus(), ClientStatus.Ready, 'the present token is not dead')
})

test('the page stays open until somebody answers, and they may say no', async () => {
	const platform = fakePlatform()
	using client = gameOn(platform)
	let end: string | undefined
	void failed(signIn(client)).then((said) => {
		end = said
	})
	await platform.advance(3_600_000)
	assert.equal(end, undefined)
	platform.signIn('refuses')
	await platform.settled()
	assert.match(end ?? '', /^Aborted /)
	platform.signIn(platform.player('alice'))
	assert.equal(await failed(signIn(client)), 'done')
	platform.signIn(undefined)
	const waiting = failed(signIn(client))
	await platform.settled()
	client.AbortAuthorize()
	assert.match(await waiting, /^Aborted /)
})

test('a code is good once, for a while, with its verifier and its redirect', async () => {
	const platform = fakePlatform()
	platform.signIn(platform.player('alice'))
	using client = gameOn(platform)
	const id = platform.applicationId
	const { code, verifier, redirectUri } = await authorize(client)
	for (const wrong of [
		client.GetToken(id, 'another', verifier, redirectUri),
		client.GetToken(id, code, 'x'.repeat(43), redirectUri),
		client.GetToken(id, code, verifier, `${redirectUri}/x`),
	]) {
		assert.match(await failed(wrong), /^HTTPError invalid_grant/)
	}
	assert.match(await failed(client.GetToken('5', code, verifier, redirectUri)), /^HTTPError invalid_client/)
	assert.equal(await failed(client.GetToken(id, code, verifier, redirectUri)), 'done')
	assert.match(await failed(client.GetToken(id, code, verifier, redirectUri)), /^HTTPError invalid_grant/)
	const late = await authorize(client)
	await platform.advance(100_000)
	assert.match(
		await failed(client.GetToken(id, late.code, late.verifier, late.redirectUri)),
		/^HTTPError invalid_grant/,
	)
	client.SetApplicationId('5')
	assert.match(await failed(authorize(client)), /knows no application 5/)
})

test('a player without an account plays, makes one, keeps what they had, and gives it up', async () => {
	const platform = fakePlatform()
	const [bob, alice] = [platform.player('bob'), platform.player('alice')]
	using client = gameOn(platform)
	const enter = async ({ tokenType, accessToken }: { tokenType: 1 | 0; accessToken: string }) => {
		await client.UpdateToken(tokenType, accessToken)
		client.Connect()
		await platform.settled()
	}
	const provisional = () => client.GetProvisionalToken(platform.applicationId, OIDC, 'word of a provider')
	await enter(await provisional())
	const player = platform.identity('word of a provider')
	assert.equal(String(client.GetCurrentUserV2()?.Id()), player.id)
	assert.equal(client.GetCurrentUserV2()?.IsProvisional(), true)
	await client.UpdateProvisionalAccountDisplayName('Ada')
	await client.SendGameFriendRequestById(bob.id)
	bob.asks(player)
	const lobbyId = await client.CreateOrJoinLobbyWithMetadata('room', {}, { team: 'red' })
	await platform.settled()

	platform.signIn(alice)
	const { code, verifier, redirectUri } = await authorize(client)
	const merging = [platform.applicationId, code, verifier, redirectUri, OIDC] as const
	assert.equal(await failed(client.GetTokenFromProvisionalMerge(...merging, 'nobody')), 'HTTPError 530014')
	const linked = await client.GetTokenFromProvisionalMerge(...merging, 'word of a provider')
	await platform.settled()
	assert.equal(client.GetStatus(), ClientStatus.Disconnected, 'the placeholder account is gone')
	await enter(linked)
	assert.equal(String(client.GetCurrentUserV2()?.Id()), alice.id)
	assert.deepEqual(
		client.GetRelationships().map((relation) => [String(relation.Id()), relation.GameRelationshipType()]),
		[[bob.id, 1]],
	)
	assert.deepEqual(client.GetLobbyHandle(lobbyId)?.GetLobbyMemberHandle(alice.id)?.Metadata(), { team: 'red' })
	assert.equal(await failed(provisional()), 'HTTPError 530010')
	assert.equal(await failed(client.UpdateProvisionalAccountDisplayName('Ada')), 'HTTPError 50026')

	await client.UnmergeIntoProvisionalAccount(platform.applicationId, OIDC, 'word of a provider')
	await platform.settled()
	assert.equal(client.GetStatus(), ClientStatus.Disconnected)
	assert.match(
		await failed(client.RefreshToken(platform.applicationId, linked.refreshToken)),
		/^HTTPError invalid_grant/,
	)
	await enter(await provisional())
	const again = client.GetCurrentUserV2()
	assert.deepEqual([again?.IsProvisional(), again?.DisplayName()], [true, 'alice'])
	assert.notEqual(String(again?.Id()), player.id)
	assert.equal(client.GetRelationships().length, 1)
	assert.deepEqual(client.GetLobbyIds(), [lobbyId])
	const unmerge = (proof: string) => client.UnmergeIntoProvisionalAccount(platform.applicationId, OIDC, proof)
	assert.equal(await failed(unmerge('word of a provider')), 'HTTPError 50229')
	assert.equal(await failed(unmerge('nobody')), 'HTTPError 10013')
})

for (const by of ['RevokeToken', 'unlink'] as const) {
	test(`an authorization that ends by ${by} ends every token and the session, for good`, async () => {
		const platform = fakePlatform()
		const alice = platform.player('alice')
		platform.signIn(alice)
		using client = gameOn(platform)
		const tokens = await signIn(client)
		await client.UpdateToken(tokens.tokenType, tokens.accessToken)
		client.Connect()
		await platform.settled()
		if (by === 'unlink') platform.unlink(alice)
		else await client.RevokeToken(platform.applicationId, tokens.refreshToken)
		await platform.advance(120_000)
		assert.equal(client.GetStatus(), ClientStatus.Disconnected)
		assert.match(
			await failed(client.RefreshToken(platform.applicationId, tokens.refreshToken)),
			/^HTTPError invalid_grant/,
		)
		assert.equal(client.IsAuthenticated(), false, 'Y8 a token that died is let go')
	})
}

/** What the person with the other device does, and how it ends. */
const DEVICES: readonly [what: string, act: (platform: FakePlatform) => Promise<void>, end: RegExp][] = [
	[
		'who allows it after a while',
		async (platform) => {
			await platform.advance(60_000)
			platform.signIn(platform.player('alice'))
			await platform.advance(10_000)
		},
		/^done$/,
	],
	[
		'who refuses',
		async (platform) => {
			platform.signIn('refuses')
			await platform.advance(10_000)
		},
		/^Aborted /,
	],
	['who is not there', (platform) => platform.advance(300_000), /^AuthorizationFailed /],
]

for (const [what, act, end] of DEVICES) {
	test(`a code on a device, of one ${what}`, async () => {
		const platform = fakePlatform()
		const shown: DeviceCode[] = []
		let isOpen = false
		const deviceScreen = {
			open(code: DeviceCode) {
				shown.push(code)
				isOpen = true
				return () => {
					isOpen = false
				}
			},
		}
		using client = gameOn(platform, { deviceScreen })
		const ended = failed(client.GetTokenFromDevice(new DeviceAuthorizationArgs({ scopes: 'openid sdk.social_layer' })))
		await platform.settled()
		assert.match(shown[0]?.userCode ?? '', /^[A-Z]{4}-[A-Z]{4}$/)
		await act(platform)
		assert.match(await ended, end)
		assert.equal(isOpen, false)
	})
}

/** Calls that a platform refuses, by what they are. */
const REFUSED: Readonly<Record<string, (platform: FakePlatform) => Promise<[Promise<unknown>, string]>>> = {
	'a lobby with the scopes of presence': async (platform) => {
		const client = new Client(platform.options())
		const token = platform.player('alice').token({ scopes: Client.GetDefaultPresenceScopes().split(' ') })
		await client.UpdateToken(1, token)
		client.Connect()
		await platform.settled()
		return [client.CreateOrJoinLobby('room'), 'HTTPError 50026']
	},
	'a message with the scopes of presence': async (platform) => {
		const client = new Client(platform.options())
		const token = platform.player('alice').token({ scopes: Client.GetDefaultPresenceScopes().split(' ') })
		await client.UpdateToken(1, token)
		client.Connect()
		await platform.settled()
		return [client.SendUserMessage(platform.player('bob').id, 'hi'), 'HTTPError 50026']
	},
	'a message to a stranger who does not play': async (platform) => {
		const client = await platform.play(platform.player('alice'))
		const bob = platform.player('bob')
		bob.shows({ status: 'offline' })
		return [client.SendUserMessage(bob.id, 'hi'), 'HTTPError 50007']
	},
	'a lobby beyond the hundredth': async (platform) => {
		const client = await platform.play(platform.player('alice'))
		for (let room = 0; room < 100; room++) await client.CreateOrJoinLobby(`room-${room}`)
		await client.CreateOrJoinLobby('room-7')
		return [client.CreateOrJoinLobby('one more'), 'HTTPError 50035']
	},
	'a lobby that is full': async (platform) => {
		const client = await platform.play(platform.player('alice'))
		for (let at = 0; at < 1000; at++) platform.player(`player-${at}`).joins('room')
		return [client.CreateOrJoinLobby('room'), 'HTTPError 50035']
	},
	'somebody who is no friend any more, asked to be removed': async (platform) => {
		const client = await platform.play(platform.player('alice'))
		return [client.RemoveGameFriend(platform.player('bob').id), 'ValidationError ']
	},
	'a lobby of a secret, linked': async (platform) => {
		const alice = platform.player('alice')
		const client = await platform.play(alice)
		platform.guild('Home', [alice], [{ id: '99' }])
		const lobbyId = alice.joins('room')
		alice.isMember(lobbyId, { flags: 1 })
		return [client.LinkChannelToLobby(lobbyId, '99'), 'HTTPError 50035']
	},
}

for (const [what, call] of Object.entries(REFUSED)) {
	test(`refused: ${what}`, async () => {
		const [operation, end] = await call(fakePlatform())
		assert.ok((await failed(operation)).startsWith(end))
	})
}

test('a secret lets in for thirty days; then it makes another lobby', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	const first = alice.joins('room')
	await platform.advance(30 * 86_400_000 - 1)
	assert.equal(bob.joins('room'), first)
	await platform.advance(1)
	assert.notEqual(platform.player('carol').joins('room'), first)
})
