import { randomBytes } from 'node:crypto'
import type { Store } from '../../ports/store.ts'
import type { Vault } from '../../ports/vault.ts'
import { noteUsed, ticketMs } from './tickets.ts'

/** What somebody wants to do with a passkey. */
export type Purpose = 'sign-in' | 'second-step' | 'proof' | 'add'

interface Sealed {
	purpose: Purpose
	/** Whom it was made for; nobody in particular where they sign in. */
	userId: string | null
	at: number
	chance: string
}

/**
 * A challenge to a passkey, in base64url. It says itself what it is for, sealed: nothing is written down for whoever
 * only looks at a page.
 */
export function createChallenge(store: Store, vault: Vault, purpose: Purpose, userId?: string): string {
	const sealed: Sealed = {
		purpose,
		userId: userId ?? null,
		at: store.now(),
		chance: randomBytes(16).toString('base64url'),
	}
	return vault.seal(JSON.stringify(sealed))
}

/** Uses up a challenge that was made for this. False where it was used, is too old, or was made for something else. */
export async function takeChallenge(
	store: Store,
	vault: Vault,
	challenge: string,
	{ purpose, userId }: { purpose: Purpose; userId?: string },
): Promise<boolean> {
	const plain = vault.open(challenge)
	if (plain === undefined) return false
	const sealed = JSON.parse(plain) as Partial<Sealed>
	const age = store.now() - (sealed.at ?? 0)
	if (sealed.purpose !== purpose || sealed.userId !== (userId ?? null)) return false
	if (age < 0 || age >= ticketMs('challenge')) return false
	return store.transaction((tx) => noteUsed(tx, 'challenge', challenge))
}
