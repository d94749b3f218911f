import type { Transaction } from '../../ports/store.ts'
import { endAuthorizations } from '../applications/delete.ts'
import { CLEAR_ADOPTED, type ClearAdopted } from '../applications/publishers.ts'
import { endIdentities } from '../identities/end.ts'
import { removeOldLobbies } from '../lobbies/remove.ts'
import { removeGameRelationships } from '../relationships/rows.ts'

/** Clears some of what goes away, so little that nobody waits for it. True where there may be more. */
type Step = (tx: Transaction, adopted: { applicationId: string; beforeId: string }) => Promise<boolean>

/** What a game loses that comes below its publisher, in this order (H6). */
const STEPS: readonly Step[] = [
	(tx, { applicationId }) => endAuthorizations(tx, applicationId, 'adopted'),
	(tx, { applicationId }) => endIdentities(tx, applicationId),
	removeOldLobbies,
	removeGameRelationships,
]

/** Clears away some of what a game had of its own players, and orders the rest. */
export async function clearAdopted(tx: Transaction, order: ClearAdopted): Promise<void> {
	const adopted = { applicationId: order.application_id, beforeId: order.before_id }
	for (const step of STEPS) if (await step(tx, adopted)) return tx.enqueue(CLEAR_ADOPTED, order)
}
