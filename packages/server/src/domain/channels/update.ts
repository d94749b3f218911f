import { ApiError, type ChannelChanges, ChannelUpdate, type GuildChannel, type Overwrite } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import {
	type ChannelAccess,
	type ChannelRow,
	featuresOf,
	type GuildAccess,
	overwritesOf,
	requirePermissions,
} from '../access/access.ts'
import { holdGuild } from '../access/held.ts'
import { audit, changesBetween } from '../audit/audit.ts'
import { holdChannel } from './channels.ts'
import { draftChannel } from './draft.ts'
import { areSame, grantable, readOverwrites, requireChanges, writeOverwrites } from './overwrites.ts'
import { placesOf, requireParent } from './place.ts'
import { presentChannel } from './present.ts'
import { tellChannel } from './tell.ts'

/** What the log tells of a channel. */
export const AUDITED = [
	'name',
	'type',
	'topic',
	'nsfw',
	'rate_limit_per_user',
	'bitrate',
	'user_limit',
	'rtc_region',
	'video_quality_mode',
	'default_auto_archive_duration',
	'default_thread_rate_limit_per_user',
	'flags',
	'available_tags',
	'default_reaction_emoji',
	'default_sort_order',
	'default_forum_layout',
] as const

/** The standing in a channel of a guild. @throws DirectChannel elsewhere */
export function requireGuildChannel(access: ChannelAccess): ChannelAccess & { guild: GuildAccess } {
	const { guild } = access
	if (!guild) throw new ApiError('DirectChannel')
	return { ...access, guild }
}

/**
 * Changes a channel of a guild.
 * @throws MissingPermissions, DirectChannel, ChannelType, BitrateTooHigh, UnknownPermissionOverwrite, InvalidFormBody
 */
export async function updateChannel(
	tx: Transaction,
	access: ChannelAccess,
	changes: ChannelChanges,
	reason?: string,
): Promise<GuildChannel> {
	const { guild, userId } = requireGuildChannel(access)
	requirePermissions(access, 'ManageChannels')
	if (changes.parent_id !== undefined) await holdGuild(tx, guild.guild.id)
	const channel = await holdChannel(tx, access.channel.id)
	const draft = draftChannel(changes, { features: featuresOf(guild.guild), newId: tx.newId }, channel)
	const { parent_id = channel.parent_id, position } = changes
	const row: ChannelRow = { ...channel, ...draft, position: position ?? channel.position }
	if (parent_id !== channel.parent_id) row.parent_id = requireParent(await placesOf(tx, guild.guild.id), row, parent_id)
	const before = await overwritesOf(tx, channel.id)
	const after = await wantedOverwrites(tx, access, changes, before)
	const old = presentChannel(channel, before)
	const updated = presentChannel(row, after)
	if (JSON.stringify(old) === JSON.stringify(updated)) return updated
	await tx.db
		.updateTable('channels')
		.set({ ...draft, parent_id: row.parent_id, position: row.position })
		.where('id', '=', channel.id)
		.execute()
	await writeOverwrites(tx, { channel: row, userId }, { before, after, reason })
	tellChannel(tx, ChannelUpdate, updated)
	const audits = changesBetween(old, updated, AUDITED)
	if (audits.length > 0) {
		const entry = { guildId: guild.guild.id, userId, targetId: channel.id, reason }
		await audit(tx, { ...entry, action: 'channelUpdate', changes: audits })
	}
	return updated
}

async function wantedOverwrites(
	tx: Transaction,
	access: ChannelAccess,
	{ permission_overwrites: wanted }: ChannelChanges,
	before: Overwrite[],
): Promise<Overwrite[]> {
	if (wanted === undefined) return before
	const after = await readOverwrites(tx, access.channel.guild_id as string, wanted ?? [], before)
	if (!areSame(before, after)) requirePermissions(access, 'ManageRoles')
	requireChanges(grantable(access, before), before, after)
	return after
}
