import { heldBy } from '../core/object.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { type ChannelHandle, knownChannel } from '../handles/channel-handle.ts'
import { type MessageHandle, messageHandle } from '../handles/message-handle.ts'
import { conversations } from '../parts/parts.ts'
import type { UserMessageSummary } from '../records/user-message-summary.ts'
import type {
	DeleteUserMessageCallback,
	EditUserMessageCallback,
	GetLobbyMessagesCallback,
	MessageCreatedCallback,
	MessageDeletedCallback,
	MessageUpdatedCallback,
	OrNone,
	SendUserMessageCallback,
	UserMessageSummariesCallback,
	UserMessagesWithLimitCallback,
} from './callbacks.ts'
import { LobbyCalls } from './lobby-calls.ts'
import { type CallOptions, type Last, operate } from './operation.ts'

/** What a client says and hears. */
export abstract class MessageCalls extends LobbyCalls {
	/**
	 * Says something in a lobby that the player is in; gives the id of the message. `content` has 1 to 2,000 characters, else
	 * it is a ValidationError; who is not in the lobby gets an HTTPError 50001.
	 */
	SendLobbyMessage(lobbyId: SnowflakeLike, content: string, cb: SendUserMessageCallback): void
	SendLobbyMessage(lobbyId: SnowflakeLike, content: string, options?: CallOptions): Promise<Snowflake>
	SendLobbyMessage(lobbyId: SnowflakeLike, content: string, last: Last<SendUserMessageCallback>) {
		return operate(this, last, 'SendLobbyMessage', [0n], (call) =>
			conversations((part) => part.sendLobbyMessage(call, lobbyId, content)),
		)
	}

	/** The same, with text that travels along and is not shown: at most 25 keys, 1,000 characters in all. */
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
		return operate(this, last, 'SendLobbyMessageWithMetadata', [0n], (call) =>
			conversations((part) => part.sendLobbyMessage(call, lobbyId, content, metadata)),
		)
	}

	/**
	 * What was said lately in a lobby that the player is in, newest first: `limit` messages, 1 to 200, of the last 72 hours.
	 * Asks the server each time.
	 */
	GetLobbyMessagesWithLimit(lobbyId: SnowflakeLike, limit: number, cb: GetLobbyMessagesCallback): void
	GetLobbyMessagesWithLimit(lobbyId: SnowflakeLike, limit: number, options?: CallOptions): Promise<MessageHandle[]>
	GetLobbyMessagesWithLimit(lobbyId: SnowflakeLike, limit: number, last: Last<GetLobbyMessagesCallback>) {
		return operate(this, last, 'GetLobbyMessagesWithLimit', [[]], (call) =>
			conversations((part) => part.lobbyHistory(call, lobbyId, limit)),
		)
	}

	/**
	 * Writes to another player; gives the id of the message. `content` has 1 to 2,000 characters, else it is a
	 * ValidationError. Whom one may not write to is an HTTPError 50007: one writes to friends, to whom one has written before
	 * and shares a guild with, and while both play the game. The first message that is seen outside of the game brings a notice
	 * along (`MessageHandle.DisclosureType`). What failed and is safe to repeat is, sent again within four minutes, the same message.
	 */
	SendUserMessage(recipientId: SnowflakeLike, content: string, cb: SendUserMessageCallback): void
	SendUserMessage(recipientId: SnowflakeLike, content: string, options?: CallOptions): Promise<Snowflake>
	SendUserMessage(recipientId: SnowflakeLike, content: string, last: Last<SendUserMessageCallback>) {
		return operate(this, last, 'SendUserMessage', [0n], (call) =>
			conversations((part) => part.sendUserMessage(call, recipientId, content)),
		)
	}

	/** The same, with text that travels along and is not shown: at most 25 keys, 1,000 characters in all. */
	SendUserMessageWithMetadata(
		recipientId: SnowflakeLike,
		content: string,
		metadata: Record<string, string>,
		cb: SendUserMessageCallback,
	): void
	SendUserMessageWithMetadata(
		recipientId: SnowflakeLike,
		content: string,
		metadata: Record<string, string>,
		options?: CallOptions,
	): Promise<Snowflake>
	SendUserMessageWithMetadata(
		recipientId: SnowflakeLike,
		content: string,
		metadata: Record<string, string>,
		last: Last<SendUserMessageCallback>,
	) {
		return operate(this, last, 'SendUserMessageWithMetadata', [0n], (call) =>
			conversations((part) => part.sendUserMessage(call, recipientId, content, metadata)),
		)
	}

	/** Changes what the player wrote to another one, with the rules of `SendUserMessage`. What moderation said of it is gone. */
	EditUserMessage(
		recipientId: SnowflakeLike,
		messageId: SnowflakeLike,
		content: string,
		cb: EditUserMessageCallback,
	): void
	EditUserMessage(
		recipientId: SnowflakeLike,
		messageId: SnowflakeLike,
		content: string,
		options?: CallOptions,
	): Promise<void>
	EditUserMessage(
		recipientId: SnowflakeLike,
		messageId: SnowflakeLike,
		content: string,
		last: Last<EditUserMessageCallback>,
	) {
		return operate(this, last, 'EditUserMessage', [], (call) =>
			conversations((part) => part.editUserMessage(call, recipientId, messageId, content)),
		)
	}

	/** Removes what the player wrote to another one. What somebody else wrote is an HTTPError 50005. */
	DeleteUserMessage(recipientId: SnowflakeLike, messageId: SnowflakeLike, cb: DeleteUserMessageCallback): void
	DeleteUserMessage(recipientId: SnowflakeLike, messageId: SnowflakeLike, options?: CallOptions): Promise<void>
	DeleteUserMessage(recipientId: SnowflakeLike, messageId: SnowflakeLike, last: Last<DeleteUserMessageCallback>) {
		return operate(this, last, 'DeleteUserMessage', [], (call) =>
			conversations((part) => part.deleteUserMessage(call, recipientId, messageId)),
		)
	}

	/**
	 * What the player and another one wrote to each other lately, newest first: `limit` messages, at most 200, of the last 72
	 * hours; 0 or less is all of them. Asks the server only for what is not known here. An HTTPError 404 where one of the two
	 * never played the game.
	 */
	GetUserMessagesWithLimit(recipientId: SnowflakeLike, limit: number, cb: UserMessagesWithLimitCallback): void
	GetUserMessagesWithLimit(recipientId: SnowflakeLike, limit: number, options?: CallOptions): Promise<MessageHandle[]>
	GetUserMessagesWithLimit(recipientId: SnowflakeLike, limit: number, last: Last<UserMessagesWithLimitCallback>) {
		return operate(this, last, 'GetUserMessagesWithLimit', [[]], (call) =>
			conversations((part) => part.userHistory(call, recipientId, limit)),
		)
	}

	/** With whom the player has written, and which message was the last. */
	GetUserMessageSummaries(cb: UserMessageSummariesCallback): void
	GetUserMessageSummaries(options?: CallOptions): Promise<UserMessageSummary[]>
	GetUserMessageSummaries(last?: Last<UserMessageSummariesCallback>) {
		return operate(this, last, 'GetUserMessageSummaries', [[]], (call) =>
			conversations((part) => part.messageSummaries(call)),
		)
	}

	/** A channel that messages are in, or a lobby; `undefined` for what is not known, and for what is the game's alone. */
	GetChannelHandle(channelId: SnowflakeLike): ChannelHandle | undefined {
		return knownChannel(heldBy(this), toSnowflake(channelId, 'channelId'))
	}

	/** A message among the 25 newest of its lobby, or of its two players. */
	GetMessageHandle(messageId: SnowflakeLike): MessageHandle | undefined {
		const state = heldBy(this)
		const message = state.cache.messages.get(toSnowflake(messageId, 'messageId'))
		return message && messageHandle(state, message)
	}

	/** Called for each new message, the player's own included; invites come to `SetActivityInviteCreatedCallback`. */
	SetMessageCreatedCallback(cb: OrNone<MessageCreatedCallback>): void {
		heldBy(this).events.set('messageCreated', cb)
	}

	/** Called for edits, and when the game's server writes moderation metadata. */
	SetMessageUpdatedCallback(cb: OrNone<MessageUpdatedCallback>): void {
		heldBy(this).events.set('messageUpdated', cb)
	}

	/** Called for each message that is removed. It cannot be looked up any more; handles of it go on. */
	SetMessageDeletedCallback(cb: OrNone<MessageDeletedCallback>): void {
		heldBy(this).events.set('messageDeleted', cb)
	}
}
