import { ApiError, type LinkedAccounts } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import { readLink } from '../channels/linked.ts'
import { membersOf } from '../lobbies/rows.ts'
import { knownAmong, presentKnown } from './present.ts'

/**
 * Who users are in the game of the lobby that is linked to a channel: of those in the lobby, as its game calls them.
 * @throws UnknownLobby where none is linked
 */
export async function linkedAccounts(
	from: Reading,
	{ channel }: ChannelAccess,
	userIds: readonly string[],
): Promise<LinkedAccounts['linked_accounts']> {
	if (channel.linked_lobby === null) throw new ApiError('UnknownLobby')
	const { applicationId, lobbyId } = readLink(channel.linked_lobby)
	const members = new Set((await membersOf(from, lobbyId)).map((member) => member.user_id))
	const known = await knownAmong(
		from,
		applicationId,
		userIds.filter((id) => members.has(id)),
	)
	return Object.fromEntries(
		[...known.values()].map((one) => {
			const { provider_issued_user_id: id } = presentKnown(one)
			return [one.userId, [{ id, name: one.profile?.username ?? id }]]
		}),
	)
}
