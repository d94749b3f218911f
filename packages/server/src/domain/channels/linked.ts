import { type GuildChannel, wireTime } from '@guildhall/protocol'

/** The lobby that a channel is linked to, as it is kept. */
export interface LinkedLobby {
	applicationId: string
	lobbyId: string
	linkedBy: string
	linkedAt: number
	isForAuthorized: boolean
}

export const readLink = (kept: string): LinkedLobby => JSON.parse(kept) as LinkedLobby

/** The same on the wire. */
export function presentLink(kept: string): NonNullable<GuildChannel['linked_lobby']> {
	const { applicationId, lobbyId, linkedBy, linkedAt, isForAuthorized } = readLink(kept)
	return {
		application_id: applicationId,
		lobby_id: lobbyId,
		linked_by: linkedBy,
		linked_at: wireTime(linkedAt),
		require_application_authorization: isForAuthorized,
	}
}
