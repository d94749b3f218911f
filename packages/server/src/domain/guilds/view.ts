import { ApiError, type GuildPreview, type GuildWithCounts } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { featuresOf, type GuildRow } from '../access/access.ts'
import { countAmong, findMember } from './members.ts'
import { presentGuild } from './present.ts'
import { rolesOf } from './roles.ts'

/** The counts of a guild, given how many are online by guild. */
export function countsOf(guild: GuildRow, online: ReadonlyMap<string, number>) {
	return {
		approximate_member_count: guild.member_count,
		approximate_presence_count: online.get(guild.id) ?? 0,
	}
}

/** A guild as its members see it; with counts where it is given who is online. */
export async function viewGuild(
	from: Reading,
	guild: GuildRow,
	onlineIds: readonly string[] | undefined,
): Promise<GuildWithCounts> {
	const view = presentGuild(guild, await rolesOf(from, guild.id))
	if (!onlineIds) return view
	return { ...view, ...countsOf(guild, await countAmong(from, [guild.id], onlineIds)) }
}

/** What a guild shows; to strangers only when it can be discovered. @throws UnknownGuild */
export async function previewGuild(
	from: Reading,
	guildId: string,
	viewer: { userId: string; onlineIds: readonly string[] },
): Promise<GuildPreview> {
	const guild = await from.db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirst()
	if (!guild) throw new ApiError('UnknownGuild')
	const isOpen = featuresOf(guild).includes('DISCOVERABLE')
	if (!isOpen && !(await findMember(from, guildId, viewer.userId))) throw new ApiError('UnknownGuild')
	const { id, name, icon, description, home_header, splash, discovery_splash, features, emojis, stickers } =
		presentGuild(guild, [])
	return {
		id,
		name,
		icon,
		description,
		home_header,
		splash,
		discovery_splash,
		features,
		...countsOf(guild, await countAmong(from, [guildId], viewer.onlineIds)),
		emojis,
		stickers,
	}
}
