import { ApiError, directMessages } from '@guildhall/protocol'
import type { BearerCaller, Caller } from '../domain/access/caller.ts'
import { askAlong } from '../domain/activity-invites/send.ts'
import { deleteDirectMessage, editDirectMessage, moderateDirectMessage } from '../domain/direct-messages/change.ts'
import { getDirectChannel, listDirectMessages, listSummaries } from '../domain/direct-messages/read.ts'
import { sendDirectMessage } from '../domain/direct-messages/send.ts'
import { type Handler, handle } from './handle.ts'
import { asBot } from './standing.ts'

const playerOf = (caller: Caller) => {
	const { applicationId, userId } = caller as BearerCaller
	return { applicationId, userId }
}
const keyOf = ({ user_id, message_id }: { user_id: string; message_id: string }) => ({
	otherId: user_id,
	messageId: message_id,
})

export const DIRECT_MESSAGE_HANDLERS: readonly Handler[] = [
	handle(directMessages.createDirectMessage, ({ params, body, caller }, { store, presences }) => {
		const writes = (caller as BearerCaller).scopes.has('dm_channels.messages.write')
		const { activity } = body
		if (!activity) {
			// Without words it is refused as empty, whatever the token reaches.
			if (!writes && body.content) throw new ApiError('MissingScope')
			return store.transaction((tx) => sendDirectMessage(tx, playerOf(caller), params.user_id, body))
		}
		const asking = {
			type: activity.type,
			partyId: activity.party_id ?? undefined,
			sessionId: activity.session_id ?? undefined,
			applicationId: body.application_id ?? undefined,
			content: writes ? (body.content ?? '') : '',
		}
		return store.transaction((tx) => askAlong(tx, presences, playerOf(caller), params.user_id, asking))
	}),
	handle(directMessages.listDirectMessages, ({ params, query, caller }, { store }) =>
		listDirectMessages(store, playerOf(caller), params.user_id, query.limit),
	),
	handle(directMessages.updateDirectMessage, ({ params, body, caller }, { store }) =>
		store.transaction((tx) => editDirectMessage(tx, playerOf(caller), keyOf(params), body)),
	),
	handle(directMessages.deleteDirectMessage, ({ params, caller }, { store }) =>
		store.transaction((tx) => deleteDirectMessage(tx, playerOf(caller), keyOf(params))),
	),
	handle(directMessages.listDirectSummaries, ({ caller }, { store }) => listSummaries(store, playerOf(caller))),
	handle(directMessages.listDirectSummariesOfGame, ({ caller }, { store }) => listSummaries(store, playerOf(caller))),
	handle(directMessages.getDirectChannel, ({ params, caller }, { store }) =>
		getDirectChannel(store, playerOf(caller), params.user_id),
	),
	handle(directMessages.moderateDirectMessage, (call, { store }) => {
		const { user_id_1, user_id_2, message_id: messageId } = call.params
		const { applicationId } = asBot(call)
		const key = { userIds: [user_id_1, user_id_2] as [string, string], messageId }
		return store.transaction((tx) => moderateDirectMessage(tx, applicationId, key, call.body))
	}),
]
