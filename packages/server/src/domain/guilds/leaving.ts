import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { GuildAccess } from '../access/access.ts'
import { getUser } from '../accounts/accounts.ts'
import { audit } from '../audit/audit.ts'
import { holdPlace } from './held.ts'
import { requireOutranked } from './hierarchy.ts'
import { getMember } from './members.ts'
import { removeMember } from './membership.ts'

/** Takes the caller out of a guild. @throws InvalidGuild for its owner */
export async function leaveGuild(tx: Transaction, access: GuildAccess): Promise<void> {
	const guild = await holdPlace(tx, access.guild.id, access.userId)
	if (access.userId === guild.owner_id) throw new ApiError('InvalidGuild')
	await removeMember(tx, access.guild.id, await getUser(tx, access.userId))
}

/** Takes out a member above whom the caller stands. @throws UnknownUser, UnknownMember, MissingPermissions */
export async function kickMember(tx: Transaction, access: GuildAccess, userId: string, reason?: string): Promise<void> {
	const guild = await holdPlace(tx, access.guild.id, userId)
	const { user } = await getMember(tx, guild.id, userId)
	await requireOutranked(tx, { ...access, guild }, userId)
	await removeMember(tx, access.guild.id, user)
	await audit(tx, {
		guildId: access.guild.id,
		userId: access.userId,
		targetId: userId,
		action: 'memberKick',
		reason,
	})
}
