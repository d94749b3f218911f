import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'

/** The job that carries one step of a move out. */
export const MOVE_ACCOUNT = 'account move'

/** What the job carries: it has something to do as long as nobody else took this turn. */
export interface MoveTurn {
	move_id: string
	turn: number
}

export type MoveRow = Selectable<Tables['account_moves']>

export interface NewMove {
	/** `merge` empties the one account into the other and ends it; `unmerge` gives the other its part. */
	kind: 'merge' | 'unmerge'
	applicationId: string
	fromUserId: string
	toUserId: string
}

/** Orders what one account has to go over to another after the commit. Answers with the id of the move. */
export async function orderMove(tx: Transaction, move: NewMove): Promise<string> {
	const id = tx.newId()
	await tx.db
		.insertInto('account_moves')
		.values({
			id,
			kind: move.kind,
			application_id: move.applicationId,
			from_user_id: move.fromUserId,
			to_user_id: move.toUserId,
			step: '',
			cursor: null,
			turn: 0,
			created_at: tx.now(),
			touched_at: tx.now(),
			done_at: null,
		})
		.execute()
	await orderTurn(tx, { id, turn: 0 })
	return id
}

/** Orders the next step of a move. */
export async function orderTurn(tx: Transaction, { id, turn }: Pick<MoveRow, 'id' | 'turn'>): Promise<void> {
	const payload: MoveTurn = { move_id: id, turn }
	await tx.enqueue(MOVE_ACCOUNT, payload)
}

/** The latest merge into each of these accounts in a game, by its id: what came before it has a smaller one. */
export async function mergesInto(
	{ db }: Reading,
	applicationId: string,
	userIds: readonly string[],
): Promise<Map<string, string>> {
	const rows = await db
		.selectFrom('account_moves')
		.select(['to_user_id', 'id'])
		.where('to_user_id', 'in', userIds)
		.where('application_id', '=', applicationId)
		.where('kind', '=', 'merge')
		.orderBy('id')
		.execute()
	return new Map(rows.map((row) => [row.to_user_id, row.id]))
}
