import { UserUpdate } from '@guildhall/protocol'
import type { Reading, Store, Transaction } from '../../ports/store.ts'
import { findPerson, getUser, isTakenMeanwhile, type UserRow } from './accounts.ts'
import { orderLetter, takeLetter } from './letters.ts'
import { presentChangedUser } from './present.ts'
import { dropTickets, findTicket, takeTicket } from './tickets.ts'

const MOST_LENGTH = 254
const FORM = /^[^\s\p{C}@<>()[\],;:\\"]+@[^\s\p{C}@<>()[\],;:\\"]+\.[^\s\p{C}@<>()[\],;:\\".]+$/u

/** A mail address as it is kept and compared. */
export const normalMailAddress = (text: string): string => text.trim().toLowerCase()

/** Whether this is a mail address, in its normal form. */
export const isMailAddress = (text: string): boolean => text.length <= MOST_LENGTH && FORM.test(text)

export type AddressChange = 'asked' | 'changed' | 'form' | 'same' | 'taken' | 'limited'

/**
 * Asks for another address. It is the account's once a link in a mail to it was followed; one that is somebody else's
 * looks no different from here. Where no mail is sent it is so at once.
 */
export async function askAddress(
	store: Store,
	user: UserRow,
	address: string,
	{ sendsMail }: { sendsMail: boolean },
): Promise<AddressChange> {
	const email = normalMailAddress(address)
	if (!isMailAddress(email)) return 'form'
	if (email === user.email && user.is_verified) return 'same'
	if (!sendsMail) {
		const isChanged = await unlessTaken(store.transaction((tx) => changeAddress(tx, user.id, email)))
		return isChanged ? 'changed' : 'taken'
	}
	if (!(await takeLetter(store, email))) return 'limited'
	await store.transaction(async (tx) => {
		const owner = await findPerson(tx, email)
		// Links of before go to addresses that were mistyped.
		await dropTickets(tx, user.id, ['confirm-address'])
		await orderLetter(
			tx,
			owner && owner.id !== user.id
				? { kind: 'already-registered', email }
				: { kind: 'confirm-address', userId: user.id, email },
		)
	})
	return 'asked'
}

/** An address whose link somebody followed, and whose it would be. */
export interface AddressToConfirm {
	hash: string
	user: UserRow
	email: string
}

/** What a link confirms; undefined where its time is over. */
export async function findAddressToConfirm(from: Reading, token: string): Promise<AddressToConfirm | undefined> {
	const ticket = await findTicket(from, 'confirm-address', token)
	if (!ticket?.userId) return undefined
	const { email } = ticket.data as { email: string }
	return { hash: ticket.hash, user: await getUser(from, ticket.userId), email }
}

/** Confirms the address of a link. False where its time is over, or the address is somebody else's by now. */
export async function confirmAddress(store: Store, token: string): Promise<boolean> {
	const confirmed = store.transaction(async (tx) => {
		const found = await findAddressToConfirm(tx, token)
		if (!found || found.user.deleted_at !== null || !(await takeTicket(tx, found.hash))) return false
		return changeAddress(tx, found.user.id, found.email)
	})
	return unlessTaken(confirmed)
}

/** False also where another write with the same address committed between a look and the write. */
function unlessTaken(changed: Promise<boolean>): Promise<boolean> {
	return changed.catch((error: unknown) => {
		if (isTakenMeanwhile(error)) return false
		throw error
	})
}

async function changeAddress(tx: Transaction, userId: string, email: string): Promise<boolean> {
	const owner = await findPerson(tx, email)
	if (owner && owner.id !== userId) return false
	const before = await getUser(tx, userId)
	await tx.db.updateTable('users').set({ email, is_verified: 1 }).where('id', '=', userId).execute()
	// A link to a new password that went to the address of before must open nothing.
	await dropTickets(tx, userId, ['confirm-address', 'reset-password'])
	if (before.email && before.email !== email && before.is_verified) {
		await orderLetter(tx, { kind: 'address-changed', to: before.email, username: before.username })
	}
	const after: UserRow = { ...before, email, is_verified: 1 }
	tx.emit(UserUpdate, { userIds: [userId] }, presentChangedUser(after))
	return true
}
