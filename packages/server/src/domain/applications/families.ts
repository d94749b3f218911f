import { TokensRevoked } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { Pair } from './authorizations.ts'

/** Ends every token that descends from one code, because one of them is in wrong hands. The authorization stays. */
export async function endFamily(tx: Transaction, { applicationId, userId }: Pair, familyId: string): Promise<void> {
	await tx.db.deleteFrom('refresh_tokens').where('family_id', '=', familyId).execute()
	await tx.db.deleteFrom('access_tokens').where('family_id', '=', familyId).execute()
	tx.emit(TokensRevoked, { internal: 'tokens' }, { application_id: applicationId, user_id: userId })
}

/** Ends the access tokens of a family, because new ones follow: nobody is disturbed, but they open nothing any more. */
export async function replaceAccessTokens({ db, emit }: Transaction, familyId: string): Promise<void> {
	const rows = await db.deleteFrom('access_tokens').where('family_id', '=', familyId).returning('hash').execute()
	if (rows.length > 0) emit(TokensRevoked, { internal: 'tokens' }, { token_hashes: rows.map(({ hash }) => hash) })
}
