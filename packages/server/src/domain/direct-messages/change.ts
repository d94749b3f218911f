import { ApiError, type DirectMessageChanges, type ModerationMetadata, type PlayerMessage } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { getUser } from '../accounts/accounts.ts'
import { gamesOfBoth } from '../applications/authorizations.ts'
import { directAccessOf } from '../channels/direct.ts'
import { readMetadata, storedMetadata } from '../lobbies/metadata.ts'
import type { Player } from '../lobbies/rows.ts'
import { releaseNonces } from '../messages/nonces.ts'
import { presentMessages } from '../messages/present.ts'
import { removeRows } from '../messages/remove.ts'
import { type Extra, type MessageRow, readExtra, writeExtra } from '../messages/rows.ts'
import { mentionsIn } from '../messages/said.ts'
import { announceEdited, announceModerated, announceRemoved, type People, type Spoken } from './announce.ts'
import { requireNoBlock } from './contact.ts'
import { lockPlaced, type Placed } from './conversation.ts'
import { presentAll } from './present.ts'

/** A message as one of the two names it: by the other one, and its id. */
export interface DirectKey {
	otherId: string
	messageId: string
}

/**
 * Changes what one wrote to another player; what moderation said of the old words is gone (MOD-05).
 * @throws UnknownMessage, OthersMessage, CannotMessageUser, EmptyMessage, InvalidFormBody, NotAuthorizedOnApplication
 */
export async function editDirectMessage(
	tx: Transaction,
	player: Player,
	key: DirectKey,
	body: DirectMessageChanges,
): Promise<PlayerMessage> {
	const placed = await lockOwn(tx, player, key)
	const content = body.content ?? ''
	if (content.trim() === '') throw new ApiError('EmptyMessage')
	await requireNoBlock(tx, player.userId, key.otherId)
	const access = directAccessOf(placed.channel, player.userId, key.otherId)
	const said = { content, embeds: [], components: [] }
	const named = await mentionsIn(tx, access, said, { allowed: undefined, repliedUserId: undefined })
	const extra = { ...readExtra(placed.row), mentions: named.userIds }
	const row: MessageRow = {
		...placed.row,
		content,
		edited_at: tx.now(),
		extra: writeExtra(withMetadata(extra, player, body.metadata)),
	}
	await tx.db.updateTable('messages').set(row).where('id', '=', row.id).execute()
	await tx.db.deleteFrom('message_moderation').where('message_id', '=', row.id).execute()
	const spoken = await speakOf(tx, { ...placed, row }, key.otherId)
	await announceEdited(tx, spoken)
	const view = { applicationId: player.applicationId, channel: placed.channel, peer: spoken.other }
	return (await presentAll(tx, [row], player.userId, view))[0] as PlayerMessage
}

/** Metadata is the game's in which the message was written; another one does not change it. */
function withMetadata(extra: Extra, { applicationId }: Player, metadata: DirectMessageChanges['metadata']): Extra {
	const stored = storedMetadata(metadata, ['metadata'])
	if (stored === undefined) return extra
	if (extra.game?.applicationId !== applicationId) throw new ApiError('NotAuthorizedOnApplication')
	const given = readMetadata(stored)
	return { ...extra, game: { applicationId, ...(given ? { metadata: given } : {}) } }
}

/** Removes what one wrote to another player. @throws UnknownMessage, OthersMessage */
export async function deleteDirectMessage(tx: Transaction, player: Player, key: DirectKey): Promise<void> {
	const placed = await lockOwn(tx, player, key)
	const spoken = await speakOf(tx, placed, key.otherId)
	const { row } = placed
	await releaseNonces(tx, row.channel_id, row.author_id, row.id)
	await removeRows(tx, [row.id])
	await announceRemoved(tx, spoken)
}

/**
 * Keeps what a game's moderation says of a message of two players, whichever is named first; sessions of that game hear it.
 * @throws UnknownMessage, NotAuthorizedOnApplication
 */
export async function moderateDirectMessage(
	tx: Transaction,
	applicationId: string,
	{ userIds: [oneId, otherId], messageId }: { userIds: [string, string]; messageId: string },
	metadata: ModerationMetadata,
): Promise<void> {
	const placed = await lockPlaced(tx, { applicationId, userId: oneId }, otherId, messageId)
	if (!placed) throw new ApiError('UnknownMessage')
	const { row } = placed
	if (readExtra(row).game?.applicationId !== applicationId) {
		const hears = (await gamesOfBoth(tx, oneId, otherId)).includes(applicationId)
		throw new ApiError(hears ? 'NotAuthorizedOnApplication' : 'UnknownMessage')
	}
	const key = { message_id: row.id, application_id: applicationId }
	const said = JSON.stringify(metadata)
	if (Object.keys(metadata).length === 0) {
		await tx.db.deleteFrom('message_moderation').where('message_id', '=', row.id).execute()
	} else {
		await tx.db
			.insertInto('message_moderation')
			.values({ ...key, metadata: said })
			.onConflict((conflict) => conflict.columns(['message_id', 'application_id']).doUpdateSet({ metadata: said }))
			.execute()
	}
	const readerId = row.author_id === oneId ? otherId : oneId
	await announceModerated(tx, await speakOf(tx, placed, readerId), applicationId)
}

async function lockOwn(tx: Transaction, player: Player, { otherId, messageId }: DirectKey): Promise<Placed> {
	const placed = await lockPlaced(tx, player, otherId, messageId)
	if (!placed) throw new ApiError('UnknownMessage')
	if (placed.row.author_id !== player.userId) throw new ApiError('OthersMessage')
	return placed
}

async function speakOf(tx: Transaction, placed: Placed, readerId: string): Promise<Spoken> {
	const people: People = { author: await getUser(tx, placed.row.author_id), other: await getUser(tx, readerId) }
	const [message] = await presentMessages(tx, [placed.row], people.author.id)
	if (!message) throw new Error('A message that is held is not there.')
	return { ...placed, ...people, message }
}
