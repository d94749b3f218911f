/** What two players write to each other, with the rules of docs/rules/direct-messages.md as a client sees them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
	AdditionalContent,
	AdditionalContentType,
	ChannelType,
	type Client,
	type ClientResult,
	DisclosureTypes,
	ErrorType,
	SocialSdkError,
} from '../src/index.ts'
import { type FakePlatform, type FakePlayer, fakePlatform } from '../src/testing/index.ts'
import { failed, told } from './told.ts'

interface Pair extends Disposable {
	platform: FakePlatform
	alice: FakePlayer
	bob: FakePlayer
	client: Client
}

async function pair(isFriend = false): Promise<Pair> {
	const platform = fakePlatform()
	const [alice, bob] = [platform.player('alice'), platform.player('bob', { globalName: 'Bob' })]
	if (isFriend) {
		alice.asks(bob, 'platform')
		bob.asks(alice, 'platform')
	}
	const client = await platform.play(alice)
	return { platform, alice, bob, client, [Symbol.dispose]: () => client.Destroy() }
}

const asked = ({ platform }: Pair, route: string) =>
	platform.requests.filter(({ method, path }) => `${method} ${path}` === route)

test('V4 what strangers write is the game’s alone: the other one’s id stands for a channel', async () => {
	using play = await pair()
	const { platform, client, alice, bob } = play
	const heard = told(client, 'messageCreated')
	const id = bob.writes(alice, `hi <@${alice.id}>`, { metadata: { map: 'moon' } })
	await platform.settled()
	assert.deepEqual(heard, [`messageCreated ${id}`])
	const message = client.GetMessageHandle(id)
	assert.ok(message)
	assert.equal(message.Content(), 'hi @alice')
	assert.deepEqual(message.Metadata(), { map: 'moon' })
	assert.deepEqual(
		[message.AuthorId(), message.RecipientId(), message.ChannelId()],
		[BigInt(bob.id), BigInt(bob.id), BigInt(bob.id)],
	)
	assert.deepEqual([message.Recipient()?.DisplayName(), message.Author()?.DisplayName()], ['Bob', 'Bob'])
	assert.deepEqual([message.Channel(), message.Lobby(), message.SentFromGame()], [undefined, undefined, true])
	assert.equal(client.GetChannelHandle(bob.id), undefined)
	assert.equal(client.CanOpenMessageInPlatform(id), false)
	assert.equal(message.DisclosureType(), undefined)
})

test('V4 V6 what friends write stands in their channel', async () => {
	using play = await pair(true)
	const { platform, client, alice, bob } = play
	const id = bob.writes(alice, 'hello')
	await platform.settled()
	const message = client.GetMessageHandle(id)
	const channel = message?.Channel()
	assert.deepEqual(
		[channel?.Id(), channel?.Type(), channel?.Name(), channel?.Recipients()],
		[message?.ChannelId(), ChannelType.Dm, '', [BigInt(bob.id)]],
	)
	assert.equal(client.GetChannelHandle(message?.ChannelId() ?? 0)?.Type(), ChannelType.Dm)
	assert.equal(client.CanOpenMessageInPlatform(id), true)
	client.Destroy()
	assert.deepEqual([channel?.Id(), channel?.Recipients(), message?.RecipientId()], [0n, [], 0n])
})

test('V2 sending gives the id, and is told once by the gateway', async () => {
	using play = await pair()
	const { platform, client, bob } = play
	const heard = told(client, 'messageCreated')
	const id = await client.SendUserMessageWithMetadata(bob.id, 'hello', { tone: 'loud' })
	await platform.settled()
	assert.deepEqual(heard, [`messageCreated ${id}`])
	const message = client.GetMessageHandle(id)
	assert.deepEqual(
		[message?.Content(), message?.Metadata(), message?.RecipientId()],
		['hello', { tone: 'loud' }, BigInt(bob.id)],
	)
	const [{ body } = { body: {} }] = asked(play, `POST /users/${bob.id}/messages`)
	assert.deepEqual([body.enforce_nonce, typeof body.nonce, body.nonce.length <= 25], [true, 'string', true])
	const ended = await new Promise<[ClientResult, bigint]>((resolve) =>
		client.SendUserMessage(bob.id, 'again', (...values) => resolve(values)),
	)
	assert.deepEqual([ended[0].Successful(), client.GetMessageHandle(ended[1])?.RawContent()], [true, 'again'])
})

test('V16 a message of which nobody heard that it arrived is repeated with its nonce, and is one', async () => {
	using play = await pair()
	const { platform, client, alice, bob } = play
	const heard = told(client, 'messageCreated')
	const route = `POST /users/${bob.id}/messages`
	const send = (text = 'hello') => client.SendUserMessage(bob.id, text)
	const lose = async (how: 'lost' | 'never') => {
		platform.answer(route, how)
		const lost = send().catch((error: SocialSdkError) => error)
		await platform.advance(30_000)
		const error = await lost
		assert.ok(error instanceof SocialSdkError)
		assert.deepEqual([error.type, error.result.Error(), error.retryable], [1, 'The request timed out', true])
		platform.answer(route)
	}
	const nonces = () => asked(play, route).map(({ body }) => body.nonce)

	await lose('lost')
	assert.equal(heard.length, 1, 'it arrived')
	assert.notEqual(`messageCreated ${await send('another')}`, heard[0])
	assert.equal(`messageCreated ${await send()}`, heard[0], 'the same message')
	assert.equal(nonces()[0], nonces()[2])
	await platform.settled()
	assert.equal(heard.length, 2)
	assert.notEqual(`messageCreated ${await send()}`, heard[0], 'said again, now that it is known')

	await lose('never')
	await platform.advance(4 * 60_000)
	await send()
	const [before, after] = nonces().slice(-2)
	assert.notEqual(before, after, 'the platform may have forgotten the nonce')
	assert.equal((await client.GetUserMessagesWithLimit(bob.id, 0)).length, 4)
	assert.equal(alice.id, String(client.GetMessageHandle(await send())?.AuthorId()))
})

test('V16 two of the same text at the same time are two, and what is refused is not repeated', async () => {
	using play = await pair()
	const { platform, client, bob } = play
	const route = `POST /users/${bob.id}/messages`
	const [one, other] = await Promise.all([client.SendUserMessage(bob.id, 'hi'), client.SendUserMessage(bob.id, 'hi')])
	assert.notEqual(one, other)
	for (const status of [403, 502]) {
		platform.answer(route, { status })
		await failed(client.SendUserMessage(bob.id, 'hi'))
		platform.answer(route)
		await client.SendUserMessage(bob.id, 'hi')
	}
	const nonces = asked(play, route).map(({ body }) => body.nonce)
	assert.deepEqual([nonces[2] === nonces[3], nonces[4] === nonces[5]], [false, true])
})

test('one changes and removes what one wrote, nothing else', async () => {
	using play = await pair()
	const { platform, client, alice, bob } = play
	const mine = await client.SendUserMessage(bob.id, 'first')
	const theirs = bob.writes(alice, 'mine')
	platform.moderate(String(mine), { action: 'blur' })
	await platform.settled()
	const message = client.GetMessageHandle(mine)
	assert.deepEqual(message?.ModerationMetadata(), { action: 'blur' })
	const heard = told(client, 'messageUpdated', 'messageDeleted')
	await client.EditUserMessage(bob.id, mine, 'second')
	assert.deepEqual([message?.RawContent(), message?.ModerationMetadata()], ['second', {}])
	assert.ok((message?.EditedTimestamp() ?? 0) > 0)
	await client.DeleteUserMessage(bob.id, mine)
	assert.equal(client.GetMessageHandle(mine), undefined)
	assert.equal(message?.RawContent(), 'second', 'a handle outlives it')
	await platform.settled()
	assert.deepEqual(heard, [`messageUpdated ${mine}`, `messageDeleted ${mine} ${bob.id}`])
	assert.equal(await failed(client.EditUserMessage(bob.id, theirs, 'x')), 'HTTPError 50005')
	assert.equal(await failed(client.DeleteUserMessage(bob.id, theirs)), 'HTTPError 50005')
	assert.equal(await failed(client.DeleteUserMessage(bob.id, 5)), 'HTTPError 10008')
})

test('who is blocked, or nobody, is not written to', async () => {
	using play = await pair()
	const { client, alice, bob } = play
	bob.blocks(alice)
	assert.equal(await failed(client.SendUserMessage(bob.id, 'x')), 'HTTPError 50007')
	assert.equal(await failed(client.SendUserMessage(7, 'x')), 'HTTPError 10013')
})

test('V3 history: what is known without a gap, else the server is asked', async () => {
	using play = await pair()
	const { platform, client, alice, bob } = play
	const old = bob.writes(alice, 'before')
	client.Disconnect()
	await platform.settled()
	platform.forget()
	for (const n of [1, 2, 3]) bob.writes(alice, `missed ${n}`)
	client.Connect()
	await platform.settled()
	const route = `GET /users/${bob.id}/messages`
	const texts = async (limit: number) =>
		(await client.GetUserMessagesWithLimit(bob.id, limit)).map((message) => message.RawContent())

	assert.deepEqual(await texts(2), ['missed 3', 'missed 2'])
	assert.equal(asked(play, route).length, 1, 'what was heard before the gap says nothing')
	bob.writes(alice, 'heard 1')
	await client.SendUserMessage(bob.id, 'said 2')
	await platform.settled()
	assert.deepEqual(await texts(2), ['said 2', 'heard 1'])
	assert.equal(asked(play, route).length, 1, 'both are known')
	assert.deepEqual(await texts(3), ['said 2', 'heard 1', 'missed 3'])
	assert.deepEqual(await texts(0), ['said 2', 'heard 1', 'missed 3', 'missed 2', 'missed 1', 'before'])
	assert.deepEqual(
		asked(play, route).map(({ query }) => query.get('limit')),
		['2', '3', '200'],
	)
	bob.edits(old, 'changed')
	await platform.settled()
	assert.deepEqual(await texts(2), ['said 2', 'heard 1'], 'an old message that changes is no new one')
	await platform.advance(72 * 3_600_000 + 1000)
	assert.equal(await failed(client.GetUserMessagesWithLimit(bob.id, 2)), 'HTTPError 10003')
	assert.equal(
		await failed(client.GetUserMessagesWithLimit(bob.id, 201)),
		'ValidationError limit: a whole number up to 200',
	)
	assert.equal(
		await failed(client.GetUserMessagesWithLimit(bob.id, 1.5)),
		'ValidationError limit: a whole number up to 200',
	)
})

test('V1 of each conversation the 25 newest can be looked up', async () => {
	using play = await pair()
	const { platform, client, alice, bob } = play
	const carol = platform.player('carol')
	const kept = carol.writes(alice, 'quiet')
	const ids = Array.from({ length: 26 }, (_, n) => bob.writes(alice, `message ${n}`))
	await platform.settled()
	assert.equal(client.GetMessageHandle(ids[0] ?? ''), undefined)
	for (const id of [...ids.slice(1), kept]) assert.ok(client.GetMessageHandle(id))
	assert.equal((await client.GetUserMessagesWithLimit(bob.id, 25)).length, 25)
	assert.equal(asked(play, `GET /users/${bob.id}/messages`).length, 0)
	assert.equal((await client.GetUserMessagesWithLimit(bob.id, 26)).length, 26)
})

test('summaries say with whom one has written', async () => {
	using play = await pair()
	const { platform, client, alice, bob } = play
	bob.writes(alice, 'one')
	const last = await client.SendUserMessage(bob.id, 'two')
	const other = platform.player('carol').writes(alice, 'three')
	const summaries = await client.GetUserMessageSummaries()
	assert.deepEqual(
		summaries.map((summary) => [summary.UserId(), summary.LastMessageId()]),
		[
			[BigInt(bob.id), last],
			[BigInt(platform.player('carol').id), BigInt(other)],
		],
	)
})

test('V5 the first message that others can read elsewhere brings a notice along, once', async () => {
	using play = await pair(true)
	const { platform, client, alice, bob } = play
	await client.SendUserMessage(platform.player('carol').id, 'within the game')
	bob.writes(alice, 'what others write brings none')
	await platform.settled()
	const heard = told(client, 'messageCreated')
	const id = await client.SendUserMessage(bob.id, 'hello')
	await client.SendUserMessage(bob.id, 'again')
	await platform.settled()
	const notices = heard
		.map((line) => client.GetMessageHandle(line.split(' ')[1] ?? ''))
		.filter((message) => message?.DisclosureType() !== undefined)
	assert.equal(notices.length, 1)
	const [notice] = notices
	assert.equal(notice?.DisclosureType(), DisclosureTypes.MessageDataVisibleOnPlatform)
	assert.deepEqual([notice?.AuthorId(), notice?.Author(), notice?.RecipientId()], [0n, undefined, BigInt(bob.id)])
	assert.match(notice?.Content() ?? '', /outside of the game/)
	assert.ok((notice?.Id() ?? 0n) > id)
	assert.equal(client.GetMessageHandle(id)?.DisclosureType(), undefined)
	const history = await client.GetUserMessagesWithLimit(bob.id, 2)
	assert.deepEqual(
		history.map((message) => message.RawContent()),
		['again', 'hello'],
		'it is nothing that was written',
	)
})

test('V2 invites travel as messages, and are told as none', async () => {
	using play = await pair()
	const { platform, client, alice, bob } = play
	const heard = told(client, 'messageCreated', 'messageUpdated')
	const id = bob.writes(alice, 'come along', { more: { activity: { type: 1, party_id: 'p', session_id: 's' } } })
	await platform.settled()
	assert.deepEqual([heard, client.GetMessageHandle(id)], [[], undefined])
})

test('V7 what a game cannot show is told of', async () => {
	using play = await pair()
	const { platform, client, alice, bob } = play
	const { Attachment, Poll, VoiceMessage, Thread, Embed, Sticker, Other } = AdditionalContentType
	const cases: [object, AdditionalContent | undefined][] = [
		[{ attachments: [{}, {}] }, new AdditionalContent({ type: Attachment, count: 2 })],
		[
			{ poll: { question: { text: 'Which map?' } } },
			new AdditionalContent({ type: Poll, title: 'Which map?', count: 1 }),
		],
		[{ attachments: [{}], flags: 1 << 13 }, new AdditionalContent({ type: VoiceMessage, count: 1 })],
		[{ thread: { name: 'maps' } }, new AdditionalContent({ type: Thread, title: 'maps', count: 1 })],
		[{ embeds: [{}] }, new AdditionalContent({ type: Embed, count: 1 })],
		[{ sticker_items: [{}] }, new AdditionalContent({ type: Sticker, count: 1 })],
		[{ components: [{}] }, new AdditionalContent({ type: Other, count: 1 })],
		[{ attachments: Array(300).fill({}) }, new AdditionalContent({ type: Attachment, count: 255 })],
		[{ attachments: [], embeds: [], poll: null }, undefined],
	]
	for (const [more, expected] of cases) {
		const id = bob.writes(alice, '', { more })
		await platform.settled()
		const additional = client.GetMessageHandle(id)?.AdditionalContent()
		assert.deepEqual(additional?.toJSON(), expected?.toJSON())
		if (expected) assert.ok(additional?.Equals(expected))
	}
	assert.equal(new AdditionalContent({ count: 1 }).Equals(new AdditionalContent({ count: 2 })), false)
	assert.equal(AdditionalContent.TypeToString(Poll), 'Poll')
})

test('V8 what cannot work is not sent, and named', async () => {
	using play = await pair()
	const { platform, client, bob } = play
	const before = platform.requests.length
	const write = (content: unknown, metadata?: object) =>
		failed(client.SendUserMessageWithMetadata(bob.id, content as string, metadata as Record<string, string>))
	const length = 'ValidationError content: text of 1 to 2000 characters'
	assert.equal(await write(''), length)
	assert.equal(await write('x'.repeat(2001)), length)
	assert.equal(await write(7), length)
	assert.equal(await failed(client.EditUserMessage(bob.id, 1, '')), length)
	assert.equal(await write('x', { a: 1 }), 'ValidationError metadata.a: text')
	assert.equal(await write('x', { a: 'x'.repeat(1025) }), 'ValidationError metadata.a: text of 0 to 1024 characters')
	assert.equal(await write('x', { a: 'x'.repeat(1000) }), 'ValidationError metadata: at most 1000 characters in all')
	const many = Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`k${n}`, '']))
	assert.equal(await write('x', many), 'ValidationError metadata: at most 25 keys')
	assert.match(await failed(client.SendUserMessage('bob', 'x')), /^ValidationError recipientId: /)
	assert.match(await failed(client.DeleteUserMessage(bob.id, -1)), /^ValidationError messageId: /)
	assert.equal(platform.requests.length, before)
	assert.equal(await write('🙂'.repeat(2000), { a: 'x'.repeat(999) }), 'done')
	const result = await new Promise<ClientResult>((resolve) => client.SendUserMessage(bob.id, '', resolve))
	assert.equal(result.Type(), ErrorType.ValidationError)
})
