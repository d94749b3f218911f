import { type OperatorAct, wireTime } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'

/** Who decides: whoever holds the token of the installation, or the installation itself. */
export interface Operator {
	/** As they call themselves, for the record. */
	name: string
}

export interface Done {
	/** What was done, the id of the operation without `operator_`. */
	act: string
	userId?: string
	applicationId?: string
	/** What else is worth knowing; never a secret. */
	detail?: Record<string, unknown>
}

/** Keeps that an operator did something, in the transaction that does it. */
export async function record(tx: Transaction, { name }: Operator, done: Done): Promise<void> {
	await tx.db
		.insertInto('operator_acts')
		.values({
			id: tx.newId(),
			at: tx.now(),
			operator: name,
			act: done.act,
			user_id: done.userId ?? null,
			application_id: done.applicationId ?? null,
			detail: JSON.stringify(done.detail ?? {}),
		})
		.execute()
}

/** Greater than every id. */
const LAST = '9223372036854775807'

/** What was done, latest first. */
export async function listActs(
	{ db }: Reading,
	{ before = LAST, limit }: { before?: string | undefined; limit: number },
): Promise<OperatorAct[]> {
	const rows = await db
		.selectFrom('operator_acts')
		.selectAll()
		.where('id', '<', before)
		.orderBy('id', 'desc')
		.limit(limit)
		.execute()
	return rows.map((row) => ({
		id: row.id,
		at: wireTime(row.at),
		operator: row.operator,
		act: row.act,
		...(row.user_id === null ? {} : { user_id: row.user_id }),
		...(row.application_id === null ? {} : { application_id: row.application_id }),
		detail: JSON.parse(row.detail) as Record<string, unknown>,
	}))
}
