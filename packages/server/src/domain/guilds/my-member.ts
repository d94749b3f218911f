import type { PrivateMember } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { GuildAccess, MemberRow } from '../access/access.ts'
import { requireOwnNick, saveMember } from './member-update.ts'
import { getHeldMember } from './members.ts'

/** What a member changes about themselves; pictures are stored already and named by their hashes. */
export interface MyMemberUpdate {
	nick?: string | null | undefined
	bio?: string | null | undefined
	avatar?: string | null | undefined
	banner?: string | null | undefined
}

/** Changes the caller as a member (OP-09). @throws MissingPermissions */
export async function updateMyMember(
	tx: Transaction,
	access: GuildAccess,
	{ nick, bio, avatar, banner }: MyMemberUpdate,
	reason?: string,
): Promise<PrivateMember> {
	const before = await getHeldMember(tx, access.guild.id, access.userId)
	const columns: Partial<MemberRow> = {}
	const wanted = nick?.trim() || null
	if (nick !== undefined && wanted !== before.row.nick) {
		requireOwnNick(access)
		columns.nick = wanted
	}
	if (bio !== undefined) columns.bio = bio || null
	if (avatar !== undefined) columns.avatar = avatar
	if (banner !== undefined) columns.banner = banner
	return saveMember(tx, access, { before, columns, reason })
}
