import { type Message, MessageCreate, MessageDelete, MessageUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'
import { getApplication } from '../applications/applications.ts'
import { findChannel, getChannel } from '../channels/channels.ts'
import { isRestricted, listIdentities } from '../identities/identities.ts'
import type { LobbyMessageRow, LobbyRow } from '../lobbies/rows.ts'
import { insertMessage } from '../messages/insert.ts'
import { presentMessages } from '../messages/present.ts'
import { removeRows } from '../messages/remove.ts'
import { type MessageRow, writeExtra } from '../messages/rows.ts'

/** Puts what was said in a lobby into the channel that is linked to it, under the same id (L30). */
export async function copyMessage(tx: Transaction, lobby: LobbyRow, said: LobbyMessageRow): Promise<void> {
	const channel = lobby.linked_channel_id === null ? undefined : await findChannel(tx, lobby.linked_channel_id)
	// A channel that went a moment ago takes the link along.
	if (!channel) return
	if (await isBlocked(tx, channel, said)) return
	const { name, icon } = await getApplication(tx, lobby.application_id)
	const row: MessageRow = {
		id: said.id,
		channel_id: channel.id,
		author_id: said.author_id,
		type: 0,
		content: said.content,
		flags: said.flags,
		is_tts: 0,
		mentions_everyone: 0,
		edited_at: null,
		pinned_at: null,
		extra: writeExtra({
			lobby: {
				id: lobby.id,
				applicationId: lobby.application_id,
				name,
				icon,
				...(said.additional_name === null ? {} : { additionalName: said.additional_name }),
			},
		}),
	}
	await insertMessage(tx, row)
	await tell(tx, MessageCreate, channel, row)
}

/** The copy says what the lobby's message says now. */
export async function changeCopy(tx: Transaction, lobby: LobbyRow, said: LobbyMessageRow): Promise<void> {
	if (lobby.linked_channel_id === null) return
	const row = await tx.db
		.updateTable('messages')
		.set({ content: said.content, edited_at: said.edited_at })
		.where('id', '=', said.id)
		.where('channel_id', '=', lobby.linked_channel_id)
		.returningAll()
		.executeTakeFirst()
	if (row) await tell(tx, MessageUpdate, await getChannel(tx, row.channel_id), row)
}

/** The copy goes with the lobby's message. */
export async function removeCopy(tx: Transaction, lobby: LobbyRow, messageId: string): Promise<void> {
	if (lobby.linked_channel_id === null) return
	const row = await tx.db
		.selectFrom('messages')
		.select('id')
		.where('id', '=', messageId)
		.where('channel_id', '=', lobby.linked_channel_id)
		.executeTakeFirst()
	if (!row) return
	const channel = await findChannel(tx, lobby.linked_channel_id)
	if (!channel) return
	const channelId = channel.id
	const guildId = channel.guild_id as string
	await removeRows(tx, [messageId])
	tx.emit(MessageDelete, { guildId, channelId }, { id: messageId, channel_id: channelId, guild_id: guildId })
}

/** A message of a channel as it stands there; undefined where it is gone. */
export async function writtenIn(tx: Transaction, channelId: string, messageId: string): Promise<Message | undefined> {
	const row = await tx.db
		.selectFrom('messages')
		.selectAll()
		.where('id', '=', messageId)
		.where('channel_id', '=', channelId)
		.executeTakeFirst()
	return row && (await presentMessages(tx, [row], row.author_id))[0]
}

async function tell(
	tx: Transaction,
	event: typeof MessageCreate | typeof MessageUpdate,
	channel: ChannelRow,
	row: MessageRow,
): Promise<void> {
	const guildId = channel.guild_id as string
	const [message] = await presentMessages(tx, [row], row.author_id)
	const { reactions: _, ...shown } = message as Message
	tx.emit(event, { guildId, channelId: channel.id }, { ...shown, guild_id: guildId, channel_type: channel.type })
}

/** Whether the guild, or the platform, does not hear this author. */
async function isBlocked(tx: Transaction, { guild_id }: ChannelRow, said: LobbyMessageRow): Promise<boolean> {
	const guildId = guild_id as string
	const { author_id: userId, application_id: applicationId } = said
	const ban = await tx.db
		.selectFrom('bans')
		.select('user_id')
		.where('guild_id', '=', guildId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	if (ban) return true
	const member = await tx.db
		.selectFrom('members')
		.select('timed_out_until')
		.where('guild_id', '=', guildId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	if ((member?.timed_out_until ?? 0) > tx.now()) return true
	const identities = await listIdentities(tx, userId)
	const identity = identities.find(({ application_id }) => application_id === applicationId)
	return identity !== undefined && isRestricted(tx, identity)
}
