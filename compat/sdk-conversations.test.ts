/** Games in Node: what players write to each other, and lobbies linked to channels, against a whole platform. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
	AuthorizationTokenType,
	ChannelType,
	Client,
	ClientCreateOptions,
	ClientStatus,
	DisclosureTypes,
	type SocialSdkError,
} from '@guildhall/socialsdk'
import { becomes, heard } from './in-process.ts'
import { type FixtureUser, type Platform, startPlatform } from './platform.ts'

let platform: Platform

before(async () => {
	platform = await startPlatform('--fixture-size', 'small')
})

after(async () => {
	await platform?.[Symbol.asyncDispose]()
})

async function game(user: FixtureUser, openUrl: (url: string) => void = () => {}): Promise<Client> {
	const { api_base: apiBase, origin: webBase } = platform.fixture
	const client = new Client(new ClientCreateOptions({ apiBase, webBase, openUrl }))
	await client.UpdateToken(AuthorizationTokenType.Bearer, user.access_token)
	const ready = becomes(client, ClientStatus.Ready)
	client.Connect()
	await ready
	return client
}

async function call(authorization: string, method: string, path: string, body?: unknown) {
	const response = await fetch(`${platform.fixture.api_base}/v10${path}`, {
		method,
		headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
		...(body !== undefined && { body: JSON.stringify(body) }),
	})
	const text = await response.text()
	assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
	return text === '' ? undefined : JSON.parse(text)
}

const asServer = (method: string, path: string, body?: unknown) =>
	call(`Bot ${platform.fixture.bots[0].token}`, method, path, body)
const asUser = (user: FixtureUser, method: string, path: string, body?: unknown) =>
	call(`Bearer ${user.access_token}`, method, path, body)

const code = (expected: number) => (error: SocialSdkError) => {
	assert.equal(error.code, expected, error.message)
	return true
}

/** Resolves when the message is there, with its text. */
const said = (client: Client, text: string) =>
	heard(client, 'messageCreated', (id) => client.GetMessageHandle(id)?.RawContent() === text)

test('two who play write to each other within the game, change it, and read it again', async () => {
	const [aliceUser, bobUser] = platform.fixture.users
	using alice = await game(aliceUser)
	await assert.rejects(alice.SendUserMessage(bobUser.id, 'nobody there'), code(50007))
	using bob = await game(bobUser)

	const arrived = said(bob, `ahoy <@${bobUser.id}>`)
	const id = await alice.SendUserMessageWithMetadata(bobUser.id, `ahoy <@${bobUser.id}>`, { tone: 'loud' })
	assert.deepEqual(await arrived, [id])
	const message = bob.GetMessageHandle(id)
	assert.ok(message)
	assert.equal(message.Content(), `ahoy @${bobUser.global_name}`)
	assert.deepEqual(message.Metadata(), { tone: 'loud' })
	assert.deepEqual(
		[message.AuthorId(), message.RecipientId(), message.ChannelId()],
		[BigInt(aliceUser.id), BigInt(aliceUser.id), BigInt(aliceUser.id)],
	)
	assert.deepEqual([message.Channel(), bob.CanOpenMessageInPlatform(id)], [undefined, false])
	assert.equal(message.Recipient()?.Username(), 'alice')
	assert.equal(message.SentFromGame(), true)
	assert.equal(alice.GetMessageHandle(id)?.RecipientId(), BigInt(bobUser.id))

	const moderation = `/partner-sdk/dms/${bobUser.id}/${aliceUser.id}/messages/${id}/moderation-metadata`
	const moderated = heard(bob, 'messageUpdated')
	await asServer('PUT', moderation, { action: 'blur' })
	await moderated
	assert.deepEqual(message.ModerationMetadata(), { action: 'blur' })

	const edited = heard(bob, 'messageUpdated')
	await alice.EditUserMessage(bobUser.id, id, 'ahoy again')
	await edited
	assert.deepEqual([message.RawContent(), message.ModerationMetadata()], ['ahoy again', {}])
	await assert.rejects(bob.EditUserMessage(aliceUser.id, id, 'mine now'), code(50005))
	await assert.rejects(bob.DeleteUserMessage(aliceUser.id, id), code(50005))

	await bob.SendUserMessage(aliceUser.id, 'well met')
	const texts = (history: Awaited<ReturnType<Client['GetUserMessagesWithLimit']>>) =>
		history.map((handle) => handle.RawContent())
	assert.deepEqual(texts(await bob.GetUserMessagesWithLimit(aliceUser.id, 2)), ['well met', 'ahoy again'])
	assert.deepEqual(texts(await alice.GetUserMessagesWithLimit(bobUser.id, 0)), ['well met', 'ahoy again'])
	const summaries = await alice.GetUserMessageSummaries()
	const [newest] = await alice.GetUserMessagesWithLimit(bobUser.id, 1)
	assert.deepEqual(
		summaries.map((summary) => [summary.UserId(), summary.LastMessageId()]),
		[[BigInt(bobUser.id), newest?.Id()]],
	)

	const deleted = heard(bob, 'messageDeleted')
	await alice.DeleteUserMessage(bobUser.id, id)
	assert.deepEqual(await deleted, [id, BigInt(aliceUser.id)])
	assert.deepEqual(texts(await bob.GetUserMessagesWithLimit(aliceUser.id, 200)), ['well met'])
	await assert.rejects(alice.GetUserMessagesWithLimit('1', 5), (error: SocialSdkError) => error.status === 404)
})

test('friends write in their channel of the platform, which the player is told once', async () => {
	const [aliceUser, , spare] = platform.fixture.users
	await asUser(aliceUser, 'PUT', `/users/@me/relationships/${spare.id}`, {})
	await asUser(spare, 'PUT', `/users/@me/relationships/${aliceUser.id}`, {})
	using alice = await game(aliceUser)
	const notice = heard(alice, 'messageCreated', (id) => alice.GetMessageHandle(id)?.DisclosureType() !== undefined)
	const id = await alice.SendUserMessage(spare.id, 'hello')
	const [noticeId] = await notice
	assert.equal(alice.GetMessageHandle(noticeId)?.DisclosureType(), DisclosureTypes.MessageDataVisibleOnPlatform)
	const channel = alice.GetMessageHandle(id)?.Channel()
	assert.deepEqual([channel?.Type(), channel?.Recipients()], [ChannelType.Dm, [BigInt(spare.id)]])
	assert.equal(alice.GetChannelHandle(channel?.Id() ?? 0n)?.Id(), channel?.Id())
	assert.equal(alice.CanOpenMessageInPlatform(id), true)
	await asUser(aliceUser, 'PUT', `/users/@me/relationships/${spare.id}`, { type: 2 })
	await assert.rejects(alice.SendUserMessage(spare.id, 'x'), code(50007))
	await asUser(aliceUser, 'DELETE', `/users/@me/relationships/${spare.id}`)
})

test('a lobby is linked to a channel: both hear what is said in either', async () => {
	const [aliceUser, bobUser] = platform.fixture.users
	const { guild } = platform.fixture
	const shown: string[] = []
	using alice = await game(aliceUser, (url) => void shown.push(url))
	using bob = await game(bobUser)
	const inBoth = Promise.all([heard(alice, 'lobbyCreated'), heard(bob, 'lobbyCreated')])
	const members = [{ id: aliceUser.id, flags: 1 }, { id: bobUser.id }]
	const { id: lobbyId } = await asServer('POST', '/lobbies', { members, metadata: { map: 'harbour' } })
	await inBoth

	const guilds = await alice.GetUserGuilds()
	assert.ok(guilds.some((one) => one.Id() === BigInt(guild.id) && one.Name() === guild.name))
	const channels = await alice.GetGuildChannels(guild.id)
	// As clients of the platform show them: what is in a category stands behind it.
	const homes = channels.map((channel) =>
		channel.Type() === ChannelType.GuildCategory ? channel.Id() : channel.ParentId(),
	)
	assert.ok(homes.filter(Boolean).length > 2)
	assert.equal(homes.filter((home, at) => home !== homes[at - 1]).length, new Set(homes).size)
	const channel = channels.find((one) => one.Id() === BigInt(guild.text_channel_id))
	assert.deepEqual(
		[channel?.Type(), channel?.IsLinkable(), channel?.LinkedLobby()],
		[ChannelType.GuildText, true, undefined],
	)
	const theirs = (await bob.GetGuildChannels(guild.id)).find((one) => one.Id() === channel?.Id())
	assert.equal(theirs?.IsLinkable(), false, 'bob may not manage it')

	await assert.rejects(
		alice.JoinLinkedLobbyGuild(lobbyId, () => {}),
		code(10003),
	)
	await assert.rejects(bob.LinkChannelToLobby(lobbyId, guild.text_channel_id), code(50001))
	await assert.rejects(alice.LinkChannelToLobby(lobbyId, '5'), code(10003))
	const linkSeen = heard(bob, 'lobbyUpdated')
	await alice.LinkChannelToLobby(lobbyId, guild.text_channel_id)
	await linkSeen
	for (const client of [alice, bob]) {
		const linked = client.GetLobbyHandle(lobbyId)?.LinkedChannel()
		assert.deepEqual(
			[linked?.Id(), linked?.Name(), linked?.GuildId()],
			[BigInt(guild.text_channel_id), channel?.Name(), BigInt(guild.id)],
		)
	}
	const [linkedLobby] = (await alice.GetGuildChannels(guild.id)).flatMap((one) => one.LinkedLobby() ?? [])
	assert.equal(linkedLobby?.LobbyId(), BigInt(lobbyId))

	const arrived = said(bob, 'all hands')
	const id = await alice.SendLobbyMessage(lobbyId, 'all hands')
	await arrived
	assert.equal(alice.CanOpenMessageInPlatform(id), true)
	const copy = await asServer('GET', `/channels/${guild.text_channel_id}/messages/${id}`)
	assert.equal(copy.content, 'all hands')

	const answered = said(alice, 'from the guild')
	const posted = await asServer('POST', `/channels/${guild.text_channel_id}/messages`, { content: 'from the guild' })
	assert.deepEqual(await answered, [BigInt(posted.id)])
	const answer = alice.GetMessageHandle(posted.id)
	assert.deepEqual(
		[answer?.ChannelId(), answer?.Lobby()?.Id(), answer?.Channel()?.Name(), answer?.SentFromGame()],
		[BigInt(guild.text_channel_id), BigInt(lobbyId), channel?.Name(), false],
	)

	const url = await alice.JoinLinkedLobbyGuild(lobbyId, () => assert.fail('she has an account'))
	assert.match(url, new RegExp(`^${platform.fixture.origin}/invite/\\w+$`))
	assert.deepEqual(shown, [url])
	assert.equal((await fetch(url, { redirect: 'manual' })).status < 400, true)

	const unlinkSeen = heard(bob, 'lobbyUpdated')
	await alice.UnlinkChannelFromLobby(lobbyId)
	await unlinkSeen
	assert.equal(bob.GetLobbyHandle(lobbyId)?.LinkedChannel(), undefined)
	const over = heard(alice, 'lobbyDeleted')
	await asServer('DELETE', `/lobbies/${lobbyId}`)
	await over
})
