import { type AcceptedInvite, ApiError, InviteDelete } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { featuresOf } from '../access/access.ts'
import { getUser } from '../accounts/accounts.ts'
import { guildRow } from '../guilds/guilds.ts'
import { holdPlace } from '../guilds/held.ts'
import { findMember } from '../guilds/members.ts'
import { addMember } from '../guilds/membership.ts'
import { presentInvite, roleIdsOf } from './present.ts'
import { getInvite, holdInvite, type InviteRow } from './rows.ts'
import { isListed } from './users.ts'

/**
 * Brings a person into the guild of an invite; who is in it already uses nothing up.
 * @throws UnknownInvite, InvalidInvite, InvalidAccountType, JoiningLimited, BannedFromGuild, MaximumGuilds
 */
export async function acceptInvite(tx: Transaction, userId: string, code: string): Promise<AcceptedInvite> {
	// Before the invite: where its channel goes, that is what goes last.
	await holdPlace(tx, (await getInvite(tx, code)).guild_id, userId)
	const invite = await holdInvite(tx, code)
	const user = await getUser(tx, userId)
	if (user.is_provisional || user.is_bot) throw new ApiError('InvalidAccountType')
	await requireMeant(tx, invite, userId)
	if (await findMember(tx, invite.guild_id, userId)) return { ...(await presentInvite(tx, invite)), new_member: false }
	const guild = await guildRow(tx, invite.guild_id)
	if (invite.bound_user_id === null && featuresOf(guild).includes('INVITES_DISABLED')) {
		throw new ApiError('JoiningLimited')
	}
	const accepted = await presentInvite(tx, invite)
	await addMember(tx, invite.guild_id, user, {
		roleIds: await rolesLeft(tx, invite),
		isTemporary: invite.is_temporary === 1,
	})
	await use(tx, invite)
	return { ...accepted, new_member: true }
}

/** @throws InvalidInvite (J13), UnknownInvite (J5) */
async function requireMeant(from: Reading, invite: InviteRow, userId: string): Promise<void> {
	if (invite.bound_user_id !== null && invite.bound_user_id !== userId) throw new ApiError('InvalidInvite')
	if (!(await isListed(from, invite.id, userId))) throw new ApiError('UnknownInvite')
}

/** Those of the invite's roles that are still there (J4). */
async function rolesLeft({ db }: Reading, invite: InviteRow): Promise<string[]> {
	const ids = roleIdsOf(invite)
	if (ids.length === 0) return []
	const rows = await db
		.selectFrom('roles')
		.select('id')
		.where('id', 'in', ids)
		.where('guild_id', '=', invite.guild_id)
		.execute()
	return rows.map(({ id }) => id)
}

/** The invite is held: nobody else counts meanwhile (J7). */
async function use(tx: Transaction, invite: InviteRow): Promise<void> {
	const uses = invite.uses + 1
	if (invite.max_uses === 0 || uses < invite.max_uses) {
		await tx.db.updateTable('invites').set({ uses }).where('id', '=', invite.id).execute()
	} else {
		await removeInvite(tx, invite)
	}
}

/** Ends an invite, and tells those who look after it. */
export async function removeInvite(tx: Transaction, { id, code, ...invite }: InviteRow): Promise<void> {
	const { guild_id: guildId, channel_id: channelId } = invite
	await tx.db.deleteFrom('invites').where('id', '=', id).execute()
	tx.emit(InviteDelete, { guildId, channelId }, { guild_id: guildId, channel_id: channelId, code })
}
