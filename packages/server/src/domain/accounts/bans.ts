import { ApiError } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { steadyUser } from './accounts.ts'

export type BanRow = Selectable<Tables['user_bans']>

/** Somebody who is banned tried to come in. */
export class AccountBanned extends ApiError {
	/** Milliseconds since the epoch; null: for ever. */
	readonly until: number | null
	readonly reason: string | null

	constructor({ until, reason }: Pick<BanRow, 'until' | 'reason'>) {
		super('Unauthorized', { message: 'This account is banned.' })
		this.until = until
		this.reason = reason
	}
}

/** The ban that holds for a person at this moment, if there is one. */
export async function findBan(from: Reading, userId: string): Promise<BanRow | undefined> {
	const [ban] = await banOf(from, userId)
	return ban && (ban.until === null || ban.until > from.now()) ? ban : undefined
}

const banOf = prepared((db, userId: string) =>
	db.selectFrom('user_bans').selectAll().where('user_id', '=', userId).where('lifted_at', 'is', null),
)

/**
 * No ban comes between this and what it lets happen, until the commit; many may come in beside each other.
 * @throws AccountBanned
 */
export async function requireNotBanned(tx: Transaction, userId: string): Promise<void> {
	await steadyUser(tx, userId)
	const ban = await findBan(tx, userId)
	if (ban) throw new AccountBanned(ban)
}

export interface NewBan {
	userId: string
	/** Milliseconds since the epoch; null: for ever. */
	until: number | null
	reason: string | null
	/** Name of the operator. */
	by: string
}

/** Keeps a ban, in place of one that holds. Answers its id. Nothing else happens: see operators/bans.ts. */
export async function keepBan(tx: Transaction, { userId, until, reason, by }: NewBan): Promise<string> {
	await liftBan(tx, userId, by)
	const id = tx.newId()
	await tx.db
		.insertInto('user_bans')
		.values({
			...{ id, user_id: userId, until, reason, created_by: by, created_at: tx.now() },
			...{ lifted_at: null, lifted_by: null },
		})
		.execute()
	return id
}

/** Lifts the ban of a person; false where none was there. */
export async function liftBan({ db, now }: Transaction, userId: string, by: string | null): Promise<boolean> {
	const { numUpdatedRows } = await db
		.updateTable('user_bans')
		.set({ lifted_at: now(), lifted_by: by })
		.where('user_id', '=', userId)
		.where('lifted_at', 'is', null)
		.executeTakeFirst()
	return numUpdatedRows > 0n
}

/** The job that writes down that a ban is over. */
export const END_BAN = 'end ban'

/** Writes down that a ban is over, unless it was lifted or another has taken its place. */
export async function endBan({ db, now }: Transaction, { ban_id }: { ban_id: string }): Promise<void> {
	await db
		.updateTable('user_bans')
		.set({ lifted_at: now() })
		.where('id', '=', ban_id)
		.where('lifted_at', 'is', null)
		.where('until', '<=', now())
		.execute()
}

/** Ids of everybody who is banned at this moment. */
export function bannedUsers({ db, now }: Reading) {
	return db
		.selectFrom('user_bans')
		.select('user_id')
		.where('lifted_at', 'is', null)
		.where((ban) => ban.or([ban('until', 'is', null), ban('until', '>', now())]))
}
