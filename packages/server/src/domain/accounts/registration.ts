import type { Store } from '../../ports/store.ts'
import { createUser, isNameTaken, type UserRow } from './accounts.ts'
import { takeAttempt, timesFactor } from './attempts.ts'
import { createLogin, type NewLogin } from './logins.ts'
import { hashPassword, type PasswordProblem, passwordProblem } from './passwords.ts'
import { normalUsername, tidyName, type UsernameProblem, usernameProblem } from './usernames.ts'

/** Accounts that may be made from one address. */
const PER_ADDRESS = { count: 5, ms: 3_600_000 }
const MOST_EMAIL = 254
const EMAIL = /^[^\s\p{C}@<>()[\],;:\\"]+@[^\s\p{C}@<>()[\],;:\\"]+\.[^\s\p{C}@<>()[\],;:\\".]+$/u

export interface Registration {
	username: string
	email: string
	password: string
	/** Where the request came from, for the limit. */
	address: string
	/** Multiplies how many accounts an address may make. */
	limitFactor: number
	/** Whether the mail address counts as confirmed without a mail. */
	isVerified: boolean
	login: NewLogin
}

/** What is wrong, by field. */
interface RegistrationProblems {
	username?: UsernameProblem | 'taken'
	email?: 'form' | 'taken'
	password?: PasswordProblem
	/** Too many accounts from this address. */
	limit?: true
}

export type Registered = { user: UserRow; loginToken: string } | { problems: RegistrationProblems }

/** Makes an account for a person and signs them in. */
export async function register(store: Store, registration: Registration): Promise<Registered> {
	const username = normalUsername(registration.username)
	const email = registration.email.trim().toLowerCase()
	const problems = problemsOf(username, email, registration.password)
	if (Object.keys(problems).length > 0) return { problems }
	const perAddress = timesFactor(PER_ADDRESS, registration.limitFactor)
	if (!(await takeAttempt(store, `register:${registration.address}`, perAddress))) return { problems: { limit: true } }
	const hash = await hashPassword(registration.password)
	try {
		return await store.transaction(async (tx) => {
			const taken: RegistrationProblems = {}
			if (await isNameTaken(tx, username)) taken.username = 'taken'
			const other = await tx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
			if (other) taken.email = 'taken'
			if (taken.username || taken.email) return { problems: taken }
			const globalName = tidyName(registration.username)
			const user = await createUser(tx, { username, globalName, email, isVerified: registration.isVerified })
			await tx.db.insertInto('passwords').values({ user_id: user.id, hash, changed_at: tx.now() }).execute()
			return { user, loginToken: await createLogin(tx, user.id, registration.login) }
		})
	} catch (error) {
		// Another registration with the same name or address committed between our look and our write.
		if (isUniqueViolation(error)) return { problems: { username: 'taken' } }
		throw error
	}
}

function problemsOf(username: string, email: string, password: string): RegistrationProblems {
	const name = usernameProblem(username)
	const secret = passwordProblem(password, [username, email, email.split('@')[0] ?? ''])
	return {
		...(name ? { username: name } : {}),
		...(email.length > MOST_EMAIL || !EMAIL.test(email) ? { email: 'form' as const } : {}),
		...(secret ? { password: secret } : {}),
	}
}

/** PostgreSQL says it by number, SQLite in words. */
function isUniqueViolation(error: unknown): boolean {
	if (!(error instanceof Error)) return false
	return ('code' in error && error.code === '23505') || error.message.includes('UNIQUE constraint failed')
}
