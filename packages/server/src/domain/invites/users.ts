import { ApiError, isSnowflake, type TargetUsersJob, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'

/** The job that takes up some of a list. */
export const FILL_INVITE_LIST = 'invite list'

const MOST_USERS = 100_000
/** Complaints about one file. */
const MOST_PROBLEMS = 20
/** Users of one transaction. */
const AT_ONCE = 1000
const HEADER = 'user_id'

/** Ids of a list in CSV, each once; or what is wrong with it, line by line (J5). */
export function readUserList(csv: string): { userIds: string[] } | { problems: string[] } {
	const userIds = new Set<string>()
	const problems: string[] = []
	const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
	for (const [index, line] of lines.entries()) {
		const value = line.trim().replace(/^"(.*)"$/, '$1')
		if (value === '' || (index === 0 && value.toLowerCase() === HEADER)) continue
		if (isSnowflake(value)) userIds.add(value)
		else problems.push(`Line ${index + 1}: '${value.slice(0, 50)}' is not the id of a user`)
		if (problems.length >= MOST_PROBLEMS) break
	}
	if (problems.length > 0) return { problems }
	if (userIds.size === 0) return { problems: ['The file names nobody'] }
	if (userIds.size > MOST_USERS) return { problems: [`The file names more than ${MOST_USERS} users`] }
	return { userIds: [...userIds] }
}

/** Gives an invite its list, in place of any that it had. */
export async function orderList(tx: Transaction, inviteId: string, userIds: readonly string[]): Promise<void> {
	await tx.db.deleteFrom('invite_users').where('invite_id', '=', inviteId).execute()
	const list = {
		revision: tx.newId(),
		total: userIds.length,
		processed: 0,
		user_ids: userIds.join(' '),
		created_at: tx.now(),
		completed_at: null,
	}
	await tx.db
		.insertInto('invite_lists')
		.values({ invite_id: inviteId, ...list })
		.onConflict((conflict) => conflict.column('invite_id').doUpdateSet(list))
		.execute()
	await tx.enqueue(FILL_INVITE_LIST, { invite_id: inviteId, revision: list.revision })
}

export interface ListTurn {
	invite_id: string
	revision: string
}

/** What the job does: takes up the next users of the list, and orders the rest. */
export async function fillList(tx: Transaction, turn: ListTurn): Promise<void> {
	const list = await tx.db
		.selectFrom('invite_lists')
		.selectAll()
		.where('invite_id', '=', turn.invite_id)
		.where('revision', '=', turn.revision)
		.executeTakeFirst()
	if (!list || list.completed_at !== null) return
	const next = list.user_ids.split(' ').slice(list.processed, list.processed + AT_ONCE)
	await tx.db
		.insertInto('invite_users')
		.values(next.map((user_id) => ({ invite_id: list.invite_id, user_id })))
		.onConflict((conflict) => conflict.columns(['invite_id', 'user_id']).doNothing())
		.execute()
	const processed = list.processed + next.length
	const isDone = processed >= list.total
	await tx.db
		.updateTable('invite_lists')
		.set({ processed, ...(isDone ? { completed_at: tx.now(), user_ids: '' } : {}) })
		.where('invite_id', '=', list.invite_id)
		.where('revision', '=', turn.revision)
		.execute()
	if (!isDone) await tx.enqueue(FILL_INVITE_LIST, turn)
}

/** Whether the invite is for this user: it is for everybody, or for those of its list. */
export async function isListed({ db }: Reading, inviteId: string, userId: string): Promise<boolean> {
	const list = await db
		.selectFrom('invite_lists')
		.select('invite_id')
		.where('invite_id', '=', inviteId)
		.executeTakeFirst()
	if (!list) return true
	const row = await db
		.selectFrom('invite_users')
		.select('user_id')
		.where('invite_id', '=', inviteId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	return row !== undefined
}

/** The list as it was given, in CSV. @throws UnknownInviteTargetUsers */
export async function writeUserList(from: Reading, inviteId: string): Promise<string> {
	const list = await findList(from, inviteId)
	if (!list) throw new ApiError('UnknownInviteTargetUsers')
	const waiting = list.user_ids === '' ? [] : list.user_ids.split(' ')
	const rows = waiting.length > 0 ? waiting : await usersOf(from, inviteId)
	return `${[HEADER, ...rows].join('\n')}\n`
}

async function usersOf({ db }: Reading, inviteId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('invite_users')
		.select('user_id')
		.where('invite_id', '=', inviteId)
		.orderBy('user_id')
		.execute()
	return rows.map(({ user_id }) => user_id)
}

/** How far a list is. @throws UnknownInviteTargetUsersJob */
export async function listJob(from: Reading, inviteId: string): Promise<TargetUsersJob> {
	const list = await findList(from, inviteId)
	if (!list) throw new ApiError('UnknownInviteTargetUsersJob')
	return {
		status: list.completed_at === null ? 1 : 2,
		total_users: list.total,
		processed_users: list.processed,
		created_at: wireTime(list.created_at),
		completed_at: wireTimeOrNull(list.completed_at),
		error_message: null,
	}
}

function findList({ db }: Reading, inviteId: string) {
	return db.selectFrom('invite_lists').selectAll().where('invite_id', '=', inviteId).executeTakeFirst()
}
