import type { Snowflake } from '../core/snowflake.ts'

/** What listeners are told about the caches, with the arguments they get. */
export interface CacheEvents {
	userUpdated: [userId: Snowflake]
	relationshipCreated: [userId: Snowflake, isPlatform: boolean]
	relationshipDeleted: [userId: Snowflake, isPlatform: boolean]
	relationshipGroupsUpdated: [userId: Snowflake]
	lobbyCreated: [lobbyId: Snowflake]
	lobbyUpdated: [lobbyId: Snowflake]
	lobbyDeleted: [lobbyId: Snowflake]
	lobbyMemberAdded: [lobbyId: Snowflake, memberId: Snowflake]
	lobbyMemberUpdated: [lobbyId: Snowflake, memberId: Snowflake]
	lobbyMemberRemoved: [lobbyId: Snowflake, memberId: Snowflake]
	voiceParticipantChanged: [lobbyId: Snowflake, memberId: Snowflake, added: boolean]
	messageCreated: [messageId: Snowflake]
	messageUpdated: [messageId: Snowflake]
	messageDeleted: [messageId: Snowflake, channelId: Snowflake]
}

/** One of them, as it came about. */
export type Happening = { [N in keyof CacheEvents]: [event: N, ...CacheEvents[N]] }[keyof CacheEvents]
