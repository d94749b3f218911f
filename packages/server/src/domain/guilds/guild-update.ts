import { ApiError, type Guild, type GuildChanges, GuildUpdate, RightsChanged } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { GuildAccess, GuildRow } from '../access/access.ts'
import { getUser } from '../accounts/accounts.ts'
import { audit, changesBetween } from '../audit/audit.ts'
import { draftFeatures, requireCommunity } from './community.ts'
import { draftGuild } from './guild-draft.ts'
import { holdPlace } from './held.ts'
import { findMember } from './members.ts'
import { presentGuild } from './present.ts'
import { rolesOf } from './roles.ts'

/** A body whose pictures are stored already and named by their hashes. */
export type GuildUpdateInput = GuildChanges

const AUDITED = [
	'name',
	'description',
	'icon_hash',
	'splash_hash',
	'discovery_splash_hash',
	'banner_hash',
	'owner_id',
	'features',
	'verification_level',
	'default_message_notifications',
	'explicit_content_filter',
	'afk_channel_id',
	'afk_timeout',
	'system_channel_id',
	'system_channel_flags',
	'rules_channel_id',
	'public_updates_channel_id',
	'safety_alerts_channel_id',
	'preferred_locale',
	'premium_progress_bar_enabled',
] as const

/** What being a community rests on. */
const COMMUNITY_COLUMNS = ['features', 'rules_channel_id', 'public_updates_channel_id'] as const

/**
 * Changes a guild.
 * @throws UnknownChannel, ChannelType, CommunityChannelText, MissingPermissions, OwnerOnly, BotOwner, InvalidFormBody
 */
export async function updateGuild(
	tx: Transaction,
	access: GuildAccess,
	changes: GuildUpdateInput,
	reason?: string,
): Promise<Guild> {
	// With whoever is to own it: they stay in it until they do, and their account too.
	const before = await holdPlace(tx, access.guild.id, ...(changes.owner_id === undefined ? [] : [changes.owner_id]))
	const now = { ...access, guild: before }
	const columns: Partial<GuildRow> = {
		...(await draftGuild(tx, before.id, changes)),
		...draftFeatures(now, changes.features),
		...(await draftOwner(tx, now, changes.owner_id)),
	}
	const after = { ...before, ...columns }
	if (COMMUNITY_COLUMNS.some((column) => column in columns)) requireCommunity(after)
	return saveGuild(tx, access, { before, after, columns, reason })
}

async function saveGuild(
	tx: Transaction,
	access: GuildAccess,
	update: { before: GuildRow; after: GuildRow; columns: Partial<GuildRow>; reason: string | undefined },
): Promise<Guild> {
	const { before, after, columns, reason } = update
	const roles = await rolesOf(tx, before.id)
	const guild = presentGuild(after, roles)
	const changes = changesBetween(audited(presentGuild(before, roles)), audited(guild), AUDITED)
	if (changes.length === 0) return guild
	await tx.db.updateTable('guilds').set(columns).where('id', '=', before.id).execute()
	if (after.owner_id !== before.owner_id) tx.emit(RightsChanged, { guildId: before.id }, { guild_id: before.id })
	tx.emit(GuildUpdate, { guildId: before.id }, guild)
	await audit(tx, {
		guildId: before.id,
		userId: access.userId,
		targetId: before.id,
		action: 'guildUpdate',
		changes,
		reason,
	})
	return guild
}

/** The log names pictures by their hashes. */
function audited(guild: Guild) {
	return {
		...guild,
		icon_hash: guild.icon,
		splash_hash: guild.splash,
		discovery_splash_hash: guild.discovery_splash,
		banner_hash: guild.banner,
	}
}

/** Only the owner hands a guild over, to a member who is a person. */
async function draftOwner(tx: Transaction, { guild, userId }: GuildAccess, ownerId: string | undefined) {
	if (ownerId === undefined || ownerId === guild.owner_id) return {}
	if (userId !== guild.owner_id) throw new ApiError('OwnerOnly')
	const user = await getUser(tx, ownerId)
	if (user.is_bot) throw new ApiError('BotOwner')
	if (!(await findMember(tx, guild.id, ownerId))) throw new ApiError('UnknownMember')
	return { owner_id: ownerId }
}

/** Places that a guild knows by their channel. */
const PLACES = [
	'afk_channel_id',
	'system_channel_id',
	'rules_channel_id',
	'public_updates_channel_id',
	'safety_alerts_channel_id',
] as const

/** Forgets a channel that is gone, wherever the guild, which is held, names it. */
export async function forgetChannel(tx: Transaction, guild: GuildRow, channelId: string): Promise<void> {
	const named = PLACES.filter((place) => guild[place] === channelId)
	if (named.length === 0) return
	const columns: Partial<GuildRow> = Object.fromEntries(named.map((place) => [place, null]))
	await tx.db.updateTable('guilds').set(columns).where('id', '=', guild.id).execute()
	tx.emit(GuildUpdate, { guildId: guild.id }, presentGuild({ ...guild, ...columns }, await rolesOf(tx, guild.id)))
}
