import type { EventData, TokensRevoked } from '@guildhall/protocol'
import { hasLivingToken } from '../domain/access/caller.ts'
import type { Reading } from '../ports/store.ts'
import type { OpenSession } from './open-session.ts'

export type Revocation = EventData<typeof TokensRevoked>

/**
 * Of these sessions, those that end with the tokens (G22). A player's session lives as long as one token of the player
 * for that game does: exchanging tokens does not disturb it.
 */
export async function endedBy(
	from: Reading,
	revocation: Revocation,
	sessions: Iterable<OpenSession>,
): Promise<OpenSession[]> {
	const ended: OpenSession[] = []
	for (const session of [...sessions].filter((one) => isMeant(revocation, one))) {
		if (session.kind === 'bot' || !(await hasLivingToken(from, session))) ended.push(session)
	}
	return ended
}

function isMeant({ application_id, user_id, token_hashes }: Revocation, session: OpenSession): boolean {
	if (token_hashes) return token_hashes.includes(session.tokenHash)
	if (application_id === undefined && user_id === undefined) return false
	return (
		(application_id === undefined || application_id === session.applicationId) &&
		(user_id === undefined || user_id === session.userId)
	)
}
