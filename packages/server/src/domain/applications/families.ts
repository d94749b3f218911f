import { TokensReplaced, TokensRevoked } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'

/** Ends every token that descends from one code, because one of them is in wrong hands. The authorization stays. */
export async function endFamily(tx: Transaction, familyId: string): Promise<void> {
	await tx.db.deleteFrom('refresh_tokens').where('family_id', '=', familyId).execute()
	const token_hashes = await deleteAccessTokens(tx, familyId)
	tx.emit(TokensRevoked, { internal: 'tokens' }, { token_hashes })
}

/** Ends the access tokens of a family, because new ones follow. Sessions opened with them live on. */
export async function replaceAccessTokens(tx: Transaction, familyId: string): Promise<void> {
	const token_hashes = await deleteAccessTokens(tx, familyId)
	if (token_hashes.length > 0) tx.emit(TokensReplaced, { internal: 'tokens' }, { token_hashes })
}

async function deleteAccessTokens({ db }: Transaction, familyId: string): Promise<string[]> {
	const rows = await db.deleteFrom('access_tokens').where('family_id', '=', familyId).returning('hash').execute()
	return rows.map(({ hash }) => hash)
}
