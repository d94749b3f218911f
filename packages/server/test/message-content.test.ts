import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaf, makeHome } from './home.ts'
import { testServer } from './server.ts'

test('a message names users, roles that may be named, and everyone with the right to', async () => {
	await using server = await testServer()
	const { bot, guildId, channels, roles, ownerId, stranger } = await makeHome(server)
	const visitor = await stranger('Visitor')
	const nobody = await server.person('nobody')
	const path = `/channels/${channels.general}/messages`
	const content = `<@${ownerId}> <@!${nobody.id}> <@1> <@99999999999999999999> <@&${roles.crew}> <@&${roles.quiet}> @here`
	const heard = server.hear(`guild.${guildId}`)
	const asVisitor = (await visitor.post(path, { content })).body
	assert.deepEqual(
		asVisitor.mentions.map(({ id }: { id: string }) => id),
		[ownerId, nobody.id],
	)
	assert.deepEqual([asVisitor.mention_roles, asVisitor.mention_everyone], [[roles.crew], false])
	const [event] = heard.named('MESSAGE_CREATE')
	assert.deepEqual(
		event.mentions.map((user: object) => 'member' in user),
		[true, false],
	)
	const asKeeper = (await bot.post(path, { content })).body
	assert.deepEqual([asKeeper.mention_roles, asKeeper.mention_everyone], [[roles.crew, roles.quiet], true])
	const quiet = (await bot.post(path, { content, allowed_mentions: { parse: ['roles'] } })).body
	assert.deepEqual([quiet.mentions, quiet.mention_roles.length, quiet.mention_everyone], [[], 2, false])
})

test('allowed_mentions that contradict themselves are refused', async () => {
	await using server = await testServer()
	const { bot, channels, ownerId } = await makeHome(server)
	const post = (allowed_mentions: object) =>
		bot.post(`/channels/${channels.general}/messages`, { content: 'x', allowed_mentions })
	const { body } = await post({ parse: ['users'], users: [ownerId] })
	assert.equal(body.code, 50035)
	assert.deepEqual(leaf(body, 'allowed_mentions'), ['MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE'])
	assert.equal((await post({ parse: ['users'], users: [] })).status, 200)
	assert.equal((await post({ parse: ['friends'] })).body.code, 50035)
	assert.equal((await post({ users: Array.from({ length: 101 }, (_, n) => `${n}`) })).body.code, 50035)
})

test('embeds are rich, trimmed and within their bounds', async () => {
	await using server = await testServer()
	const { bot, channels, stranger } = await makeHome(server)
	const post = (embeds: object[], client = bot) => client.post(`/channels/${channels.general}/messages`, { embeds })
	const { body } = await post([
		{
			type: 'video',
			title: ` ${'t'.repeat(256)} `,
			description: 'd',
			url: 'https://example.com/',
			color: 0xff00ff,
			timestamp: '2024-05-01T10:00:00Z',
			fields: [{ name: 'n', value: 'v' }],
			author: { name: 'a', icon_url: 'https://example.com/a.png' },
			footer: { text: 'f' },
			image: { url: 'https://example.com/i.png' },
			thumbnail: null,
		},
	])
	const [embed] = body.embeds
	assert.deepEqual([embed.type, embed.title.length], ['rich', 256])
	assert.equal(embed.timestamp, '2024-05-01T10:00:00.000000+00:00')
	assert.deepEqual(embed.fields, [{ name: 'n', value: 'v', inline: false }])
	assert.equal(embed.author.proxy_icon_url, 'https://example.com/a.png')
	assert.equal(embed.image.url, 'https://example.com/i.png')
	assert.equal('thumbnail' in embed, false)
	const long = await post([{ title: 't'.repeat(257) }])
	assert.deepEqual(leaf(long.body, 'embeds', 0, 'title'), ['BASE_TYPE_BAD_LENGTH'])
	const fields = await post([{ fields: Array.from({ length: 26 }, () => ({ name: 'n', value: 'v' })) }])
	assert.deepEqual(leaf(fields.body, 'embeds', 0, 'fields'), ['BASE_TYPE_BAD_LENGTH'])
	const blank = await post([{ fields: [{ name: '  ', value: 'v' }] }])
	assert.deepEqual(leaf(blank.body, 'embeds', 0, 'fields', 0, 'name'), ['BASE_TYPE_REQUIRED'])
	const sum = await post([{ description: 'x'.repeat(4096) }, { description: 'y'.repeat(1905) }])
	assert.deepEqual(leaf(sum.body, 'embeds'), ['MAX_EMBED_SIZE_EXCEEDED'])
	assert.equal((await post([{ description: 'x'.repeat(4096) }, { description: 'y'.repeat(1904) }])).status, 200)
	assert.equal((await post(Array.from({ length: 11 }, () => ({ title: 't' })))).body.code, 50035)
	const lost = await post([{ title: 't', image: { url: 'attachment://lost.png' } }])
	assert.deepEqual(leaf(lost.body, 'embeds', 0, 'image', 'url'), ['REFERENCED_ATTACHMENT_NOT_FOUND'])
	const visitor = await stranger('Visitor')
	assert.equal((await post([{ title: 't' }], visitor)).status, 200)
})

test('rows of buttons and menus are numbered and filled in', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const { status, body } = await bot.post(`/channels/${channels.general}/messages`, {
		content: 'choose',
		components: [
			{
				type: 1,
				components: [
					{ type: 2, style: 1, label: 'Yes', custom_id: 'yes' },
					{ type: 2, style: 5, label: 'More', url: 'https://example.com' },
					{ type: 2, style: 2, emoji: { name: '🔥' }, custom_id: 'fire', id: 1 },
				],
			},
			{
				type: 1,
				components: [{ type: 3, custom_id: 'menu', options: [{ label: 'a', value: 'a' }], required: true }],
			},
			{ type: 1, components: [{ type: 8, custom_id: 'where', channel_types: [0] }] },
		],
	})
	assert.equal(status, 200)
	const [buttons, menu] = body.components
	assert.deepEqual([buttons.id, ...buttons.components.map(({ id }: { id: number }) => id)], [2, 3, 4, 1])
	assert.deepEqual([menu.components[0].min_values, menu.components[0].max_values], [1, 1])
	assert.equal('required' in menu.components[0], false)
})

test('components that cannot be are refused where they stand', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const post = (components: object[], rest: object = { content: 'x' }) =>
		bot.post(`/channels/${channels.general}/messages`, { ...rest, components })
	const row = (...components: object[]) => ({ type: 1, components })
	const button = (custom_id: string) => ({ type: 2, style: 1, label: 'x', custom_id })
	const twice = await post([row(button('a'), button('a'))])
	assert.deepEqual(leaf(twice.body, 'components', 0, 'components', 1, 'custom_id'), ['COMPONENT_CUSTOM_ID_DUPLICATED'])
	assert.deepEqual(
		leaf((await post([row({ type: 2, style: 1, label: 'x' })])).body, 'components', 0, 'components', 0, 'custom_id'),
		['BASE_TYPE_REQUIRED'],
	)
	assert.deepEqual(
		leaf((await post([row({ type: 2, style: 5, label: 'x' })])).body, 'components', 0, 'components', 0, 'url'),
		['BASE_TYPE_REQUIRED'],
	)
	const six = await post(Array.from({ length: 6 }, (_, n) => row(button(`b${n}`))))
	assert.deepEqual(leaf(six.body, 'components'), ['BASE_TYPE_BAD_LENGTH'])
	const mixed = await post([row(button('a'), { type: 5, custom_id: 'who' })])
	assert.deepEqual(leaf(mixed.body, 'components', 0, 'components'), ['COMPONENT_LAYOUT_WIDTH_EXCEEDED'])
	const modern = await post([{ type: 10, content: 'text' }])
	assert.deepEqual(leaf(modern.body, 'components', 0, 'type'), ['BASE_TYPE_CHOICES'])
	assert.equal((await post([{ type: 99 }])).body.code, 50035)
})

test('with IS_COMPONENTS_V2 a message is its components', async () => {
	await using server = await testServer()
	const { bot, channels, ownerId } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const text = (content: string) => ({ type: 10, content })
	const post = (components: object[], rest: object = {}) => bot.post(path, { flags: 1 << 15, components, ...rest })
	const { status, body } = await post([
		{
			type: 17,
			accent_color: 0x112233,
			components: [
				text(`hello <@${ownerId}>`),
				{ type: 9, components: [text('a')], accessory: { type: 2, style: 5, label: 'Go', url: 'https://example.com' } },
				{ type: 14 },
				{ type: 12, items: [{ media: { url: 'https://example.com/a.png' } }] },
			],
		},
	])
	assert.equal(status, 200)
	assert.equal(body.flags, 1 << 15)
	assert.equal(body.mentions[0].id, ownerId)
	assert.deepEqual(body.components[0].components[2], { type: 14, id: 6, spacing: 1, divider: true })
	assert.equal(body.components[0].components[3].items[0].media.url, 'https://example.com/a.png')
	const content = await post([text('a')], { content: 'x' })
	assert.deepEqual(leaf(content.body, 'content'), ['MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2'])
	const many = await post(Array.from({ length: 41 }, () => text('a')))
	assert.deepEqual(leaf(many.body, 'components'), ['COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED'])
	assert.equal((await post(Array.from({ length: 40 }, () => text('a')))).status, 200)
	assert.deepEqual(leaf((await post([text('a'.repeat(3000)), text('b'.repeat(1001))])).body, 'components'), [
		'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
	])
	const file = await post([{ type: 13, file: { url: 'https://example.com/a.txt' } }])
	assert.deepEqual(leaf(file.body, 'components', 0, 'file', 'url'), ['URL_TYPE_INVALID_SCHEME'])
	assert.equal((await post([])).body.code, 50006)
	const edited = await bot.patch(`${path}/${body.id}`, { flags: 0, components: [text('b')] })
	assert.deepEqual([edited.body.flags, edited.body.components[0].content], [1 << 15, 'b'])
	assert.equal((await bot.patch(`${path}/${body.id}`, { content: 'x' })).body.code, 50035)
})

test('only the flags that are the sender’s are taken', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const { body } = await bot.post(`/channels/${channels.general}/messages`, {
		content: 'x',
		flags: (1 << 0) | (1 << 2) | (1 << 6) | (1 << 12) | (1 << 14),
	})
	assert.equal(body.flags, (1 << 2) | (1 << 12))
})

test('a poll is shown with its answers, ends in time and is not edited', async () => {
	await using server = await testServer()
	const { bot, channels } = await makeHome(server)
	const path = `/channels/${channels.general}/messages`
	const poll = {
		question: { text: 'Tea?' },
		answers: [{ poll_media: { text: 'Yes', emoji: { name: '🍵' } } }, { poll_media: { text: 'No' } }],
		duration: 1,
	}
	const { status, body } = await bot.post(path, { poll })
	assert.equal(status, 200)
	assert.deepEqual(body.poll.question, { text: 'Tea?' })
	assert.deepEqual(
		body.poll.answers.map(({ answer_id }: { answer_id: number }) => answer_id),
		[1, 2],
	)
	assert.deepEqual(body.poll.results, { answer_counts: [], is_finalized: false })
	assert.equal((await bot.patch(`${path}/${body.id}`, { content: 'x' })).body.code, 520003)
	server.clock.advance(60 * 60_000)
	assert.equal((await bot.get(`${path}/${body.id}`)).body.poll.results.is_finalized, true)
	const blank = await bot.post(path, { poll: { ...poll, answers: [{ poll_media: { text: ' ' } }] } })
	assert.deepEqual(leaf(blank.body, 'poll', 'answers', 0, 'poll_media', 'text'), ['BASE_TYPE_REQUIRED'])
})

test('without MESSAGE_CONTENT a bot reads its own messages and those that name it', async () => {
	await using server = await testServer()
	const { channels, stranger, ownerId, say } = await makeHome(server)
	const reader = await stranger('Reader')
	const path = `/channels/${channels.general}/messages`
	const secret = await say(ownerId, channels.general, { content: 'secret', embeds: [{ title: 't' }] })
	const named = await say(ownerId, channels.general, `hello <@${reader.id}>`)
	const own = (await reader.post(path, { content: 'mine', message_reference: { message_id: secret.id } })).body
	assert.deepEqual([own.content, own.referenced_message.content], ['mine', ''])
	const contents = new Map((await reader.get(path)).body.map((message: { id: string }) => [message.id, message]))
	// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
	const seen = (id: string) => contents.get(id) as any
	assert.deepEqual([seen(secret.id).content, seen(secret.id).embeds], ['', []])
	assert.equal(seen(named.id).content, `hello <@${reader.id}>`)
	assert.equal(seen(own.id).content, 'mine')
	assert.equal(seen(own.id).referenced_message.content, '')
	assert.equal((await reader.get(`${path}/${secret.id}`)).body.content, '')
})
