import {
	type GatewayLobby,
	type GatewayLobbyMember,
	type GatewayLobbyMessage,
	type Lobby,
	type LobbyMember,
	type LobbyMessage,
	type Message,
	type User,
	wireTime,
} from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { overwritesOf } from '../access/access.ts'
import { findUsers, type UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { findChannel } from '../channels/channels.ts'
import { presentChannel } from '../channels/present.ts'
import { connectedAmong } from './connected.ts'
import { readMetadata } from './metadata.ts'
import { type LobbyMemberRow, type LobbyMessageRow, type LobbyRow, membersOf } from './rows.ts'

/** A lobby as its game's servers see it. */
export async function presentLobby(from: Reading, lobby: LobbyRow): Promise<Lobby> {
	return {
		...(await presentLobbyForPlayer(from, lobby)),
		override_event_webhooks_url: lobby.override_event_webhooks_url,
	}
}

/** A lobby as players see it over HTTP: where the game's servers listen is not for them. */
export async function presentLobbyForPlayer(from: Reading, lobby: LobbyRow): Promise<Lobby> {
	return { ...(await presentShell(from, lobby)), members: (await membersOf(from, lobby.id)).map(presentLobbyMember) }
}

/** A lobby as the gateway tells of it. */
export async function presentGatewayLobby(from: Reading, lobby: LobbyRow): Promise<GatewayLobby> {
	return {
		...(await presentShell(from, lobby)),
		members: await presentGatewayMembers(from, await membersOf(from, lobby.id)),
	}
}

async function presentShell(from: Reading, lobby: LobbyRow): Promise<Omit<Lobby, 'members'>> {
	return {
		id: lobby.id,
		application_id: lobby.application_id,
		metadata: readMetadata(lobby.metadata),
		flags: lobby.flags,
		...(lobby.linked_channel_id === null ? {} : await presentLinked(from, lobby.linked_channel_id)),
	}
}

async function presentLinked(from: Reading, channelId: string): Promise<Pick<Lobby, 'linked_channel'>> {
	const channel = await findChannel(from, channelId)
	// It went a moment ago, and the link with it.
	if (!channel) return {}
	return { linked_channel: presentChannel(channel, await overwritesOf(from, channelId)) }
}

export function presentLobbyMember(member: LobbyMemberRow): LobbyMember {
	return {
		id: member.user_id,
		metadata: readMetadata(member.metadata),
		flags: member.flags,
		...(member.additional_name === null ? {} : { additional_name: member.additional_name }),
	}
}

/** Members of one application, with their users and whether they are connected. */
export async function presentGatewayMembers(
	from: Reading,
	members: readonly LobbyMemberRow[],
): Promise<GatewayLobbyMember[]> {
	const applicationId = members[0]?.application_id
	if (applicationId === undefined) return []
	const userIds = members.map((member) => member.user_id)
	const users = await findUsers(from, userIds)
	const connected = await connectedAmong(from, applicationId, userIds)
	return members.map((member) => ({
		...presentLobbyMember(member),
		connected: connected.has(member.user_id),
		user: presentUser(users.get(member.user_id) as UserRow),
	}))
}

/** Who wrote a message: the account, or what a webhook was called that wrote it in the linked channel. */
export function authorOf({ face }: LobbyMessageRow, user: UserRow): User {
	return face === null ? presentUser(user) : (JSON.parse(face) as User)
}

/** A message as members see it; `withNonce` for the session that waits for its own. */
export function presentLobbyMessage(message: LobbyMessageRow, author: User, withNonce = false): LobbyMessage {
	const metadata = readMetadata(message.metadata)
	const moderation = readMetadata(message.moderation_metadata)
	return {
		id: message.id,
		type: 0,
		content: message.content,
		lobby_id: message.lobby_id,
		channel_id: message.channel_id ?? message.lobby_id,
		author,
		...(message.additional_name === null ? {} : { lobby_member: { additional_name: message.additional_name } }),
		...(metadata ? { metadata } : {}),
		...(moderation ? { moderation_metadata: moderation } : {}),
		flags: message.flags,
		...(message.channel_id === null ? { application_id: message.application_id } : {}),
		...(message.edited_at === null ? {} : { edited_timestamp: wireTime(message.edited_at) }),
		...(withNonce && message.nonce !== null ? { nonce: JSON.parse(message.nonce) as string | number } : {}),
	}
}

/** A message that was written in the linked channel, as the gateway tells it to members: with all that it holds (L36). */
export function presentWritten(message: LobbyMessageRow, written: Message): GatewayLobbyMessage {
	const { type, flags, timestamp, tts, mentions, mention_roles, mention_everyone } = written
	const { attachments, embeds, components, sticker_items, poll } = written
	const { message_reference, message_snapshots, webhook_id } = written
	return {
		...presentLobbyMessage(message, written.author),
		...{ type, flags, timestamp, tts, mentions, mention_roles, mention_everyone },
		...{ attachments, embeds, components },
		...(sticker_items ? { sticker_items } : {}),
		...(poll ? { poll } : {}),
		// Not what it answers: that may be older than the link.
		...(message_reference ? { message_reference } : {}),
		...(message_snapshots ? { message_snapshots } : {}),
		...(webhook_id === undefined ? {} : { webhook_id }),
	}
}
