import type { Selectable } from 'kysely'
import type { Reading, Store } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import type { Vault } from '../../ports/vault.ts'
import type { UserRow } from './accounts.ts'
import { createChallenge, takeChallenge } from './challenges.ts'
import { orderLetter } from './letters.ts'
import { tidyName } from './usernames.ts'

export type PasskeyRow = Selectable<Tables['passkeys']>

/** Who asks passkeys for something: the site, by its name and its origin. */
export interface RelyingParty {
	/** The host name of the site; passkeys are bound to it. */
	id: string
	name: string
	origin: string
}

const MOST_PASSKEYS = 20
/** EdDSA, ES256, RS256 (COSE): what devices have. */
const ALGORITHMS = [-8, -7, -257]
const MOST_NAME = 60
/** How long a browser waits for the person, in milliseconds: as long as a challenge is good. */
const WAIT_MS = 300_000

/** A person's passkeys, the oldest first. */
export function listPasskeys({ db }: Reading, userId: string): Promise<PasskeyRow[]> {
	return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

/** What a browser needs to make a passkey for this person. */
export async function passkeyCreation(store: Store, vault: Vault, party: RelyingParty, user: UserRow): Promise<object> {
	const { generateRegistrationOptions } = await import('@simplewebauthn/server')
	const passkeys = await listPasskeys(store, user.id)
	return generateRegistrationOptions({
		rpID: party.id,
		rpName: party.name,
		userID: new Uint8Array(Buffer.from(user.id)),
		userName: user.username,
		userDisplayName: user.global_name ?? user.username,
		challenge: bytesOf(createChallenge(store, vault, 'add', user.id)),
		timeout: WAIT_MS,
		attestationType: 'none',
		supportedAlgorithmIDs: ALGORITHMS,
		excludeCredentials: passkeys.map((passkey) => ({
			id: passkey.credential_id,
			transports: JSON.parse(passkey.transports) as string[],
		})),
		// It is found without a name, and asks for a finger or a PIN: it is both steps in one.
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
	})
}

export interface NewPasskey {
	userId: string
	/** What it is called, where it is the person's passkey of this number. */
	name(number: number): string
	/** What the browser answered. */
	response: unknown
}

export type PasskeyAdded = 'added' | 'refused' | 'known' | 'too-many'

/** Adds the passkey that a browser made. What it says of itself is not believed: nothing is asked but that it is new. */
export async function addPasskey(
	store: Store,
	vault: Vault,
	party: RelyingParty,
	{ userId, name, response }: NewPasskey,
): Promise<PasskeyAdded> {
	const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
	type Verified = Awaited<ReturnType<typeof verifyRegistrationResponse>>
	const verified = await verifyRegistrationResponse({
		response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
		expectedChallenge: (challenge) => takeChallenge(store, vault, challenge, { purpose: 'add', userId }),
		expectedOrigin: party.origin,
		expectedRPID: party.id,
		requireUserVerification: true,
		supportedAlgorithmIDs: ALGORITHMS,
	}).catch((): Verified => ({ verified: false }))
	if (!verified.verified) return 'refused'
	const { credential, credentialBackedUp } = verified.registrationInfo
	return store.transaction(async (tx) => {
		const before = await listPasskeys(tx, userId)
		if (before.length >= MOST_PASSKEYS) return 'too-many'
		const { numInsertedOrUpdatedRows } = await tx.db
			.insertInto('passkeys')
			.values({
				id: tx.newId(),
				user_id: userId,
				credential_id: credential.id,
				public_key: Buffer.from(credential.publicKey).toString('base64url'),
				counter: credential.counter,
				transports: JSON.stringify(credential.transports ?? []),
				name: tidied(name(before.length + 1)),
				is_synced: credentialBackedUp ? 1 : 0,
				created_at: tx.now(),
				used_at: null,
			})
			.onConflict((conflict) => conflict.column('credential_id').doNothing())
			.executeTakeFirst()
		if (!numInsertedOrUpdatedRows) return 'known'
		await orderLetter(tx, { kind: 'happened', userId, what: 'passkey-added' })
		return 'added'
	})
}

/** Gives a passkey another name. False where the person has none of this id, or the name is empty. */
export async function renamePasskey(store: Store, userId: string, id: string, name: string): Promise<boolean> {
	if (tidied(name) === '') return false
	return store.transaction(async ({ db }) => {
		const { numUpdatedRows } = await db
			.updateTable('passkeys')
			.set({ name: tidied(name) })
			.where('id', '=', id)
			.where('user_id', '=', userId)
			.executeTakeFirst()
		return numUpdatedRows > 0n
	})
}

/** Takes a passkey away. False where the person has none of this id. */
export function removePasskey(store: Store, userId: string, id: string): Promise<boolean> {
	return store.transaction(async (tx) => {
		const { numDeletedRows } = await tx.db
			.deleteFrom('passkeys')
			.where('id', '=', id)
			.where('user_id', '=', userId)
			.executeTakeFirst()
		if (numDeletedRows === 0n) return false
		await orderLetter(tx, { kind: 'happened', userId, what: 'passkey-removed' })
		return true
	})
}

function tidied(name: string): string {
	// PostgreSQL holds no text with a zero byte.
	return [...tidyName(name.replaceAll('\0', ''))].slice(0, MOST_NAME).join('')
}

/** The bytes of a challenge, as the library wants them. */
export const bytesOf = (challenge: string): Uint8Array<ArrayBuffer> =>
	new Uint8Array(Buffer.from(challenge, 'base64url'))

/** How long a browser waits for an answer. */
export const PASSKEY_WAIT_MS = WAIT_MS
