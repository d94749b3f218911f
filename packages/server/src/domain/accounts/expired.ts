import type { Transaction } from '../../ports/store.ts'

/** So few that nobody waits for it. */
const ROWS_AT_ONCE = 500

/** Forgets counted attempts whose time is over, some at a time. True where there may be more. */
export async function sweepAttempts({ db, now }: Transaction): Promise<boolean> {
	const expired = db.selectFrom('attempts').select('key').where('resets_at', '<=', now()).limit(ROWS_AT_ONCE)
	const { numDeletedRows } = await db.deleteFrom('attempts').where('key', 'in', expired).executeTakeFirst()
	return Number(numDeletedRows) === ROWS_AT_ONCE
}

/** Removes tickets that nobody used in their time, some at a time. True where there may be more. */
export async function sweepTickets({ db, now }: Transaction): Promise<boolean> {
	const expired = db.selectFrom('tickets').select('hash').where('expires_at', '<=', now()).limit(ROWS_AT_ONCE)
	const { numDeletedRows } = await db.deleteFrom('tickets').where('hash', 'in', expired).executeTakeFirst()
	return Number(numDeletedRows) === ROWS_AT_ONCE
}

/** Removes logins that have ended, some at a time. True where there may be more. */
export async function sweepLogins({ db, now }: Transaction): Promise<boolean> {
	const expired = db.selectFrom('logins').select('token_hash').where('expires_at', '<=', now()).limit(ROWS_AT_ONCE)
	const { numDeletedRows } = await db.deleteFrom('logins').where('token_hash', 'in', expired).executeTakeFirst()
	return Number(numDeletedRows) === ROWS_AT_ONCE
}
