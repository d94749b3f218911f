import { randomBytes } from 'node:crypto'
import { ApiError } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'

export type InviteRow = Selectable<Tables['invites']>

/** Letters and digits that nobody takes for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 10

/** A code nobody guesses: 57 bits of chance. */
export function newCode(): string {
	let code = ''
	while (code.length < CODE_LENGTH) {
		// What is beyond the last whole alphabet would make some letters likelier.
		for (const byte of randomBytes(CODE_LENGTH)) {
			if (byte < 224 && code.length < CODE_LENGTH) code += ALPHABET[byte % ALPHABET.length]
		}
	}
	return code
}

/** The invite, while it holds. @throws UnknownInvite (J6) */
export async function getInvite(from: Reading, code: string): Promise<InviteRow> {
	const row = await from.db.selectFrom('invites').selectAll().where('code', '=', code).executeTakeFirst()
	if (!row || !holds(row, from.now())) throw new ApiError('UnknownInvite')
	return row
}

/** The same, held until the commit: who uses it at the same moment waits. @throws UnknownInvite */
export async function holdInvite(tx: Transaction, code: string): Promise<InviteRow> {
	const row = await tx.db
		.updateTable('invites')
		.set((invite) => ({ uses: invite.ref('uses') }))
		.where('code', '=', code)
		.returningAll()
		.executeTakeFirst()
	if (!row || !holds(row, tx.now())) throw new ApiError('UnknownInvite')
	return row
}

/** An invite that was used up is removed by its last use. */
function holds({ expires_at }: InviteRow, now: number): boolean {
	return expires_at === null || expires_at > now
}

/** Rows of one sweep. */
const AT_ONCE = 500

/** Forgets invites whose time is over. */
export async function sweepInvites(tx: Transaction): Promise<boolean> {
	const rows = await tx.db
		.selectFrom('invites')
		.select('id')
		.where('expires_at', '<=', tx.now())
		.limit(AT_ONCE)
		.execute()
	if (rows.length === 0) return false
	await tx.db
		.deleteFrom('invites')
		.where(
			'id',
			'in',
			rows.map(({ id }) => id),
		)
		.execute()
	return rows.length === AT_ONCE
}
