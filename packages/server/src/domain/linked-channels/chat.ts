import {
	type LobbyMessage,
	type LobbyMessageChanges,
	LobbyMessageUpdate,
	type ModerationMetadata,
	type NewLobbyMessage,
} from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { getUser } from '../accounts/accounts.ts'
import { deleteMessage, editMessage, type MessageKey, noteModeration, sendMessage } from '../lobbies/messages.ts'
import { authorOf, presentLobbyMessage, presentWritten } from '../lobbies/present.ts'
import type { LobbyKey, Player } from '../lobbies/rows.ts'
import { changeCopy, copyMessage, removeCopy, writtenIn } from './copies.ts'

/** Says something in a lobby, and in the channel that is linked to it. @throws what `sendMessage` throws */
export async function say(
	tx: Transaction,
	player: Player,
	lobbyId: string,
	input: NewLobbyMessage,
): Promise<LobbyMessage> {
	const { lobby, row, message, isNew } = await sendMessage(tx, player, lobbyId, input)
	if (isNew) await copyMessage(tx, lobby, row)
	return message
}

/** Changes one's own message, and its copy. @throws what `editMessage` throws */
export async function change(
	tx: Transaction,
	player: Player,
	key: MessageKey,
	input: LobbyMessageChanges,
): Promise<LobbyMessage> {
	const { lobby, row, message } = await editMessage(tx, player, key, input)
	await changeCopy(tx, lobby, row)
	return message
}

/** Removes one's own message, and its copy. @throws what `deleteMessage` throws */
export async function remove(tx: Transaction, player: Player, key: MessageKey): Promise<void> {
	await removeCopy(tx, await deleteMessage(tx, player, key), key.messageId)
}

/** Keeps what the game's moderation says of a message; players' sessions hear it. @throws UnknownLobby, UnknownMessage */
export async function moderate(tx: Transaction, key: LobbyKey & MessageKey, metadata: ModerationMetadata) {
	const row = await noteModeration(tx, key, metadata)
	const written = row.channel_id === null ? undefined : await writtenIn(tx, row.channel_id, row.id)
	const author = authorOf(row, await getUser(tx, row.author_id))
	const shown = written ? presentWritten(row, written) : presentLobbyMessage(row, author)
	tx.emit(LobbyMessageUpdate, { lobbyId: key.lobbyId }, shown)
}
