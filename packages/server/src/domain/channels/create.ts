import {
	ApiError,
	ChannelCreate,
	type GuildChannel,
	hasPermissions,
	type NewChannel,
	type Overwrite,
	RightsChanged,
} from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { featuresOf, type GuildAccess, overwritesOf } from '../access/access.ts'
import { holdGuild } from '../access/held.ts'
import { audit, changesBetween } from '../audit/audit.ts'
import { holdChannel } from './channels.ts'
import { draftChannel } from './draft.ts'
import { channelOf, overwriteRow } from './insert.ts'
import { readOverwrites, requireChanges } from './overwrites.ts'
import { lastPosition, placesOf, requireParent } from './place.ts'
import { presentChannel } from './present.ts'
import { tellChannel } from './tell.ts'
import { AUDITED } from './update.ts'

const MOST_CHANNELS = 500

/**
 * Makes a channel. In a category it begins with what the category says about roles and members, unless the request says.
 * @throws MaximumChannels, MissingPermissions, UnknownPermissionOverwrite, InvalidFormBody
 */
export async function createChannel(
	tx: Transaction,
	access: GuildAccess,
	input: NewChannel,
	reason?: string,
): Promise<GuildChannel> {
	const { guild } = access
	// Held, so that none is one too many, and the category stays.
	await holdGuild(tx, guild.id)
	const places = await placesOf(tx, guild.id)
	if (places.length >= MOST_CHANNELS) throw new ApiError('MaximumChannels')
	const draft = draftChannel(input, { features: featuresOf(guild), newId: tx.newId })
	const parentId = requireParent(places, draft, input.parent_id ?? null)
	const overwrites = await firstOverwrites(tx, access, input, parentId)
	const place = {
		id: tx.newId(),
		guildId: guild.id,
		parentId,
		position: input.position ?? lastPosition(places, draft.type),
	}
	const row = channelOf(tx, draft, place)
	await tx.db.insertInto('channels').values(row).execute()
	if (overwrites.length > 0) {
		await tx.db
			.insertInto('overwrites')
			.values(overwrites.map((overwrite) => overwriteRow(row.id, overwrite)))
			.execute()
	}
	const channel = presentChannel(row, overwrites)
	tx.emit(RightsChanged, { guildId: guild.id }, { guild_id: guild.id })
	tellChannel(tx, ChannelCreate, channel)
	await audit(tx, {
		guildId: guild.id,
		userId: access.userId,
		targetId: row.id,
		action: 'channelCreate',
		changes: changesBetween(undefined, channel, [...AUDITED, 'permission_overwrites']),
		reason,
	})
	return channel
}

async function firstOverwrites(
	tx: Transaction,
	access: GuildAccess,
	{ permission_overwrites: wanted }: NewChannel,
	parentId: string | null,
): Promise<Overwrite[]> {
	if (!wanted) {
		if (parentId === null) return []
		// What the category says may change at the same moment: before this, or for this channel too.
		await holdChannel(tx, parentId)
		return overwritesOf(tx, parentId)
	}
	const overwrites = await readOverwrites(tx, access.guild.id, wanted)
	requireChanges(access.permissions, [], overwrites)
	const givesManagers = overwrites.some(({ allow, deny }) => hasPermissions(allow | deny, 'ManageRoles'))
	if (givesManagers && !hasPermissions(access.permissions, 'Administrator')) throw new ApiError('MissingPermissions')
	return overwrites
}
