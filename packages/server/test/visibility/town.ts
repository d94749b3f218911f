/** A guild in which everything about rights changes, and what its people can do there. */
import { PERMISSIONS } from '@guildhall/protocol'
import fc from 'fast-check'
import { type GatewayClient, login, PLAIN_INTENTS } from '../gateway-client.ts'
import { bits } from '../people.ts'
import type { Answered, Bot, TestServer } from '../server.ts'

const ADMINISTRATOR = bits('Administrator')
const VIEW = bits('ViewChannel')
const MEMBERS = 1 << 1

/** Somebody who listens. */
export interface Watcher {
	bot: Bot
	client: GatewayClient
	intents: number
}

export interface Town {
	guildId: string
	/** May do everything; several act beside each other. */
	stewards: Bot[]
	/** What they are may be anything at any time. */
	guests: Bot[]
	watchers: Watcher[]
	/** Those of them who go in and out of voice. */
	speakers: Watcher[]
	roleIds: string[]
	textIds: string[]
	voiceIds: string[]
	/** The latest message of each channel. */
	messages: Map<string, string>
}

/** What somebody does. Numbers are looked up among what there is. */
export type Deed =
	| { does: 'give' | 'take'; role: number; guest: number }
	| { does: 'role'; role: number; permissions: string }
	| { does: 'everyone'; permissions: string }
	| { does: 'overwrite'; channel: number; whom: number; allow: string; deny: string }
	| { does: 'no overwrite'; channel: number; whom: number }
	| { does: 'say' | 'type' | 'react' | 'rename' | 'remove'; channel: number }
	| { does: 'build'; isVoice: boolean; isHidden: boolean }
	| { does: 'speak'; speaker: number; channel: number | null }
	| { does: 'kick' | 'ban' | 'join'; guest: number }
	| { does: 'new role' | 'drop role'; role: number }

const some = fc.nat({ max: 20 })
const sight = fc.constantFrom('0', VIEW, bits('ViewChannel', 'ViewAuditLog'), bits('BanMembers'))
const deny = fc.constantFrom('0', VIEW)
const is = fc.constant

export const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ does: fc.constantFrom('give', 'take'), role: some, guest: some }) },
	{ weight: 2, arbitrary: fc.record({ does: is('role'), role: some, permissions: sight }) },
	{ weight: 1, arbitrary: fc.record({ does: is('everyone'), permissions: fc.constantFrom('0', VIEW) }) },
	{
		weight: 4,
		arbitrary: fc.record({ does: is('overwrite'), channel: some, whom: some, allow: deny, deny }),
	},
	{ weight: 2, arbitrary: fc.record({ does: is('no overwrite'), channel: some, whom: some }) },
	{ weight: 8, arbitrary: fc.record({ does: fc.constantFrom('say', 'type', 'react'), channel: some }) },
	{ weight: 2, arbitrary: fc.record({ does: fc.constantFrom('rename', 'remove'), channel: some }) },
	{ weight: 2, arbitrary: fc.record({ does: is('build'), isVoice: fc.boolean(), isHidden: fc.boolean() }) },
	{
		weight: 4,
		arbitrary: fc.record({ does: is('speak'), speaker: some, channel: fc.option(some, { nil: null }) }),
	},
	{ weight: 2, arbitrary: fc.record({ does: fc.constantFrom('kick', 'ban', 'join'), guest: some }) },
	{ weight: 1, arbitrary: fc.record({ does: fc.constantFrom('new role', 'drop role'), role: some }) },
) as fc.Arbitrary<Deed>

export async function town(server: TestServer): Promise<Town> {
	const owner = await server.person('mayor')
	const stewards: Bot[] = []
	for (const name of ['Ash', 'Birch', 'Cedar']) stewards.push(await server.bot(name))
	const guests: Bot[] = []
	for (const name of ['Wren', 'Finch', 'Lark']) guests.push(await server.bot(name, { flags: 1 << 15 }))
	const { guild, roles, channels } = await server.guild(owner.id, {
		roles: [
			{ id: '1' },
			{ id: '2', name: 'steward', permissions: ADMINISTRATOR },
			{ id: '3', name: 'a', permissions: '0' },
		],
	})
	const roleOf = (name: string) => roles.find((role) => role.name === name)?.id as string
	for (const { id } of stewards) await server.join(guild.id, id, { roleIds: [roleOf('steward')] })
	for (const { id } of guests) await server.join(guild.id, id)
	const watchers: Watcher[] = []
	const listen = async (bot: Bot, intents = PLAIN_INTENTS) => {
		const client = await login(server, { token: bot.token, intents })
		if (intents & 1) await client.event('GUILD_CREATE')
		watchers.push({ bot, client, intents })
		return { bot, client, intents }
	}
	const speakers = [await listen(stewards[0] as Bot), await listen(stewards[1] as Bot)]
	for (const guest of guests) await listen(guest)
	await listen(guests[0] as Bot, PLAIN_INTENTS | MEMBERS)
	await listen(guests[1] as Bot, (1 << 9) | (1 << 10))
	const ids = (type: number) => channels.filter((channel) => channel.type === type).map(({ id }) => id)
	return {
		guildId: guild.id,
		...{ stewards, guests, watchers, speakers },
		roleIds: [roleOf('a')],
		textIds: ids(0),
		voiceIds: ids(2),
		messages: new Map(),
	}
}

const pick = <T>(from: readonly T[], n: number): T | undefined => from[n % Math.max(1, from.length)]

/** Does it, as one of the stewards. What cannot be is refused, as anywhere. */
export async function perform(server: TestServer, place: Town, deed: Deed, by: number): Promise<void> {
	const answer = await act(server, place, deed, pick(place.stewards, by) as Bot)
	if (answer && answer.status >= 500) throw new Error(`${deed.does}: ${answer.status} ${JSON.stringify(answer.body)}`)
}

async function act(server: TestServer, place: Town, deed: Deed, by: Bot): Promise<Answered | undefined> {
	const { guildId, guests, roleIds, textIds, voiceIds, messages } = place
	const channelOf = (n: number) => pick([...textIds, ...voiceIds], n) ?? '1'
	const textOf = (n: number) => pick(textIds, n) ?? '1'
	const whomOf = (n: number): { id: string; type: number } => {
		const all = [
			{ id: guildId, type: 0 },
			...roleIds.map((id) => ({ id, type: 0 })),
			...guests.map(({ id }) => ({ id, type: 1 })),
		]
		return pick(all, n) as { id: string; type: number }
	}
	switch (deed.does) {
		case 'give':
		case 'take': {
			const path = `/guilds/${guildId}/members/${pick(guests, deed.guest)?.id}/roles/${pick(roleIds, deed.role) ?? '1'}`
			return deed.does === 'give' ? by.put(path) : by.delete(path)
		}
		case 'role':
			return by.patch(`/guilds/${guildId}/roles/${pick(roleIds, deed.role) ?? '1'}`, { permissions: deed.permissions })
		case 'everyone':
			return by.patch(`/guilds/${guildId}/roles/${guildId}`, { permissions: deed.permissions })
		case 'overwrite': {
			const { id, type } = whomOf(deed.whom)
			const { allow, deny } = deed
			return by.put(`/channels/${channelOf(deed.channel)}/permissions/${id}`, { type, allow, deny })
		}
		case 'no overwrite':
			return by.delete(`/channels/${channelOf(deed.channel)}/permissions/${whomOf(deed.whom).id}`)
		case 'say': {
			const said = await by.post(`/channels/${textOf(deed.channel)}/messages`, { content: 'news' })
			if (said.status === 200) messages.set(textOf(deed.channel), said.body.id)
			return said
		}
		case 'type':
			return by.post(`/channels/${textOf(deed.channel)}/typing`)
		case 'react': {
			const channelId = textOf(deed.channel)
			return by.put(`/channels/${channelId}/messages/${messages.get(channelId) ?? '1'}/reactions/%F0%9F%91%8D/@me`)
		}
		case 'rename':
			return by.patch(`/channels/${channelOf(deed.channel)}`, { name: `name-${server.store.now()}-${deed.channel}` })
		case 'remove':
			return remove(place, channelOf(deed.channel), by)
		case 'build':
			return build(place, deed, by)
		case 'speak': {
			const { client } = pick(place.speakers, deed.speaker) as Watcher
			const channelId = deed.channel === null ? null : (pick(voiceIds, deed.channel) ?? null)
			client.send(4, { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: false })
			return undefined
		}
		case 'kick':
			return by.delete(`/guilds/${guildId}/members/${pick(guests, deed.guest)?.id}`)
		case 'ban':
			return by.put(`/guilds/${guildId}/bans/${pick(guests, deed.guest)?.id}`, {})
		case 'join':
			return join(server, place, pick(guests, deed.guest) as Bot, by)
		case 'new role': {
			if (roleIds.length > 3) return undefined
			const made = await by.post(`/guilds/${guildId}/roles`, { name: 'more', permissions: '0' })
			roleIds.push(made.body.id)
			return made
		}
		case 'drop role': {
			const [id] = roleIds.splice(deed.role % Math.max(1, roleIds.length), 1)
			return by.delete(`/guilds/${guildId}/roles/${id ?? '1'}`)
		}
		default:
			return deed satisfies never
	}
}

async function remove(place: Town, channelId: string, by: Bot): Promise<Answered | undefined> {
	if (place.textIds.length + place.voiceIds.length < 3) return undefined
	place.textIds = place.textIds.filter((id) => id !== channelId)
	place.voiceIds = place.voiceIds.filter((id) => id !== channelId)
	return by.delete(`/channels/${channelId}`)
}

async function build(
	place: Town,
	deed: { isVoice: boolean; isHidden: boolean },
	by: Bot,
): Promise<Answered | undefined> {
	if (place.textIds.length + place.voiceIds.length > 8) return undefined
	const made = await by.post(`/guilds/${place.guildId}/channels`, {
		name: 'built',
		type: deed.isVoice ? 2 : 0,
		...(deed.isHidden
			? { permission_overwrites: [{ id: place.guildId, type: 0, allow: '0', deny: String(PERMISSIONS.ViewChannel) }] }
			: {}),
	})
	const ids = deed.isVoice ? place.voiceIds : place.textIds
	if (made.status === 201) ids.push(made.body.id)
	return made
}

async function join(server: TestServer, { guildId }: Town, guest: Bot, by: Bot): Promise<Answered> {
	const lifted = await by.delete(`/guilds/${guildId}/bans/${guest.id}`)
	const there = await by.get(`/guilds/${guildId}/members/${guest.id}`)
	if (there.status === 404) await server.join(guildId, guest.id)
	return lifted
}
