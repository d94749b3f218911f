import { ApiError, type Member, type NewMember } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { type GuildAccess, requirePermissions } from '../access/access.ts'
import { type BotCaller, bearerOf } from '../access/caller.ts'
import { getUser } from '../accounts/accounts.ts'
import { requireRoles } from './member-roles.ts'
import { addMember } from './membership.ts'

/**
 * Brings in a user who gave the application a token for it (`guilds.join`). Undefined where they are in already.
 * @throws AccessTokenRefused, MissingScope, MissingPermissions, BannedFromGuild, MaximumGuilds
 */
export async function addByToken(
	tx: Transaction,
	access: GuildAccess,
	{ caller, userId, body }: { caller: BotCaller; userId: string; body: NewMember },
): Promise<Member | undefined> {
	await requireJoinToken(tx, caller, userId, body.access_token)
	if (body.nick) requirePermissions(access, 'ManageNicknames')
	if (body.mute) requirePermissions(access, 'MuteMembers')
	if (body.deaf) requirePermissions(access, 'DeafenMembers')
	const roleIds = (body.roles ?? []).filter((id) => id !== access.guild.id)
	if (roleIds.length > 0) requirePermissions(access, 'ManageRoles')
	await requireRoles(tx, access, roleIds)
	return addMember(tx, access.guild.id, await getUser(tx, userId), {
		nick: body.nick?.trim() || null,
		roleIds,
		isMute: body.mute ?? false,
		isDeaf: body.deaf ?? false,
	})
}

/** The token must be this user's, given to the application that uses it now. */
async function requireJoinToken(from: Reading, caller: BotCaller, userId: string, token: string): Promise<void> {
	const owner = await bearerOf(from, token)
	const isGood =
		owner !== undefined &&
		owner.tokenKind === 'user' &&
		owner.userId === userId &&
		owner.applicationId === caller.applicationId &&
		owner.expiresAt > from.now()
	if (!isGood) throw new ApiError('AccessTokenRefused')
	if (!owner.scopes.has('guilds.join')) throw new ApiError('MissingScope')
}
