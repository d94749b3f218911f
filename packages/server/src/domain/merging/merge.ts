import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { bearerOf } from '../access/caller.ts'
import { getUser } from '../accounts/accounts.ts'
import type { AttemptLimit } from '../accounts/attempts.ts'
import type { ApplicationRow } from '../applications/applications.ts'
import { endMerged } from '../applications/authorizations.ts'
import { roleOn } from '../applications/roles.ts'
import { isTester } from '../applications/testers.ts'
import {
	BOT_ISSUED,
	holdIdentityOf,
	type IdentityKey,
	type IdentityRow,
	isRestricted,
	keyOf,
	lockIdentity,
	pointIdentity,
} from '../identities/identities.ts'
import { orderMove } from '../identities/moves.ts'

/** What shows which provisional account is merged: who a provider says it is, or the token that the game's server got. */
export type MergeSource = IdentityKey | { botIssuedToken: string }

export interface MergeRequest {
	source: MergeSource
	/** How often somebody may merge (M6); whoever works on the application may do more. */
	limit: AttemptLimit
}

/**
 * Takes hold of what is to be merged, before the code is looked at; what it answers does the merge into the account of
 * the code, in the same transaction. What goes over follows after the commit.
 * @throws ResourceLocked, AccessTokenRefused, MergeSourceNotProvisional; the answer also MergeDestinationProvisional,
 * MergeSourceBanned, TooManyIdentities, ResourceLimited
 */
export async function prepareMerge(
	tx: Transaction,
	application: ApplicationRow,
	{ source, limit }: MergeRequest,
): Promise<(userId: string) => Promise<void>> {
	const identity = await ('botIssuedToken' in source
		? lockVouched(tx, application, source.botIssuedToken)
		: lockIdentity(tx, source))
	return async (userId) => {
		const admitted = await admit(tx, { application, identity, limit }, userId)
		await pointIdentity(tx, admitted, { userId, state: 'linked' })
		await endMerged(tx, { applicationId: application.id, userId: admitted.user_id })
		await orderMove(tx, {
			kind: 'merge',
			applicationId: application.id,
			fromUserId: admitted.user_id,
			toUserId: userId,
		})
	}
}

/** The identity behind a provisional token that this game's own server got; no other token stands for one (M3). */
async function lockVouched(tx: Transaction, application: ApplicationRow, token: string): Promise<IdentityRow> {
	const owner = await bearerOf(tx, token)
	if (!owner || owner.applicationId !== application.id || owner.expiresAt <= tx.now()) {
		throw new ApiError('AccessTokenRefused')
	}
	if (owner.tokenKind !== 'provisional') throw new ApiError('MergeSourceNotProvisional')
	const seen = await tx.db
		.selectFrom('external_identities')
		.selectAll()
		.where('user_id', '=', owner.userId)
		.where('application_id', '=', application.id)
		.executeTakeFirst()
	const identity = seen?.type === BOT_ISSUED ? await lockIdentity(tx, keyOf(seen)) : undefined
	if (identity?.user_id !== owner.userId) throw new ApiError('AccessTokenRefused')
	return identity
}

interface Prepared {
	application: ApplicationRow
	identity: IdentityRow | undefined
	limit: AttemptLimit
}

async function admit(
	tx: Transaction,
	{ application, identity, limit }: Prepared,
	userId: string,
): Promise<IdentityRow> {
	if (!identity || identity.state === 'linked') throw new ApiError('MergeSourceNotProvisional')
	if ((await getUser(tx, userId)).is_provisional) throw new ApiError('MergeDestinationProvisional')
	if (await isRestricted(tx, identity)) throw new ApiError('MergeSourceBanned')
	if (await holdIdentityOf(tx, { applicationId: application.id, userId })) throw new ApiError('TooManyIdentities')
	const pair = { applicationId: application.id, userId }
	// Who works on the application, or tries it out, does this all day.
	if (!(await roleOn(tx, application, userId)) && !(await isTester(tx, pair))) await requireRare(tx, limit, userId)
	return identity
}

/** @throws ResourceLimited where too much was merged into the account lately */
async function requireRare(tx: Transaction, { count, ms }: AttemptLimit, userId: string): Promise<void> {
	// Held, so that merges in several games count each other.
	await tx.db
		.updateTable('users')
		.set((user) => ({ flags: user.ref('flags') }))
		.where('id', '=', userId)
		.execute()
	const latest = await tx.db
		.selectFrom('account_moves')
		.select('created_at')
		.where('to_user_id', '=', userId)
		.where('created_at', '>', tx.now() - ms)
		.where('kind', '=', 'merge')
		.orderBy('created_at', 'desc')
		.limit(count)
		.execute()
	const first = latest[count - 1]
	if (!first) return
	const retryAfter = Math.ceil((first.created_at + ms - tx.now()) / 1000)
	throw new ApiError('ResourceLimited', { extra: { retry_after: retryAfter, global: false } })
}
