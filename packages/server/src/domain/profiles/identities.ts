import { ApiError, type ApplicationIdentity } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { usersAmong } from '../applications/authorizations.ts'
import { authorizedAt } from '../applications/publishers.ts'
import { type Known, knownAmong, presentKnown, presentShown } from './present.ts'

/** Who a user is to a game, for its server. @throws UnknownUser where they do not play it */
export async function identitiesOf(
	from: Reading,
	applicationId: string,
	userId: string,
): Promise<ApplicationIdentity[]> {
	if (!(await usersAmong(from, applicationId, [userId])).has(userId)) throw new ApiError('UnknownUser')
	const known = (await knownAmong(from, applicationId, [userId])).get(userId)
	return known ? [presentKnown(known)] : []
}

/** The same for another player; nobody where one of the two does not play. */
export async function identitiesForPlayer(
	from: Reading,
	applicationId: string,
	userId: string,
	withProfiles: boolean,
): Promise<ApplicationIdentity[]> {
	if (!(await usersAmong(from, applicationId, [userId])).has(userId)) return []
	const known = (await knownAmong(from, applicationId, [userId])).get(userId)
	if (!known) return []
	return [{ ...presentKnown(known), ...(withProfiles ? { profile: presentShown(known) } : {}) }]
}

/** A player as a provider names them; without `providerId` whichever of several providers of the type. */
export interface NamedPlayer {
	providerType: string
	externalId: string
	providerId?: string | undefined
}

/** Whose account a player is. */
export async function findByName(
	from: Reading,
	applicationId: string,
	player: NamedPlayer,
): Promise<ApplicationIdentity[]> {
	return (await knownByName(from, applicationId, player)).map(presentKnown)
}

/** The same, with all that the game knows. */
export async function knownByName(from: Reading, applicationId: string, player: NamedPlayer): Promise<Known[]> {
	const { providerType, externalId, providerId } = player
	const identities = await from.db
		.selectFrom('external_identities')
		.selectAll()
		.where('application_id', '=', await authorizedAt(from, applicationId))
		.where('subject', '=', externalId)
		.execute()
	const profiles = await from.db
		.selectFrom('identity_profiles')
		.select('user_id')
		.where('application_id', '=', applicationId)
		.where('external_id', '=', externalId)
		.execute()
	const userIds = [...new Set([...identities, ...profiles].map(({ user_id }) => user_id))]
	const known = await knownAmong(from, applicationId, userIds)
	return [...known.values()].filter((one) => {
		const named = presentKnown(one)
		const isProvider = providerId === undefined || providerId === '' || named.provider_id === providerId
		return named.provider_type === providerType && named.provider_issued_user_id === externalId && isProvider
	})
}
