import { createHash } from 'node:crypto'
import type { Store, Transaction } from '../../ports/store.ts'
import { takeAttempt } from './attempts.ts'

/** The job that writes a letter and sends it. */
export const SEND_LETTER = 'letter'

/** Letters with links that one address gets in an hour, whoever orders them. */
const PER_ADDRESS = { count: 5, ms: 3_600_000 }

/** What a person is told of that happened to their account. */
export type Happened =
	| 'password-changed'
	| 'password-reset'
	| 'two-step-on'
	| 'two-step-off'
	| 'backup-codes-renewed'
	| 'passkey-added'
	| 'passkey-removed'

/**
 * A mail that is written when it is sent. A link that opens something is made then, so that none of them ever lies in
 * the store.
 */
export type Letter =
	/** Confirms a registration, by the hash of its ticket. */
	| { kind: 'confirm-registration'; registration: string }
	/** To who has an account already and registers again. */
	| { kind: 'already-registered'; email: string }
	/** Confirms that an address is the person's. */
	| { kind: 'confirm-address'; userId: string; email: string }
	/** To the address of before. */
	| { kind: 'address-changed'; to: string; username: string }
	/** A link to a new password, for whoever has this username or address. */
	| { kind: 'reset-password'; name: string }
	/** To the confirmed address. */
	| { kind: 'happened'; userId: string; what: Happened }
	| { kind: 'account-deleted'; to: string; username: string }

/** Orders a letter. It is sent at least once after the commit. */
export async function orderLetter(tx: Transaction, letter: Letter): Promise<void> {
	await tx.enqueue(SEND_LETTER, letter)
}

/** Counts a letter to an address; false where it has had enough of them for now. */
export function takeLetter(store: Store, email: string): Promise<boolean> {
	return takeAttempt(store, `letters:${createHash('sha256').update(email).digest('hex').slice(0, 32)}`, PER_ADDRESS)
}
