import { randomBytes } from 'node:crypto'
import { formError, PASSTHROUGH_SCOPES } from '@guildhall/protocol'
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

/** What the person is asked for each time, whoever vouches for them. */
const ASKED_EACH_TIME: readonly string[] = ['messages.read', ...PASSTHROUGH_SCOPES]

/** Uses a token up, for these scopes. @throws InvalidFormBody where it is none of this application, or no more */
export async function requireRpcToken(
	tx: Transaction,
	applicationId: string,
	{ token, scopes, isInstall }: { token: string; scopes: readonly string[]; isInstall: boolean },
): Promise<void> {
	if (isInstall || scopes.some((scope) => ASKED_EACH_TIME.includes(scope))) {
		throw formError(['rpc_token'], 'RPC_TOKEN_SCOPE', 'For this the person must be asked.')
	}
	const row = await tx.db
		.deleteFrom('rpc_tokens')
		.where('hash', '=', hashToken(token))
		.where('application_id', '=', applicationId)
		.returning('expires_at')
		.executeTakeFirst()
	if (!row || row.expires_at <= tx.now())
		throw formError(['rpc_token'], 'RPC_TOKEN_INVALID', 'This token is not valid.')
}
