import {
	ALL_PERMISSIONS,
	CHANNEL_TYPES,
	type GuildChannel,
	hasPermissions,
	type Overwrite,
	PERMISSIONS,
} from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { type ChannelRow, type GuildAccess, permissionsIn } from '../access/access.ts'
import { type ChannelWithOverwrites, channelsOf } from './channels.ts'
import { sortingBucket } from './insert.ts'
import { presentChannel } from './present.ts'

/** All channels of a guild, as bots see them. */
export async function listChannels(from: Reading, guildId: string): Promise<GuildChannel[]> {
	const channels = await channelsOf(from, guildId)
	return channels.map(({ channel, overwrites }) => presentChannel(channel, overwrites))
}

/** The channels a member may view, as they stand beside each other in a client (lobbies.md L33). */
export async function listVisibleChannels(
	from: Reading,
	access: GuildAccess,
	{ withCanLink }: { withCanLink: boolean },
): Promise<GuildChannel[]> {
	const channels = (await channelsOf(from, access.guild.id))
		.map((found) => ({ ...found, permissions: permissionsIn(access, found.overwrites) }))
		.filter(({ permissions }) => hasPermissions(permissions, 'ViewChannel'))
	const everyone = withCanLink ? await bitsOfEveryone(from, access.guild.id) : 0n
	return inOrder(channels).map(({ channel, overwrites, permissions }) => ({
		...presentChannel(channel, overwrites),
		...(withCanLink
			? {
					is_linkable: isLinkable(channel, permissions),
					is_viewable_and_writeable_by_all_members: isOpenToAll(everyone, overwrites),
				}
			: {}),
	}))
}

/** What stands in no category, then each category with what is in it: text before voice, by position, then id. */
function inOrder<C extends ChannelWithOverwrites>(channels: readonly C[]): C[] {
	const seen = new Set(channels.map(({ channel }) => channel.id))
	// What is in a category that one cannot see stands by itself.
	const homeOf = ({ channel }: C) =>
		channel.parent_id !== null && seen.has(channel.parent_id) ? channel.parent_id : ''
	const categories = channels.filter(({ channel }) => channel.type === CHANNEL_TYPES.category)
	const others = Map.groupBy(
		channels.filter(({ channel }) => channel.type !== CHANNEL_TYPES.category),
		homeOf,
	)
	// They come by position and id; sorting keeps that.
	const inside = (id: string) =>
		(others.get(id) ?? []).toSorted(
			(a, b) => Number(sortingBucket(a.channel.type) === 'voice') - Number(sortingBucket(b.channel.type) === 'voice'),
		)
	return [...inside(''), ...categories.flatMap((category) => [category, ...inside(category.channel.id)])]
}

function isLinkable(channel: ChannelRow, permissions: bigint): boolean {
	const isPlainText = channel.type === CHANNEL_TYPES.text && channel.is_nsfw === 0 && channel.linked_lobby === null
	return isPlainText && hasPermissions(permissions, 'ManageChannels', 'ViewChannel', 'SendMessages')
}

const OPEN = PERMISSIONS.ViewChannel | PERMISSIONS.SendMessages

/** Whether everybody may view it and write in it, and nothing keeps somebody out. */
function isOpenToAll(everyone: bigint, overwrites: readonly Overwrite[]): boolean {
	return (everyone & OPEN) === OPEN && !overwrites.some(({ deny }) => (deny & OPEN) !== 0n)
}

async function bitsOfEveryone({ db }: Reading, guildId: string): Promise<bigint> {
	const role = await db.selectFrom('roles').select('permissions').where('id', '=', guildId).executeTakeFirst()
	const bits = BigInt(role?.permissions ?? 0)
	return bits & PERMISSIONS.Administrator ? ALL_PERMISSIONS : bits
}
