import type { Transaction } from '../../ports/store.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { type IdentityRow, pointIdentity } from './identities.ts'
import { orderMove } from './moves.ts'
import { createProvisionalUser } from './provisional-users.ts'

/**
 * Takes an identity off a platform account (U2): it gets a new provisional account with the same display name, unless the
 * person is to be forgotten. What goes along follows after the commit. The identity is held.
 */
export async function detachIdentity(
	tx: Transaction,
	identity: IdentityRow,
	user: UserRow,
	cause: string,
): Promise<void> {
	const displayName = cause === 'user-deleted' ? undefined : (user.global_name ?? user.username)
	const { id: userId } = await createProvisionalUser(tx, displayName)
	await pointIdentity(
		tx,
		identity,
		cause === 'banned' ? { userId, state: 'restricted', bannedUserId: user.id } : { userId, state: 'provisional' },
	)
	await orderMove(tx, {
		kind: 'unmerge',
		applicationId: identity.application_id,
		fromUserId: user.id,
		toUserId: userId,
	})
}
