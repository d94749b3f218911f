import { ApiError, formError, type IdentityProfile, type IdentityProfileChanges } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { usersAmong } from '../applications/authorizations.ts'
import { findProfile, type ProfileRow } from '../identities/profile-rows.ts'
import { knownAmong, presentProfile } from './present.ts'
import { tellKnown } from './tell.ts'

/** Bytes of JSON of what a game says of a player, and of what it keeps with it. */
const MOST_BYTES = 10 * 1024

/** A player, and what the game calls them. */
export interface ProfileKey {
	applicationId: string
	userId: string
	externalId: string
}

/** What a game says of a player. @throws UnknownUser */
export async function getProfile(from: Reading, { externalId, ...key }: ProfileKey): Promise<IdentityProfile> {
	const row = await findProfile(from, key)
	if (row?.external_id !== externalId) throw new ApiError('UnknownUser')
	return presentProfile(row)
}

/**
 * Keeps what a game says of a player of its own; answers with all of it where that is the first time (N8).
 * @throws UnknownUser, TooManyIdentities, InvalidFormBody
 */
export async function putProfile(
	tx: Transaction,
	key: ProfileKey,
	changes: IdentityProfileChanges,
): Promise<IdentityProfile | undefined> {
	const { applicationId, userId, externalId } = key
	const columns = {
		...(changes.username === undefined ? {} : { username: changes.username }),
		...(changes.metadata === undefined ? {} : { metadata: bounded(changes.metadata, 'metadata') }),
		...(changes.data === undefined ? {} : { data: bounded(changes.data, 'data') }),
	}
	if (!(await usersAmong(tx, applicationId, [userId])).has(userId)) throw new ApiError('UnknownUser')
	await requireIsCalled(tx, key)
	const written = await tx.db
		.insertInto('identity_profiles')
		.values({
			application_id: applicationId,
			user_id: userId,
			external_id: externalId,
			created_at: tx.now(),
			updated_at: tx.now(),
			...columns,
		})
		.onConflict((conflict) => conflict.columns(['application_id', 'user_id']).doNothing())
		.returningAll()
		.executeTakeFirst()
	if (!written) await update(tx, key, columns)
	await tellKnown(tx, applicationId, userId)
	return written && presentProfile(written)
}

function bounded(value: object | null, field: string): string | null {
	if (value === null) return null
	const json = JSON.stringify(value)
	if (Buffer.byteLength(json) <= MOST_BYTES) return json
	throw formError([field], 'BASE_TYPE_BAD_LENGTH', `Must be ${MOST_BYTES} or fewer bytes of JSON.`)
}

async function update(tx: Transaction, { applicationId, userId }: ProfileKey, columns: Partial<ProfileRow>) {
	await tx.db
		.updateTable('identity_profiles')
		.set({ ...columns, updated_at: tx.now() })
		.where('application_id', '=', applicationId)
		.where('user_id', '=', userId)
		.execute()
}

/** One whom a provider has named is called that; anybody else what the game called them first, and nobody else so. */
async function requireIsCalled(from: Reading, { applicationId, userId, externalId }: ProfileKey): Promise<void> {
	const known = (await knownAmong(from, applicationId, [userId])).get(userId)
	if (known?.identity) {
		if (known.identity.subject !== externalId) throw new ApiError('UnknownUser')
		return
	}
	if (known?.profile) {
		if (known.profile.external_id !== externalId) throw new ApiError('TooManyIdentities')
		return
	}
	const taken = await from.db
		.selectFrom('identity_profiles')
		.select('user_id')
		.where('application_id', '=', applicationId)
		.where('external_id', '=', externalId)
		.limit(1)
		.executeTakeFirst()
	if (taken) throw new ApiError('TooManyIdentities')
}
