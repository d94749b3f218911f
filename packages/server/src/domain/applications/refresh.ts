import type { Selectable } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Store, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { hashToken } from '../access/caller.ts'
import { hold } from './authorizations.ts'
import type { Granted } from './codes.ts'
import { endFamily, replaceAccessTokens } from './families.ts'
import { REMEMBERED_MS, rotate } from './rotation.ts'
import { issuePair } from './tokens.ts'

/** A client that never got the answer may ask again for so long. */
const LEEWAY_MS = 30_000

export type Refreshed = { outcome: 'refreshed'; granted: Granted } | { outcome: 'invalid' } | { outcome: 'wider' }

/**
 * Exchanges a refresh token for new tokens; the ones before stop working. Used again within 30 s, while its successor
 * is unused, it gets others in the successor's place: an answer was lost. Any other second use ends the whole family.
 * Fewer scopes may be asked for than were granted, more never.
 */
export async function refreshTokens(store: Store, request: Refresh): Promise<Refreshed> {
	if (request.scopes === undefined) {
		const used = { hash: hashToken(request.refreshToken), applicationId: request.applicationId }
		const granted = await store.statement((tx) => rotate(tx, used))
		if (granted) return { outcome: 'refreshed', granted }
	}
	return store.transaction((tx) => refreshCarefully(tx, request))
}

interface Refresh {
	refreshToken: string
	applicationId: string
	/** Undefined: all that were granted. */
	scopes: readonly string[] | undefined
}

/** What is left: fewer scopes, an answer that was lost, a token that is no good, and theft. */
async function refreshCarefully(tx: Transaction, request: Refresh): Promise<Refreshed> {
	const [seen] = await refreshByHash(tx, hashToken(request.refreshToken))
	if (!seen || seen.application_id !== request.applicationId) return { outcome: 'invalid' }
	if (!(await hold(tx, seen.authorization_id))) return { outcome: 'invalid' }
	// Read again, now that nobody else changes it.
	const [row] = await refreshByHash(tx, seen.hash)
	if (!row || row.expires_at <= tx.now()) return { outcome: 'invalid' }
	const scopes = JSON.parse(row.scopes) as string[]
	const asked = request.scopes ?? scopes
	if (!asked.every((scope) => scopes.includes(scope))) return { outcome: 'wider' }
	if (row.consumed_at !== null && !(await supersede(tx, row))) {
		await endFamily(tx, { applicationId: row.application_id, userId: row.user_id }, row.family_id)
		return { outcome: 'invalid' }
	}
	await replaceAccessTokens(tx, row.family_id)
	const isProvisional = row.kind === 'provisional'
	const tokens = await issuePair(
		tx,
		{
			applicationId: row.application_id,
			userId: row.user_id,
			authorizationId: row.authorization_id,
			familyId: row.family_id,
			scopes,
			authTime: row.auth_time,
			kind: isProvisional ? 'provisional' : 'user',
		},
		asked,
	)
	await tx.db
		.updateTable('refresh_tokens')
		.set({
			consumed_at: row.consumed_at ?? tx.now(),
			successor_hash: hashToken(tokens.refreshToken),
			expires_at: Math.min(row.expires_at, tx.now() + REMEMBERED_MS),
		})
		.where('hash', '=', row.hash)
		.execute()
	return {
		outcome: 'refreshed',
		granted: { tokens, userId: row.user_id, nonce: null, authTime: row.auth_time, isProvisional },
	}
}

type RefreshRow = Selectable<Tables['refresh_tokens']>

const refreshByHash = prepared((db, hash: string) =>
	db.selectFrom('refresh_tokens').selectAll().where('hash', '=', hash),
)

/** Takes the successor of a used token out of use, where the leeway allows it. A superseded token is dead for good. */
async function supersede(tx: Transaction, row: RefreshRow): Promise<boolean> {
	if (row.is_revoked || row.successor_hash === null || tx.now() - (row.consumed_at ?? 0) > LEEWAY_MS) return false
	const [successor] = await refreshByHash(tx, row.successor_hash)
	if (!successor || successor.consumed_at !== null) return false
	await tx.db
		.updateTable('refresh_tokens')
		.set({ is_revoked: 1, consumed_at: tx.now() })
		.where('hash', '=', successor.hash)
		.execute()
	return true
}
