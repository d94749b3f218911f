import { ApiError, formError } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { findUserByName, type UserRow } from '../accounts/accounts.ts'
import { usersAmong } from '../applications/authorizations.ts'
import { countOf, gamesBetween, holdPair, type Pair, readSides, type Track, writeSides } from './rows.ts'
import { isWelcome } from './settings.ts'
import { asked, blocked, ended, hasBlock, MOST_FRIENDS, STRANGERS } from './sides.ts'

const MOST_BLOCKED = 5000

/**
 * Asks a user to be friends, or accepts where they have asked; friends stay friends, and a request that was made stays.
 * Not even a refusal tells that one was blocked.
 * @throws UnknownUser, CannotMessageUser, MaximumFriends
 */
export async function requestFriend(tx: Transaction, track: Track, userId: string, otherId: string): Promise<void> {
	const pair = await holdPair(tx, userId, otherId)
	await requireReachable(tx, track, pair.other)
	const platform = await readSides(tx, null, pair)
	if (hasBlock(platform)) throw new ApiError('CannotMessageUser')
	const before = track === null ? platform : await readSides(tx, track, pair)
	const after = asked(before)
	if (after.own === before.own) return
	const isRequest = before.own === 0
	if (isRequest && !(await isWelcome(tx, userId, otherId))) throw new ApiError('CannotMessageUser')
	if (track === null) await requireRoom(tx, pair, isRequest)
	await writeSides(tx, track, pair, after)
}

/** The same by the unique name. @throws NoSuchTag, CannotMessageUser, MaximumFriends */
export async function requestFriendByName(
	tx: Transaction,
	track: Track,
	userId: string,
	username: string,
): Promise<void> {
	const other = await findUserByName(tx, username.toLowerCase())
	if (!other) throw new ApiError('NoSuchTag')
	try {
		await requestFriend(tx, track, userId, other.id)
	} catch (error) {
		if (error instanceof ApiError && error.named === 'UnknownUser') throw new ApiError('NoSuchTag')
		throw error
	}
}

/** Bots have no friends; within a game only its players can be asked. */
async function requireReachable(from: Reading, track: Track, other: UserRow): Promise<void> {
	if (other.is_bot || other.is_system) throw new ApiError('UnknownUser')
	if (track !== null && !(await usersAmong(from, track, [other.id])).has(other.id)) throw new ApiError('UnknownUser')
}

/** Who asks needs room, who accepts too; then also who has asked. */
async function requireRoom(from: Reading, { one, other }: Pair, isRequest: boolean): Promise<void> {
	for (const { id } of isRequest ? [one] : [one, other]) {
		if ((await countOf(from, id, 1)) >= MOST_FRIENDS) throw new ApiError('MaximumFriends')
	}
}

/** Ends a friendship, a request of either side, or a block; nothing is no mistake. @throws UnknownUser */
export async function endRelationship(
	tx: Transaction,
	tracks: readonly Track[],
	userId: string,
	otherId: string,
): Promise<void> {
	const pair = await holdPair(tx, userId, otherId)
	for (const track of tracks) await writeSides(tx, track, pair, ended(await readSides(tx, track, pair)))
}

/**
 * Blocks a user everywhere: whatever the two were to each other, on the platform and in games, is over. The other side
 * hears only that. @throws UnknownUser, InvalidFormBody
 */
export async function blockUser(tx: Transaction, userId: string, otherId: string): Promise<void> {
	const pair = await holdPair(tx, userId, otherId)
	const before = await readSides(tx, null, pair)
	if (before.own === 2) return
	if ((await countOf(tx, userId, 2)) >= MOST_BLOCKED) {
		throw formError([], 'MAX_BLOCKED_USERS', `A user can block at most ${MOST_BLOCKED} others.`)
	}
	await writeSides(tx, null, pair, blocked(before))
	for (const game of await gamesBetween(tx, pair)) await writeSides(tx, game, pair, STRANGERS)
}
