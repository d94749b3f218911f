import { compareSnowflakes } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type MoveRow, type MoveTurn, orderTurn } from '../identities/moves.ts'
import { finishMerge, STEPS } from './steps.ts'

const HOUR_MS = 3_600_000
/** So few that nobody waits for it. */
const MOVES_AT_ONCE = 100

/**
 * What the job does: one step of a move, and the order for the next. Both are one transaction, so that whatever ends
 * the server in between, the move goes on where it was. A move waits for earlier ones of the same accounts.
 */
export async function continueMove(tx: Transaction, { move_id: moveId, turn }: MoveTurn): Promise<void> {
	const move = await takeTurn(tx, moveId, turn)
	if (!move || (await mustWait(tx, move))) return
	const kind = move.kind as keyof typeof STEPS
	const handover = { applicationId: move.application_id, fromId: move.from_user_id, toId: move.to_user_id }
	const names = Object.keys(STEPS[kind])
	// A move begins with the first step, and again where a newer server has no step of this name: nothing is done twice.
	const at = Math.max(0, names.indexOf(move.step))
	const cursor = await STEPS[kind][names[at] as string]?.(tx, handover, move.cursor)
	const step = names[cursor === undefined ? at + 1 : at]
	const isDone = step === undefined
	await tx.db
		.updateTable('account_moves')
		.set({
			step: step ?? 'done',
			cursor: cursor ?? null,
			turn: turn + 1,
			touched_at: tx.now(),
			done_at: isDone ? tx.now() : null,
		})
		.where('id', '=', moveId)
		.execute()
	if (!isDone) return orderTurn(tx, { id: moveId, turn: turn + 1 })
	if (kind === 'merge') await finishMerge(tx, move)
	for (const next of await unfinished(tx, move)) await orderTurn(tx, next)
}

/** The move, held until the commit; undefined where somebody else took this turn of it. */
function takeTurn({ db }: Transaction, moveId: string, turn: number): Promise<MoveRow | undefined> {
	return db
		.updateTable('account_moves')
		.set({ turn })
		.where('id', '=', moveId)
		.where('turn', '=', turn)
		.where('done_at', 'is', null)
		.returningAll()
		.executeTakeFirst()
}

/** Its turn is ordered again by the one it waits for. */
async function mustWait(tx: Transaction, move: MoveRow): Promise<boolean> {
	return (await unfinished(tx, move)).some(({ id }) => compareSnowflakes(id, move.id) < 0)
}

/** Other moves of the same accounts in the same game that are not done, oldest first. */
async function unfinished({ db }: Transaction, move: MoveRow): Promise<MoveRow[]> {
	const userIds = [move.from_user_id, move.to_user_id]
	const open = db.selectFrom('account_moves').selectAll().where('done_at', 'is', null)
	const rows = [
		...(await open.where('from_user_id', 'in', userIds).execute()),
		...(await open.where('to_user_id', 'in', userIds).execute()),
	]
	const others = rows.filter((row) => row.id !== move.id && row.application_id === move.application_id)
	return [...new Map(others.map((row) => [row.id, row])).values()].sort((a, b) => compareSnowflakes(a.id, b.id))
}

/** Orders moves anew that nothing has touched for an hour: their jobs were given up. True where there may be more. */
export async function reviveMoves(tx: Transaction): Promise<boolean> {
	const stuck = await tx.db
		.selectFrom('account_moves')
		.select(['id', 'turn'])
		.where('done_at', 'is', null)
		.where('touched_at', '<=', tx.now() - HOUR_MS)
		.orderBy('touched_at')
		.limit(MOVES_AT_ONCE)
		.execute()
	for (const move of stuck) {
		await tx.db.updateTable('account_moves').set({ touched_at: tx.now() }).where('id', '=', move.id).execute()
		await orderTurn(tx, move)
	}
	return stuck.length === MOVES_AT_ONCE
}
