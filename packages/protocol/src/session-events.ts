/** What the gateway says to one session: how it begins, and answers to what it asked. Nothing of it travels on a bus. */

import { type EventDeclaration, event } from './event.ts'
import { DirectChannel, GuildChannel } from './resources/channel.ts'
import { Guild } from './resources/guild.ts'
import { GatewayLobby } from './resources/lobby.ts'
import { Member } from './resources/member.ts'
import { Presence, UserSession } from './resources/presence.ts'
import { UserApplicationProfile } from './resources/profile.ts'
import { GameRelationship, Relationship } from './resources/relationship.ts'
import { PrivateUser, User } from './resources/user.ts'
import { GuildVoiceState } from './resources/voice.ts'
import {
	anyText,
	anything,
	boolean,
	float,
	int32,
	int53,
	list,
	map,
	nullable,
	object,
	optional,
	snowflake,
	timestamp,
} from './schema.ts'

const trace = list(anyText)

/** Who one is, and what one is in; for players also whom they know. */
export const Ready = event({
	name: 'READY',
	audience: 'session',
	data: object({
		v: int32,
		user: PrivateUser,
		user_settings: object({}),
		session_type: anyText,
		session_id: anyText,
		resume_gateway_url: anyText,
		guilds: list(object({ id: snowflake, unavailable: boolean })),
		private_channels: list(DirectChannel),
		relationships: list(Relationship),
		presences: list(Presence),
		/** As it was sent. */
		shard: optional(list(int32, { min: 2, max: 2 })),
		application: object({ id: snowflake, flags: int32, flags_new: anyText }),
		geo_ordered_rtc_regions: list(anyText),
		_trace: trace,
		game_relationships: optional(list(GameRelationship)),
		lobbies: optional(list(GatewayLobby)),
		users: optional(list(User)),
		sessions: optional(list(UserSession)),
		feature_flags: optional(object({ disabled_functions: list(anyText), disabled_gateway_events: list(anyText) })),
		/** By user. */
		user_application_profiles: optional(map(list(UserApplicationProfile))),
	}),
})
/** What READY left out for clients that want the beginning of it sooner. */
export const ReadySupplemental = event({
	name: 'READY_SUPPLEMENTAL',
	audience: 'session',
	data: object({
		guilds: list(anything),
		merged_members: list(anything),
		merged_presences: object({ guilds: list(anything), friends: list(Presence) }),
		lazy_private_channels: list(anything),
	}),
})
/** All that was missed has been said again. */
export const Resumed = event({ name: 'RESUMED', audience: 'session', data: object({ _trace: trace }) })

/** A guild with all that a session begins with; for one who came in, or whose session opens. */
export const GuildCreate = event({
	name: 'GUILD_CREATE',
	audience: 'session',
	intent: 'Guilds',
	data: object({
		...Guild.properties,
		joined_at: timestamp,
		large: boolean,
		unavailable: optional(boolean),
		member_count: int32,
		voice_states: list(GuildVoiceState),
		members: list(Member),
		channels: list(GuildChannel),
		threads: list(anything),
		presences: list(Presence),
		stage_instances: list(anything),
		guild_scheduled_events: list(anything),
		soundboard_sounds: list(anything),
	}),
})
/** Without `unavailable`: the user is out, or the guild is gone. */
export const GuildDelete = event({
	name: 'GUILD_DELETE',
	audience: 'session',
	intent: 'Guilds',
	data: object({ id: snowflake, unavailable: optional(boolean) }),
})

/** Members that were asked for; of those asked for by id that are none, ids too short for one are numbers. */
export const GuildMembersChunk = event({
	name: 'GUILD_MEMBERS_CHUNK',
	audience: 'session',
	data: object({
		guild_id: snowflake,
		members: list(Member),
		chunk_index: int32,
		chunk_count: int32,
		not_found: optional(list(anything)),
		presences: optional(list(Presence)),
		nonce: optional(anyText),
	}),
})
/** What was asked cannot be asked again yet; `retry_after` in seconds. */
export const RateLimited = event({
	name: 'RATE_LIMITED',
	audience: 'session',
	data: object({
		opcode: int32,
		retry_after: float(),
		meta: object({ guild_id: snowflake, nonce: optional(anyText) }),
	}),
})
/** What was asked for of voice channels, of those that have it; the time in seconds since the epoch. */
export const ChannelInfo = event({
	name: 'CHANNEL_INFO',
	audience: 'session',
	data: object({
		guild_id: snowflake,
		channels: list(
			object({
				id: snowflake,
				status: optional(nullable(anyText)),
				voice_start_time: optional(nullable(int53)),
			}),
		),
	}),
})
export const SoundboardSounds = event({
	name: 'SOUNDBOARD_SOUNDS',
	audience: 'session',
	data: object({ guild_id: snowflake, soundboard_sounds: list(anything) }),
})
/** The session goes on with another token; null: one that does not expire. */
export const TokenUpdated = event({
	name: 'TOKEN_UPDATED',
	audience: 'session',
	data: object({ expires_at: nullable(timestamp) }),
})
/** The user's own sessions of the same game, all of them; said again when one of them changes. */
export const SessionsReplace = event({ name: 'SESSIONS_REPLACE', audience: 'session', data: list(UserSession) })

export const SESSION_EVENTS: readonly EventDeclaration[] = [
	Ready,
	ReadySupplemental,
	Resumed,
	GuildCreate,
	GuildDelete,
	GuildMembersChunk,
	RateLimited,
	ChannelInfo,
	SoundboardSounds,
	TokenUpdated,
	SessionsReplace,
]
