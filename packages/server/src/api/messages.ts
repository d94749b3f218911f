import { channels, messages } from '@guildhall/protocol'
import { createMessage } from '../domain/messages/create.ts'
import { crosspostMessage } from '../domain/messages/crosspost.ts'
import { editMessage } from '../domain/messages/edit.ts'
import { getMessage, listMessages, seenAs } from '../domain/messages/read.ts'
import { bulkDeleteMessages, deleteMessage } from '../domain/messages/remove.ts'
import { startTyping } from '../domain/messages/typing.ts'
import { type Handler, handle } from './handle.ts'
import { inChannel } from './standing.ts'

export const MESSAGE_HANDLERS: readonly Handler[] = [
	handle(messages.listMessages, async (call, { store }) => {
		const { access, caller } = inChannel(call)
		return listMessages(store, access, caller, call.query)
	}),
	handle(messages.getMessage, async (call, { store }) => {
		const { access, caller } = inChannel(call)
		return getMessage(store, access, caller, call.params.message_id)
	}),
	handle(messages.createMessage, async (call, { store }) => {
		const { access, caller } = inChannel(call)
		const { body, files } = call
		const made = await store.transaction((tx) => createMessage(tx, access, { author: caller, body, files }))
		return seenAs(caller, access, made)
	}),
	handle(messages.updateMessage, async (call, { store }) => {
		const { access, caller } = inChannel(call)
		const edit = { messageId: call.params.message_id, body: call.body, files: call.files }
		return seenAs(caller, access, await store.transaction((tx) => editMessage(tx, access, edit)))
	}),
	handle(messages.deleteMessage, async (call, { store }) => {
		const { access } = inChannel(call)
		const { message_id: messageId } = call.params
		await store.transaction((tx) => deleteMessage(tx, access, { messageId, reason: call.reason }))
	}),
	handle(messages.bulkDeleteMessages, async (call, { store }) => {
		const { access } = inChannel(call)
		const { messages: messageIds } = call.body
		await store.transaction((tx) => bulkDeleteMessages(tx, access, { messageIds, reason: call.reason }))
	}),
	handle(messages.crosspostMessage, async (call, { store }) => {
		const { access, caller } = inChannel(call)
		const published = await store.transaction((tx) => crosspostMessage(tx, access, call.params.message_id))
		return seenAs(caller, access, published)
	}),
	handle(channels.triggerTypingIndicator, async (call, { store }) => {
		const { access } = inChannel(call)
		await store.transaction((tx) => startTyping(tx, access))
	}),
]
