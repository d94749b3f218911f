import { UserUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { childrenOf } from '../applications/publishers.ts'

/** Tells a user's friends what the user looks like now: those within a game in that game alone (F14). */
export async function tellFriends(tx: Transaction, user: UserRow): Promise<void> {
	const rows = await tx.db
		.selectFrom('relationships')
		.select(['other_id', 'application_id'])
		.where('user_id', '=', user.id)
		.where('type', '=', 1)
		.execute()
	if (rows.length === 0) return
	const shown = presentUser(user)
	const tracks = Map.groupBy(rows, (row) => row.application_id)
	const everywhere = (tracks.get(null) ?? []).map(({ other_id }) => other_id)
	if (everywhere.length > 0) tx.emit(UserUpdate, { userIds: everywhere }, shown)
	const told = new Set(everywhere)
	for (const [track, friends] of tracks) {
		const userIds = friends.map(({ other_id }) => other_id).filter((id) => !told.has(id))
		if (track === null || userIds.length === 0) continue
		const below = await childrenOf(tx, track)
		for (const applicationId of below.length > 0 ? below : [track]) {
			tx.emit(UserUpdate, { userIds, applicationId }, shown)
		}
	}
}
