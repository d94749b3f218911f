import { randomInt } from 'node:crypto'
import { ApiError, formError, UserUpdate } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { getUser, takeTurn, type UserRow } from './accounts.ts'
import { presentChangedUser } from './present.ts'
import { normalUsername, tidyName, type UsernameProblem, usernameProblem } from './usernames.ts'

/** What one changes about oneself; pictures are stored already and named by their hashes. */
export interface ProfileChanges {
	username?: string | undefined
	globalName?: string | null | undefined
	avatar?: string | null | undefined
	banner?: string | null | undefined
	bio?: string | null | undefined
}

/** Four digits are tried at random before the name counts as taken by too many. */
const TRIES = 20

const PROBLEMS: Record<UsernameProblem, [code: string, message: string]> = {
	length: ['BASE_TYPE_BAD_LENGTH', 'Must be between 2 and 32 in length.'],
	characters: ['USERNAME_INVALID_CONTAINS', 'Username cannot contain these characters.'],
	reserved: ['USERNAME_INVALID_CONTAINS', 'Username is reserved.'],
}

/**
 * Changes an account, which is held then, and tells the user's own sessions. Who shares a guild with them is told by `tellMemberships`.
 * @throws UnknownUser, InvalidFormBody
 */
export async function changeProfile(tx: Transaction, userId: string, changes: ProfileChanges): Promise<UserRow> {
	await takeTurn(tx, userId)
	const before = await getUser(tx, userId)
	const columns: Partial<UserRow> = {
		...(await draftUsername(tx, before, changes.username)),
		...draftGlobalName(before, changes.globalName),
		...(changes.avatar === undefined ? {} : { avatar: changes.avatar }),
		...(changes.banner === undefined ? {} : { banner: changes.banner }),
		...(changes.bio === undefined ? {} : { bio: changes.bio || null }),
	}
	const after: UserRow = { ...before, ...columns }
	if (JSON.stringify(after) === JSON.stringify(before)) return before
	await tx.db.updateTable('users').set(columns).where('id', '=', userId).execute()
	// Sessions of every application hear this: only what they all may know is in it.
	tx.emit(UserUpdate, { userIds: [userId] }, presentChangedUser(after))
	return after
}

/** A placeholder account is known by its display name: one that is nothing but blanks is none. */
function draftGlobalName(before: UserRow, wanted: string | null | undefined): Partial<UserRow> {
	if (wanted === undefined) return {}
	const global_name = tidyName(wanted ?? '') || null
	if (global_name === null && wanted !== null && before.is_provisional) {
		throw formError(['global_name'], 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 32 in length.')
	}
	return { global_name }
}

/** Applications give display names to placeholder accounts alone (social.md §3.4). @throws MissingScope */
export async function demandProvisional(from: Reading, userId: string): Promise<void> {
	const user = await getUser(from, userId)
	if (!user.is_provisional) throw new ApiError('MissingScope')
}

/** Names of people are unique; those of bots are together with their four digits. */
async function draftUsername(tx: Transaction, before: UserRow, wanted: string | undefined) {
	if (wanted === undefined) return {}
	const username = before.is_bot ? tidyName(wanted) : normalUsername(wanted)
	if (username === before.username) return {}
	const problem = usernameProblem(username.toLowerCase())
	if (problem) throw formError(['username'], ...PROBLEMS[problem])
	if (!(await isTaken(tx, username, before.discriminator))) return { username }
	if (!before.is_bot) throw formError(['username'], 'USERNAME_ALREADY_TAKEN', 'Username is unavailable.')
	for (let tries = 0; tries < TRIES; tries++) {
		const discriminator = String(randomInt(1, 10_000)).padStart(4, '0')
		if (!(await isTaken(tx, username, discriminator))) return { username, discriminator }
	}
	throw formError(['username'], 'USERNAME_TOO_MANY_USERS', 'Too many users have this username, please try another.')
}

async function isTaken({ db }: Reading, username: string, discriminator: string): Promise<boolean> {
	const row = await db
		.selectFrom('users')
		.select('id')
		.where('username', '=', username)
		.where('discriminator', '=', discriminator)
		.executeTakeFirst()
	return row !== undefined
}
