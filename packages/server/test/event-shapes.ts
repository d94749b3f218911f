/**
 * What is wrong with an event as it is said: by its declaration, by the public API's own OpenAPI document where that is
 * at hand, and by the rules all of the wire follows. Every event that a test server says is looked at.
 */
import { checkOf, EVENTS } from '@guildhall/protocol'
import type { Envelope } from '../src/ports/bus.ts'
import { validatePublicShape } from './public-schema.ts'

const declared = new Map(EVENTS.map((event) => [event.name, event]))

/** Whether the gateway writes it itself, or anew for some of those who hear it: not as it was said on the bus. */
export function isWrittenByGateway(name: string): boolean {
	const event = declared.get(name)
	return !event || event.audience === 'session' || event.content === true || name === 'USER_UPDATE'
}

/** Shapes of the public document that an event, or what lies at a place in it, has. `*`: each of a list. */
const PUBLIC_SHAPES: Record<string, Record<string, string>> = {
	READY: { user: 'UserPIIResponse' },
	GUILD_CREATE: {
		'': 'GuildResponse',
		'members.*': 'GuildMemberResponse',
		'channels.*': 'GuildChannelResponse',
		'roles.*': 'GuildRoleResponse',
	},
	GUILD_UPDATE: { '': 'GuildResponse' },
	CHANNEL_CREATE: { '': 'GuildChannelResponse' },
	CHANNEL_UPDATE: { '': 'GuildChannelResponse' },
	CHANNEL_DELETE: { '': 'GuildChannelResponse' },
	GUILD_ROLE_CREATE: { role: 'GuildRoleResponse' },
	GUILD_ROLE_UPDATE: { role: 'GuildRoleResponse' },
	GUILD_MEMBER_ADD: { '': 'GuildMemberResponse' },
	GUILD_MEMBER_UPDATE: { '': 'GuildMemberResponse' },
	GUILD_MEMBER_REMOVE: { user: 'UserResponse' },
	GUILD_MEMBERS_CHUNK: { 'members.*': 'GuildMemberResponse' },
	GUILD_BAN_ADD: { user: 'UserResponse' },
	GUILD_BAN_REMOVE: { user: 'UserResponse' },
	GUILD_AUDIT_LOG_ENTRY_CREATE: { '': 'AuditLogEntryResponse' },
	MESSAGE_CREATE: { '': 'MessageResponse' },
	MESSAGE_UPDATE: { '': 'MessageResponse' },
	MESSAGE_REACTION_ADD: { member: 'GuildMemberResponse', emoji: 'MessageReactionEmojiResponse' },
	MESSAGE_REACTION_REMOVE: { emoji: 'MessageReactionEmojiResponse' },
	MESSAGE_REACTION_REMOVE_EMOJI: { emoji: 'MessageReactionEmojiResponse' },
	INVITE_CREATE: {
		inviter: 'UserResponse',
		target_user: 'UserResponse',
		target_application: 'InviteApplicationResponse',
	},
	TYPING_START: { member: 'GuildMemberResponse' },
	VOICE_STATE_UPDATE: { '': 'VoiceStateResponse', member: 'GuildMemberResponse' },
	LOBBY_MESSAGE_CREATE: { '': 'LobbyMessageResponse' },
	LOBBY_MESSAGE_UPDATE: { '': 'LobbyMessageResponse' },
}

/** What is wrong with it; empty for nothing. */
export function wrongWith(name: string, data: unknown): string[] {
	const event = declared.get(name)
	if (!event) return [`${name} is not declared`]
	const problems = checkOf(event.data).problems(data)
	return [
		...problems.map(({ path, keyword, params }) => `${path.join('/')} ${keyword} ${JSON.stringify(params)}`),
		...Object.entries(PUBLIC_SHAPES[name] ?? {}).flatMap(([place, shape]) =>
			at(data, place).flatMap((value) =>
				value === undefined ? [] : validatePublicShape(shape, value).map((problem) => `${shape}: ${place}${problem}`),
			),
		),
		...(event.isInternal ? [] : undeclared(event.data as unknown as Shape, data, '')),
		...misspelt(data, ''),
	].map((problem) => `${name}: ${problem}`)
}

/**
 * What is wrong with how an event is addressed, by the audience it declares. One of a channel that does not name it, nor
 * who alone hears it, would be heard by members who may not view the channel.
 */
export function wronglyAddressed({ name, subject, channelId, onlyUserIds }: Envelope): string[] {
	const [kind = ''] = subject.split('.')
	const audience = declared.get(name)?.audience
	const isRight =
		audience === 'channel'
			? kind === 'user' || (kind === 'guild' && (channelId !== undefined || onlyUserIds !== undefined))
			: audience === 'guild'
				? kind === 'guild' && channelId === undefined
				: audience === 'lobby'
					? kind === 'lobby' || kind === 'user'
					: audience === kind
	return isRight ? [] : [`${name} is for ${audience} and was said to ${subject}, channel ${channelId}`]
}

/** What lies there; `*` names each of a list. */
function at(value: unknown, place: string): unknown[] {
	if (place === '') return [value]
	const [first = '', ...rest] = place.split('.')
	if (value === null || typeof value !== 'object') return []
	const inside = first === '*' ? (value as unknown[]) : [(value as Record<string, unknown>)[first]]
	return inside.flatMap((one) => at(one, rest.join('.')))
}

interface Shape {
	anyOf?: Shape[]
	items?: Shape
	properties?: Record<string, Shape>
	additionalProperties?: Shape
	type?: string
}

/** Keys that the declaration does not have: who reads it would not know of them. */
function undeclared(shape: Shape, value: unknown, path: string): string[] {
	if (value === null || typeof value !== 'object') return []
	if (shape.anyOf) {
		const each = shape.anyOf.filter(({ type }) => type !== 'null').map((one) => undeclared(one, value, path))
		return each.find((problems) => problems.length === 0) ?? each[0] ?? []
	}
	if (Array.isArray(value)) {
		const { items } = shape
		return items ? value.flatMap((item, index) => undeclared(items, item, `${path}/${index}`)) : []
	}
	const { properties, additionalProperties } = shape
	if (!properties) return []
	return Object.entries(value).flatMap(([key, inside]) => {
		const inner = properties[key] ?? additionalProperties
		return inner ? undeclared(inner, inside, `${path}/${key}`) : [`${path}/${key} is not declared`]
	})
}

const ID = /(^|_)id$/
/** Ids that are no snowflakes: of sessions, parties, components, answers of polls, and what others call their own. */
const OTHER_IDS =
	/session_id$|\/party\/id$|party_id$|\/activities\/\d+\/id$|components\/.*\/id$|answer_id$|provider.*_id$|external.*_id$|custom_id$/
const TIME = /(_at|_since|_until|^timestamp|_timestamp)$/
const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/

/** Ids that are no decimal texts, and times that are none of the wire (HC-54, HC-92). */
function misspelt(value: unknown, path: string): string[] {
	if (value === null || typeof value !== 'object') return []
	return Object.entries(value).flatMap(([key, inside]) => {
		const here = `${path}/${key}`
		if (
			ID.test(key) &&
			!OTHER_IDS.test(here) &&
			inside !== null &&
			!/^\d{1,20}$/.test(typeof inside === 'string' ? inside : '-')
		)
			return [`${here} is no id: ${JSON.stringify(inside)}`]
		if (TIME.test(key) && typeof inside === 'string' && !WIRE_TIME.test(inside))
			return [`${here} is no time of the wire: ${inside}`]
		return misspelt(inside, here)
	})
}
