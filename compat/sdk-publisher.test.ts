/** A publisher with a game: its players allow the publisher, and play the game (behaviour.md §4.7). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	AuthorizationArgs,
	Client,
	ClientCreateOptions,
	ClientError,
	ClientStatus,
	type SocialSdkError,
} from '@guildhall/socialsdk'
import { setParent } from '../packages/server/src/domain/applications/publishers.ts'
import { game } from '../packages/server/test/oauth.ts'
import { testServer } from '../packages/server/test/server.ts'
import { becomes, consentOf, socketTo } from './in-process.ts'

const DAY = 86_400

test('a token of the publisher becomes one of the game, which connects and ends with it', async () => {
	await using server = await testServer()
	const webBase = await server.listen()
	const options = { isPublicClient: true, redirectUris: ['http://127.0.0.1/callback'] }
	const publisher = await game(server, 'Publisher', options)
	const lantern = await game(server, 'Lantern', { ...options, redirectUris: [] })
	await server.store.transaction((tx) => setParent(tx, lantern.id, publisher.id))
	await server.app.idle()
	const { id: aliceId } = await server.person('alice')

	const [openUrl, webSocket] = [consentOf(server, aliceId), socketTo(server)]
	using client = new Client(new ClientCreateOptions({ apiBase: `${webBase}/api`, webBase, openUrl, webSocket }))
	client.SetApplicationId(lantern.id)
	const pair = client.CreateAuthorizationCodeVerifier()
	const scopes = Client.GetDefaultCommunicationScopes()
	const args = new AuthorizationArgs({ clientId: publisher.id, scopes, codeChallenge: pair.Challenge() })
	const { code, redirectUri } = await client.Authorize(args)
	const parent = await client.GetToken(publisher.id, code, pair.Verifier(), redirectUri)

	await client.UpdateToken(parent.tokenType, parent.accessToken)
	const refused = becomes(client, ClientStatus.Disconnected)
	client.Connect()
	assert.deepEqual((await refused).slice(1), [ClientError.UnexpectedClose, 4004], 'it cannot connect itself')

	await server.advance(DAY * 1000)
	const child = await client.ExchangeChildToken(parent.accessToken, lantern.id)
	assert.deepEqual([child.expiresIn, child.scopes], [6 * DAY, scopes])
	await client.UpdateToken(child.tokenType, child.accessToken)
	assert.equal(client.GetApplicationId(), BigInt(lantern.id))
	const ready = becomes(client, ClientStatus.Ready)
	client.Connect()
	await ready
	assert.equal(client.GetCurrentUserV2()?.Id(), BigInt(aliceId))
	const lobbyId = await client.CreateOrJoinLobby('attic')

	const second = await client.RefreshToken(publisher.id, parent.refreshToken)
	await client.SendLobbyMessage(lobbyId, 'still here: a refresh leaves what was exchanged')
	const fresh = await client.ExchangeChildToken(second.accessToken, lantern.id)
	assert.equal(fresh.expiresIn, 7 * DAY)
	await client.UpdateToken(fresh.tokenType, fresh.accessToken)
	assert.equal(client.GetStatus(), ClientStatus.Ready, 'the session goes on with the new one')
	await assert.rejects(
		client.ExchangeChildToken(fresh.accessToken, lantern.id),
		({ code: number, status }: SocialSdkError) => number === 50025 && status === 401,
		'a token of a game is none of a publisher',
	)

	const ended = becomes(client, ClientStatus.Disconnected)
	await client.RevokeToken(publisher.id, second.refreshToken)
	assert.deepEqual((await ended).slice(1), [ClientError.UnexpectedClose, 4004])
	await assert.rejects(
		client.FetchCurrentUser(fresh.tokenType, fresh.accessToken),
		(error: SocialSdkError) => error.status === 401,
	)
})
