import {
	ApiError,
	FriendsChanged,
	GameRelationshipAdd,
	GameRelationshipRemove,
	RELATIONSHIP_TYPES,
	RelationshipAdd,
	RelationshipRemove,
	type RelationshipType,
	UserBlocked,
} from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { gamesOfBoth } from '../applications/authorizations.ts'
import { childrenOf } from '../applications/publishers.ts'
import { presentGameRelationship, presentRelationship } from './present.ts'
import { hasBlock, type Sides } from './sides.ts'

export type RelationshipRow = Selectable<Tables['relationships']>

/** Null: what users are to each other on the whole platform; else within this game. */
export type Track = string | null

/** Two users who are held: whatever concerns both, or either of them and somebody else, waits until the commit. */
export interface Pair {
	one: UserRow
	other: UserRow
}

/** Takes hold of users until the commit, always in the same order. Those who are not there, or not any more, are missing. */
export async function holdUsers({ db }: Transaction, userIds: readonly string[]): Promise<Map<string, UserRow>> {
	const held = new Map<string, UserRow>()
	const sorted = [...new Set(userIds)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
	for (const id of sorted) {
		const row = await db
			.updateTable('users')
			.set((user) => ({ flags: user.ref('flags') }))
			.where('id', '=', id)
			.where('deleted_at', 'is', null)
			.returningAll()
			.executeTakeFirst()
		if (row) held.set(id, row)
	}
	return held
}

/** Takes hold of both. @throws UnknownUser */
export async function holdPair(tx: Transaction, oneId: string, otherId: string): Promise<Pair> {
	const held = await holdUsers(tx, [oneId, otherId])
	const one = held.get(oneId)
	const other = held.get(otherId)
	if (!one || !other || oneId === otherId) throw new ApiError('UnknownUser')
	return { one, other }
}

/** What the two are to each other. */
export async function readSides(
	from: Reading,
	track: Track,
	{ one, other }: { one: Pick<UserRow, 'id'>; other: Pick<UserRow, 'id'> },
): Promise<Sides> {
	return {
		own: (await typeOf(from, track, one.id, other.id)) ?? 0,
		theirs: (await typeOf(from, track, other.id, one.id)) ?? 0,
	}
}

async function typeOf({ db }: Reading, track: Track, userId: string, otherId: string) {
	const row = await db
		.selectFrom('relationships')
		.select('type')
		.where('user_id', '=', userId)
		.where('other_id', '=', otherId)
		.where('application_id', track === null ? 'is' : '=', track)
		.executeTakeFirst()
	return row?.type
}

/** Whether one of two users has blocked the other. */
export async function isBlockBetween(from: Reading, oneId: string, otherId: string): Promise<boolean> {
	return (await blockBetween(from, oneId, otherId, otherId, oneId)).length > 0
}

const blockBetween = prepared((db, oneId: string, otherId: string, theirId: string, ownId: string) =>
	db
		.selectFrom('relationships')
		.select('user_id')
		.where('application_id', 'is', null)
		.where('type', '=', 2)
		.where((row) =>
			row.or([
				row.and([row('user_id', '=', oneId), row('other_id', '=', otherId)]),
				row.and([row('user_id', '=', theirId), row('other_id', '=', ownId)]),
			]),
		)
		.limit(1),
)

/** What the platform thinks of a request. */
export interface Judgement {
	isStranger: boolean
	isSpam: boolean
}

interface WriteOptions {
	/** Which of the two hears of it. */
	tells?: { one: boolean; other: boolean }
	/** Of the request that stands between the two from now on. */
	about?: Judgement | undefined
}

/** What the platform thinks of the request that stands between the two; undefined where there is none. */
export async function judgementOf({ db }: Reading, track: Track, { one, other }: Pair): Promise<Judgement | undefined> {
	const row = await db
		.selectFrom('relationships')
		.select(['is_stranger', 'is_spam'])
		.where('type', '=', RELATIONSHIP_TYPES.incoming)
		.where('application_id', track === null ? 'is' : '=', track)
		.where((row) =>
			row.or([
				row.and([row('user_id', '=', one.id), row('other_id', '=', other.id)]),
				row.and([row('user_id', '=', other.id), row('other_id', '=', one.id)]),
			]),
		)
		.executeTakeFirst()
	return row && { isStranger: row.is_stranger === 1, isSpam: row.is_spam === 1 }
}

/** Keeps what the two are to each other from now on, and tells each side what has changed for it. They are held. */
export async function writeSides(
	tx: Transaction,
	track: Track,
	{ one, other }: Pair,
	after: Sides,
	{ tells = { one: true, other: true }, about }: WriteOptions = {},
): Promise<void> {
	const before = await readSides(tx, track, { one, other })
	const since = tx.now()
	const left = { track, owner: one, about: other, before: before.own, after: after.own, since }
	const right = { track, owner: other, about: one, before: before.theirs, after: after.theirs, since }
	await writeSide(tx, judged(left, about), tells.one)
	await writeSide(tx, judged(right, about), tells.other)
	if ((before.own === FRIEND) !== (after.own === FRIEND)) tellFriendsChanged(tx, one.id, other.id)
	if (!hasBlock(before) && hasBlock(after)) {
		tx.emit(UserBlocked, { internal: 'blocks' }, { user_id: one.id, other_id: other.id })
	}
}

/** Who sees whom is otherwise from now on (presence.md Q16). */
function tellFriendsChanged(tx: Transaction, userId: string, otherId: string): void {
	tx.emit(FriendsChanged, { internal: 'friends' }, { user_id: userId, other_id: otherId })
}

const FRIEND = RELATIONSHIP_TYPES.friend

interface Change {
	track: Track
	owner: UserRow
	about: UserRow
	before: RelationshipType
	after: RelationshipType
	/** When both sides came to be what they are now. */
	since: number
	judgement?: Judgement
}

/** Whoever is asked is told what is thought of the request, whoever asks is not. */
const judged = (change: Change, judgement: Judgement | undefined): Change =>
	judgement && change.after === RELATIONSHIP_TYPES.incoming ? { ...change, judgement } : change

async function writeSide(tx: Transaction, change: Change, tells: boolean) {
	const { track, owner, about, before, after, since, judgement } = change
	if (before === after) return
	const ended = before === 0 ? [] : await takeRows(tx, change)
	if (after === 0) {
		if (tells) for (const row of ended) await tellRemoved(tx, row, about)
		return
	}
	const row: RelationshipRow = {
		user_id: owner.id,
		other_id: about.id,
		application_id: track,
		type: after,
		since,
		is_stranger: judgement?.isStranger ? 1 : 0,
		is_spam: judgement?.isSpam ? 1 : 0,
	}
	await tx.db.insertInto('relationships').values(row).execute()
	if (tells) await tellAdded(tx, row, about)
}

/** What one was to the other until now, for whoever hears of its end. */
function takeRows(tx: Transaction, { track, owner, about }: Change): Promise<RelationshipRow[]> {
	return tx.db
		.deleteFrom('relationships')
		.where('user_id', '=', owner.id)
		.where('other_id', '=', about.id)
		.where('application_id', track === null ? 'is' : '=', track)
		.returningAll()
		.execute()
}

async function tellAdded(tx: Transaction, row: RelationshipRow, about: UserRow): Promise<void> {
	const { user_id: userId, application_id: track } = row
	if (track === null) {
		// Each game hears whether the other one plays it.
		const shared = await gamesOfBoth(tx, userId, about.id)
		for (const applicationId of shared) {
			tx.emit(RelationshipAdd, { userIds: [userId], applicationId }, presentRelationship(row, about, true))
		}
		const others = { userIds: [userId], exceptApplicationIds: shared }
		return tx.emit(RelationshipAdd, others, presentRelationship(row, about, false))
	}
	const added = presentGameRelationship(row, about)
	for (const applicationId of await gamesOf(tx, track)) {
		tx.emit(GameRelationshipAdd, { userIds: [userId], applicationId }, added)
	}
}

async function tellRemoved(tx: Transaction, row: RelationshipRow, about: UserRow): Promise<void> {
	const { user_id: userId, application_id: track } = row
	if (track === null) {
		return tx.emit(RelationshipRemove, { userIds: [userId] }, { id: about.id, type: row.type })
	}
	const { user: _, ...removed } = presentGameRelationship(row, about)
	for (const applicationId of await gamesOf(tx, track)) {
		tx.emit(GameRelationshipRemove, { userIds: [userId], applicationId }, removed)
	}
}

/** The games whose sessions hear what users are to each other: where they are a publisher's, all of its games. */
async function gamesOf(from: Reading, applicationId: string): Promise<string[]> {
	const below = await childrenOf(from, applicationId)
	return below.length > 0 ? below : [applicationId]
}

/** The games in which the two are something to each other. */
export async function gamesBetween(
	{ db }: Reading,
	{ one, other }: { one: Pick<UserRow, 'id'>; other: Pick<UserRow, 'id'> },
): Promise<string[]> {
	const rows = await db
		.selectFrom('relationships')
		.select('application_id')
		.where('user_id', '=', one.id)
		.where('other_id', '=', other.id)
		.where('application_id', 'is not', null)
		.execute()
	return rows.flatMap(({ application_id }) => (application_id === null ? [] : [application_id]))
}

/** Ends whatever anybody is to a user whose account goes; others hear of it. */
export async function endAllRelationships(tx: Transaction, userId: string): Promise<void> {
	const about = (await holdUsers(tx, [userId])).get(userId)
	if (!about) return
	const rows = await tx.db.deleteFrom('relationships').where('other_id', '=', userId).returningAll().execute()
	for (const row of rows) {
		await tellRemoved(tx, row, about)
		if (row.type === FRIEND) tellFriendsChanged(tx, userId, row.user_id)
	}
	await tx.db.deleteFrom('relationships').where('user_id', '=', userId).execute()
}

/** How many of a type a user has on a track. */
export async function countOf(
	{ db }: Reading,
	track: Track,
	userId: string,
	type: RelationshipRow['type'],
): Promise<number> {
	const { count } = await db
		.selectFrom('relationships')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.where('user_id', '=', userId)
		.where('application_id', track === null ? 'is' : '=', track)
		.where('type', '=', type)
		.executeTakeFirstOrThrow()
	return Number(count)
}

/** Users whose relationships one transaction removes. */
const AT_ONCE = 100

/** Removes some of what users are to each other within a game that came below a publisher. True where there may be more. */
export async function removeGameRelationships(
	{ db }: Transaction,
	{ applicationId }: { applicationId: string },
): Promise<boolean> {
	const rows = await db
		.selectFrom('relationships')
		.select('user_id')
		.distinct()
		.where('application_id', '=', applicationId)
		.limit(AT_ONCE)
		.execute()
	if (rows.length === 0) return false
	await db
		.deleteFrom('relationships')
		.where('application_id', '=', applicationId)
		.where(
			'user_id',
			'in',
			rows.map(({ user_id }) => user_id),
		)
		.execute()
	return rows.length === AT_ONCE
}
