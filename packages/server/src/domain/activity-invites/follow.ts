import type { Reading } from '../../ports/store.ts'
import { familyOf } from '../applications/publishers.ts'
import type { Followed } from '../presence/following.ts'
import { isBlockBetween } from '../relationships/rows.ts'
import { invitesFrom } from './rows.ts'

/** An invite as its receiver names it. */
export interface NamedInvite {
	user_id: string
	application_id: string
	party_id: string
	message_id: string
	channel_id: string
}

/** The activities that the player was invited into, by invites that are good; what else is named is passed over (Q29). */
export async function followable(
	from: Reading,
	player: { userId: string; applicationId: string },
	named: readonly NamedInvite[],
): Promise<Followed[]> {
	const { applicationIds } = await familyOf(from, player.applicationId)
	const rows = await invitesFrom(from, player.userId, [...new Set(named.map(({ user_id }) => user_id))])
	const meant = rows.filter(
		(row) =>
			applicationIds.includes(row.application_id) &&
			named.some(
				(one) =>
					one.user_id === row.sender_id &&
					one.channel_id === row.sender_id &&
					one.message_id === row.message_id &&
					one.application_id === row.application_id &&
					one.party_id === row.party_id,
			),
	)
	const followed: Followed[] = []
	for (const { sender_id, application_id, session_id, party_id, expires_at } of meant) {
		if (await isBlockBetween(from, player.userId, sender_id)) continue
		const party = { applicationId: application_id, sessionId: session_id, partyId: party_id }
		followed.push({ userId: sender_id, ...party, until: expires_at })
	}
	return followed
}
