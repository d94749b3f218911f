import type { Transaction } from '../../ports/store.ts'

const TABLES = ['authorize_requests', 'oauth_codes', 'refresh_tokens', 'access_tokens', 'rpc_tokens'] as const
/** So few that nobody waits for it. */
const ROWS_AT_ONCE = 500

/** Removes codes, tokens and requests that have expired, some at a time. True where there may be more. */
export async function sweepGrants({ db, now }: Transaction): Promise<boolean> {
	let mayBeMore = false
	for (const table of TABLES) {
		const expired = db.selectFrom(table).select('hash').where('expires_at', '<=', now()).limit(ROWS_AT_ONCE)
		const { numDeletedRows } = await db.deleteFrom(table).where('hash', 'in', expired).executeTakeFirst()
		if (Number(numDeletedRows) === ROWS_AT_ONCE) mayBeMore = true
	}
	return mayBeMore
}
