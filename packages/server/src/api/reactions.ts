import { reactions } from '@guildhall/protocol'
import { addReaction, clearEmoji, clearReactions, listReactors, removeReaction } from '../domain/messages/reactions.ts'
import { type Handler, handle } from './handle.ts'
import { inChannel } from './standing.ts'

const path = ({ message_id, emoji_name }: { message_id: string; emoji_name: string }) => ({
	messageId: message_id,
	emoji: emoji_name,
})

export const REACTION_HANDLERS: readonly Handler[] = [
	handle(reactions.addMyMessageReaction, async (call, { store }) => {
		const { access } = inChannel(call)
		await store.transaction((tx) => addReaction(tx, access, path(call.params)))
	}),
	handle(reactions.deleteMyMessageReaction, async (call, { store }) => {
		const { access } = inChannel(call)
		await store.transaction((tx) => removeReaction(tx, access, { ...path(call.params), userId: access.userId }))
	}),
	handle(reactions.deleteUserMessageReaction, async (call, { store }) => {
		const { access } = inChannel(call)
		const { user_id: userId } = call.params
		await store.transaction((tx) => removeReaction(tx, access, { ...path(call.params), userId }))
	}),
	handle(reactions.deleteAllMessageReactionsByEmoji, async (call, { store }) => {
		const { access } = inChannel(call)
		await store.transaction((tx) => clearEmoji(tx, access, path(call.params)))
	}),
	handle(reactions.deleteAllMessageReactions, async (call, { store }) => {
		const { access } = inChannel(call)
		await store.transaction((tx) => clearReactions(tx, access, call.params.message_id))
	}),
	handle(reactions.listMessageReactionsByEmoji, async (call, { store }) => {
		const { access } = inChannel(call)
		return listReactors(store, access, path(call.params), call.query)
	}),
]
