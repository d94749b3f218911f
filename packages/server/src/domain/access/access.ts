import {
	ApiError,
	CHANNEL_TYPES,
	channelPermissions,
	DIRECT_PERMISSIONS,
	guildPermissions,
	hasPermissions,
	type Overwrite,
	type PermissionName,
	type RolePermissions,
	type Standing,
} from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Reading } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'

export type GuildRow = Selectable<Tables['guilds']>
export type MemberRow = Selectable<Tables['members']>
export type ChannelRow = Selectable<Tables['channels']>

/** A role as far as rank and rights go. */
export interface HeldRole extends RolePermissions {
	position: number
}

/** A member's standing in a guild, worked out once per request. */
export interface GuildAccess {
	guild: GuildRow
	/** Absent for a webhook, which is none. */
	member?: MemberRow
	userId: string
	/** The roles held, `@everyone` among them. */
	roles: readonly HeldRole[]
	isTimedOut: boolean
	permissions: bigint
}

/** A user's standing in a channel: through a guild, or as one of those of a direct channel. */
export interface ChannelAccess {
	channel: ChannelRow
	userId: string
	permissions: bigint
	/** Present in a guild. */
	guild?: GuildAccess
	/** Present in a direct channel: everybody in it, the user too. */
	recipientIds?: readonly string[]
}

const guildById = prepared((db, guildId: string) => db.selectFrom('guilds').selectAll().where('id', '=', guildId))

const memberById = prepared((db, guildId: string, userId: string) =>
	db.selectFrom('members').selectAll().where('guild_id', '=', guildId).where('user_id', '=', userId),
)

const rolesHeld = prepared((db, guildId: string, userId: string) =>
	db
		.selectFrom('roles')
		.select(['id', 'permissions', 'position'])
		.where('guild_id', '=', guildId)
		.where((role) =>
			role.or([
				role('id', '=', guildId),
				role(
					'id',
					'in',
					role
						.selectFrom('member_roles')
						.select('role_id')
						.where('guild_id', '=', guildId)
						.where('user_id', '=', userId),
				),
			]),
		),
)

const channelById = prepared((db, channelId: string) =>
	db.selectFrom('channels').selectAll().where('id', '=', channelId),
)

const recipientsOf = prepared((db, channelId: string) =>
	db.selectFrom('recipients').select('user_id').where('channel_id', '=', channelId),
)

const overwritesIn = prepared((db, channelId: string) =>
	db.selectFrom('overwrites').select(['target_id', 'type', 'allow', 'deny']).where('channel_id', '=', channelId),
)

/**
 * What the user may do in the guild.
 * @throws UnknownGuild where there is none, or the user is not in it.
 */
export async function guildAccess(from: Reading, userId: string, guildId: string): Promise<GuildAccess> {
	const [guild] = await guildById(from, guildId)
	if (!guild) throw new ApiError('UnknownGuild')
	const access = await standingIn(from, userId, guild)
	if (!access) throw new ApiError('UnknownGuild')
	return access
}

/** The user's standing in this guild; undefined where they are no member. */
export async function standingIn(from: Reading, userId: string, guild: GuildRow): Promise<GuildAccess | undefined> {
	const [member] = await memberById(from, guild.id, userId)
	if (!member) return undefined
	const roles = (await rolesHeld(from, guild.id, userId)).map(({ id, permissions, position }) => ({
		id,
		position,
		permissions: BigInt(permissions),
	}))
	const isTimedOut = (member.timed_out_until ?? 0) > from.now()
	const standing: Standing = { guildId: guild.id, ownerId: guild.owner_id, userId, roles, isTimedOut }
	return { guild, member, userId, roles, isTimedOut, permissions: guildPermissions(standing) }
}

/**
 * What the user may do in the channel.
 * @throws UnknownChannel where there is none; MissingAccess where they may not view it.
 */
export async function channelAccess(from: Reading, userId: string, channelId: string): Promise<ChannelAccess> {
	const [channel] = await channelById(from, channelId)
	// A game's own direct channels have no id that anybody is told.
	if (!channel || channel.type === CHANNEL_TYPES.ephemeral) throw new ApiError('UnknownChannel')
	return channel.guild_id === null ? directAccess(from, userId, channel) : guildChannelAccess(from, userId, channel)
}

async function directAccess(from: Reading, userId: string, channel: ChannelRow): Promise<ChannelAccess> {
	const recipientIds = (await recipientsOf(from, channel.id)).map((row) => row.user_id)
	if (!recipientIds.includes(userId)) throw new ApiError('MissingAccess')
	return { channel, userId, recipientIds, permissions: DIRECT_PERMISSIONS }
}

async function guildChannelAccess(from: Reading, userId: string, channel: ChannelRow): Promise<ChannelAccess> {
	const [guildRow] = await guildById(from, channel.guild_id as string)
	const guild = guildRow && (await standingIn(from, userId, guildRow))
	if (!guild) throw new ApiError('MissingAccess')
	const permissions = permissionsIn(guild, await overwritesOf(from, channel.id))
	if (!hasPermissions(permissions, 'ViewChannel')) throw new ApiError('MissingAccess')
	return { channel, userId, guild, permissions }
}

/** The overwrites of a channel. */
export async function overwritesOf(from: Reading, channelId: string): Promise<Overwrite[]> {
	const rows = await overwritesIn(from, channelId)
	return rows.map((row) => ({
		id: row.target_id,
		type: row.type,
		allow: BigInt(row.allow),
		deny: BigInt(row.deny),
	}))
}

/** The bits that a standing in the guild leaves in a channel with these overwrites. */
export function permissionsIn(guild: GuildAccess, overwrites: readonly Overwrite[]): bigint {
	const { userId, roles, isTimedOut } = guild
	return channelPermissions(
		{ guildId: guild.guild.id, ownerId: guild.guild.owner_id, userId, roles, isTimedOut },
		overwrites,
	)
}

/** @throws MissingPermissions unless all the named permissions are there. */
export function requirePermissions(access: { permissions: bigint }, ...names: PermissionName[]): void {
	if (!hasPermissions(access.permissions, ...names)) throw new ApiError('MissingPermissions')
}

/** @throws MissingPermissions where somebody would give out, or take away, what they do not have */
export function requireGrantable(permissions: bigint, bits: bigint): void {
	if ((bits & ~permissions) !== 0n) throw new ApiError('MissingPermissions')
}

/** What the guild can do that others cannot. */
export function featuresOf(guild: Pick<GuildRow, 'features'>): string[] {
	return JSON.parse(guild.features) as string[]
}

/** The position of the highest role held; the owner stands above every role. */
export function rank(access: GuildAccess): number {
	if (access.userId === access.guild.owner_id) return Number.POSITIVE_INFINITY
	return access.roles.reduce((highest, role) => Math.max(highest, role.position), 0)
}
