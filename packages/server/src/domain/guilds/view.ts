import { ApiError, type GuildPreview, type GuildWithCounts } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { featuresOf, type GuildRow } from '../access/access.ts'
import { findMember } from './members.ts'
import { presentGuild } from './present.ts'
import { rolesOf } from './roles.ts'

/** A guild as its members see it. Nobody counts who is online across nodes: that count is left open. */
export async function viewGuild(from: Reading, guild: GuildRow, withCounts: boolean): Promise<GuildWithCounts> {
	const view = presentGuild(guild, await rolesOf(from, guild.id))
	if (!withCounts) return view
	return { ...view, approximate_member_count: guild.member_count, approximate_presence_count: null }
}

/** What a guild shows; to strangers only when it can be discovered. @throws UnknownGuild */
export async function previewGuild(from: Reading, guildId: string, userId: string): Promise<GuildPreview> {
	const guild = await from.db.selectFrom('guilds').selectAll().where('id', '=', guildId).executeTakeFirst()
	if (!guild) throw new ApiError('UnknownGuild')
	const isOpen = featuresOf(guild).includes('DISCOVERABLE')
	if (!isOpen && !(await findMember(from, guildId, userId))) throw new ApiError('UnknownGuild')
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
		approximate_member_count: guild.member_count,
		approximate_presence_count: 0,
		emojis,
		stickers,
	}
}
