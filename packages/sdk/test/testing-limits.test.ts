/** What the platform in memory bounds, and a game of a publisher on it: each as a platform has it (rate-limits.md, relationships.md F4). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	AuthorizationArgs,
	Client,
	ClientStatus,
	ErrorType,
	RelationshipType,
	type SocialSdkError,
} from '../src/index.ts'
import { fakePlatform } from '../src/testing/index.ts'
import { failed } from './told.ts'

test('what is asked too often is answered with 429 until the window is over, for each player', async () => {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	using hers = await platform.play(alice)
	using his = await platform.play(bob)
	const lobbyId = await hers.CreateOrJoinLobby('room')
	const other = await hers.CreateOrJoinLobby('other room')
	await his.CreateOrJoinLobby('room')
	platform.limit('POST /lobbies/:/messages', { count: 2, seconds: 10 })
	await hers.SendLobbyMessage(lobbyId, 'one')
	await platform.advance(4_000)
	await hers.SendLobbyMessage(other, 'two')
	await platform.advance(2_500)
	const error = await hers.SendLobbyMessage(lobbyId, 'three').catch((error: SocialSdkError) => error)
	assert.ok(typeof error === 'object')
	assert.deepEqual(
		[error.type, error.status, error.retryable, error.retryAfter, error.result.Error()],
		[ErrorType.HTTPError, 429, true, 3.5, 'You are being rate limited.'],
	)
	assert.equal(await failed(his.SendLobbyMessage(lobbyId, 'mine')), 'done', 'another player')
	assert.equal(await failed(hers.CreateOrJoinLobby('room')), 'done', 'another route')
	await platform.advance(error.retryAfter * 1000 - 1)
	assert.match(await failed(hers.SendLobbyMessage(lobbyId, 'early')), /^HTTPError/)
	await platform.advance(1)
	assert.equal(await failed(hers.SendLobbyMessage(lobbyId, 'three')), 'done')

	platform.limit('POST /lobbies/:/messages', { count: 0, seconds: 60 })
	assert.match(await failed(his.SendLobbyMessage(lobbyId, 'never')), /^HTTPError/)
	platform.limit('POST /lobbies/:/messages')
	assert.equal(await failed(his.SendLobbyMessage(lobbyId, 'as it was')), 'done')
	assert.throws(() => platform.limit('POST /lobby', { count: 1, seconds: 1 }), /no route POST \/lobby/)
})

test('a limit says so in its headers, and holds for what is asked without a token', async () => {
	const platform = fakePlatform()
	platform.limit('POST /partner-sdk/token', { count: 1, seconds: 90 })
	const ask = async () =>
		(platform.options().Fetch() ?? assert.fail())('https://platform.invalid/api/v10/partner-sdk/token', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ client_id: platform.applicationId, external_auth_token: 'proof' }),
		})
	assert.equal((await ask()).status, 200)
	const { status, headers } = await ask()
	assert.deepEqual(
		[status, headers.get('Retry-After'), headers.get('X-RateLimit-Limit'), headers.get('X-RateLimit-Remaining')],
		[429, '90', '1', '0'],
	)
})

test('who has as many friends as may be neither asks nor accepts, nor is accepted; within the game they do', async () => {
	const platform = fakePlatform({ mostFriends: 1 })
	const [alice, bob, carl] = [platform.player('alice'), platform.player('bob'), platform.player('carl')]
	using hers = await platform.play(alice)
	using his = await platform.play(carl)
	carl.asks(alice, 'platform')
	bob.asks(alice, 'platform')
	await platform.settled()
	assert.equal(await failed(hers.AcceptPlatformFriendRequest(bob.id)), 'done')
	assert.equal(await failed(hers.AcceptPlatformFriendRequest(carl.id)), 'HTTPError 30002')
	assert.equal(await failed(his.SendPlatformFriendRequestById(bob.id)), 'done', 'to ask is for who has room')
	assert.throws(() => bob.asks(carl, 'platform'), /Maximum number of friends reached \(1\)/)
	assert.equal(await failed(hers.SendPlatformFriendRequest('dora')), 'HTTPError 80004')
	platform.player('dora')
	assert.equal(await failed(hers.SendPlatformFriendRequest('dora')), 'HTTPError 30002')
	assert.equal(await failed(hers.SendGameFriendRequest('dora')), 'done')
	alice.ends(bob, 'platform')
	await platform.settled()
	assert.equal(await failed(hers.AcceptPlatformFriendRequest(carl.id)), 'done')
	await platform.settled()
	assert.equal(hers.GetRelationshipHandle(carl.id).PlatformRelationshipType(), RelationshipType.Friend)
})

test('players of a game of a publisher sign in to that, and play with tokens of the game', async () => {
	const [publisherId, siblingId] = ['1100000000000000002', '1100000000000000003']
	const platform = fakePlatform({ publisherId, siblingIds: [siblingId] })
	const [alice, bob] = [platform.player('alice'), platform.player('bob')]
	platform.signIn(alice)
	using client = new Client(platform.options())
	client.SetApplicationId(platform.applicationId)
	const pair = client.CreateAuthorizationCodeVerifier()
	const scopes = Client.GetDefaultCommunicationScopes()
	const args = new AuthorizationArgs({ clientId: publisherId, scopes, codeChallenge: pair.Challenge() })
	const { code, redirectUri } = await client.Authorize(args)
	assert.match(
		await failed(client.GetToken(platform.applicationId, code, pair.Verifier(), redirectUri)),
		/invalid_client/,
		'nobody signs in to a game of a publisher',
	)
	const parent = await client.GetToken(publisherId, code, pair.Verifier(), redirectUri)
	await client.UpdateToken(parent.tokenType, parent.accessToken)
	client.Connect()
	await platform.settled()
	assert.equal(client.GetStatus(), ClientStatus.Disconnected, 'it cannot connect itself')

	await platform.advance(86_400_000)
	const child = await client.ExchangeChildToken(parent.accessToken, platform.applicationId)
	assert.deepEqual([child.expiresIn, child.scopes], [6 * 86_400, scopes])
	await client.UpdateToken(child.tokenType, child.accessToken)
	assert.equal(String(client.GetApplicationId()), platform.applicationId)
	client.Connect()
	await platform.settled()
	assert.equal(client.GetStatus(), ClientStatus.Ready)
	assert.equal(await failed(client.ExchangeChildToken(child.accessToken, siblingId)), 'HTTPError 50025')
	assert.equal(await failed(client.ExchangeChildToken(parent.accessToken, publisherId)), 'HTTPError 10002')
	assert.equal((await client.ExchangeChildToken(parent.accessToken, siblingId)).expiresIn, 6 * 86_400)

	const second = await client.RefreshToken(publisherId, parent.refreshToken)
	assert.equal(await failed(client.CreateOrJoinLobby('room')), 'done', 'a refresh leaves what was exchanged')
	alice.asks(bob)
	bob.asks(alice)
	bob.shows({ activities: [{ application_id: siblingId, details: 'Elsewhere' }] })
	using his = await platform.play(bob)
	await platform.settled()
	const activity = client.GetUser(bob.id)?.GameActivity()
	assert.deepEqual(
		[activity?.ApplicationId(), activity?.ParentApplicationId(), his.GetStatus()],
		[BigInt(siblingId), BigInt(publisherId), ClientStatus.Ready],
	)
	await client.RevokeToken(publisherId, second.refreshToken)
	await platform.settled()
	assert.equal(client.GetStatus(), ClientStatus.Disconnected)
})
