import {
	ApiError,
	formError,
	type LobbyMessage,
	type LobbyMessageChanges,
	LobbyMessageCreate,
	LobbyMessageDelete,
	LobbyMessageUpdate,
	type ModerationMetadata,
	type NewLobbyMessage,
	snowflakeAt,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { findUsers, getUser, type UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { storedMetadata } from './metadata.ts'
import { authorOf, presentLobbyMessage } from './present.ts'
import { getLobby, getPlace, type LobbyKey, type LobbyMessageRow, type LobbyRow, type Player } from './rows.ts'
import { notifyCreated, notifyDeleted, notifyUpdated } from './webhook-messages.ts'

const SUPPRESS_NOTIFICATIONS = 1 << 12
/** Every message that a player's session sends carries it. */
const SENT_BY_SOCIAL_LAYER = 1 << 16
/** A nonce that must be unique is one for so long. */
const NONCE_MS = 5 * 60 * 1000
const HISTORY_MS = 72 * 60 * 60 * 1000

/** What was said, or says something else now. */
export interface Said {
	lobby: LobbyRow
	row: LobbyMessageRow
	message: LobbyMessage
	/** Not where the same nonce was said before. */
	isNew: boolean
}

/**
 * Says something in a lobby.
 * @throws UnknownLobby, MissingAccess, EmptyMessage, InvalidFormBody
 */
export async function sendMessage(
	tx: Transaction,
	player: Player,
	lobbyId: string,
	input: NewLobbyMessage,
): Promise<Said> {
	const { lobby, member } = await getPlace(tx, player, lobbyId)
	const content = input.content ?? ''
	if (content.trim() === '') throw new ApiError('EmptyMessage')
	const flags = input.flags ?? 0
	if ((flags & ~SUPPRESS_NOTIFICATIONS) !== 0) {
		throw formError(['flags'], 'MESSAGE_FLAGS_INVALID', 'Only SUPPRESS_NOTIFICATIONS may be set.')
	}
	const author = presentUser(await getUser(tx, player.userId))
	const nonce = input.nonce === undefined || input.nonce === null ? null : JSON.stringify(input.nonce)
	if (input.enforce_nonce && nonce !== null) {
		const sent = await sentWithNonce(tx, player, lobbyId, nonce)
		if (sent) return { lobby, row: sent, message: presentLobbyMessage(sent, author, true), isNew: false }
	}
	const row: LobbyMessageRow = {
		id: tx.newId(),
		lobby_id: lobbyId,
		application_id: player.applicationId,
		author_id: player.userId,
		content,
		flags: flags | SENT_BY_SOCIAL_LAYER,
		metadata: storedMetadata(input.metadata, ['metadata']) ?? null,
		moderation_metadata: null,
		additional_name: member.additional_name,
		nonce,
		edited_at: null,
		channel_id: null,
		face: null,
	}
	await tx.db.insertInto('lobby_messages').values(row).execute()
	const message = presentLobbyMessage(row, author, true)
	tx.emit(LobbyMessageCreate, { lobbyId }, message)
	await notifyCreated(tx, lobby, row, author)
	return { lobby, row, message, isNew: true }
}

/** What the player sent lately with this nonce. Holds their place, so that two at once become one. */
async function sentWithNonce(
	tx: Transaction,
	{ userId }: Player,
	lobbyId: string,
	nonce: string,
): Promise<LobbyMessageRow | undefined> {
	await tx.db
		.updateTable('lobby_members')
		.set({ user_id: userId })
		.where('lobby_id', '=', lobbyId)
		.where('user_id', '=', userId)
		.execute()
	return tx.db
		.selectFrom('lobby_messages')
		.selectAll()
		.where('lobby_id', '=', lobbyId)
		.where('id', '>=', snowflakeAt(tx.now() - NONCE_MS))
		.where('author_id', '=', userId)
		.where('nonce', '=', nonce)
		.limit(1)
		.executeTakeFirst()
}

/** What was said lately, newest first. @throws UnknownLobby, MissingAccess */
export async function listMessages(
	from: Reading,
	player: Player,
	lobbyId: string,
	limit: number,
): Promise<LobbyMessage[]> {
	await getPlace(from, player, lobbyId)
	const rows = await from.db
		.selectFrom('lobby_messages')
		.selectAll()
		.where('lobby_id', '=', lobbyId)
		.where('id', '>=', snowflakeAt(from.now() - HISTORY_MS))
		.orderBy('id', 'desc')
		.limit(limit)
		.execute()
	const authors = await findUsers(
		from,
		rows.map((row) => row.author_id),
	)
	return rows.map((row) => presentLobbyMessage(row, authorOf(row, authors.get(row.author_id) as UserRow)))
}

/**
 * Changes one's own message; what moderation said of the old words is gone.
 * @throws UnknownLobby, MissingAccess, UnknownMessage, OthersMessage, EmptyMessage, InvalidFormBody
 */
export async function editMessage(
	tx: Transaction,
	player: Player,
	key: MessageKey,
	input: LobbyMessageChanges,
): Promise<Said> {
	const lobby = await requireOwn(tx, player, key)
	if (input.content.trim() === '') throw new ApiError('EmptyMessage')
	const metadata = storedMetadata(input.metadata, ['metadata'])
	const row = await tx.db
		.updateTable('lobby_messages')
		.set({
			content: input.content,
			moderation_metadata: null,
			edited_at: tx.now(),
			...(metadata === undefined ? {} : { metadata }),
		})
		.where('id', '=', key.messageId)
		.returningAll()
		.executeTakeFirst()
	if (!row) throw new ApiError('UnknownMessage')
	const author = presentUser(await getUser(tx, row.author_id))
	const message = presentLobbyMessage(row, author)
	tx.emit(LobbyMessageUpdate, { lobbyId: key.lobbyId }, message)
	await notifyUpdated(tx, lobby, row, author)
	return { lobby, row, message, isNew: false }
}

/** Removes one's own message. @throws UnknownLobby, MissingAccess, UnknownMessage, OthersMessage */
export async function deleteMessage(tx: Transaction, player: Player, key: MessageKey): Promise<LobbyRow> {
	const lobby = await requireOwn(tx, player, key)
	const { numDeletedRows } = await tx.db.deleteFrom('lobby_messages').where('id', '=', key.messageId).executeTakeFirst()
	if (numDeletedRows === 0n) throw new ApiError('UnknownMessage')
	tx.emit(LobbyMessageDelete, { lobbyId: key.lobbyId }, { id: key.messageId, lobby_id: key.lobbyId })
	await notifyDeleted(tx, lobby, key.messageId)
	return lobby
}

/** Keeps what the game's moderation says of a message, and answers with it. @throws UnknownLobby, UnknownMessage */
export async function noteModeration(
	tx: Transaction,
	{ applicationId, lobbyId, messageId }: LobbyKey & MessageKey,
	metadata: ModerationMetadata,
): Promise<LobbyMessageRow> {
	await getLobby(tx, { applicationId, lobbyId })
	const row = await tx.db
		.updateTable('lobby_messages')
		.set({ moderation_metadata: Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata) })
		.where('id', '=', messageId)
		.where('lobby_id', '=', lobbyId)
		.returningAll()
		.executeTakeFirst()
	if (!row) throw new ApiError('UnknownMessage')
	return row
}

export interface MessageKey {
	lobbyId: string
	messageId: string
}

/** The lobby in which the message stands that is the player's own. */
async function requireOwn(tx: Transaction, player: Player, { lobbyId, messageId }: MessageKey): Promise<LobbyRow> {
	const { lobby } = await getPlace(tx, player, lobbyId)
	const row = await tx.db
		.selectFrom('lobby_messages')
		.select(['author_id', 'channel_id'])
		.where('id', '=', messageId)
		.where('lobby_id', '=', lobbyId)
		.executeTakeFirst()
	if (!row) throw new ApiError('UnknownMessage')
	// What was written in the linked channel is changed there (L31).
	if (row.author_id !== player.userId || row.channel_id !== null) throw new ApiError('OthersMessage')
	return lobby
}
