import { ApiError, formError, type RelationshipType } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { findUserByName, type UserRow } from '../accounts/accounts.ts'
import { usersAmong } from '../applications/authorizations.ts'
import {
	countOf,
	gamesBetween,
	holdPair,
	type Judgement,
	type Pair,
	readSides,
	type Track,
	writeSides,
} from './rows.ts'
import { haveMutualFriend, haveMutualGuild, isWelcome } from './settings.ts'
import { asked, blocked, ended, MOST_FRIENDS, STRANGERS } from './sides.ts'

const MOST_BLOCKED = 5000

/** Whom one asks, and how. */
export interface FriendRequest {
	otherId: string
	/** Only where they have asked: no request comes about. */
	onlyAccepts?: boolean
}

/**
 * Asks a user to be friends, or accepts where they have asked; a request that was made stays. Not even a refusal tells
 * that one was blocked (F5).
 * @throws UnknownUser, RequestsClosed, RequestBlocked, AlreadyFriends, NoPendingRequest, MaximumFriends
 */
export async function requestFriend(
	tx: Transaction,
	track: Track,
	userId: string,
	{ otherId, onlyAccepts = false }: FriendRequest,
): Promise<void> {
	const pair = await holdPair(tx, userId, otherId)
	await requireReachable(tx, track, pair.other)
	const platform = await readSides(tx, null, pair)
	const before = track === null ? platform : await readSides(tx, track, pair)
	if (before.own === 1) throw new ApiError('AlreadyFriends')
	// Before blocks are looked at: whoever is blocked has nothing to accept either.
	if (onlyAccepts && before.own !== 3) throw new ApiError('NoPendingRequest')
	if (platform.own === 2) throw new ApiError('RequestBlocked')
	if (platform.theirs === 2) throw new ApiError('RequestsClosed')
	const after = asked(before)
	if (after.own === before.own) return
	const isRequest = before.own === 0
	if (isRequest && !(await isWelcome(tx, userId, otherId))) throw new ApiError('RequestsClosed')
	if (track === null) await requireRoom(tx, pair, isRequest)
	await writeSides(tx, track, pair, after, { about: isRequest ? await judged(tx, track, pair) : undefined })
}

/** The same by the unique name. @throws NoSuchTag, RequestsClosed, RequestBlocked, AlreadyFriends, MaximumFriends */
export async function requestFriendByName(
	tx: Transaction,
	track: Track,
	userId: string,
	username: string,
): Promise<void> {
	const other = await findUserByName(tx, username.toLowerCase())
	if (!other) throw new ApiError('NoSuchTag')
	try {
		await requestFriend(tx, track, userId, { otherId: other.id })
	} catch (error) {
		if (error instanceof ApiError && error.named === 'UnknownUser') throw new ApiError('NoSuchTag')
		throw error
	}
}

/** Open requests after which one more to a stranger counts as spam (F13). */
const MANY_REQUESTS = 20

/** What is thought of a request before it is made. */
async function judged(from: Reading, track: Track, { one, other }: Pair): Promise<Judgement> {
	const isStranger =
		!(await haveMutualFriend(from, one.id, other.id)) && !(await haveMutualGuild(from, one.id, other.id))
	return { isStranger, isSpam: isStranger && (await countOf(from, track, one.id, 4)) >= MANY_REQUESTS }
}

/** Bots have no friends; within a game only its players can be asked. */
async function requireReachable(from: Reading, track: Track, other: UserRow): Promise<void> {
	if (other.is_bot || other.is_system) throw new ApiError('UnknownUser')
	if (track !== null && !(await usersAmong(from, track, [other.id])).has(other.id)) throw new ApiError('UnknownUser')
}

/** Who asks needs room, who accepts too; then also who has asked. */
async function requireRoom(from: Reading, { one, other }: Pair, isRequest: boolean): Promise<void> {
	for (const { id } of isRequest ? [one] : [one, other]) {
		if ((await countOf(from, null, id, 1)) >= MOST_FRIENDS) throw new ApiError('MaximumFriends')
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
 * The same where the other one is still of this type; false where they are not, and nothing ends. @throws UnknownUser
 */
export async function endRelationshipOf(
	tx: Transaction,
	type: RelationshipType,
	userId: string,
	otherId: string,
): Promise<boolean> {
	const pair = await holdPair(tx, userId, otherId)
	const before = await readSides(tx, null, pair)
	if (before.own !== type) return false
	await writeSides(tx, null, pair, ended(before))
	return true
}

/**
 * Blocks a user everywhere: whatever the two were to each other, on the platform and in games, is over. The other side
 * hears only that. @throws UnknownUser, InvalidFormBody
 */
export async function blockUser(tx: Transaction, userId: string, otherId: string): Promise<void> {
	const pair = await holdPair(tx, userId, otherId)
	const before = await readSides(tx, null, pair)
	if (before.own === 2) return
	if ((await countOf(tx, null, userId, 2)) >= MOST_BLOCKED) {
		throw formError([], 'MAX_BLOCKED_USERS', `A user can block at most ${MOST_BLOCKED} others.`)
	}
	await writeSides(tx, null, pair, blocked(before))
	for (const game of await gamesBetween(tx, pair)) await writeSides(tx, game, pair, STRANGERS)
}

/** The same by the unique name. @throws NoSuchTag, InvalidFormBody */
export async function blockUserByName(tx: Transaction, userId: string, username: string): Promise<void> {
	const other = await findUserByName(tx, username.toLowerCase())
	if (!other || other.id === userId) throw new ApiError('NoSuchTag')
	await blockUser(tx, userId, other.id)
}
