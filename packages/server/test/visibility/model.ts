/**
 * Who may see what in one guild, worked out anew from what happened in it: nothing here is shared with the server. A model
 * is never changed: what happens makes another.
 */

const VIEW = 1n << 10n
const ADMINISTRATOR = 1n << 3n
const VIEW_AUDIT_LOG = 1n << 7n
const BAN_MEMBERS = 1n << 2n

export interface Overwrite {
	id: string
	type: number
	allow: string
	deny: string
}

export interface Channel {
	id: string
	name: string
	permission_overwrites: readonly Overwrite[]
}

export interface Model {
	guildId: string
	roles: ReadonlyMap<string, bigint>
	members: ReadonlyMap<string, readonly string[]>
	channels: ReadonlyMap<string, Channel>
	/** Where members are in voice. */
	voices: ReadonlyMap<string, string>
}

/** Something that was said of the guild. */
export interface News {
	name: string
	// biome-ignore lint/suspicious/noExplicitAny: data of events is looked at by its names
	data: any
}

const put = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value)
const without = <K, V>(map: ReadonlyMap<K, V>, drop: (key: K, value: V) => boolean): ReadonlyMap<K, V> =>
	new Map([...map].filter(([key, value]) => !drop(key, value)))

export function after(model: Model, { name, data }: News): Model {
	switch (name) {
		case 'GUILD_ROLE_CREATE':
		case 'GUILD_ROLE_UPDATE':
			return { ...model, roles: put(model.roles, data.role.id, BigInt(data.role.permissions)) }
		case 'GUILD_ROLE_DELETE':
			return withoutRole(model, data.role_id)
		case 'GUILD_MEMBER_ADD':
		case 'GUILD_MEMBER_UPDATE':
			return { ...model, members: put(model.members, data.user.id, data.roles) }
		case 'GUILD_MEMBER_REMOVE':
			return { ...model, members: without(model.members, (id) => id === data.user.id) }
		case 'CHANNEL_CREATE':
		case 'CHANNEL_UPDATE':
			return { ...model, channels: put(model.channels, data.id, data) }
		case 'CHANNEL_DELETE':
			return {
				...model,
				channels: without(model.channels, (id) => id === data.id),
				voices: without(model.voices, (_, channelId) => channelId === data.id),
			}
		case 'VOICE_STATE_UPDATE':
			return data.channel_id === null
				? { ...model, voices: without(model.voices, (id) => id === data.user_id) }
				: { ...model, voices: put(model.voices, data.user_id, data.channel_id) }
		default:
			return model
	}
}

function withoutRole(model: Model, roleId: string): Model {
	const drop = (channel: Channel): Channel => ({
		...channel,
		permission_overwrites: channel.permission_overwrites.filter(({ id }) => id !== roleId),
	})
	return {
		...model,
		roles: without(model.roles, (id) => id === roleId),
		members: new Map([...model.members].map(([id, held]) => [id, held.filter((one) => one !== roleId)])),
		channels: new Map([...model.channels].map(([id, channel]) => [id, drop(channel)])),
	}
}

function baseOf(model: Model, userId: string): bigint | undefined {
	const held = model.members.get(userId)
	if (!held) return undefined
	return [model.guildId, ...held].reduce((bits, id) => bits | (model.roles.get(id) ?? 0n), 0n)
}

function seesWith(model: Model, userId: string, overwrites: readonly Overwrite[]): boolean {
	let bits = baseOf(model, userId)
	if (bits === undefined) return false
	if (bits & ADMINISTRATOR) return true
	const held = model.members.get(userId) ?? []
	const apply = (fits: (overwrite: Overwrite) => boolean) => {
		const fitting = overwrites.filter(fits)
		const allow = fitting.reduce((all, one) => all | BigInt(one.allow), 0n)
		const deny = fitting.reduce((all, one) => all | BigInt(one.deny), 0n)
		bits = ((bits ?? 0n) & ~deny) | allow
	}
	apply(({ id }) => id === model.guildId)
	apply(({ id, type }) => type === 0 && held.includes(id))
	apply(({ id, type }) => type === 1 && id === userId)
	return (bits & VIEW) !== 0n
}

export function sees(model: Model, userId: string, channelId: string): boolean {
	const channel = model.channels.get(channelId)
	return channel !== undefined && seesWith(model, userId, channel.permission_overwrites)
}

/** Whether the user may hear of it, as things stand in this model. Undefined for news that is not looked at here. */
export function mayHear(model: Model, userId: string, { name, data }: News): boolean | undefined {
	const bits = baseOf(model, userId)
	const has = (wanted: bigint) => bits !== undefined && (bits & (wanted | ADMINISTRATOR)) !== 0n
	switch (name) {
		case 'CHANNEL_CREATE':
		case 'CHANNEL_UPDATE':
		case 'CHANNEL_DELETE':
			return seesWith(model, userId, data.permission_overwrites)
		case 'MESSAGE_CREATE':
		case 'MESSAGE_REACTION_ADD':
		case 'TYPING_START':
			return sees(model, userId, data.channel_id)
		case 'GUILD_ROLE_CREATE':
		case 'GUILD_ROLE_UPDATE':
		case 'GUILD_ROLE_DELETE':
			return bits !== undefined
		case 'GUILD_MEMBER_UPDATE':
			return bits !== undefined && data.user.id === userId
		case 'GUILD_BAN_ADD':
		case 'GUILD_BAN_REMOVE':
			return has(BAN_MEMBERS | VIEW_AUDIT_LOG)
		case 'GUILD_AUDIT_LOG_ENTRY_CREATE':
			return has(VIEW_AUDIT_LOG)
		default:
			return undefined
	}
}

/** What tells one piece of news from another. */
export function keyOf({ name, data }: News): string {
	const ids = [data.id, data.message_id, data.channel_id, data.user_id, data.user?.id, data.role?.id, data.role_id]
	return [name, ...ids.filter(Boolean), data.emoji?.name ?? ''].join(' ')
}
