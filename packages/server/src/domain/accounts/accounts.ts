import { ApiError } from '@guildhall/protocol'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { normalUsername } from './usernames.ts'

export type UserRow = Selectable<Tables['users']>

export interface NewUser {
	username: string
	globalName?: string | null
	/** Four digits for bots; people have "0". */
	discriminator?: string
	isBot?: boolean
	/** A placeholder for a player who has no account of their own here. */
	isProvisional?: boolean
	email?: string | null
	isVerified?: boolean
	/** Given where the id must be known before, as for a bot that shares its application's. */
	id?: string
}

/** Makes an account. A name that is taken fails on the table's unique key; ask `isNameTaken` first. */
export function createUser(tx: Transaction, user: NewUser): Promise<UserRow> {
	return tx.db.insertInto('users').values(newRow(tx, user)).returningAll().executeTakeFirstOrThrow()
}

/** Rows of one insert: databases bound the number of parameters. */
const ROWS_AT_ONCE = 200

/** Makes many accounts at once, in their order. */
export async function createUsers(tx: Transaction, users: readonly NewUser[]): Promise<UserRow[]> {
	const rows = users.map((user) => newRow(tx, user))
	for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
		await tx.db
			.insertInto('users')
			.values(rows.slice(at, at + ROWS_AT_ONCE))
			.execute()
	}
	return rows
}

function newRow(tx: Transaction, user: NewUser): UserRow {
	return {
		id: user.id ?? tx.newId(),
		username: user.username,
		discriminator: user.discriminator ?? '0',
		global_name: user.globalName ?? null,
		avatar: null,
		banner: null,
		accent_color: null,
		bio: null,
		is_bot: user.isBot ? 1 : 0,
		is_system: 0,
		is_provisional: user.isProvisional ? 1 : 0,
		flags: 0,
		premium_type: 0,
		email: user.email ?? null,
		is_verified: user.isVerified ? 1 : 0,
		has_mfa: 0,
		locale: 'en-US',
		created_at: tx.now(),
		deleted_at: null,
		...WITHOUT_TAG,
	}
}

/** The account. @throws UnknownUser */
export async function getUser(from: Reading, userId: string): Promise<UserRow> {
	const user = await findUser(from, userId)
	if (!user) throw new ApiError('UnknownUser')
	return user
}

const userById = prepared((db, userId: string) => db.selectFrom('users').selectAll().where('id', '=', userId))

/** The account, if there is one. */
export async function findUser(from: Reading, userId: string): Promise<UserRow | undefined> {
	return (await userById(from, userId))[0]
}

/** Takes hold of an account until the commit: what changes whether its person may come in happens one after the other. */
export async function holdUser(tx: Transaction, userId: string): Promise<void> {
	// With one writer nobody else is ever under way.
	if (tx.dialect === 'postgres') await lockUser(tx, userId)
}

const lockUser = prepared((db, userId: string) =>
	db.selectFrom('users').select('id').where('id', '=', userId).forUpdate(),
)

/** Lets those who count what a user has do so one after the other, until the commit. Rows that name the user may be written meanwhile. */
export async function takeTurn(tx: Transaction, userId: string): Promise<void> {
	if (tx.dialect === 'postgres') await queueAtUser(tx, userId)
}

const queueAtUser = prepared((db, userId: string) =>
	db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate(),
)

/** The same of several, always in the same order; ids that nobody has are passed over. */
export async function takeTurns(tx: Transaction, userIds: readonly string[]): Promise<void> {
	if (tx.dialect !== 'postgres' || userIds.length === 0) return
	await tx.db
		.selectFrom('users')
		.select('id')
		.where('id', 'in', [...new Set(userIds)])
		.orderBy('id')
		.forNoKeyUpdate()
		.execute()
}

/** Keeps others from taking hold of an account until the commit. Many may do so beside each other. */
export async function steadyUser(tx: Transaction, userId: string): Promise<void> {
	if (tx.dialect === 'postgres') await shareUser(tx, userId)
}

const shareUser = prepared((db, userId: string) =>
	db.selectFrom('users').select('id').where('id', '=', userId).forShare(),
)

/** The discriminator of accounts that webhooks write as: nobody is one of them, and nobody finds them. */
export const WEBHOOK_DISCRIMINATOR = '0000'

/** Accounts by id; ids that nobody has are missing from the answer. */
export async function findUsers({ db }: Reading, userIds: readonly string[]): Promise<Map<string, UserRow>> {
	if (userIds.length === 0) return new Map()
	const rows = await db
		.selectFrom('users')
		.selectAll()
		.where('id', 'in', [...new Set(userIds)])
		.execute()
	return new Map(rows.map((row) => [row.id, row]))
}

/** Accounts in the order they were made, where `among` is given only those. */
export function listUsers(
	{ db }: Reading,
	{
		after,
		limit,
		among,
	}: { after: string; limit: number; among?: SelectQueryBuilder<Tables, 'user_bans', { user_id: string }> },
): Promise<UserRow[]> {
	return db
		.selectFrom('users')
		.selectAll()
		.where('id', '>', after)
		.$if(among !== undefined, (query) =>
			query.where('id', 'in', among as SelectQueryBuilder<Tables, 'user_bans', { user_id: string }>),
		)
		.orderBy('id')
		.limit(limit)
		.execute()
}

/** Counts the mail address of an account as confirmed. */
export async function confirmAddress({ db }: Transaction, userId: string): Promise<void> {
	await db.updateTable('users').set({ is_verified: 1 }).where('id', '=', userId).execute()
}

/** Sets or takes away bits of what everybody sees of an account. */
export async function setUserFlag(tx: Transaction, userId: string, flag: number, isSet: boolean): Promise<void> {
	await takeTurn(tx, userId)
	const { flags } = await getUser(tx, userId)
	const after = isSet ? flags | flag : flags & ~flag
	await tx.db.updateTable('users').set({ flags: after }).where('id', '=', userId).execute()
}

/** The person of this username, if there is one. */
export function findUserByName({ db }: Reading, username: string): Promise<UserRow | undefined> {
	return db
		.selectFrom('users')
		.selectAll()
		.where('username', '=', username)
		.where('discriminator', '=', '0')
		.executeTakeFirst()
}

/** A person by username or mail address, as somebody typed it. Bots, placeholders and who is gone are not found. */
export async function findPerson({ db }: Reading, name: string): Promise<UserRow | undefined> {
	const email = name.trim().toLowerCase()
	// PostgreSQL holds no text with a zero byte, and nobody has such a name.
	if (email.includes('\0')) return undefined
	const person = db
		.selectFrom('users')
		.selectAll()
		.where('is_bot', '=', 0)
		.where('is_provisional', '=', 0)
		.where('deleted_at', 'is', null)
	return email.includes('@')
		? person.where('email', '=', email).executeTakeFirst()
		: person.where('username', '=', normalUsername(name)).where('discriminator', '=', '0').executeTakeFirst()
}

/** Whether a person has this username. */
export async function isNameTaken(from: Reading, username: string): Promise<boolean> {
	return (await findUserByName(from, username)) !== undefined
}

/** Whether a name or address was taken by another write that committed first. PostgreSQL says it by number, SQLite in words. */
export function isTakenMeanwhile(error: unknown): boolean {
	if (!(error instanceof Error)) return false
	return ('code' in error && error.code === '23505') || error.message.includes('UNIQUE constraint failed')
}

/** Ends an account that another one has taken the place of. Its row stays, for what still names it, and says nothing. */
export async function retireUser({ db, now }: Transaction, userId: string): Promise<void> {
	await db
		.updateTable('users')
		.set({
			username: `deleted_user_${userId}`,
			global_name: null,
			avatar: null,
			banner: null,
			accent_color: null,
			bio: null,
			...WITHOUT_TAG,
			deleted_at: now(),
		})
		.where('id', '=', userId)
		.execute()
}

/** Of an account that wears no tag. */
export const WITHOUT_TAG = {
	primary_guild_id: null,
	primary_guild_enabled: null,
	primary_guild_tag: null,
	primary_guild_badge: null,
} as const
