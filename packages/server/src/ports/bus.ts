/**
 * The address of news: what a session can listen to. Channel events of a guild travel on the guild's subject with
 * `channelId` set; events of a direct channel travel to each recipient (docs/decisions/0002-subjects.md).
 */
export type Subject =
	| `guild.${string}`
	| `user.${string}`
	| `lobby.${string}`
	| `application.${string}`
	/** Between our own nodes: tokens that died, rights that changed. */
	| `internal.${string}`

/** One event on its way to whoever listens now. */
export interface Envelope {
	subject: Subject
	/** Name of the event in protocol/events.ts. */
	name: string
	/** The `d` of the dispatch, written once. */
	json: string
	/** The same, for those who look inside. Never changed by a listener. */
	data: unknown
	/** Only for those who may view this channel of the guild. */
	channelId?: string
	/** Not for those who may view this channel too. */
	exceptChannelId?: string
	/** Only for sessions of these users, where the subject is wider. */
	onlyUserIds?: readonly string[]
	/** Everybody but sessions of this user. */
	exceptUserId?: string
	/** Only for sessions that this application opened: news of a lobby on a user's subject is not for their other games. */
	applicationId?: string
	/** Not for sessions that these applications opened. */
	exceptApplicationIds?: readonly string[]
	/** Every session but this one. */
	exceptSessionId?: string
}

/** Carries news between nodes, at most once, in order per subject and publisher. */
export interface Bus {
	publish(envelope: Envelope): void
	/** Calls `hear` for each envelope of the subject until the answer is called. */
	subscribe(subject: Subject, hear: (envelope: Envelope) => void): () => void
	close(): Promise<void>
}
