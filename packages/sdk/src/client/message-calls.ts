import { heldBy } from '../core/object.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { type MessageHandle, messageHandle } from '../handles/message-handle.ts'
import { lobbyHistory, sendLobbyMessage } from '../lobbies/chat.ts'
import type {
	GetLobbyMessagesCallback,
	MessageCreatedCallback,
	MessageDeletedCallback,
	MessageUpdatedCallback,
	OrNone,
	SendUserMessageCallback,
} from './callbacks.ts'
import { LobbyCalls } from './lobby-calls.ts'
import { type CallOptions, type Last, operate } from './operation.ts'

/** What a client says and hears. */
export abstract class MessageCalls extends LobbyCalls {
	/** Says something in a lobby, in at most 2,000 characters. */
	SendLobbyMessage(lobbyId: SnowflakeLike, content: string, cb: SendUserMessageCallback): void
	SendLobbyMessage(lobbyId: SnowflakeLike, content: string, options?: CallOptions): Promise<Snowflake>
	SendLobbyMessage(lobbyId: SnowflakeLike, content: string, last: Last<SendUserMessageCallback>) {
		const state = heldBy(this)
		return operate<[Snowflake], Snowflake>(state, last, {
			work: async (signal) => [await sendLobbyMessage(state, { lobbyId, content }, signal)],
			otherwise: [0n],
			give: (messageId) => messageId,
		})
	}

	/** The same, with text that travels along and is not shown. */
	SendLobbyMessageWithMetadata(
		lobbyId: SnowflakeLike,
		content: string,
		metadata: Record<string, string>,
		cb: SendUserMessageCallback,
	): void
	SendLobbyMessageWithMetadata(
		lobbyId: SnowflakeLike,
		content: string,
		metadata: Record<string, string>,
		options?: CallOptions,
	): Promise<Snowflake>
	SendLobbyMessageWithMetadata(
		lobbyId: SnowflakeLike,
		content: string,
		metadata: Record<string, string>,
		last: Last<SendUserMessageCallback>,
	) {
		const state = heldBy(this)
		return operate<[Snowflake], Snowflake>(state, last, {
			work: async (signal) => [await sendLobbyMessage(state, { lobbyId, content, metadata }, signal)],
			otherwise: [0n],
			give: (messageId) => messageId,
		})
	}

	/** What was said lately in a lobby one is in, newest first: at most 200 messages of the last 72 hours. */
	GetLobbyMessagesWithLimit(lobbyId: SnowflakeLike, limit: number, cb: GetLobbyMessagesCallback): void
	GetLobbyMessagesWithLimit(lobbyId: SnowflakeLike, limit: number, options?: CallOptions): Promise<MessageHandle[]>
	GetLobbyMessagesWithLimit(lobbyId: SnowflakeLike, limit: number, last: Last<GetLobbyMessagesCallback>) {
		const state = heldBy(this)
		return operate<[MessageHandle[]], MessageHandle[]>(state, last, {
			work: async (signal) => {
				const messages = await lobbyHistory(state, lobbyId, limit, signal)
				return [messages.map((message) => messageHandle(state, message))]
			},
			otherwise: [[]],
			give: (messages) => messages,
		})
	}

	/** A message among the 25 newest of its lobby. */
	GetMessageHandle(messageId: SnowflakeLike): MessageHandle | undefined {
		const state = heldBy(this)
		const message = state.cache.messages.get(toSnowflake(messageId, 'messageId'))
		return message && messageHandle(state, message)
	}

	SetMessageCreatedCallback(cb: OrNone<MessageCreatedCallback>): void {
		heldBy(this).events.set('messageCreated', cb)
	}

	/** Called for edits, and when the game's server writes moderation metadata. */
	SetMessageUpdatedCallback(cb: OrNone<MessageUpdatedCallback>): void {
		heldBy(this).events.set('messageUpdated', cb)
	}

	SetMessageDeletedCallback(cb: OrNone<MessageDeletedCallback>): void {
		heldBy(this).events.set('messageDeleted', cb)
	}
}
