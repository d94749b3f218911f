import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { childrenOf } from '../applications/publishers.ts'
import { type IdentityRow, isRestricted } from '../identities/identities.ts'
import { removeProfile, removeProfiles } from '../identities/profile-rows.ts'
import { knownByName, type NamedPlayer } from '../profiles/identities.ts'
import { type Known, presentKnown } from '../profiles/present.ts'
import { tellForgotten, tellKnown } from '../profiles/tell.ts'
import { closeAccount } from './close-account.ts'

/**
 * Forgets who a user is to a game, with what it says of them. An account that stands for this player alone ends. A player
 * of a publisher is the publisher's: a game below it forgets what it says itself, if it has said something.
 * @throws UnknownUser, MergeSourceBanned while a ban holds the player
 */
export async function forgetIdentity(
	tx: Transaction,
	applicationId: string,
	userId: string,
	player: NamedPlayer,
): Promise<void> {
	const known = (await knownByName(tx, applicationId, player)).find((one) => one.userId === userId)
	if (!known) throw new ApiError('UnknownUser')
	const { identity } = known
	if (identity?.application_id !== applicationId) return forgetSaid(tx, applicationId, known)
	if (await isRestricted(tx, identity)) throw new ApiError('MergeSourceBanned')
	for (const game of [applicationId, ...(await childrenOf(tx, applicationId))]) {
		await tellForgotten(tx, game, presentKnown(known))
	}
	await removeProfiles(tx, applicationId, userId)
	await removeIdentity(tx, identity)
}

async function forgetSaid(tx: Transaction, applicationId: string, known: Known): Promise<void> {
	if (!known.profile) throw new ApiError('UnknownUser')
	if (!known.identity) await tellForgotten(tx, applicationId, presentKnown(known))
	await removeProfile(tx, applicationId, known.userId)
	if (known.identity) await tellKnown(tx, applicationId, known.userId)
}

async function removeIdentity(tx: Transaction, identity: IdentityRow): Promise<void> {
	await tx.db.deleteFrom('external_identities').where('id', '=', identity.id).execute()
	if (identity.state !== 'linked') await closeAccount(tx, identity.user_id)
}
