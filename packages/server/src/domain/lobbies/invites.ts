import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { getUser } from '../accounts/accounts.ts'
import { getApplication } from '../applications/applications.ts'
import { getChannel } from '../channels/channels.ts'
import { createPersonalInvite } from '../invites/create.ts'
import { getLobby, getPlace, type LobbyKey } from './rows.ts'

const LIFE_SECONDS = 3600

/**
 * A code that brings a member of the lobby into the guild of its linked channel: them alone, once, within an hour (L34).
 * @throws UnknownLobby, UnknownUser, MissingAccess, UnknownChannel, MaximumInvites
 */
export async function inviteMember(tx: Transaction, key: LobbyKey, userId: string): Promise<{ code: string }> {
	const { linked_channel_id: channelId, application_id: applicationId } = await getLobby(tx, key)
	const user = await getUser(tx, userId)
	await getPlace(tx, { applicationId, userId }, key.lobbyId)
	if (user.is_provisional) throw new ApiError('MissingAccess')
	if (channelId === null) throw new ApiError('UnknownChannel')
	const { guild_id: guildId } = await getChannel(tx, channelId)
	const { bot_user_id: inviterId } = await getApplication(tx, applicationId)
	const wanted = { guildId: guildId as string, channelId, userId, inviterId, maxAgeSeconds: LIFE_SECONDS }
	const { code } = await createPersonalInvite(tx, wanted)
	return { code }
}
