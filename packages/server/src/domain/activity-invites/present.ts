import {
	type ActivityInvite,
	CHANNEL_TYPES,
	type DirectChannel,
	type GatewayMessage,
	type PlayerMessage,
	readSnowflake,
	wireTime,
} from '@guildhall/protocol'
import type { UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import type { ApplicationRow } from '../applications/applications.ts'
import { presentApplicationCard } from '../applications/present.ts'
import { MESSAGE_FLAGS } from '../messages/rows.ts'
import type { InviteRow } from './rows.ts'

/** An invite with all that is shown of it. */
export interface Shown {
	row: InviteRow
	sender: UserRow
	receiver: UserRow
	application: ApplicationRow
	content: string
}

/** Whose game it is about. */
const gameOf = ({ id, parent_application_id: parent }: ApplicationRow) => ({
	application_id: id,
	...(parent === null ? {} : { parent_application_id: parent }),
})

const actionOf = ({ type, party_id, session_id }: InviteRow) => ({ type, party_id, session_id })

/** An invite as one of the two sees it as a message: it stands in no channel but the other one's id (Q22). */
export function presentMessageTo(
	viewer: 'sender' | 'receiver',
	{ row, sender, receiver, application, content }: Shown,
): PlayerMessage & GatewayMessage {
	const peer = viewer === 'sender' ? receiver : sender
	const channel: DirectChannel = {
		id: peer.id,
		type: CHANNEL_TYPES.ephemeral,
		last_message_id: null,
		flags: 0,
		last_pin_timestamp: null,
		recipients: [presentUser(peer)],
	}
	return {
		id: row.message_id,
		type: 0,
		content,
		channel_id: peer.id,
		channel_type: CHANNEL_TYPES.ephemeral,
		channel,
		recipient_id: peer.id,
		author: presentUser(sender),
		timestamp: wireTime(readSnowflake(row.message_id).at),
		edited_timestamp: null,
		flags: MESSAGE_FLAGS.socialLayer,
		mentions: [],
		mention_roles: [],
		mention_everyone: false,
		attachments: [],
		embeds: [],
		components: [],
		pinned: false,
		tts: false,
		activity: actionOf(row),
		application: presentApplicationCard(application),
		...gameOf(application),
	}
}

/** The same for sessions that read no messages. */
export function presentInvite({ row, sender, application }: Omit<Shown, 'content' | 'receiver'>): ActivityInvite {
	return {
		message_id: row.message_id,
		channel_id: sender.id,
		author: presentUser(sender),
		application: presentApplicationCard(application),
		...gameOf(application),
		activity: actionOf(row),
	}
}
