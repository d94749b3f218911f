import type { Snowflake } from '../core/snowflake.ts'
import type { RelationshipType } from '../enums/users.ts'
import type { Channel } from './channels.ts'
import type { Lobby } from './lobbies.ts'
import { type MessageCache, messageCache } from './messages.ts'
import type { Presence } from './presences.ts'
import type { Relation } from './relations.ts'
import type { User } from './users.ts'
import type { Wire } from './wire.ts'

/** What the client knows. Handles read it at each call, which makes them live views. */
export interface Cache {
	/** 0 while there is no session. */
	currentUserId: Snowflake
	/** Of the gateway; empty while there is none. */
	sessionId: string
	users: Map<Snowflake, User>
	/** Whom the player is something to. */
	relations: Map<Snowflake, Relation>
	/** What the gateway has yet to tell of changes that an answer told already, oldest first, by `track id`. */
	echoes: Map<string, RelationshipType[]>
	/** Who is there. */
	presences: Map<Snowflake, Presence>
	/** Whose invites are followed: what they do there that the player does not see otherwise. */
	hidden: Map<Snowflake, Wire[]>
	/** What users are in this game, as the wire has it. */
	profiles: Map<Snowflake, Wire[]>
	lobbies: Map<Snowflake, Lobby>
	/** Direct channels of the platform. */
	channels: Map<Snowflake, Channel>
	messages: MessageCache
	/** Names of functions and of events that the platform has switched off. */
	disabled: ReadonlySet<unknown>
	/** Who was told that what they write is seen on the platform; 0 for nobody. */
	disclosedTo: Snowflake
}

export function emptyCache(): Cache {
	return {
		currentUserId: 0n,
		sessionId: '',
		users: new Map(),
		relations: new Map(),
		echoes: new Map(),
		presences: new Map(),
		hidden: new Map(),
		profiles: new Map(),
		lobbies: new Map(),
		channels: new Map(),
		messages: messageCache(),
		disabled: new Set(),
		disclosedTo: 0n,
	}
}
