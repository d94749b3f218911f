import { TokensRevoked } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'
import { deauthorize } from './authorizations.ts'
import { endChildTokens } from './child-tokens.ts'

/**
 * Gives a token up (RFC 7009), and with it all that its person allowed the application. A token that is unknown, of
 * another application, or a refresh token that was used already changes nothing: else a stale one could cut a link. One
 * for a game of a publisher ends the player's tokens for that game alone.
 */
export async function revokeToken(tx: Transaction, applicationId: string, token: string): Promise<void> {
	const hash = hashToken(token)
	const access = await tx.db
		.selectFrom('access_tokens')
		.select(['application_id', 'user_id', 'authorization_id', 'kind'])
		.where('hash', '=', hash)
		.executeTakeFirst()
	const found =
		access ??
		(await tx.db
			.selectFrom('refresh_tokens')
			.select(['application_id', 'user_id', 'authorization_id'])
			.where('hash', '=', hash)
			.where('consumed_at', 'is', null)
			.executeTakeFirst())
	if (!found || found.application_id !== applicationId) return
	if (access?.kind === 'child') {
		await endChildTokens(tx, { applicationId, userId: found.user_id })
		return
	}
	if (found.authorization_id !== null) {
		await deauthorize(tx, { applicationId, userId: found.user_id }, 'revoked')
		return
	}
	await tx.db.deleteFrom('access_tokens').where('hash', '=', hash).execute()
	tx.emit(TokensRevoked, { internal: 'tokens' }, { token_hashes: [hash] })
}
