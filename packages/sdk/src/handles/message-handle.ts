import type { Message } from '../cache/messages.ts'
import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import { type Snowflake, snowflakeTime } from '../core/snowflake.ts'
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

	AuthorId(): Snowflake {
		return known(this)?.authorId ?? 0n
	}

	/** The id of the lobby, or of its linked channel for what was said there. */
	ChannelId(): Snowflake {
		return known(this)?.channelId ?? 0n
	}

	/** The text as a person reads it, mentions and emoji resolved. */
	Content(): string {
		const { state } = heldBy(this)
		return readable(this.RawContent(), (id) => knownUser(state, id)?.DisplayName())
	}

	/** Milliseconds since the Unix epoch, 0 when never edited. */
	EditedTimestamp(): number {
		return known(this)?.editedAt ?? 0
	}

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
