import type { Message } from '../cache/messages.ts'
import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import { type Snowflake, snowflakeTime } from '../core/snowflake.ts'
import type { DisclosureTypes } from '../enums/channels.ts'
import { AdditionalContent } from '../records/additional-content.ts'
import { type ChannelHandle, knownChannel } from './channel-handle.ts'
import { knownLobby, type LobbyHandle } from './lobby-handle.ts'
import { readable } from './markup.ts'
import { knownUser, type UserHandle } from './user-handle.ts'

interface Held {
	state: ClientState
	message: Message
}

const SENT_BY_SOCIAL_LAYER = 1 << 16

/** A live view of a message. It keeps working when the message is not among the newest any more. */
export class MessageHandle extends Copyable<Held> {
	static override readonly name = 'MessageHandle'
	static readonly nullobj: MessageHandle = invalid(MessageHandle)

	private constructor(...given: ConstructorParameters<typeof Copyable<Held>>) {
		super(...given)
	}

	/** What it holds beside its text, where it does: a game says that there is a picture, or a poll. */
	AdditionalContent(): AdditionalContent | undefined {
		const additional = known(this)?.additional
		return additional && new AdditionalContent(additional)
	}

	/** A second name of the author that the game's server gave, as it was when the message was sent. */
	AdditionalName(): string | undefined {
		return known(this)?.additionalName
	}

	/** The application it was sent from; tells sibling games apart. */
	ApplicationId(): Snowflake | undefined {
		return known(this)?.applicationId
	}

	/** The author, where known. */
	Author(): UserHandle | undefined {
		return knownUser(heldBy(this).state, this.AuthorId())
	}

	/** Who wrote it; 0 for what the SDK itself says. */
	AuthorId(): Snowflake {
		return known(this)?.authorId ?? 0n
	}

	/** Where it is; `undefined` for what two players write to each other within the game alone. */
	Channel(): ChannelHandle | undefined {
		return knownChannel(heldBy(this).state, this.ChannelId())
	}

	/** The id of the lobby, or of its linked channel for what was said there; of two players their channel's, or the other one's id. */
	ChannelId(): Snowflake {
		return known(this)?.channelId ?? 0n
	}

	/** The text as a person reads it: mentions of users and channels as names, emoji as `:name:`. May be empty. */
	Content(): string {
		const { state } = heldBy(this)
		return readable(this.RawContent(), {
			user: (id) => knownUser(state, id)?.DisplayName(),
			channel: (id) => knownChannel(state, id)?.Name() || undefined,
		})
	}

	/**
	 * Set on what the SDK itself says once: that a message of the player can be read outside of the game. It comes with
	 * `SetMessageCreatedCallback` behind that message, has no author, and a game may show it in its own words or not at all.
	 */
	DisclosureType(): DisclosureTypes | undefined {
		return known(this)?.disclosure
	}

	/** Milliseconds since the Unix epoch, 0 when never edited. */
	EditedTimestamp(): number {
		return known(this)?.editedAt ?? 0
	}

	/** The id of the message; 0 when the client behind the handle is gone. */
	Id(): Snowflake {
		return known(this)?.id ?? 0n
	}

	/** The lobby it was sent in, while one is in it. */
	Lobby(): LobbyHandle | undefined {
		return knownLobby(heldBy(this).state, known(this)?.lobbyId ?? 0n)
	}

	/** What the sender attached. */
	Metadata(): Record<string, string> {
		return { ...known(this)?.metadata }
	}

	/** What the game's server wrote on it; an edit clears it. */
	ModerationMetadata(): Record<string, string> {
		return { ...known(this)?.moderationMetadata }
	}

	/** The text as it was sent. */
	RawContent(): string {
		return known(this)?.content ?? ''
	}

	/** The other one of two players, where known. */
	Recipient(): UserHandle | undefined {
		return knownUser(heldBy(this).state, this.RecipientId())
	}

	/** The other one of two players, whoever wrote it; 0 for what was said in a lobby. */
	RecipientId(): Snowflake {
		return known(this)?.recipientId ?? 0n
	}

	/** Whether a game sent it, this one or a sibling, rather than a client of the platform. */
	SentFromGame(): boolean {
		const message = known(this)
		return message !== undefined && isFromGame(message)
	}

	/** Milliseconds since the Unix epoch. */
	SentTimestamp(): number {
		const message = known(this)
		return message ? snowflakeTime(message.id) : 0
	}
}

export function messageHandle(state: ClientState, message: Message): MessageHandle {
	return make(MessageHandle, { state, message } satisfies Held)
}

function known(handle: MessageHandle): Message | undefined {
	const { state, message } = heldBy(handle)
	return state.isDestroyed ? undefined : message
}

/** A flag says so, and what was said in the lobby itself cannot come from anywhere else. */
function isFromGame({ flags, channelId, lobbyId }: Message): boolean {
	return (flags & SENT_BY_SOCIAL_LAYER) !== 0 || (lobbyId !== 0n && channelId === lobbyId)
}
