/** Every event that is declared: somebody says it, and it is heard by whom its declaration names, and by nobody else. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as protocol from '@guildhall/protocol'
import {
	CHANNEL_TYPES,
	EVENTS,
	type EventDeclaration,
	INTENTS,
	type IntentName,
	KNOWN_INTENTS,
} from '@guildhall/protocol'
import { connect, type Frame, type GatewayClient, login } from './gateway-client.ts'
import { home } from './people.ts'
import { type Answered, type Bot, type TestServer, testServer } from './server.ts'

const sources = fileURLToPath(new URL('../src', import.meta.url))
const tests = fileURLToPath(new URL('.', import.meta.url))
/** What bots that may everything are granted besides: the privileged intents. */
const GRANTED = (1 << 13) | (1 << 15) | (1 << 19)

const reading = (folder: string, pattern: string) =>
	globSync(pattern, { cwd: folder }).map((path) => readFileSync(`${folder}/${path}`, 'utf8'))

test('every declared event is said somewhere, and some test hears it', async (t) => {
	const code = reading(sources, '**/*.ts').map((text) =>
		text.replaceAll(/^import [^;]*?from '[^']+'$/gm, '').replaceAll(/typeof \w+/g, ''),
	)
	const stories = reading(tests, '*.test.ts')
	const declared = Object.entries(protocol).filter(([, value]) => EVENTS.includes(value as EventDeclaration))
	assert.equal(declared.length, EVENTS.length)
	assert.equal(new Set(EVENTS.map(({ name }) => name)).size, EVENTS.length)
	for (const [word, value] of declared) {
		const { name, isInternal } = value as EventDeclaration
		await t.test(name, () => {
			assert.ok(
				code.some((text) => new RegExp(`\\b${word}\\b`).test(text)),
				'nobody says it',
			)
			if (isInternal) return
			assert.ok(
				stories.some((text) => new RegExp(`['"]${name}['"]`).test(text)),
				'no test hears it',
			)
		})
	}
})

interface Stage {
	server: TestServer
	guildId: string
	channelId: string
	voiceId: string
	/** Does everything. */
	steward: Bot
	/** Hears, with and without each intent; may everything. */
	warden: Bot
	/** Another member, whom things happen to. */
	spare: Bot
	/** A channel of the warden's with a person. */
	directId: string
}

const well = async (answer: Promise<Answered>) => {
	const { status, body } = await answer
	assert.ok(status < 300, `${status} ${JSON.stringify(body)}`)
	return body
}

async function stage(server: TestServer): Promise<Stage> {
	const { guildId, bot: steward, botRoleId, textId, voiceId } = await home(server)
	const warden = await server.bot('Warden', { flags: GRANTED })
	const spare = await server.bot('Spare', { flags: GRANTED })
	await server.join(guildId, warden.id, { roleIds: [botRoleId] })
	await server.join(guildId, spare.id)
	const carol = await server.person('carol')
	const { id: directId } = await well(warden.post('/users/@me/channels', { recipient_id: carol.id }))
	return { server, guildId, channelId: textId, voiceId, steward, warden, spare, directId }
}

const like = encodeURIComponent('👍')

/** Writes, reacts, pins, types and takes all of it back. */
async function writes(bot: Bot, channelId: string): Promise<void> {
	const path = `/channels/${channelId}/messages`
	const { id } = await well(bot.post(path, { content: 'one' }))
	await well(bot.patch(`${path}/${id}`, { content: 'two' }))
	await well(bot.put(`${path}/${id}/reactions/${like}/@me`))
	await well(bot.delete(`${path}/${id}/reactions/${like}/@me`))
	await well(bot.put(`/channels/${channelId}/pins/${id}`))
	await well(bot.post(`/channels/${channelId}/typing`))
	await well(bot.delete(`${path}/${id}`))
}

async function happens({
	guildId,
	channelId,
	voiceId,
	steward,
	warden,
	spare,
	directId,
	server,
}: Stage): Promise<void> {
	const messages = `/channels/${channelId}/messages`
	await writes(steward, channelId)
	await writes(warden, directId)
	const { id } = await well(steward.post(messages, { content: 'three' }))
	await well(steward.put(`${messages}/${id}/reactions/${like}/@me`))
	await well(steward.delete(`${messages}/${id}/reactions/${like}`))
	await well(steward.delete(`${messages}/${id}/reactions`))
	const { id: other } = await well(steward.post(messages, { content: 'four' }))
	await well(steward.post(`${messages}/bulk-delete`, { messages: [id, other] }))

	await well(steward.patch(`/guilds/${guildId}`, { name: 'Elsewhere' }))
	const made = await well(steward.post(`/guilds/${guildId}/channels`, { name: 'new', type: CHANNEL_TYPES.text }))
	await well(steward.patch(`/channels/${made.id}`, { topic: 'newer' }))
	const { code } = await well(steward.post(`/channels/${made.id}/invites`, {}))
	await well(steward.delete(`/invites/${code}`))
	await well(steward.post(`/channels/${made.id}/webhooks`, { name: 'Letters' }))
	await well(steward.delete(`/channels/${made.id}`))
	const role = await well(steward.post(`/guilds/${guildId}/roles`, { name: 'guests' }))
	await well(steward.patch(`/guilds/${guildId}/roles/${role.id}`, { name: 'friends' }))
	await well(steward.delete(`/guilds/${guildId}/roles/${role.id}`))

	await using client = await login(server, { token: spare.token, intents: INTENTS.Guilds })
	client.send(4, { guild_id: guildId, channel_id: voiceId, self_mute: false, self_deaf: false })
	await client.event('VOICE_STATE_UPDATE')
	await well(steward.put(`/channels/${voiceId}/voice-status`, { status: 'singing' }))
	client.send(3, { since: null, activities: [], status: 'idle', afk: false })
	await client.settled()

	await well(steward.patch(`/guilds/${guildId}/members/${spare.id}`, { nick: 'Spade' }))
	await well(steward.delete(`/guilds/${guildId}/members/${spare.id}`))
	const late = await server.person('late')
	await server.join(guildId, late.id)
	await well(steward.put(`/guilds/${guildId}/bans/${late.id}`, {}))
	await well(steward.delete(`/guilds/${guildId}/bans/${late.id}`))
	await well(warden.patch('/users/@me', { username: 'Keeper' }))
}

const namesIn = (frames: readonly Frame[]) => new Set(frames.flatMap(({ t }) => t ?? []))

test('G17, G18 every event of guilds and direct channels reaches who has its intent and permission, and nobody else', async (t) => {
	await using server = await testServer()
	const places = await stage(server)
	const guest = await server.bot('Guest', { flags: GRANTED })
	await server.join(places.guildId, guest.id)
	const told = EVENTS.filter(
		({ audience, isInternal }) =>
			(audience === 'guild' || audience === 'channel' || audience === 'user') && !isInternal,
	)
	const used = new Set(told.flatMap(({ intent, directIntent }) => [intent ?? [], directIntent ?? []].flat()))
	const { token } = places.warden
	await using all = await login(server, { token, intents: KNOWN_INTENTS })
	const without = new Map<IntentName, GatewayClient>()
	for (const intent of used) {
		without.set(intent, await login(server, { token, intents: KNOWN_INTENTS & ~INTENTS[intent] }))
	}
	await using powerless = await login(server, { token: guest.token, intents: KNOWN_INTENTS })
	await happens(places)
	for (const client of [all, powerless, ...without.values()]) await client.settled()

	const isDirect = ({ d }: Frame) => d?.guild_id === undefined && d?.channel_id === places.directId
	/** Of players alone: their own tests tell of them. */
	const social = told.filter(({ audience, name }) => audience === 'user' && name !== 'USER_UPDATE')
	for (const { name, intent, directIntent, permission, alwaysToSubject } of told.filter(
		(one) => !social.includes(one),
	)) {
		await t.test(name, () => {
			const others = ({ frames }: GatewayClient) =>
				frames.filter((frame) => !alwaysToSubject || (frame.d?.user?.id ?? frame.d?.user_id) !== places.warden.id)
			const inGuild = (client: GatewayClient) => namesIn(others(client).filter((frame) => !isDirect(frame)))
			const direct = (client: GatewayClient) => namesIn(client.frames.filter(isDirect))
			assert.ok(inGuild(all).has(name), 'it was not heard')
			if (intent) assert.ok(!inGuild(without.get(intent) as GatewayClient).has(name), `it was heard without ${intent}`)
			if (permission) assert.ok(!namesIn(powerless.frames).has(name), `it was heard without ${permission}`)
			else if (name !== 'USER_UPDATE') assert.ok(namesIn(powerless.frames).has(name), 'a member did not hear it')
			if (!directIntent || name === 'MESSAGE_REACTION_REMOVE_ALL' || name === 'MESSAGE_REACTION_REMOVE_EMOJI') return
			assert.ok(direct(all).has(name), 'it was not heard from the direct channel')
			const deaf = without.get(directIntent) as GatewayClient
			assert.ok(!direct(deaf).has(name), `it was heard without ${directIntent}`)
			// One without the intent of guilds hears it from direct channels all the same.
			if (intent) assert.ok(direct(without.get(intent) as GatewayClient).has(name), 'the intent of guilds is asked for')
		})
	}
	for (const client of without.values()) client.ws.terminate()
})

test('every event that the gateway says to one session is said', async () => {
	await using server = await testServer()
	const { bot, guildId } = await home(server)
	const player = await server.player('ann')
	const client = await login(server, { token: bot.token, intents: KNOWN_INTENTS & ~INTENTS.GuildPresences })
	await client.event('GUILD_CREATE')
	const everybody = { guild_id: guildId, query: '', limit: 0 }
	client.send(8, everybody)
	client.send(8, everybody)
	client.send(31, { guild_ids: [guildId] })
	client.send(43, { guild_id: guildId, fields: ['status'] })
	client.send(50, { token: bot.token })
	await client.event('TOKEN_UPDATED')
	await client.event('RATE_LIMITED')
	const { seq } = client
	client.ws.terminate()
	await client.closed
	await using again = await connect(server)
	again.send(6, { token: bot.token, session_id: client.ready.session_id, seq })
	await again.event('RESUMED')
	await well(bot.delete(`/users/@me/guilds/${guildId}`))
	await again.event('GUILD_DELETE')
	const bearer = { token: `Bearer ${player.token}`, intents: 0 }
	await using one = await login(server, { ...bearer, capabilities: 1 << 5 })
	await using other = await login(server, bearer)
	await one.event('SESSIONS_REPLACE')
	await other.settled()
	const said = new Set([client, again, one, other].flatMap((each) => each.names()))
	for (const { name, audience } of EVENTS) if (audience === 'session') assert.ok(said.has(name), name)
})
