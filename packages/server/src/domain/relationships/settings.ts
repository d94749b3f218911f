import type { FriendSources } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'

const EVERYBODY: FriendSources = { all: true, mutual_friends: true, mutual_guilds: true }

/** Whose friend requests reach a user. */
export async function getFriendSources({ db }: Reading, userId: string): Promise<FriendSources> {
	const row = await db.selectFrom('friend_sources').selectAll().where('user_id', '=', userId).executeTakeFirst()
	if (!row) return EVERYBODY
	return {
		all: row.everyone === 1,
		mutual_friends: row.friends_of_friends === 1,
		mutual_guilds: row.guilds === 1,
	}
}

/** Says whose friend requests reach a user. Requests that are there stay. */
export async function setFriendSources(tx: Transaction, userId: string, sources: FriendSources): Promise<void> {
	const columns = {
		everyone: sources.all ? (1 as const) : (0 as const),
		friends_of_friends: sources.mutual_friends ? (1 as const) : (0 as const),
		guilds: sources.mutual_guilds ? (1 as const) : (0 as const),
	}
	await tx.db
		.insertInto('friend_sources')
		.values({ user_id: userId, ...columns })
		.onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
		.execute()
}

/** Whether a request of one user reaches the other. */
export async function isWelcome(from: Reading, fromId: string, toId: string): Promise<boolean> {
	const { all, mutual_friends, mutual_guilds } = await getFriendSources(from, toId)
	if (all) return true
	if (mutual_friends && (await haveMutualFriend(from, fromId, toId))) return true
	return mutual_guilds && (await haveMutualGuild(from, fromId, toId))
}

/** Whether two users have a friend of the platform in common. */
export async function haveMutualFriend({ db }: Reading, oneId: string, otherId: string): Promise<boolean> {
	const row = await db
		.selectFrom('relationships as mine')
		.innerJoin('relationships as theirs', 'theirs.user_id', 'mine.other_id')
		.select('mine.other_id')
		.where('mine.user_id', '=', oneId)
		.where('mine.application_id', 'is', null)
		.where('mine.type', '=', 1)
		.where('theirs.other_id', '=', otherId)
		.where('theirs.application_id', 'is', null)
		.where('theirs.type', '=', 1)
		.limit(1)
		.executeTakeFirst()
	return row !== undefined
}

/** Whether two users are in a guild together. */
export async function haveMutualGuild({ db }: Reading, oneId: string, otherId: string): Promise<boolean> {
	const row = await db
		.selectFrom('members as mine')
		.innerJoin('members as theirs', 'theirs.guild_id', 'mine.guild_id')
		.select('mine.guild_id')
		.where('mine.user_id', '=', oneId)
		.where('theirs.user_id', '=', otherId)
		.limit(1)
		.executeTakeFirst()
	return row !== undefined
}
