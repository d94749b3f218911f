import type { ApplicationIdentity, IdentityProfile, ProfileData, UserApplicationProfile } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { authorizedAt } from '../applications/publishers.ts'
import { BOT_ISSUED, type IdentityRow, presentIdentity } from '../identities/identities.ts'
import type { ProfileRow } from '../identities/profile-rows.ts'

/** Who a user is to a game: by a provider's word or the game's own, and what the game says of them. */
export interface Known {
	userId: string
	identity?: IdentityRow | undefined
	profile?: ProfileRow | undefined
}

/** Users whom one query asks for. */
const AT_ONCE = 500

/** Who these users are to a game; those it knows nothing of are missing. */
export async function knownAmong(
	from: Reading,
	applicationId: string,
	userIds: readonly string[],
): Promise<Map<string, Known>> {
	const home = await authorizedAt(from, applicationId)
	const known = new Map<string, Known>()
	const add = (userId: string, part: Partial<Known>) => known.set(userId, { ...known.get(userId), userId, ...part })
	for (let at = 0; at < userIds.length; at += AT_ONCE) {
		const some = userIds.slice(at, at + AT_ONCE)
		const identities = from.db.selectFrom('external_identities').selectAll().where('application_id', '=', home)
		const profiles = from.db.selectFrom('identity_profiles').selectAll().where('application_id', '=', applicationId)
		for (const row of await identities.where('user_id', 'in', some).execute()) add(row.user_id, { identity: row })
		for (const row of await profiles.where('user_id', 'in', some).execute()) add(row.user_id, { profile: row })
	}
	return known
}

/** A player whom only the game's server has named is one by its word. */
const NAMED_BY_GAME = presentIdentity({ type: BOT_ISSUED, issuer: '', user_id: '', subject: '' })
	.provider_type as string

export function presentKnown({ userId, identity, profile }: Known): ApplicationIdentity {
	if (identity) return presentIdentity(identity)
	return { user_id: userId, provider_type: NAMED_BY_GAME, provider_issued_user_id: profile?.external_id ?? '' }
}

/** The same with what players are told of it. */
export function presentForPlayers(known: Known): UserApplicationProfile {
	const { user_id: _, ...identity } = presentKnown(known)
	return { ...identity, ...presentShown(known) }
}

export function presentShown({ profile }: Known): NonNullable<ApplicationIdentity['profile']> {
	return { username: profile?.username ?? null, metadata: profile?.metadata ?? '', avatar_hash: null }
}

/** What a game says of a player, to the game. */
export function presentProfile({ username, metadata, data }: ProfileRow): IdentityProfile {
	return {
		username,
		metadata: metadata === null ? null : (JSON.parse(metadata) as Record<string, unknown>),
		data: data === null ? null : (JSON.parse(data) as ProfileData),
	}
}
