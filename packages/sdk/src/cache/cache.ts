import type { Snowflake } from '../core/snowflake.ts'
import type { Lobby } from './lobbies.ts'
import { type MessageCache, messageCache } from './messages.ts'
import type { User } from './users.ts'

/** What the client knows. Handles read it at each call, which makes them live views. */
export interface Cache {
	/** 0 while there is no session. */
	currentUserId: Snowflake
	users: Map<Snowflake, User>
	lobbies: Map<Snowflake, Lobby>
	messages: MessageCache
}

export function emptyCache(): Cache {
	return { currentUserId: 0n, users: new Map(), lobbies: new Map(), messages: messageCache() }
}
