import { TokensRevoked } from '@guildhall/protocol'
import { prepared } from '../../ports/prepared.ts'
import type { Statement, Transaction } from '../../ports/store.ts'
import type { Pair } from './authorizations.ts'

/** Ends every token that descends from one code, because one of them is in wrong hands. The authorization stays. */
export async function endFamily(tx: Transaction, { applicationId, userId }: Pair, familyId: string): Promise<void> {
	await tx.db.deleteFrom('refresh_tokens').where('family_id', '=', familyId).execute()
	const ended = await tx.db
		.deleteFrom('access_tokens')
		.where('family_id', '=', familyId)
		.returning('application_id')
		.execute()
	// Tokens for games of the publisher descend from its code too.
	for (const application_id of new Set([applicationId, ...ended.map((row) => row.application_id)])) {
		tx.emit(TokensRevoked, { internal: 'tokens' }, { application_id, user_id: userId })
	}
}

/**
 * Ends the access tokens of a family, because new ones follow: nobody is disturbed, but they open nothing any more. Those
 * for games of the publisher stay good to their end (H2).
 */
export async function replaceAccessTokens(tx: Statement, familyId: string): Promise<void> {
	const rows = await deleteAccess(tx, familyId)
	if (rows.length === 0) return
	tellReplaced(
		tx,
		rows.map(({ hash }) => hash),
	)
}

/** Says that these access tokens open nothing any more. */
export function tellReplaced(tx: Statement, hashes: string[]): void {
	tx.emit(TokensRevoked, { internal: 'tokens' }, { token_hashes: hashes })
}

/** What a parent's token was exchanged for outlives the token (social.md PUB). */
const deleteAccess = prepared((db, familyId: string) =>
	db.deleteFrom('access_tokens').where('family_id', '=', familyId).where('kind', '!=', 'child').returning('hash'),
)
