import {
	ApiError,
	compareSnowflakes,
	type DirectChannel,
	type DirectSummary,
	type PlayerMessage,
} from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'
import { findUsers, getUser, type UserRow } from '../accounts/accounts.ts'
import { usersAmong } from '../applications/authorizations.ts'
import { authorizedAt } from '../applications/publishers.ts'
import { type DirectWith, directOf, findDirect, gameOfDirect } from '../channels/direct.ts'
import { mergesInto } from '../identities/moves.ts'
import type { Player } from '../lobbies/rows.ts'
import type { MessageRow } from '../messages/rows.ts'
import { channelsOf, oldestShown } from './conversation.ts'
import { presentAll, presentChannelFor } from './present.ts'

/**
 * What two players wrote to each other within the last 72 hours, newest first (DM9).
 * @throws UnknownChannel where the other one does not play
 */
export async function listDirectMessages(
	from: Reading,
	player: Player,
	otherId: string,
	limit: number,
): Promise<PlayerMessage[]> {
	const peer = await peerOf(from, player, otherId)
	const { applicationId, userId } = player
	const merged = await mergesInto(from, await authorizedAt(from, applicationId), [userId, otherId])
	const shown: PlayerMessage[] = []
	for (const channel of await channelsOf(from, player, otherId)) {
		const rows = await rowsOf(from, channel, limit, merged)
		shown.push(...(await presentAll(from, rows, userId, { applicationId, channel, peer })))
	}
	return shown.sort((a, b) => compareSnowflakes(b.id, a.id)).slice(0, limit)
}

/** What somebody wrote before their accounts became one is not shown (social.md §4.1). */
function rowsOf(
	from: Reading,
	{ id: channelId }: ChannelRow,
	limit: number,
	merged: ReadonlyMap<string, string>,
): Promise<MessageRow[]> {
	let shown = from.db
		.selectFrom('messages')
		.selectAll()
		.where('channel_id', '=', channelId)
		.where('id', '>=', oldestShown(from))
	for (const [userId, mergeId] of merged) {
		shown = shown.where((message) => message.or([message('author_id', '!=', userId), message('id', '>', mergeId)]))
	}
	return shown.orderBy('id', 'desc').limit(limit).execute()
}

/** The other one, who must play the game too. @throws UnknownChannel */
async function peerOf(from: Reading, { applicationId, userId }: Player, otherId: string): Promise<UserRow> {
	const plays = otherId !== userId && (await usersAmong(from, applicationId, [otherId])).has(otherId)
	if (!plays) throw new ApiError('UnknownChannel')
	return getUser(from, otherId)
}

/** Conversations that are told of at most. */
const MOST_SUMMARIES = 1000
const MOST_CHANNELS = 200

/** With whom of the same game a player has written, latest first. */
export async function listSummaries(from: Reading, player: Player): Promise<DirectSummary[]> {
	const oldest = BigInt(oldestShown(from))
	const latest = new Map<string, string>()
	for (const { other_id, last_message_id, ...channel } of await conversationsOf(from, player)) {
		if (last_message_id === null || latest.has(other_id)) continue
		if (gameOfDirect(channel) === undefined || BigInt(last_message_id) >= oldest) latest.set(other_id, last_message_id)
	}
	return [...latest].map(([user_id, last_message_id]) => ({ user_id, last_message_id }))
}

/** The platform's channels with people of the same game that are on a player's list, latest first. */
export async function listPrivateChannels(from: Reading, player: Player): Promise<DirectChannel[]> {
	const open = (await conversationsOf(from, player)).filter(
		(channel) => channel.is_open === 1 && gameOfDirect(channel) === undefined,
	)
	const shown = open.slice(0, MOST_CHANNELS)
	const users = await findUsers(
		from,
		shown.map(({ other_id }) => other_id),
	)
	return shown.flatMap((channel) => {
		const peer = users.get(channel.other_id)
		return peer ? [presentChannelFor(channel, peer)] : []
	})
}

async function conversationsOf(from: Reading, { applicationId, userId }: Player): Promise<DirectWith[]> {
	const channels = await directOf(from, { userId, applicationId }, MOST_SUMMARIES)
	const playing = await usersAmong(from, applicationId, [...new Set(channels.map(({ other_id }) => other_id))])
	return channels.filter(({ other_id }) => playing.has(other_id))
}

/** The platform's channel of two players. @throws UnknownChannel */
export async function getDirectChannel(from: Reading, player: Player, otherId: string): Promise<DirectChannel> {
	const peer = await peerOf(from, player, otherId)
	const channel = await findDirect(from, { userId: player.userId, otherId })
	if (!channel) throw new ApiError('UnknownChannel')
	return presentChannelFor(channel, peer)
}
