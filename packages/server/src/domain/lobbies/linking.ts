import { ApiError, CHANNEL_TYPES, formError, LobbyUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { type ChannelRow, channelAccess, requirePermissions } from '../access/access.ts'
import { findChannel, holdChannel } from '../channels/channels.ts'
import { readLink } from '../channels/linked.ts'
import { setLinkedLobby } from '../channels/linking.ts'
import { watchIdleness } from './idle.ts'
import { presentGatewayLobby } from './present.ts'
import { getPlace, holdLobby, type LobbyRow, type Player, tryHoldLobby } from './rows.ts'

/** A member's flag: they may link the lobby. */
const CAN_LINK = 1
/** A lobby's flag: the channel's people must use the application too. */
const FOR_AUTHORIZED = 1

/**
 * Links a lobby to a channel in place of any other, or ends its link (L26).
 * @throws UnknownLobby, MissingAccess, UnknownChannel, ChannelType, AgeRestrictedChannel, MissingPermissions, InvalidFormBody
 */
export async function setLink(
	tx: Transaction,
	player: Player,
	lobbyId: string,
	channelId: string | null,
): Promise<LobbyRow> {
	// Held before the flag is read: it may be taken away at the same moment.
	const lobby = await holdLobby(tx, { applicationId: player.applicationId, lobbyId })
	const { member } = await getPlace(tx, player, lobbyId)
	if ((member.flags & CAN_LINK) === 0) throw new ApiError('MissingAccess')
	if (channelId === null) return endLink(tx, lobby)
	if (lobby.is_secret) throw refusal('LOBBY_NOT_LINKABLE', 'Only lobbies that the server of a game made can be linked')
	const channel = await requireLinkable(tx, player.userId, channelId)
	if (lobby.linked_channel_id === channelId) return lobby
	if (channel.linked_lobby !== null) throw refusal('CHANNEL_ALREADY_LINKED', 'The channel is linked to another lobby')
	if (lobby.linked_channel_id !== null) await setLinkedLobby(tx, lobby.linked_channel_id, null)
	return link(tx, lobby, channel, player.userId)
}

const refusal = (code: string, message: string) => formError(['channel_id'], code, message)

/** The channel, held; where the user may link it (L27). */
async function requireLinkable(tx: Transaction, userId: string, channelId: string): Promise<ChannelRow> {
	const access = await channelAccess(tx, userId, channelId)
	// What is nothing of theirs is not waited for; what kind of channel it is may have changed until it is held.
	const channel = await holdChannel(tx, access.channel.id)
	if (channel.type !== CHANNEL_TYPES.text) throw new ApiError('ChannelType')
	if (channel.is_nsfw) throw new ApiError('AgeRestrictedChannel')
	requirePermissions(access, 'ManageChannels', 'SendMessages')
	return channel
}

const isForAuthorized = ({ flags }: LobbyRow): boolean => (flags & FOR_AUTHORIZED) !== 0

async function link(tx: Transaction, lobby: LobbyRow, channel: ChannelRow, userId: string): Promise<LobbyRow> {
	await setLinkedLobby(tx, channel.id, {
		applicationId: lobby.application_id,
		lobbyId: lobby.id,
		linkedBy: userId,
		linkedAt: tx.now(),
		isForAuthorized: isForAuthorized(lobby),
	})
	return tellLobby(tx, await changeLobby(tx, lobby, channel.id))
}

/** The lobby has other flags now, of which its channel shows one. */
export async function renewLink(tx: Transaction, lobby: LobbyRow): Promise<void> {
	const channel = lobby.linked_channel_id === null ? undefined : await holdChannel(tx, lobby.linked_channel_id)
	if (!channel?.linked_lobby) return
	await setLinkedLobby(tx, channel.id, { ...readLink(channel.linked_lobby), isForAuthorized: isForAuthorized(lobby) })
}

/** Ends the link of a lobby, if it has one; the lobby's idle time is counted from now. */
async function endLink(tx: Transaction, lobby: LobbyRow, { isGone = false } = {}): Promise<LobbyRow> {
	if (lobby.linked_channel_id === null) return lobby
	if (!isGone) await setLinkedLobby(tx, lobby.linked_channel_id, null)
	const changed = await changeLobby(tx, lobby, null)
	await watchIdleness(tx, changed)
	return tellLobby(tx, changed)
}

/**
 * Ends the link of a channel, if it has one; `isGone` where its guild hears that the channel is removed (L29). The channel
 * is held then, so that none comes about behind it. @throws UnknownChannel
 */
export async function unlinkChannel(tx: Transaction, channelId: string, options: { isGone?: boolean } = {}) {
	await holdLinkedTo(tx, channelId)
	const { linked_lobby } = await holdChannel(tx, channelId)
	const lobby = linked_lobby === null ? undefined : await tryHoldLobby(tx, readLink(linked_lobby).lobbyId)
	if (lobby?.linked_channel_id === channelId) await endLink(tx, lobby, options)
}

/** Takes hold of the lobby that a channel is linked to, before the channel itself, as whoever links them does. */
export async function holdLinkedTo(tx: Transaction, channelId: string): Promise<void> {
	const channel = await findChannel(tx, channelId)
	if (channel?.linked_lobby) await tryHoldLobby(tx, readLink(channel.linked_lobby).lobbyId)
}

/** Ends the link of a channel that could not be linked any more. Whether it did. */
export async function unlinkUnfit(tx: Transaction, channelId: string): Promise<boolean> {
	const channel = await tx.db
		.selectFrom('channels')
		.select(['type', 'is_nsfw', 'linked_lobby'])
		.where('id', '=', channelId)
		.executeTakeFirst()
	const isUnfit = channel?.linked_lobby && (channel.type !== CHANNEL_TYPES.text || channel.is_nsfw === 1)
	if (!isUnfit) return false
	await unlinkChannel(tx, channelId)
	return true
}

function changeLobby(tx: Transaction, lobby: LobbyRow, channelId: string | null): Promise<LobbyRow> {
	return tx.db
		.updateTable('lobbies')
		.set({
			linked_channel_id: channelId,
			...(lobby.idle_since === null ? {} : { idle_since: tx.now() }),
		})
		.where('id', '=', lobby.id)
		.returningAll()
		.executeTakeFirstOrThrow()
}

async function tellLobby(tx: Transaction, lobby: LobbyRow): Promise<LobbyRow> {
	tx.emit(LobbyUpdate, { lobbyId: lobby.id }, await presentGatewayLobby(tx, lobby))
	return lobby
}
