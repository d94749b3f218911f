import type { Store, Transaction } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'
import { networkOf } from '../access/networks.ts'
import { createUser, findPerson, isNameTaken, isTakenMeanwhile, type UserRow } from './accounts.ts'
import { isMailAddress, normalMailAddress } from './addresses.ts'
import { type AttemptLimits, takeAttempt } from './attempts.ts'
import { type Letter, orderLetter, takeLetter } from './letters.ts'
import { createLogin, type NewLogin } from './logins.ts'
import { hashPassword, type PasswordProblem, passwordProblem } from './passwords.ts'
import { createTicket, findTicket } from './tickets.ts'
import { normalUsername, tidyName, type UsernameProblem, usernameProblem } from './usernames.ts'

export interface NewRegistration {
	username: string
	email: string
	password: string
	/** Path to go to once there is an account. */
	next: string
	/** Where the request came from, for the limit. */
	address: string
	/** How many accounts an address may make. */
	limits: AttemptLimits
	/** Whether the mail address counts as confirmed without a mail: then there is an account at once. */
	trustsMail: boolean
	login: NewLogin
}

/** What waits for its mail address to be confirmed. */
export interface Registration {
	username: string
	globalName: string
	email: string
	passwordHash: string
	next: string
}

/** What is wrong, by field. */
interface RegistrationProblems {
	username?: UsernameProblem | 'taken'
	/** `taken` is said only where no mail could say it to the owner of the address alone. */
	email?: 'form' | 'taken'
	password?: PasswordProblem
	/** Too many accounts from this address. */
	limit?: true
}

export type Registered =
	| { user: UserRow; loginToken: string }
	/** A mail says how to go on; the secret names the registration to the browser that made it. */
	| { waiting: string }
	| { problems: RegistrationProblems }

/**
 * Begins an account for a person. Where mails are trusted there is one at once, and they are signed in. Elsewhere it
 * waits for its address to be confirmed, and an address that has an account already looks like any other from here: only
 * its owner reads of it.
 */
export async function register(store: Store, given: NewRegistration): Promise<Registered> {
	const username = normalUsername(given.username)
	const email = normalMailAddress(given.email)
	const problems = problemsOf(username, email, given.password)
	if (Object.keys(problems).length > 0) return { problems }
	const key = `register:${networkOf(given.address)}`
	if (!(await takeAttempt(store, key, given.limits.of('registration')))) return { problems: { limit: true } }
	if (await isNameTaken(store, username)) return { problems: { username: 'taken' } }
	const registration: Registration = {
		username,
		globalName: tidyName(given.username),
		email,
		passwordHash: await hashPassword(given.password),
		next: given.next,
	}
	if (given.trustsMail) return createAtOnce(store, registration, given.login)
	const mayMail = await takeLetter(store, email)
	const waiting = await store.transaction(async (tx) => {
		const secret = await createTicket(tx, { kind: 'registration', data: registration })
		if (mayMail) await orderLetter(tx, await letterFor(tx, email, hashToken(secret)))
		return secret
	})
	return { waiting }
}

/** Sends the mail of a registration that waits once more. False where nothing waits, or there were enough mails. */
export async function remindRegistration(store: Store, secret: string): Promise<boolean> {
	const waiting = await findTicket(store, 'registration', secret)
	if (!waiting) return false
	const { email } = waiting.data as Registration
	if (!(await takeLetter(store, email))) return false
	await store.transaction(async (tx) => orderLetter(tx, await letterFor(tx, email, waiting.hash)))
	return true
}

async function letterFor(tx: Transaction, email: string, registration: string): Promise<Letter> {
	return (await findPerson(tx, email))
		? { kind: 'already-registered', email }
		: { kind: 'confirm-registration', registration }
}

async function createAtOnce(store: Store, registration: Registration, login: NewLogin): Promise<Registered> {
	try {
		return await store.transaction(async (tx) => {
			const taken: RegistrationProblems = {}
			if (await isNameTaken(tx, registration.username)) taken.username = 'taken'
			if (await findPerson(tx, registration.email)) taken.email = 'taken'
			if (taken.username || taken.email) return { problems: taken }
			return createAccount(tx, registration, login)
		})
	} catch (error) {
		// Another registration with the same name or address committed between our look and our write.
		if (isTakenMeanwhile(error)) return { problems: { username: 'taken' } }
		throw error
	}
}

/** Makes the account of a registration, whose address is confirmed, and signs its person in. */
export async function createAccount(
	tx: Transaction,
	{ username, globalName, email, passwordHash }: Registration,
	login: NewLogin,
): Promise<{ user: UserRow; loginToken: string }> {
	const user = await createUser(tx, { username, globalName, email, isVerified: true })
	await tx.db.insertInto('passwords').values({ user_id: user.id, hash: passwordHash, changed_at: tx.now() }).execute()
	return { user, loginToken: await createLogin(tx, user.id, login) }
}

function problemsOf(username: string, email: string, password: string): RegistrationProblems {
	const name = usernameProblem(username)
	const secret = passwordProblem(password, [username, email, email.split('@')[0] ?? ''])
	return {
		...(name ? { username: name } : {}),
		...(isMailAddress(email) ? {} : { email: 'form' as const }),
		...(secret ? { password: secret } : {}),
	}
}
