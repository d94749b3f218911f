import type { Reading, Store } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'
import { findPerson, isNameTaken, isTakenMeanwhile, type UserRow } from './accounts.ts'
import { forgetAttempts, takeAttempt } from './attempts.ts'
import type { NewLogin } from './logins.ts'
import { isHashOf } from './passwords.ts'
import { createAccount, type Registration } from './registration.ts'
import { findTicket, findTicketOf, takeTicket } from './tickets.ts'
import { normalUsername, tidyName, type UsernameProblem, usernameProblem } from './usernames.ts'

/** Wrong passwords for one registration. */
const PER_REGISTRATION = { count: 5, ms: 15 * 60_000 }

/** A registration whose link somebody followed. */
export interface Confirmable {
	hash: string
	linkHash: string
	registration: Registration
	/** Somebody else took the name meanwhile. */
	isNameTaken: boolean
}

/** The registration of a link; undefined where its time is over, or it has become an account. */
export async function findConfirmable(from: Reading, token: string): Promise<Confirmable | undefined> {
	const link = await findTicket(from, 'confirm-registration', token)
	if (!link) return undefined
	const { registration: hash } = link.data as { registration: string }
	const waiting = await findTicketOf(from, 'registration', hash)
	if (!waiting) return undefined
	const registration = waiting.data as Registration
	return { hash, linkHash: link.hash, registration, isNameTaken: await isNameTaken(from, registration.username) }
}

/** Whether this browser began the registration; any other must know its password. */
export function isOwnRegistration({ hash }: Confirmable, secret: string | undefined): boolean {
	return secret !== undefined && hashToken(secret) === hash
}

export interface Confirmation {
	token: string
	/** What the browser that began it keeps. */
	secret: string | undefined
	password: string
	/** In place of a name that somebody else took meanwhile. */
	username: string | undefined
	login: NewLogin
}

export type Confirmed =
	| { outcome: 'created'; user: UserRow; loginToken: string; next: string }
	| { outcome: 'gone' }
	| { outcome: 'wrong-password' }
	| { outcome: 'limited' }
	| { outcome: 'username'; problem: UsernameProblem | 'taken' }

/**
 * Makes the account of a registration. Who follows the link has the mailbox; who began it knows the password. Both are
 * needed: otherwise one could register with somebody else's address, and wait for them to confirm.
 */
export async function confirmRegistration(store: Store, given: Confirmation): Promise<Confirmed> {
	const found = await findConfirmable(store, given.token)
	if (!found) return { outcome: 'gone' }
	if (!isOwnRegistration(found, given.secret)) {
		const key = `confirm:${found.hash}`
		if (!(await takeAttempt(store, key, PER_REGISTRATION))) return { outcome: 'limited' }
		if (!(await isHashOf(found.registration.passwordHash, given.password))) return { outcome: 'wrong-password' }
		await forgetAttempts(store, key)
	}
	const registration = named(found, given.username)
	const problem = usernameProblem(registration.username)
	if (problem) return { outcome: 'username', problem }
	try {
		return await store.transaction(async (tx): Promise<Confirmed> => {
			if (await findPerson(tx, registration.email)) return { outcome: 'gone' }
			if (await isNameTaken(tx, registration.username)) return { outcome: 'username', problem: 'taken' }
			const isTaken = (await takeTicket(tx, found.linkHash)) && (await takeTicket(tx, found.hash))
			if (!isTaken) return { outcome: 'gone' }
			return { outcome: 'created', ...(await createAccount(tx, registration, given.login)), next: registration.next }
		})
	} catch (error) {
		// Another account with the same name or address committed between our look and our write.
		if (isTakenMeanwhile(error)) return { outcome: 'username', problem: 'taken' }
		throw error
	}
}

function named({ registration, isNameTaken: isTaken }: Confirmable, username: string | undefined): Registration {
	if (!isTaken || username === undefined) return registration
	return { ...registration, username: normalUsername(username), globalName: tidyName(username) }
}
