import { UserMergeOperationCompleted } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { retireUser } from '../accounts/accounts.ts'
import { childrenOf } from '../applications/publishers.ts'
import type { MoveRow } from '../identities/moves.ts'
import { moveLobbyMessages, moveSeat } from '../lobbies/handover.ts'
import { moveDirectMessages } from '../messages/handover.ts'
import { tellKnown } from '../profiles/tell.ts'
import { copyRelationships, moveRelationships } from '../relationships/handover.ts'
import { endAllRelationships } from '../relationships/rows.ts'

/** The two accounts, and the game they are accounts of. */
export interface Handover {
	applicationId: string
	fromId: string
	toId: string
}

/**
 * Carries a little over, so little that nobody waits for it. What it answers is given to it the next time; undefined
 * once nothing is left. Done twice it does no more than once.
 */
type Step = (tx: Transaction, handover: Handover, cursor: string | null) => Promise<string | undefined>

/** What goes over, in this order: each context brings its own. */
export const STEPS: Readonly<Record<'merge' | 'unmerge', Readonly<Record<string, Step>>>> = {
	merge: {
		relationships: moveRelationships,
		seats: (tx, { fromId, toId }) => moveSeat(tx, { fromId, toId }),
		'lobby messages': moveLobbyMessages,
		'direct messages': moveDirectMessages,
	},
	// Direct messages stay with the platform account.
	unmerge: {
		relationships: copyRelationships,
		seats: async (tx, { applicationId, fromId, toId }) =>
			moveSeat(tx, { fromId, toId, applicationIds: await familyOf(tx, applicationId) }),
	},
}

/** What the last step of a merge leaves to do: the provisional account ends, and its player's games are told. */
export async function finishMerge(tx: Transaction, move: MoveRow): Promise<void> {
	// Somebody may have asked the account to be friends when its relations had gone over: they hear that this has ended.
	await endAllRelationships(tx, move.from_user_id)
	await retireUser(tx, move.from_user_id)
	for (const applicationId of await familyOf(tx, move.application_id))
		await tellKnown(tx, applicationId, move.to_user_id)
	const data = { merge_operation_id: move.id, source_user_id: move.from_user_id }
	for (const applicationId of await familyOf(tx, move.application_id)) {
		tx.emit(UserMergeOperationCompleted, { userIds: [move.to_user_id], applicationId }, data)
	}
}

/** The application whose players these are, and the games below it. */
async function familyOf(from: Reading, applicationId: string): Promise<string[]> {
	return [applicationId, ...(await childrenOf(from, applicationId))]
}
