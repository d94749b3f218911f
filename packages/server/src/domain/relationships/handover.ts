import { compareSnowflakes } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { usersAmong } from '../applications/authorizations.ts'
import {
	countOf,
	gamesBetween,
	holdUsers,
	type Judgement,
	judgementOf,
	type Pair,
	readSides,
	type Track,
	writeSides,
} from './rows.ts'
import { FRIENDS, hasBlock, MOST_FRIENDS, merged, type Sides, STRANGERS } from './sides.ts'

/** Two accounts of one person, and the game in which they were two. */
export interface Handover {
	applicationId: string
	fromId: string
	toId: string
}

/** Other users that one step deals with. */
const AT_ONCE = 20

/**
 * Moves what others are to an account over to another one, a few of them at a time; answers whether there is more, as
 * something to be given to the next call. Of two relations to the same user the stronger one is left (F10). Done twice it
 * does no more than once.
 */
export async function moveRelationships(tx: Transaction, handover: Handover): Promise<string | undefined> {
	const { fromId, toId } = handover
	const others = await othersOf(tx, fromId, '0')
	for (const otherId of others) {
		const held = await holdUsers(tx, [fromId, toId, otherId])
		await moveOne(tx, handover, { from: held.get(fromId), to: held.get(toId), other: held.get(otherId) }, otherId)
	}
	return others.length < AT_ONCE ? undefined : 'more'
}

interface Three {
	from: UserRow | undefined
	to: UserRow | undefined
	other: UserRow | undefined
}

async function moveOne(tx: Transaction, { applicationId, fromId }: Handover, three: Three, otherId: string) {
	const { from, to, other } = three
	// What concerns an account that is gone is of no use to anybody.
	if (!from || !to || !other || other.id === to.id) return forgetPair(tx, fromId, otherId)
	const pair: Pair = { one: from, other }
	const target: Pair = { one: to, other }
	const platform = await standing(tx, null, pair)
	const games = new Map<string, Standing>()
	for (const game of await gamesBetween(tx, pair)) games.set(game, await standing(tx, game, pair))
	// The account of before is on its way out; its sessions have ended.
	for (const track of [null, ...games.keys()])
		await writeSides(tx, track, pair, STRANGERS, { tells: { one: false, other: true } })
	const { after, isTooMany } = await mergedPlatform(tx, target, platform.sides)
	await writeSides(tx, null, target, after, { about: platform.about })
	if (hasBlock(after)) {
		for (const game of await gamesBetween(tx, target)) await writeSides(tx, game, target, STRANGERS)
		return
	}
	if (isTooMany) games.set(applicationId, { sides: FRIENDS })
	for (const [game, { sides, about }] of games) {
		await writeSides(tx, game, target, merged(sides, await readSides(tx, game, target)), { about })
	}
}

/** What two are to each other, with what is thought of a request between them. */
interface Standing {
	sides: Sides
	about?: Judgement | undefined
}

const standing = async (tx: Transaction, track: Track, pair: Pair): Promise<Standing> => ({
	sides: await readSides(tx, track, pair),
	about: await judgementOf(tx, track, pair),
})

/** Friends beyond the bound are friends within the game instead. */
async function mergedPlatform(
	tx: Transaction,
	target: Pair,
	moved: Sides,
): Promise<{ after: Sides; isTooMany: boolean }> {
	const before = await readSides(tx, null, target)
	const after = merged(moved, before)
	if (after.own !== 1 || before.own === 1) return { after, isTooMany: false }
	const counts = [await countOf(tx, null, target.one.id, 1), await countOf(tx, null, target.other.id, 1)]
	const isTooMany = counts.some((count) => count >= MOST_FRIENDS)
	return { after: isTooMany ? before : after, isTooMany }
}

async function forgetPair({ db }: Transaction, oneId: string, otherId: string): Promise<void> {
	for (const [userId, about] of [
		[oneId, otherId],
		[otherId, oneId],
	] as const) {
		await db.deleteFrom('relationships').where('user_id', '=', userId).where('other_id', '=', about).execute()
	}
}

/**
 * Gives an account what goes along when it is split off another one: friends within the game, those friends of the
 * platform who play it, and blocks of either side; a few users at a time, answered is what the next call is given (F11).
 * Done twice it does no more than once.
 */
export async function copyRelationships(
	tx: Transaction,
	{ applicationId, fromId, toId }: Handover,
	cursor: string | null,
): Promise<string | undefined> {
	const others = await othersOf(tx, fromId, cursor ?? '0')
	const playing = await usersAmong(tx, applicationId, others)
	for (const otherId of others) {
		const held = await holdUsers(tx, [fromId, toId, otherId])
		const [from, to, other] = [held.get(fromId), held.get(toId), held.get(otherId)]
		if (!from || !to || !other || other.id === to.id) continue
		const pair: Pair = { one: to, other }
		const source: Pair = { one: from, other }
		const platform = await readSides(tx, null, source)
		if (hasBlock(platform)) {
			await writeSides(tx, null, pair, merged(platform, await readSides(tx, null, pair)))
			continue
		}
		if (hasBlock(await readSides(tx, null, pair))) continue
		if (platform.own === 1 && playing.has(otherId)) {
			const { after, isTooMany } = await mergedPlatform(tx, pair, FRIENDS)
			await writeSides(tx, null, pair, after)
			if (isTooMany) await befriend(tx, applicationId, pair)
		}
		const inGame = await readSides(tx, applicationId, source)
		if (inGame.own === 1) await befriend(tx, applicationId, pair)
	}
	return others.length < AT_ONCE ? undefined : others.at(-1)
}

const befriend = (tx: Transaction, game: string, pair: Pair) => writeSides(tx, game, pair, FRIENDS)

/** Whom the account has something to do with, or who has with it, from an id on. */
async function othersOf({ db }: Transaction, userId: string, after: string): Promise<string[]> {
	const own = await db
		.selectFrom('relationships')
		.select('other_id as id')
		.distinct()
		.where('user_id', '=', userId)
		.where('other_id', '>', after)
		.orderBy('other_id')
		.limit(AT_ONCE)
		.execute()
	// Who has blocked the account is nothing to it.
	const blockers = await db
		.selectFrom('relationships')
		.select('user_id as id')
		.where('other_id', '=', userId)
		.where('type', '=', 2)
		.where('user_id', '>', after)
		.orderBy('user_id')
		.limit(AT_ONCE)
		.execute()
	const ids = new Set([...own, ...blockers].map(({ id }) => id))
	return [...ids].sort(compareSnowflakes).slice(0, AT_ONCE)
}
