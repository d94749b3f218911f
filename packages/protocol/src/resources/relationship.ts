import {
	anyText,
	boolean,
	code,
	type Infer,
	maybe,
	named,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	text,
	timestamp,
} from '../schema.ts'
import { PrimaryGuild, User } from './user.ts'

/** What a user is to another, on one of the two tracks (social.md §8.1). */
export const RELATIONSHIP_TYPES = { none: 0, friend: 1, blocked: 2, incoming: 3, outgoing: 4 } as const
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[keyof typeof RELATIONSHIP_TYPES]

/** A relation of the whole platform; `id` is the other user's. */
export const Relationship = resource()(
	'Relationship',
	object({
		id: snowflake,
		type: code(1, 2, 3, 4),
		user: User,
		nickname: nullable(anyText),
		since: timestamp,
		/** Of requests to one: whether the platform takes it for spam, and whether it is a stranger's. */
		is_spam_request: boolean,
		stranger_request: boolean,
		user_ignored: boolean,
		/** For players: whether the other one plays the same game. */
		has_played_game: optional(boolean),
	}),
)
export type Relationship = Infer<typeof Relationship>

/** A relation within one game; `id` is the other user's, `user_id` one's own. */
export const GameRelationship = resource()(
	'GameRelationship',
	object({
		id: snowflake,
		application_id: snowflake,
		type: code(1, 3, 4),
		user: User,
		since: timestamp,
		/** Always 0: nobody limits here who may write. */
		dm_access_type: code(0),
		is_spam_request: boolean,
		user_id: snowflake,
	}),
)
export type GameRelationship = Infer<typeof GameRelationship>

export const RelationshipByName = named(
	'RelationshipByName',
	object({ username: text(1, 32), discriminator: maybe(anyText) }),
)

/** Absent or −1: ask, or accept where one was asked; 1: accept, and nothing else; 2: block. */
export const RelationshipChange = named('RelationshipChange', object({ type: maybe(code(-1, 1, 2)) }))

export const GameRelationshipChange = named('GameRelationshipChange', object({ type: maybe(code(-1, 1)) }))

/** From whom requests may come: everybody, friends of friends, people of the same guilds. */
export const FriendSources = resource()(
	'FriendSources',
	object({ all: boolean, mutual_friends: boolean, mutual_guilds: boolean }),
)
export type FriendSources = Infer<typeof FriendSources>

export const UserSettings = resource()(
	'UserSettings',
	object({ friend_source_flags: FriendSources, primary_guild: nullable(PrimaryGuild) }),
)
export type UserSettings = Infer<typeof UserSettings>

/** The guild whose tag one wears; without one none. `identity_enabled: false` takes the tag off. */
export const PrimaryGuildChange = named(
	'PrimaryGuildChange',
	object({ identity_guild_id: nullable(snowflake), identity_enabled: maybe(boolean) }),
)
export type PrimaryGuildChange = Infer<typeof PrimaryGuildChange>

export const UserSettingsChanges = named(
	'UserSettingsChanges',
	object({ friend_source_flags: optional(FriendSources), primary_guild: optional(PrimaryGuildChange) }),
)
export type UserSettingsChanges = Infer<typeof UserSettingsChanges>
