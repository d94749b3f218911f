import { randomBytes } from 'node:crypto'
import { ApiError, isSnowflake, type Person, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { Reading, Store, Transaction } from '../../ports/store.ts'
import { confirmAddress, findPerson, findUser, listUsers, type UserRow } from '../accounts/accounts.ts'
import { type BanRow, bannedUsers, findBan } from '../accounts/bans.ts'
import { endLogins } from '../accounts/logins.ts'
import { hashPassword, keepPassword } from '../accounts/passwords.ts'
import { type Operator, record } from './record.ts'

/** The account of an id, a username or a mail address. @throws UnknownUser */
export async function userNamed(from: Reading, named: string): Promise<UserRow> {
	const byId = isSnowflake(named) ? await findUser(from, named) : undefined
	const user = byId ?? (await findPerson(from, named))
	if (!user) throw new ApiError('UnknownUser')
	return user
}

/** The same, where only a person will do. @throws UnknownUser, InvalidUserType for bots and placeholders */
export async function personNamed(from: Reading, named: string): Promise<UserRow> {
	const user = await userNamed(from, named)
	if (user.deleted_at !== null) throw new ApiError('UnknownUser')
	if (user.is_bot || user.is_system || user.is_provisional) throw new ApiError('InvalidUserType')
	return user
}

/** An account as operators see it. */
export async function viewPerson(from: Reading, user: UserRow): Promise<Person> {
	return presentPerson(user, await findBan(from, user.id))
}

function presentPerson(user: UserRow, ban: BanRow | undefined): Person {
	return {
		id: user.id,
		username: user.username,
		global_name: user.global_name,
		email: user.email,
		verified: user.is_verified === 1,
		bot: user.is_bot === 1,
		provisional: user.is_provisional === 1,
		created_at: wireTime(user.created_at),
		deleted_at: wireTimeOrNull(user.deleted_at),
		ban: ban
			? {
					until: wireTimeOrNull(ban.until),
					reason: ban.reason,
					created_at: wireTime(ban.created_at),
					created_by: ban.created_by,
				}
			: null,
	}
}

/** Accounts in the order they were made. */
export async function listPeople(
	from: Reading,
	{ after = '0', limit, banned }: { after?: string | undefined; limit: number; banned: boolean },
): Promise<Person[]> {
	const rows = await listUsers(from, { after, limit, ...(banned ? { among: bannedUsers(from) } : {}) })
	return Promise.all(rows.map((user) => viewPerson(from, user)))
}

/** Counts a mail address as confirmed. */
export async function verifyPerson(tx: Transaction, operator: Operator, named: string): Promise<Person> {
	const user = await personNamed(tx, named)
	await confirmAddress(tx, user.id)
	await record(tx, operator, { act: 'verify_user', userId: user.id })
	return viewPerson(tx, { ...user, is_verified: 1 })
}

/** Gives an account a new password and ends its logins. Answers the password. */
export async function resetPersonsPassword(store: Store, operator: Operator, named: string): Promise<string> {
	const user = await personNamed(store, named)
	const password = randomBytes(15).toString('base64url')
	const hashed = await hashPassword(password)
	await store.transaction(async (tx) => {
		await keepPassword(tx, user.id, hashed)
		await endLogins(tx, user.id)
		await record(tx, operator, { act: 'reset_password', userId: user.id })
	})
	return password
}
