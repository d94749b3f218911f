import { ApiError, formError, type NewDirectMessage, type PlayerMessage } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'
import { directAccessOf, noteWritten, openDirectChannel } from '../channels/direct.ts'
import { readMetadata, storedMetadata } from '../lobbies/metadata.ts'
import type { Player } from '../lobbies/rows.ts'
import { keepForAWhile } from '../messages/ephemeral.ts'
import { insertMessage } from '../messages/insert.ts'
import { checkAllowedMentions } from '../messages/mentions.ts'
import { claimNonce } from '../messages/nonces.ts'
import { presentMessages } from '../messages/present.ts'
import { type Extra, MESSAGE_FLAGS, MESSAGE_TYPES, type MessageRow, writeExtra } from '../messages/rows.ts'
import { mentionsIn } from '../messages/said.ts'
import { announceWritten } from './announce.ts'
import { type Contact, requireContact } from './contact.ts'
import { keptWith, presentAll, presentFor } from './present.ts'

/**
 * Writes to another player. With `enforce_nonce` and a nonce that was used within the last minutes the message of then
 * is the answer, and nothing happens.
 * @throws UnknownUser, CannotMessageUser, EmptyMessage, InvalidFormBody
 */
export async function sendDirectMessage(
	tx: Transaction,
	player: Player,
	otherId: string,
	body: NewDirectMessage,
): Promise<PlayerMessage> {
	const content = body.content ?? ''
	if (content.trim() === '') throw new ApiError('EmptyMessage')
	const flags = body.flags ?? 0
	if ((flags & ~MESSAGE_FLAGS.suppressNotifications) !== 0) {
		throw formError(['flags'], 'MESSAGE_FLAGS_INVALID', 'Only SUPPRESS_NOTIFICATIONS may be set.')
	}
	checkAllowedMentions(body.allowed_mentions)
	const metadata = readMetadata(storedMetadata(body.metadata, ['metadata']) ?? null)
	const contact = await requireContact(tx, player, otherId)
	return writeTo(tx, player, contact, {
		content,
		flags,
		allowedMentions: body.allowed_mentions,
		nonce: body.nonce ?? undefined,
		isNonceEnforced: body.enforce_nonce === true,
		game: { applicationId: player.applicationId, ...(metadata ? { metadata } : {}) },
	})
}

/** What is written, checked already. */
interface Writing {
	content: string
	flags: number
	allowedMentions?: NewDirectMessage['allowed_mentions']
	nonce?: string | number | undefined
	isNonceEnforced?: boolean
	/** What the game keeps with it. */
	game: NonNullable<Extra['game']>
}

/** Writes the row of a message to somebody who may be written to, and says so to everybody whom it concerns. */
async function writeTo(tx: Transaction, player: Player, contact: Contact, writing: Writing): Promise<PlayerMessage> {
	const { sender, receiver, isOnPlatform } = contact
	const { applicationId } = player
	const pair = { userId: sender.id, otherId: receiver.id, applicationId: isOnPlatform ? undefined : applicationId }
	const channel = await openDirectChannel(tx, pair)
	const view = { applicationId, channel, peer: receiver }
	const { nonce } = writing
	const withNonce = nonce === undefined ? {} : { nonce }
	const id = tx.newId()
	if (writing.isNonceEnforced && nonce !== undefined && nonce !== '') {
		const claim = { channelId: channel.id, authorId: sender.id, nonce: String(nonce), messageId: id }
		const earlier = await claimNonce(tx, claim)
		const row = earlier === undefined ? undefined : await rowOf(tx, earlier)
		const [shown] = row ? await presentAll(tx, [row], sender.id, view) : []
		if (shown) return { ...shown, ...withNonce }
	}
	const row = await rowFor(tx, id, directAccessOf(channel, sender.id, receiver.id), writing)
	await insertMessage(tx, row)
	if (!isOnPlatform) await keepForAWhile(tx, row)
	await noteWritten(tx, channel.id, sender.id)
	const [message] = await presentMessages(tx, [row], sender.id)
	if (!message) throw new Error('A message that was just written is not there.')
	const last = { ...channel, last_message_id: id }
	await announceWritten(tx, { row, channel: last, author: sender, other: receiver, message }, nonce)
	const kept = (await keptWith(tx, applicationId, [row])).get(id) ?? {}
	return { ...presentFor(message, kept, { ...view, channel: last }), ...withNonce }
}

async function rowFor(tx: Transaction, id: string, access: ChannelAccess, writing: Writing): Promise<MessageRow> {
	const { content, flags, allowedMentions, game } = writing
	const said = { content, embeds: [], components: [] }
	const named = await mentionsIn(tx, access, said, { allowed: allowedMentions, repliedUserId: undefined })
	return {
		id,
		channel_id: access.channel.id,
		author_id: access.userId,
		type: MESSAGE_TYPES.default,
		content,
		flags: flags | MESSAGE_FLAGS.socialLayer,
		is_tts: 0,
		mentions_everyone: 0,
		edited_at: null,
		pinned_at: null,
		extra: writeExtra({ mentions: named.userIds, game }),
	}
}

function rowOf({ db }: Transaction, messageId: string): Promise<MessageRow | undefined> {
	return db.selectFrom('messages').selectAll().where('id', '=', messageId).executeTakeFirst()
}
