import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'

const LIFETIME_MS = 60_000

/** Whether the operator lets the application ask its players through the client on their own machine. */
export function mayUseRpc({ eligible_scopes }: { eligible_scopes: string }): boolean {
	return (JSON.parse(eligible_scopes) as string[]).includes('rpc')
}

/** Makes a token that stands, once and for a minute, for a person's yes in the client on their machine. */
export async function createRpcToken(tx: Transaction, applicationId: string): Promise<string> {
	const token = randomBytes(32).toString('base64url')
	await tx.db
		.insertInto('rpc_tokens')
		.values({ hash: hashToken(token), application_id: applicationId, expires_at: tx.now() + LIFETIME_MS })
		.execute()
	return token
}

/** Uses a token up; false where it is none of this application, or no more. */
export async function takeRpcToken(tx: Transaction, applicationId: string, token: string): Promise<boolean> {
	const row = await tx.db
		.deleteFrom('rpc_tokens')
		.where('hash', '=', hashToken(token))
		.where('application_id', '=', applicationId)
		.returning('expires_at')
		.executeTakeFirst()
	return row !== undefined && row.expires_at > tx.now()
}
