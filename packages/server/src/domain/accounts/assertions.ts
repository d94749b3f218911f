import type { Store } from '../../ports/store.ts'
import type { Vault } from '../../ports/vault.ts'
import { getUser, type UserRow } from './accounts.ts'
import { createChallenge, type Purpose, takeChallenge } from './challenges.ts'
import type { Method } from './logins.ts'
import { bytesOf, listPasskeys, PASSKEY_WAIT_MS, type PasskeyRow, type RelyingParty } from './passkeys.ts'

/** What a browser needs to ask for a passkey: one of this person's, or any that knows the site. */
export async function passkeyRequest(
	store: Store,
	vault: Vault,
	party: RelyingParty,
	{ purpose, userId }: { purpose: Purpose; userId?: string },
): Promise<object> {
	const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
	const passkeys = userId === undefined ? [] : await listPasskeys(store, userId)
	return generateAuthenticationOptions({
		rpID: party.id,
		challenge: bytesOf(createChallenge(store, vault, purpose, userId)),
		timeout: PASSKEY_WAIT_MS,
		userVerification: 'required',
		allowCredentials: passkeys.map((passkey) => ({
			id: passkey.credential_id,
			transports: JSON.parse(passkey.transports) as string[],
		})),
	})
}

export interface Assertion {
	purpose: Purpose
	/** Whose passkey it must be; anybody's, where they sign in. */
	userId?: string
	/** What the browser answered. */
	response: unknown
}

/**
 * Whose passkey answered, and how they proved themselves; undefined where the answer is not good: for another site or
 * origin, to another challenge or one that was answered, without the person's finger or PIN, by a copy that lags behind.
 */
export async function checkAssertion(
	store: Store,
	vault: Vault,
	party: RelyingParty,
	{ purpose, userId, response }: Assertion,
): Promise<{ user: UserRow; amr: readonly Method[] } | undefined> {
	const passkey = await passkeyOf(store, response)
	if (!passkey || (userId !== undefined && passkey.user_id !== userId)) return undefined
	const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
	type Answer = Parameters<typeof verifyAuthenticationResponse>[0]['response']
	const forWhom = userId === undefined ? { purpose } : { purpose, userId }
	const verified = await verifyAuthenticationResponse({
		response: response as Answer,
		expectedChallenge: (challenge) => takeChallenge(store, vault, challenge, forWhom),
		expectedOrigin: party.origin,
		expectedRPID: party.id,
		requireUserVerification: true,
		credential: {
			id: passkey.credential_id,
			publicKey: bytesOf(passkey.public_key),
			counter: passkey.counter,
			transports: JSON.parse(passkey.transports) as string[],
		},
	}).catch(() => undefined)
	if (!verified?.verified || !isOfUser(response as Answer, passkey)) return undefined
	const { newCounter, credentialBackedUp } = verified.authenticationInfo
	if (!(await noteUse(store, passkey, newCounter, credentialBackedUp))) return undefined
	const user = await getUser(store, passkey.user_id)
	if (user.deleted_at !== null) return undefined
	return { user, amr: [passkey.is_synced ? 'swk' : 'hwk', 'user', 'mfa'] }
}

async function passkeyOf({ db }: Store, response: unknown): Promise<PasskeyRow | undefined> {
	const id = (response as { id?: unknown } | null)?.id
	if (typeof id !== 'string' || id.includes('\0')) return undefined
	return db.selectFrom('passkeys').selectAll().where('credential_id', '=', id).executeTakeFirst()
}

/** A passkey that names its person names the one it was made for. */
function isOfUser({ response: { userHandle } }: { response: { userHandle?: string } }, passkey: PasskeyRow): boolean {
	return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === passkey.user_id
}

/** Keeps the counter, which only goes up; passkeys that do not count say 0 always. False where another use came between. */
async function noteUse(
	store: Store,
	{ id, counter }: PasskeyRow,
	newCounter: number,
	isSynced: boolean,
): Promise<boolean> {
	return store.transaction(async ({ db, now }) => {
		const { numUpdatedRows } = await db
			.updateTable('passkeys')
			.set({ counter: newCounter, used_at: now(), is_synced: isSynced ? 1 : 0 })
			.where('id', '=', id)
			.where('counter', '=', counter)
			.executeTakeFirst()
		return numUpdatedRows > 0n
	})
}
