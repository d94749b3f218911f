/** discord.js as it is on the registry, over real sockets. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import {
	AttachmentBuilder,
	ChannelType,
	Client,
	type ClientEvents,
	DiscordAPIError,
	Events,
	GatewayIntentBits,
	type Guild,
	type Message,
	Partials,
	Routes,
	type TextChannel,
} from 'discord.js'
import { type FixtureBot, type Platform, startPlatform } from './platform.ts'

let platform: Platform
let herald: Client<true>
let scribe: Client<true>

before(async () => {
	platform = await startPlatform()
	herald = await login(platform.fixture.bots[0])
	scribe = await login(platform.fixture.bots[1])
})

after(async () => {
	await herald?.destroy()
	await scribe?.destroy()
	await platform?.[Symbol.asyncDispose]()
})

async function login(bot: FixtureBot): Promise<Client<true>> {
	const client = new Client({
		intents: [
			GatewayIntentBits.Guilds,
			GatewayIntentBits.GuildMembers,
			GatewayIntentBits.GuildMessages,
			GatewayIntentBits.GuildMessageReactions,
			GatewayIntentBits.GuildMessageTyping,
			GatewayIntentBits.MessageContent,
			GatewayIntentBits.DirectMessages,
			GatewayIntentBits.GuildInvites,
		],
		partials: [Partials.Message, Partials.Channel, Partials.Reaction],
		rest: { api: platform.fixture.api_base, cdn: platform.fixture.cdn_base },
	})
	const ready = once(client, Events.ClientReady)
	await client.login(bot.token)
	await ready
	return client as Client<true>
}

/** The next event of this name that fits. */
function next<E extends keyof ClientEvents>(
	client: Client,
	name: E,
	fits: (...words: ClientEvents[E]) => boolean = () => true,
): Promise<ClientEvents[E]> {
	return new Promise((resolve) => {
		const hear = (...words: ClientEvents[E]) => {
			if (!fits(...words)) return
			client.off(name, hear as never)
			resolve(words)
		}
		client.on(name, hear as never)
	})
}

function textChannel(client: Client): TextChannel {
	return client.channels.cache.get(platform.fixture.guild.text_channel_id) as TextChannel
}

/** A message of herald's and the same as scribe hears it. */
async function say(content: string): Promise<{ sent: Message; heard: Message }> {
	const hearing = next(scribe, Events.MessageCreate, (message) => message.content === content)
	const sent = await textChannel(herald).send(content)
	const [heard] = await hearing
	return { sent, heard }
}

test('a bot logs in and holds in its cache what REST says', async () => {
	const guild = herald.guilds.cache.get(platform.fixture.guild.id) as Guild
	assert.ok(guild.available)
	const { rest } = herald
	const channels = (await rest.get(Routes.guildChannels(guild.id))) as { id: string; name: string; type: number }[]
	assert.deepEqual(
		[...guild.channels.cache.values()].map(({ id, name, type }) => ({ id, name, type })).sort(byId),
		channels.map(({ id, name, type }) => ({ id, name, type })).sort(byId),
	)
	const roles = (await rest.get(Routes.guildRoles(guild.id))) as { id: string; permissions: string }[]
	assert.deepEqual(
		[...guild.roles.cache.values()]
			.map((role) => ({ id: role.id, permissions: String(role.permissions.bitfield) }))
			.sort(byId),
		roles.map(({ id, permissions }) => ({ id, permissions })).sort(byId),
	)
	const members = await guild.members.fetch()
	assert.equal(members.size, platform.fixture.guild.member_count)
	assert.equal(guild.memberCount, platform.fixture.guild.member_count)
	const kinds = new Set<ChannelType>(guild.channels.cache.map((channel) => channel.type))
	for (const kind of [
		ChannelType.GuildText,
		ChannelType.GuildVoice,
		ChannelType.GuildCategory,
		ChannelType.GuildAnnouncement,
		ChannelType.GuildStageVoice,
		ChannelType.GuildForum,
	]) {
		assert.ok(kinds.has(kind), `a channel of type ${kind}`)
	}
})

test('a big guild is fetched member by member in chunks', async () => {
	const guild = herald.guilds.cache.get(platform.fixture.big_guild.id) as Guild
	const members = await guild.members.fetch()
	assert.equal(members.size, platform.fixture.big_guild.member_count)
})

test('sending, editing and deleting are seen by a second client', async () => {
	const { sent, heard } = await say('first words')
	assert.equal(heard.id, sent.id)
	assert.equal(heard.author.id, herald.user.id)

	const updating = next(scribe, Events.MessageUpdate, (_old, now) => now.id === sent.id)
	await sent.edit('second thoughts')
	const [, updated] = await updating
	assert.equal(updated.content, 'second thoughts')
	assert.ok(updated.editedTimestamp)

	const deleting = next(scribe, Events.MessageDelete, (message) => message.id === sent.id)
	await sent.delete()
	await deleting
	await assert.rejects(textChannel(scribe).messages.fetch({ message: sent.id, force: true }), { code: 10008 })
})

test('a reply names what it answers', async () => {
	const { heard } = await say('who goes there?')
	const hearing = next(herald, Events.MessageCreate, (message) => message.reference?.messageId === heard.id)
	await heard.reply('a friend')
	const [reply] = await hearing
	assert.equal(reply.mentions.repliedUser?.id, herald.user.id)
	assert.equal((await reply.fetchReference()).content, 'who goes there?')
})

test('reactions are seen, counted and taken back', async () => {
	const { sent, heard } = await say('a show of hands')
	const adding = next(scribe, Events.MessageReactionAdd, (reaction) => reaction.message.id === sent.id)
	await sent.react('👍')
	const [added, by] = await adding
	assert.equal(added.emoji.name, '👍')
	assert.equal(by.id, herald.user.id)
	await heard.react('👍')
	const fetched = await textChannel(herald).messages.fetch({ message: sent.id, force: true })
	assert.equal(fetched.reactions.cache.get('👍')?.count, 2)
	const removing = next(scribe, Events.MessageReactionRemove, (reaction) => reaction.message.id === sent.id)
	await fetched.reactions.cache.get('👍')?.users.remove(herald.user.id)
	await removing
})

test('a pin is announced and listed', async () => {
	const { sent } = await say('read this first')
	const pinning = next(scribe, Events.ChannelPinsUpdate)
	await sent.pin()
	await pinning
	const pins = await textChannel(herald).messages.fetchPins()
	assert.ok(pins.items.some((pin) => pin.message.id === sent.id))
	await sent.unpin()
})

test('an invite is made, heard, fetched, listed and taken back', async () => {
	const making = next(herald, Events.InviteCreate)
	const made = await textChannel(herald).createInvite({ maxAge: 60, maxUses: 2, unique: true, reason: 'a visit' })
	const [heard] = await making
	assert.deepEqual([heard.code, heard.maxUses, heard.inviter?.id], [made.code, 2, herald.user.id])
	const fetched = await scribe.fetchInvite(made.code)
	assert.equal(fetched.channel?.id, textChannel(herald).id)
	assert.ok(fetched.memberCount && fetched.memberCount > 1)
	const guild = herald.guilds.cache.get(platform.fixture.guild.id) as Guild
	assert.ok((await guild.invites.fetch()).has(made.code))
	assert.equal((await textChannel(herald).fetchInvites()).get(made.code)?.uses, 0)
	const taking = next(herald, Events.InviteDelete)
	await made.delete('over')
	assert.equal((await taking)[0].code, made.code)
	await assert.rejects(scribe.fetchInvite(made.code), { code: 10006 })
})

test('what a bot may not do is refused with 50013', async () => {
	const guild = scribe.guilds.cache.get(platform.fixture.guild.id) as Guild
	await assert.rejects(guild.channels.create({ name: 'mutiny' }), (error) => {
		assert.ok(error instanceof DiscordAPIError)
		assert.equal(error.code, 50013)
		assert.equal(error.status, 403)
		return true
	})
})

test('25 embed fields pass and 26 fail', async () => {
	const fields = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}`, value: 'v' }))
	const sent = await textChannel(herald).send({ embeds: [{ title: 'full', fields: fields(25) }] })
	assert.equal(sent.embeds[0]?.fields.length, 25)
	await assert.rejects(textChannel(herald).send({ embeds: [{ title: 'over', fields: fields(26) }] }), (error) => {
		assert.ok(error instanceof DiscordAPIError)
		assert.equal(error.code, 50035)
		const { errors } = error.rawError as unknown as {
			errors: { embeds: { 0: { fields: { _errors: { code: string }[] } } } }
		}
		assert.equal(errors.embeds[0].fields._errors[0]?.code, 'BASE_TYPE_BAD_LENGTH')
		return true
	})
})

test('an attachment comes back byte for byte', async () => {
	const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256))
	const sent = await textChannel(herald).send({
		content: 'a map',
		files: [new AttachmentBuilder(bytes, { name: 'map.bin', description: 'the old roads' })],
	})
	const attachment = sent.attachments.first()
	assert.equal(attachment?.name, 'map.bin')
	assert.equal(attachment?.size, bytes.length)
	assert.equal(attachment?.description, 'the old roads')
	const response = await fetch(attachment.url)
	assert.equal(response.status, 200)
	assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
})

test('a bot hears a person in a direct channel and answers', async () => {
	const [alice] = platform.fixture.users
	const dm = await (await herald.users.fetch(alice.id)).createDM()
	const hearing = next(herald, Events.MessageCreate, (message) => message.channelId === dm.id)
	await platform.control('message.create', { as: alice.id, channel_id: dm.id, message: { content: 'psst' } })
	const [heard] = await hearing
	assert.equal(heard.content, 'psst')
	assert.equal(heard.author.id, alice.id)
	assert.equal((await heard.reply('yes?')).content, 'yes?')
})

test('a lost socket is resumed and no event is lost or doubled', async () => {
	const heard: string[] = []
	const hear = (message: Message) => {
		if (message.content.startsWith('count ')) heard.push(message.content)
	}
	scribe.on(Events.MessageCreate, hear)
	const expected = Array.from({ length: 30 }, (_, index) => `count ${index}`)
	const last = next(scribe, Events.MessageCreate, (message) => message.content === expected.at(-1))
	for (const [index, content] of expected.entries()) {
		if (index === 10 || index === 20) {
			const resuming = next(scribe, Events.ShardResume)
			await platform.control('gateway.sever', {
				user_id: scribe.user.id,
				how: index === 10 ? 'terminate' : 'reconnect',
			})
			// While the socket is away the room goes on talking.
			await textChannel(herald).send(content)
			await resuming
		} else {
			await textChannel(herald).send(content)
		}
	}
	await last
	scribe.off(Events.MessageCreate, hear)
	assert.deepEqual(heard, expected)
})

function byId(a: { id: string }, b: { id: string }): number {
	return a.id < b.id ? -1 : 1
}
