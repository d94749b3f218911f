import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { findUsers, steadyUser, type UserRow } from '../accounts/accounts.ts'
import { messageSendersOf } from '../accounts/settings.ts'
import { authorizedAt } from '../applications/publishers.ts'
import { findDirect, haveBothWritten } from '../channels/direct.ts'
import { isRestricted, listIdentities } from '../identities/identities.ts'
import { connectedAmong } from '../lobbies/connected.ts'
import type { Player } from '../lobbies/rows.ts'
import { isBlockBetween, readSides } from '../relationships/rows.ts'
import { haveMutualGuild } from '../relationships/settings.ts'
import { hasBlock } from '../relationships/sides.ts'

/** Two of whom the first may write to the second at this moment. */
export interface Contact {
	sender: UserRow
	receiver: UserRow
	/** What they write stands in the platform's channel of the two; else in one that only the game has (DM4). */
	isOnPlatform: boolean
}

/**
 * Whether a player may write to somebody (DM1 to DM3). Every refusal is the same: nobody learns that they are blocked.
 * @throws UnknownUser, CannotMessageUser
 */
export async function requireContact(tx: Transaction, player: Player, otherId: string): Promise<Contact> {
	const { sender, receiver } = await bothOf(tx, player.userId, otherId)
	const contact = receiver.is_bot || receiver.is_system ? undefined : await contactOf(tx, player, { sender, receiver })
	if (!contact) throw new ApiError('CannotMessageUser')
	return contact
}

/** @throws CannotMessageUser where one has blocked the other */
export async function requireNoBlock(tx: Transaction, userId: string, otherId: string): Promise<void> {
	if (await isBlockBetween(tx, userId, otherId)) throw new ApiError('CannotMessageUser')
}

/** Both, steady until the commit: a block waits until what was allowed before it is said. */
async function bothOf(tx: Transaction, userId: string, otherId: string) {
	if (userId === otherId) throw new ApiError('CannotMessageUser')
	for (const id of BigInt(userId) < BigInt(otherId) ? [userId, otherId] : [otherId, userId]) await steadyUser(tx, id)
	const users = await findUsers(tx, [userId, otherId])
	const sender = users.get(userId)
	const receiver = users.get(otherId)
	if (!sender || !receiver || receiver.deleted_at !== null) throw new ApiError('UnknownUser')
	return { sender, receiver }
}

async function contactOf(
	tx: Transaction,
	{ applicationId, userId }: Player,
	people: { sender: UserRow; receiver: UserRow },
): Promise<Contact | undefined> {
	const { sender, receiver } = people
	const pair = { one: sender, other: receiver }
	const platform = await readSides(tx, null, pair)
	if (hasBlock(platform)) return undefined
	const isFriend = platform.own === 1
	const isGameFriend = (await readSides(tx, await authorizedAt(tx, applicationId), pair)).own === 1
	const takes = (await messageSendersOf(tx, [receiver.id])).get(receiver.id)
	if (takes === 'nobody' || (takes === 'friends' && !isFriend && !isGameFriend)) return undefined
	const playing = await connectedAmong(tx, applicationId, [userId, receiver.id])
	if (sender.is_provisional && !playing.has(userId)) return undefined
	const hasAccount = !sender.is_provisional || !receiver.is_provisional
	const isOnPlatform = hasAccount && (isFriend || (await areAcquainted(tx, people))) && !(await isBarred(tx, sender))
	if (isOnPlatform || isFriend || isGameFriend || playing.size === 2) return { ...people, isOnPlatform }
	return undefined
}

/** They are in a guild together, and each has written to the other before. */
async function areAcquainted(tx: Transaction, { sender, receiver }: { sender: UserRow; receiver: UserRow }) {
	const channel = await findDirect(tx, { userId: sender.id, otherId: receiver.id })
	if (!channel || !(await haveBothWritten(tx, channel.id))) return false
	return haveMutualGuild(tx, sender.id, receiver.id)
}

/** What somebody writes whose account is banned does not come to the platform (social.md §4.3). */
async function isBarred(tx: Transaction, sender: UserRow): Promise<boolean> {
	if (!sender.is_provisional) return false
	for (const identity of await listIdentities(tx, sender.id)) if (await isRestricted(tx, identity)) return true
	return false
}
