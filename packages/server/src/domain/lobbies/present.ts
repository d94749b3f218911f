import {
	type GatewayLobby,
	type GatewayLobbyMember,
	type Lobby,
	type LobbyMember,
	type LobbyMessage,
	wireTime,
} from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { findUsers, type UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
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
	return { ...presentShell(lobby), members: (await membersOf(from, lobby.id)).map(presentLobbyMember) }
}

/** A lobby as the gateway tells of it. */
export async function presentGatewayLobby(from: Reading, lobby: LobbyRow): Promise<GatewayLobby> {
	return { ...presentShell(lobby), members: await presentGatewayMembers(from, await membersOf(from, lobby.id)) }
}

function presentShell(lobby: LobbyRow): Omit<Lobby, 'members'> {
	return {
		id: lobby.id,
		application_id: lobby.application_id,
		metadata: readMetadata(lobby.metadata),
		flags: lobby.flags,
	}
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

/** A message as members see it; `withNonce` for the session that waits for its own. */
export function presentLobbyMessage(message: LobbyMessageRow, author: UserRow, withNonce = false): LobbyMessage {
	const metadata = readMetadata(message.metadata)
	const moderation = readMetadata(message.moderation_metadata)
	return {
		id: message.id,
		type: 0,
		content: message.content,
		lobby_id: message.lobby_id,
		channel_id: message.lobby_id,
		author: presentUser(author),
		...(message.additional_name === null ? {} : { lobby_member: { additional_name: message.additional_name } }),
		...(metadata ? { metadata } : {}),
		...(moderation ? { moderation_metadata: moderation } : {}),
		flags: message.flags,
		application_id: message.application_id,
		...(message.edited_at === null ? {} : { edited_timestamp: wireTime(message.edited_at) }),
		...(withNonce && message.nonce !== null ? { nonce: JSON.parse(message.nonce) as string | number } : {}),
	}
}
