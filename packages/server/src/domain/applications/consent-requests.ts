import { randomBytes } from 'node:crypto'
import type { Store, Transaction } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'

/** How long a consent page waits for its answer. */
const WAITS_MS = 600_000

/** Keeps a checked request until its person decides; the answer names it. Bound to the login that saw the page. */
export async function keepConsentRequest(store: Store, loginHash: string, request: unknown): Promise<string> {
	const name = randomBytes(32).toString('base64url')
	await store.transaction(({ db, now }) =>
		db
			.insertInto('authorize_requests')
			.values({
				hash: hashToken(name),
				login_hash: loginHash,
				params: JSON.stringify(request),
				expires_at: now() + WAITS_MS,
			})
			.execute(),
	)
	return name
}

/** Takes a request that waits in this login, so that it is decided once; undefined where there is none. */
export async function takeConsentRequest(tx: Transaction, loginHash: string, name: string): Promise<unknown> {
	const row = await tx.db
		.deleteFrom('authorize_requests')
		.where('hash', '=', hashToken(name))
		.where('login_hash', '=', loginHash)
		.returning(['params', 'expires_at'])
		.executeTakeFirst()
	return row && row.expires_at > tx.now() ? JSON.parse(row.params) : undefined
}

/** The request, left where it is: to show its page again. */
export async function findConsentRequest(store: Store, loginHash: string, name: string): Promise<unknown> {
	const row = await store.db
		.selectFrom('authorize_requests')
		.select(['params', 'expires_at'])
		.where('hash', '=', hashToken(name))
		.where('login_hash', '=', loginHash)
		.executeTakeFirst()
	return row && row.expires_at > store.now() ? JSON.parse(row.params) : undefined
}
