import {
	type ApplicationIdentity,
	UserApplicationIdentityRemove,
	UserApplicationIdentityUpdate,
} from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { connectedAmong } from '../lobbies/connected.ts'
import { friendsOf } from '../presence/friends.ts'
import { knownAmong, presentForPlayers } from './present.ts'

/** Users among whom one query looks for those who play. */
const AT_ONCE = 500

/** Tells a user and their friends who play what they are to the game now. */
export async function tellKnown(tx: Transaction, applicationId: string, userId: string): Promise<void> {
	const known = (await knownAmong(tx, applicationId, [userId])).get(userId)
	if (!known) return
	const userIds = await audienceOf(tx, applicationId, userId)
	const data = { user_id: userId, application_id: applicationId, ...presentForPlayers(known) }
	tx.emit(UserApplicationIdentityUpdate, { userIds, applicationId }, data)
}

/** Tells them that the game knows the user no more. */
export async function tellForgotten(
	tx: Transaction,
	applicationId: string,
	{ profile: _, ...identity }: ApplicationIdentity,
): Promise<void> {
	const userIds = await audienceOf(tx, applicationId, identity.user_id)
	tx.emit(UserApplicationIdentityRemove, { userIds, applicationId }, { ...identity, application_id: applicationId })
}

async function audienceOf(tx: Transaction, applicationId: string, userId: string): Promise<string[]> {
	const friendIds = [...(await friendsOf(tx, userId)).keys()]
	const told = [userId]
	for (let at = 0; at < friendIds.length; at += AT_ONCE) {
		told.push(...(await connectedAmong(tx, applicationId, friendIds.slice(at, at + AT_ONCE))))
	}
	return told
}
