/** Players with placeholder accounts: their name, and what has to wait for a full account (behaviour.md §4.5). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AuthorizationTokenType, ClientStatus, ErrorType, type SocialSdkError } from '../src/index.ts'
import { type Playing, playing } from './playing.ts'

const PROVISIONAL = 1 << 23
const INVITE = 'POST /lobbies/5/members/@me/invites'

/** A game with a player who has no account of the platform, and what it opened in the browser. */
async function visiting(): Promise<Playing & { opened: string[] }> {
	const opened: string[] = []
	const play = await playing({ openUrl: (url) => void opened.push(url) })
	play.alice.public_flags = PROVISIONAL
	play.token = play.platform.token(play.alice)
	play.platform.answers.set(INVITE, () => ({ body: { code: 'harbour' } }))
	await play.ready()
	return Object.assign(play, { opened })
}

test('UpdateProvisionalAccountDisplayName tells the name, and the caches have it', async () => {
	await using play = await visiting()
	const { client, platform, alice } = play
	platform.answers.set('PATCH /users/@me/account', ({ body }) => ({ body: { ...alice, ...body } }))
	const updated = play.heard('userUpdated')
	await client.UpdateProvisionalAccountDisplayName('Ada')
	assert.deepEqual(platform.requests.at(-1)?.body, { global_name: 'Ada' })
	assert.deepEqual(await updated, [BigInt(alice.id)])
	assert.deepEqual(
		[client.GetCurrentUserV2()?.DisplayName(), client.GetCurrentUserV2()?.IsProvisional()],
		['Ada', true],
	)
	platform.answers.set('PATCH /users/@me/account', () => ({ status: 403, body: { message: 'no', code: 50026 } }))
	await assert.rejects(
		client.UpdateProvisionalAccountDisplayName('Eve'),
		(error: SocialSdkError) => error.code === 50026 && error.status === 403,
	)
})

test('an operation that needs a full account waits for the merge, and goes on with the session of the account', async () => {
	await using play = await visiting()
	const { client, platform } = play
	let asked = 0
	const url = client.JoinLinkedLobbyGuild(5, () => asked++)
	const bob = platform.player('bob')
	while (asked === 0) await new Promise(setImmediate)
	assert.equal(platform.requests.filter(({ path }) => path.endsWith('invites')).length, 0)
	const token = platform.token(bob)
	await client.UpdateToken(AuthorizationTokenType.Bearer, token)
	client.ProvisionalUserMergeCompleted(true)
	assert.equal(await url, `${platform.origin}/invite/harbour`)
	assert.equal(asked, 1)
	assert.equal(client.GetStatus(), ClientStatus.Ready)
	assert.equal(platform.requests.at(-1)?.headers.authorization, `Bearer ${token}`)
	assert.deepEqual(play.opened, [`${platform.origin}/invite/harbour`])

	assert.equal(await client.JoinLinkedLobbyGuild(5, () => asked++), `${platform.origin}/invite/harbour`)
	assert.equal(asked, 1, 'a full account is not asked for a merge')
})

test('a merge that is given up ends what waits for it, and so do a signal and the end of the client', async () => {
	await using play = await visiting()
	const { client } = play
	const failed = (type: ErrorType) => (error: SocialSdkError) => error.type === type
	const giveUp = () => client.ProvisionalUserMergeCompleted(false)
	await assert.rejects(client.JoinLinkedLobbyGuild(5, giveUp), failed(ErrorType.Aborted))

	const end = new AbortController()
	const aborted = client.JoinLinkedLobbyGuild(5, () => end.abort(), { signal: end.signal })
	await assert.rejects(aborted, failed(ErrorType.Aborted))
	await assert.rejects(
		client.JoinLinkedLobbyGuild(5, () => client.Destroy()),
		failed(ErrorType.ClientDestroyed),
	)
	client.ProvisionalUserMergeCompleted(true)
})

test('its completion gets the arguments of the native SDK', async () => {
	await using play = await playing()
	await play.ready()
	play.platform.answers.set(INVITE, () => ({ status: 404, body: { message: 'Unknown Channel', code: 10003 } }))
	const { promise, resolve } = Promise.withResolvers<unknown[]>()
	play.client.JoinLinkedLobbyGuild(
		5,
		() => assert.fail('a full account'),
		(result, inviteUrl) => resolve([result.ErrorCode(), inviteUrl]),
	)
	assert.deepEqual(await promise, [10003, ''])
})
