import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClientStatus, ErrorType, type SocialSdkError, UserHandle } from '../src/index.ts'
import { movableClock } from './clock.ts'
import type { Player } from './platform.ts'
import { type Playing, playing } from './playing.ts'

const LOBBY = '1300000000000000001'

const member = (user: Player, more: object = {}) => ({
	id: user.id,
	metadata: null,
	flags: 0,
	connected: true,
	user,
	...more,
})
const lobby = (...members: object[]) => ({
	id: LOBBY,
	application_id: '1',
	metadata: { map: 'desert' },
	flags: 0,
	members,
})
const message = (id: number, author: Player, more: object = {}) => ({
	id: String(1_300_000_000_000_000_000n + BigInt(id)),
	type: 0,
	content: `message ${id}`,
	lobby_id: LOBBY,
	channel_id: LOBBY,
	author,
	flags: 0,
	...more,
})

/** A game that is Ready and in a lobby with bob. */
async function inLobby(options = {}): Promise<Playing & { bob: Player }> {
	const play = await playing(options)
	const bob = play.platform.player('bob')
	play.platform.gateway.ready = {
		lobbies: [lobby(member(play.alice), member(bob, { flags: 1, metadata: { team: 'red' } }))],
	}
	await play.ready()
	return Object.assign(play, { bob })
}

/** Everything a client tells from now on, until the returned function is called. */
function telling({ client }: Playing): string[] {
	const told: string[] = []
	for (const event of [
		...(['lobbyCreated', 'lobbyUpdated', 'lobbyDeleted', 'userUpdated'] as const),
		...(['lobbyMemberAdded', 'lobbyMemberUpdated', 'lobbyMemberRemoved'] as const),
		...(['messageCreated', 'messageUpdated', 'messageDeleted'] as const),
	]) {
		client.on(event, (...values: bigint[]) => told.push([event, ...values].join(' ')))
	}
	return told
}

test('the lobbies of READY are there when the status is Ready, and are not told as new', async () => {
	await using play = await playing()
	const told = telling(play)
	const bob = play.platform.player('bob')
	play.platform.gateway.ready = {
		lobbies: [lobby(member(play.alice), member(bob, { flags: 1, metadata: { team: 'red' } }))],
	}
	await play.ready()
	assert.deepEqual(play.client.GetLobbyIds(), [BigInt(LOBBY)])
	assert.deepEqual(told, [])
	const handle = play.client.GetLobbyHandle(LOBBY)
	assert.equal(handle?.Id(), BigInt(LOBBY))
	assert.deepEqual(handle?.Metadata(), { map: 'desert' })
	assert.deepEqual(handle?.LobbyMemberIds(), [BigInt(play.alice.id), BigInt(bob.id)])
	const other = handle?.GetLobbyMemberHandle(bob.id)
	assert.deepEqual(
		[other?.Id(), other?.CanLinkLobby(), other?.Connected(), other?.Metadata(), other?.User()?.Username()],
		[BigInt(bob.id), true, true, { team: 'red' }, 'bob'],
	)
	assert.equal(handle?.GetLobbyMemberHandle(5), undefined)
	assert.equal(play.client.GetLobbyHandle(5), undefined)
})

for (const order of ['before', 'after'] as const) {
	test(`a lobby is told as created once, and who is connected, the dispatch coming ${order} the answer`, async () => {
		await using play = await playing()
		const { client, platform, alice } = play
		const bob = platform.player('bob')
		await play.ready()
		const told = telling(play)
		const created = play.heard('lobbyCreated')
		platform.answers.set('PUT /lobbies', ({ body }) => {
			assert.deepEqual(body, { secret: 's3cret', lobby_metadata: { a: '1' }, member_metadata: { b: '2' } })
			if (order === 'before') platform.gateway.dispatch('LOBBY_CREATE', lobby(member(alice), member(bob)))
			return { body: { ...lobby({ id: alice.id, metadata: { b: '2' }, flags: 0 }, { id: bob.id, flags: 0 }) } }
		})
		if (order === 'before') void created
		const id = await client.CreateOrJoinLobbyWithMetadata('s3cret', { a: '1' }, { b: '2' })
		assert.equal(id, BigInt(LOBBY))
		assert.ok(client.GetLobbyHandle(id), 'there when the operation is done')
		await created
		if (order === 'after') {
			platform.gateway.dispatch('LOBBY_CREATE', lobby(member(alice), member(bob)))
		}
		const marker = play.heard('userUpdated')
		platform.gateway.dispatch('USER_UPDATE', { ...alice, avatar: 'x' })
		await marker
		const completed = order === 'after' ? [`lobbyMemberUpdated ${LOBBY} ${bob.id}`] : []
		assert.deepEqual(told, [`lobbyCreated ${LOBBY}`, ...completed, `userUpdated ${alice.id}`])
		assert.deepEqual(
			client
				.GetLobbyHandle(id)
				?.LobbyMembers()
				.map((one) => one.Connected()),
			[true, true],
		)
	})
}

test('members come, change and go; of oneself only changes are told', async () => {
	await using play = await inLobby()
	const { client, platform, alice, bob } = play
	const carol = platform.player('carol')
	const told = telling(play)
	const about = (user: Player, more = {}) => ({ lobby_id: LOBBY, application_id: '1', member: member(user, more) })
	platform.gateway.dispatch('LOBBY_MEMBER_ADD', about(alice))
	platform.gateway.dispatch('LOBBY_MEMBER_ADD', about(carol))
	platform.gateway.dispatch('LOBBY_MEMBER_DISCONNECT', about(bob, { connected: false }))
	// Who hears it twice is told once.
	platform.gateway.dispatch('LOBBY_MEMBER_UPDATE', about(bob, { connected: true }))
	platform.gateway.dispatch('LOBBY_MEMBER_CONNECT', about(bob, { connected: true }))
	platform.gateway.dispatch('LOBBY_MEMBER_UPDATE', about(alice, { metadata: { ready: 'yes' } }))
	platform.gateway.dispatch('LOBBY_MEMBER_REMOVE', about(carol))
	platform.gateway.dispatch('LOBBY_MEMBER_REMOVE', about(carol))
	const updated = play.heard('lobbyUpdated')
	platform.gateway.dispatch('LOBBY_UPDATE', lobby(member(alice, { metadata: { ready: 'yes' } })))
	await updated
	assert.deepEqual(told, [
		`lobbyMemberAdded ${LOBBY} ${carol.id}`,
		`lobbyMemberUpdated ${LOBBY} ${bob.id}`,
		`lobbyMemberUpdated ${LOBBY} ${bob.id}`,
		`lobbyMemberUpdated ${LOBBY} ${alice.id}`,
		`lobbyMemberRemoved ${LOBBY} ${carol.id}`,
		`lobbyUpdated ${LOBBY}`,
	])
	assert.deepEqual(client.GetLobbyHandle(LOBBY)?.LobbyMemberIds(), [BigInt(alice.id)])
	assert.equal(client.GetUser(carol.id)?.Username(), 'carol')
	assert.equal(client.GetUser(77), undefined)
})

test('leaving tells of it once, and handles of the lobby are empty then', async () => {
	await using play = await inLobby()
	const { client, platform } = play
	const told = telling(play)
	const handle = client.GetLobbyHandle(LOBBY)
	platform.answers.set(`DELETE /lobbies/${LOBBY}/members/@me`, () => ({ status: 204 }))
	await client.LeaveLobby(LOBBY)
	platform.gateway.dispatch('LOBBY_DELETE', { id: LOBBY, reason: 'removed' })
	const marker = play.heard('userUpdated')
	platform.gateway.dispatch('USER_UPDATE', { ...play.alice, avatar: 'x' })
	await marker
	assert.deepEqual(told[0], `lobbyDeleted ${LOBBY}`)
	assert.equal(told.length, 2)
	assert.deepEqual(client.GetLobbyIds(), [])
	assert.deepEqual([handle?.Id(), handle?.LobbyMemberIds(), handle?.Metadata()], [BigInt(LOBBY), [], {}])
})

test('what is said arrives with everything about it', async () => {
	await using play = await inLobby()
	const { client, platform, alice, bob } = play
	const heard = play.heard('messageCreated')
	platform.gateway.dispatch(
		'LOBBY_MESSAGE_CREATE',
		message(1, bob, {
			content: `hi <@${alice.id}> <:wave:123456789012345678> <@42>`,
			metadata: { x: 'y' },
			lobby_member: { additional_name: 'Sir Bob' },
			application_id: '1100000000000000001',
		}),
	)
	const [id] = await heard
	const handle = client.GetMessageHandle(id)
	assert.ok(handle)
	assert.equal(handle.Content(), 'hi @alice :wave: <@42>')
	assert.match(handle.RawContent(), /^hi <@\d+>/)
	assert.deepEqual(handle.Metadata(), { x: 'y' })
	assert.deepEqual(handle.ModerationMetadata(), {})
	assert.equal(handle.AdditionalName(), 'Sir Bob')
	assert.equal(handle.ApplicationId(), 1100000000000000001n)
	assert.equal(handle.Author()?.Username(), 'bob')
	assert.equal(handle.AuthorId(), BigInt(bob.id))
	assert.equal(handle.ChannelId(), BigInt(LOBBY))
	assert.equal(handle.Lobby()?.Id(), BigInt(LOBBY))
	assert.equal(handle.SentFromGame(), true)
	assert.equal(handle.EditedTimestamp(), 0)
	assert.equal(handle.SentTimestamp(), Number((id >> 22n) + 1_420_070_400_000n))

	const edited = play.heard('messageUpdated')
	const moderation_metadata = { action: 'blur' }
	platform.gateway.dispatch('LOBBY_MESSAGE_UPDATE', message(1, bob, { content: 'bye', moderation_metadata }))
	await edited
	assert.equal(handle.Content(), 'bye', 'handles are live')
	assert.deepEqual(handle.ModerationMetadata(), moderation_metadata)

	const deleted = play.heard('messageDeleted')
	platform.gateway.dispatch('LOBBY_MESSAGE_DELETE', { id: String(id), lobby_id: LOBBY })
	assert.deepEqual(await deleted, [id, BigInt(LOBBY)])
	assert.equal(client.GetMessageHandle(id), undefined)
	assert.equal(handle.RawContent(), 'bye')
})

test('V7 history, which is text alone, takes nothing from what was heard of a message', async () => {
	await using play = await inLobby()
	const { client, platform, bob } = play
	const heard = play.heard('messageCreated')
	const written = message(1, bob, { content: 'look', channel_id: '77' })
	platform.gateway.dispatch('LOBBY_MESSAGE_CREATE', { ...written, attachments: [{}, {}], embeds: [] })
	const [id] = await heard
	const count = () => client.GetMessageHandle(id)?.AdditionalContent()?.Count()
	assert.equal(count(), 2)
	platform.answers.set(`GET /lobbies/${LOBBY}/messages`, () => ({ body: [{ ...written, content: 'look here' }] }))
	const [shown] = await client.GetLobbyMessagesWithLimit(LOBBY, 5)
	assert.deepEqual([shown?.Content(), shown?.AdditionalContent()?.Count(), count()], ['look here', 2, 2])
	const edited = play.heard('messageUpdated')
	platform.gateway.dispatch('LOBBY_MESSAGE_UPDATE', { ...written, attachments: [], embeds: [] })
	await edited
	assert.equal(count(), undefined)
})

test('the 25 newest messages can be looked up, and a handle outlives that', async () => {
	await using play = await inLobby()
	const { client, platform, bob } = play
	const first = play.heard('messageCreated')
	platform.gateway.dispatch('LOBBY_MESSAGE_CREATE', message(1, bob))
	const [id] = await first
	const handle = client.GetMessageHandle(id)
	for (let n = 2; n <= 26; n++) platform.gateway.dispatch('LOBBY_MESSAGE_CREATE', message(n, bob))
	const updated = play.heard('messageUpdated')
	platform.gateway.dispatch('LOBBY_MESSAGE_UPDATE', message(1, bob, { content: 'edited' }))
	await updated
	assert.equal(client.GetMessageHandle(id), undefined)
	assert.ok(client.GetMessageHandle(message(2, bob).id))
	assert.equal(handle?.RawContent(), 'edited')
})

test('sending gives the id; the message is told once, by the gateway', async () => {
	await using play = await inLobby()
	const { client, platform, alice } = play
	const told = telling(play)
	platform.answers.set(`POST /lobbies/${LOBBY}/messages`, ({ body, headers }) => {
		assert.equal(headers.authorization, `Bearer ${play.token}`)
		return { status: 201, body: message(7, alice, body) }
	})
	const id = await client.SendLobbyMessageWithMetadata(LOBBY, 'hello', { k: 'v' })
	assert.equal(client.GetMessageHandle(id)?.Content(), 'hello')
	const created = play.heard('messageCreated')
	platform.gateway.dispatch('LOBBY_MESSAGE_CREATE', message(7, alice, { content: 'hello', metadata: { k: 'v' } }))
	assert.deepEqual(await created, [id])
	assert.deepEqual(told, [`messageCreated ${id}`])
})

test('history is newest first and does not crowd out the newest', async () => {
	await using play = await inLobby()
	const { client, platform, bob } = play
	platform.answers.set(`GET /lobbies/${LOBBY}/messages`, ({ query }) => {
		assert.equal(query.get('limit'), '3')
		return { body: [message(1, bob), message(3, bob), message(2, bob)] }
	})
	const messages = await client.GetLobbyMessagesWithLimit(LOBBY, 3)
	assert.deepEqual(
		messages.map((handle) => handle.Content()),
		['message 3', 'message 2', 'message 1'],
	)
	assert.equal(client.GetMessageHandle(messages[0]?.Id() ?? 0n), undefined)
	const invalid = (error: SocialSdkError) => error.type === ErrorType.ValidationError
	for (const limit of [0, 201, 1.5]) await assert.rejects(client.GetLobbyMessagesWithLimit(LOBBY, limit), invalid)
})

test('what cannot work is not sent', async () => {
	await using play = await inLobby()
	const { client, platform } = play
	const before = platform.requests.length
	const invalid = (error: SocialSdkError) => error.type === ErrorType.ValidationError
	await assert.rejects(client.CreateOrJoinLobby(''), invalid)
	await assert.rejects(client.CreateOrJoinLobby('x'.repeat(251)), invalid)
	await assert.rejects(client.CreateOrJoinLobbyWithMetadata('s', { a: 1 as never }, {}), invalid)
	await assert.rejects(client.SendLobbyMessage(LOBBY, ''), invalid)
	await assert.rejects(client.SendLobbyMessage(LOBBY, 'x'.repeat(2001)), invalid)
	await assert.rejects(client.SendLobbyMessage('lobby', 'x'), invalid)
	await assert.rejects(client.LeaveLobby(2 ** 60), invalid)
	assert.equal(platform.requests.length, before)
	await new Promise<void>((resolve) => {
		client.SendLobbyMessage('lobby', 'x', (result, messageId) => {
			assert.deepEqual([result.Type(), messageId], [ErrorType.ValidationError, 0n])
			resolve()
		})
	})
})

test('operations need a session', async () => {
	await using play = await playing()
	await assert.rejects(
		play.client.CreateOrJoinLobby('s'),
		(error: SocialSdkError) => error.type === ErrorType.ClientNotReady && error.retryable,
	)
})

test('refusals of the platform are results: limits with their time, errors with their code', async () => {
	await using play = await inLobby()
	const { client, platform } = play
	const send = () => client.SendLobbyMessage(LOBBY, 'x')
	const route = `POST /lobbies/${LOBBY}/messages`
	platform.answers.set(route, () => ({
		status: 429,
		body: { message: 'You are being rate limited.', retry_after: 1.5, global: false },
	}))
	await assert.rejects(
		send(),
		(error: SocialSdkError) => error.retryable && error.retryAfter === 1.5 && error.status === 429,
	)
	platform.answers.set(route, () => ({ status: 403, body: { message: 'Missing Access', code: 50001 } }))
	await assert.rejects(send(), (error: SocialSdkError) => {
		assert.deepEqual([error.code, error.status, error.retryable], [50001, 403, false])
		assert.equal(error.result.Error(), 'Missing Access')
		return true
	})
	platform.answers.set(route, () => ({ status: 502 }))
	await assert.rejects(send(), (error: SocialSdkError) => error.retryable)
})

test('a request that takes too long is given up', async () => {
	const clock = movableClock()
	await using play = await inLobby({ clock })
	const { client, platform } = play
	client.SetHttpRequestTimeout(500)
	const asked = Promise.withResolvers<void>()
	for (const route of [`POST /lobbies/${LOBBY}/messages`, 'PUT /lobbies']) {
		platform.answers.set(route, () => void asked.resolve())
	}
	const said = assert.rejects(client.SendLobbyMessage(LOBBY, 'x'), (error: SocialSdkError) => {
		assert.deepEqual([error.type, error.retryable], [ErrorType.NetworkError, false])
		assert.match(error.message, /timed out/)
		return true
	})
	const joined = assert.rejects(client.CreateOrJoinLobby('s'), (error: SocialSdkError) => error.retryable)
	await asked.promise
	clock.advance(501)
	await Promise.all([said, joined])
	assert.throws(() => client.SetHttpRequestTimeout(0), RangeError)
})

test('a platform that is not there is a NetworkError', async () => {
	await using play = await inLobby({
		fetch: (url: string, init: RequestInit) =>
			url.endsWith('/lobbies') ? Promise.reject(new TypeError('refused')) : fetch(url, init),
	})
	await assert.rejects(
		play.client.CreateOrJoinLobby('s'),
		(error: SocialSdkError) => error.type === ErrorType.NetworkError && error.retryable,
	)
})

test('a session that begins anew tells what changed in between', async () => {
	const clock = movableClock()
	await using play = await inLobby({ clock })
	const { platform, alice } = play
	const lost = play.status(ClientStatus.Reconnecting)
	platform.gateway.forget()
	platform.gateway.cut()
	await lost
	const other = { ...lobby(member(alice)), id: '1300000000000000002' }
	platform.gateway.ready = { lobbies: [other] }
	const told = telling(play)
	const ready = play.status(ClientStatus.Ready)
	clock.advance(1_200)
	await ready
	assert.deepEqual(told, [`lobbyDeleted ${LOBBY}`, `lobbyCreated ${other.id}`])
})

test('users: names and pictures', async () => {
	await using play = await playing()
	const { client, platform, alice } = play
	await play.ready()
	const { Gif, Png } = UserHandle.AvatarType
	const me = client.GetCurrentUserV2()
	assert.equal(me?.Avatar(), undefined)
	assert.equal(me?.AvatarUrl(Gif, Png), `${platform.origin}/embed/avatars/${(BigInt(alice.id) >> 22n) % 6n}.png`)
	const update = async (change: Partial<Player>) => {
		const heard = play.heard('userUpdated')
		platform.gateway.dispatch('USER_UPDATE', { ...alice, ...change })
		await heard
	}
	await update({ avatar: 'abc', global_name: 'Alice' })
	assert.equal(me?.AvatarUrl(Gif, Png), `${platform.origin}/avatars/${alice.id}/abc.png`)
	assert.deepEqual([me?.DisplayName(), me?.GlobalName(), me?.Username()], ['Alice', 'Alice', 'alice'])
	await update({ avatar: 'a_abc', public_flags: 1 << 23 })
	assert.equal(me?.AvatarUrl(Gif, Png), `${platform.origin}/avatars/${alice.id}/a_abc.gif`)
	assert.equal(me?.IsProvisional(), true)
	assert.equal(UserHandle.AvatarTypeToString(Gif), 'Gif')
})
