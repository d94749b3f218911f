import { pins, readTime } from '@guildhall/protocol'
import { listPins, pinMessage, unpinMessage } from '../domain/messages/pins.ts'
import { type Handler, handle } from './handle.ts'
import { inChannel } from './standing.ts'

/** What the older routes list at most. */
const MOST_LISTED = 50

/** Each call twice: under its route, and under the older one. */
export const PIN_HANDLERS: readonly Handler[] = [
	handle(pins.listPins, async (call, { store }) => {
		const { access, caller } = inChannel(call)
		const { before, limit } = call.query
		return listPins(store, access, caller, { limit, ...(before === undefined ? {} : { before: readTime(before) }) })
	}),
	handle(pins.deprecatedListPins, async (call, { store }) => {
		const { access, caller } = inChannel(call)
		const { items } = await listPins(store, access, caller, { limit: MOST_LISTED })
		return items.map(({ message }) => message)
	}),
	...[pins.createPin, pins.deprecatedCreatePin].map((operation) =>
		handle(operation, async (call, { store }) => {
			const { access } = inChannel(call)
			const { message_id: messageId } = call.params
			await store.transaction((tx) => pinMessage(tx, access, { messageId, reason: call.reason }))
		}),
	),
	...[pins.deletePin, pins.deprecatedDeletePin].map((operation) =>
		handle(operation, async (call, { store }) => {
			const { access } = inChannel(call)
			const { message_id: messageId } = call.params
			await store.transaction((tx) => unpinMessage(tx, access, { messageId, reason: call.reason }))
		}),
	),
]
