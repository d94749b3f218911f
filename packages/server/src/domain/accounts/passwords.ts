import { type Algorithm, hash, verify } from '@node-rs/argon2'
import type { Reading, Store, Transaction } from '../../ports/store.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Argon2id with 19 MiB, two passes, one lane: the least that OWASP recommends, 10 ms a hash. */
const COST = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** What a hash of this cost begins with; another one is made anew at the next sign-in. */
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$'
/** The hash of a password that nobody has: compared where there is no account, so that both take equally long. */
const NOBODYS = `${CURRENT}5pekbTF9lDOOwYifBLKkGA$IIp/C9yP3MWnslTbgADP+ZqGs+kWyYJkcCHM2JzYavw`
const LEAST_LENGTH = 10
const MOST_LENGTH = 256
const MOST_AT_ONCE = 2

/** What is wrong with a password somebody chose; undefined for nothing. `names` are what it must not be made of. */
export function passwordProblem(password: string, names: readonly string[] = []): PasswordProblem | undefined {
	if (password.length < LEAST_LENGTH) return 'too-short'
	if (password.length > MOST_LENGTH) return 'too-long'
	const lower = password.toLowerCase()
	if (isCommonPassword(lower, names)) return 'common'
	return undefined
}

export type PasswordProblem = 'too-short' | 'too-long' | 'common'

/** What is kept of a password. Takes its time: never inside a transaction. */
export function hashPassword(password: string): Promise<string> {
	return inTurn(() => hash(password, COST))
}

/** Gives an account a password, in place of any it had. */
export async function createPassword(store: Store, userId: string, password: string): Promise<void> {
	const hashed = await hashPassword(password)
	await store.transaction((tx) => keepPassword(tx, userId, hashed))
}

/** Keeps the hash of an account's new password. */
export async function keepPassword({ db, now }: Transaction, userId: string, hashed: string): Promise<void> {
	const row = { hash: hashed, changed_at: now() }
	await db
		.insertInto('passwords')
		.values({ user_id: userId, ...row })
		.onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
		.execute()
}

/**
 * Whether this is the account's password. As much work for an account that is not there, or has no password.
 * `isOutdated`: it should be hashed anew with today's cost.
 */
export async function checkPassword(
	{ db }: Reading,
	userId: string | undefined,
	password: string,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
	const row =
		userId === undefined
			? undefined
			: await db.selectFrom('passwords').select('hash').where('user_id', '=', userId).executeTakeFirst()
	const matches = await isHashOf(row?.hash ?? NOBODYS, password)
	return { isRight: row !== undefined && matches, isOutdated: row !== undefined && !row.hash.startsWith(CURRENT) }
}

/** Whether this is what is kept of the password. Takes its time. */
export function isHashOf(hashed: string, password: string): Promise<boolean> {
	return inTurn(() => verify(hashed, password.slice(0, MOST_LENGTH + 1)))
}

const waiting: (() => void)[] = []
let atWork = 0

/** Runs at most two at once: each takes a core and 19 MiB, and others need the thread pool too. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
	if (atWork >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
	else atWork++
	try {
		return await work()
	} finally {
		const next = waiting.shift()
		if (next) next()
		else atWork--
	}
}
