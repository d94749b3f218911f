import { TypingStart } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import { getMember } from '../guilds/members.ts'
import { presentMember } from '../guilds/present.ts'
import { audienceOf, requireText, requireUnblocked, whereabouts } from './place.ts'

/** Says that somebody is writing. @throws NonTextChannel, NotInForum, CannotMessageUser */
export async function startTyping(tx: Transaction, access: ChannelAccess): Promise<void> {
	requireText(access)
	await requireUnblocked(tx, access)
	const { guild, userId } = access
	const member = guild && (await getMember(tx, guild.guild.id, userId))
	tx.emit(TypingStart, audienceOf(access), {
		...whereabouts(access),
		user_id: userId,
		timestamp: Math.floor(tx.now() / 1000),
		...(member ? { member: presentMember(member.row, member.roleIds, member.user) } : {}),
	})
}
