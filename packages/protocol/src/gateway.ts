/** Frames of the gateway that clients send, its opcodes and close codes (events.md §1–5). */
import {
	anything,
	boolean,
	either,
	type Infer,
	int53,
	integer,
	list,
	map,
	nothing,
	nullable,
	object,
	oneOf,
	optional,
	snowflake,
	text,
} from './schema.ts'

export const OPCODES = {
	dispatch: 0,
	heartbeat: 1,
	identify: 2,
	presenceUpdate: 3,
	voiceStateUpdate: 4,
	resume: 6,
	reconnect: 7,
	requestGuildMembers: 8,
	invalidSession: 9,
	hello: 10,
	heartbeatAck: 11,
	requestSoundboardSounds: 31,
	requestChannelInfo: 43,
	/** Ours: another token for a live session. */
	updateToken: 50,
	/** Ours: whether the game takes requests to authorize. */
	takeAuthorizeRequests: 51,
} as const

/** Why a connection is closed, and the sentence that goes with it. */
export const CLOSE_CODES = {
	unknownError: [4000, 'Unknown error.'],
	unknownOpcode: [4001, 'Unknown opcode.'],
	decodeError: [4002, 'Error while decoding payload.'],
	notAuthenticated: [4003, 'Not authenticated.'],
	authenticationFailed: [4004, 'Authentication failed.'],
	alreadyAuthenticated: [4005, 'Already authenticated.'],
	invalidSequence: [4007, 'Invalid seq.'],
	rateLimited: [4008, 'Rate limited.'],
	sessionTimedOut: [4009, 'Session timed out.'],
	invalidShard: [4010, 'Invalid shard.'],
	shardingRequired: [4011, 'Sharding required.'],
	invalidVersion: [4012, 'Invalid API version.'],
	invalidIntents: [4013, 'Invalid intent(s).'],
	disallowedIntents: [4014, 'Disallowed intent(s).'],
	goingAway: [1001, 'Going away.'],
} as const satisfies Record<string, readonly [code: number, reason: string]>

export type CloseName = keyof typeof CLOSE_CODES

/**
 * `activities` may be null: eris says so of a bot that does nothing. Where they are absent, `game` is the only one: so say
 * hikari and discordgo. `status` may be empty, as discordgo says it: online.
 */
export const PresenceInput = object({
	since: optional(nullable(int53)),
	activities: optional(nullable(list(anything))),
	game: optional(anything),
	status: oneOf('online', 'dnd', 'idle', 'invisible', 'offline', ''),
	afk: optional(nullable(boolean)),
})
export type PresenceInput = Infer<typeof PresenceInput>

/**
 * What must be right for the frame to be understood; `intents` and `shard` have codes of their own. `compress` counts
 * where it is `true`: oceanic.js repeats the transport compression of its address here.
 */
export const IdentifyInput = object({
	token: text(1, 4096),
	properties: map(anything),
	compress: optional(anything),
	large_threshold: optional(integer(0, 1_000_000)),
	shard: optional(anything),
	presence: optional(nullable(PresenceInput)),
	intents: optional(anything),
	capabilities: optional(anything),
})
export type IdentifyInput = Infer<typeof IdentifyInput>

export const ResumeInput = object({
	token: text(1, 4096),
	session_id: text(1, 128),
	seq: integer(0, Number.MAX_SAFE_INTEGER),
})
export type ResumeInput = Infer<typeof ResumeInput>

export const UpdateTokenInput = object({ token: text(1, 4096) })
export type UpdateTokenInput = Infer<typeof UpdateTokenInput>

export const TakeAuthorizeRequestsInput = object({ can_authorize: boolean })
export type TakeAuthorizeRequestsInput = Infer<typeof TakeAuthorizeRequestsInput>

export const VoiceStateInput = object({
	guild_id: optional(nullable(snowflake)),
	channel_id: nullable(snowflake),
	self_mute: optional(boolean),
	self_deaf: optional(boolean),
})
export type VoiceStateInput = Infer<typeof VoiceStateInput>

const idOrNumber = either(text(1, 64), int53)

/** `presences` may be a number: eris sends the bit of the intent. */
export const RequestMembersInput = object({
	guild_id: either(snowflake, list(snowflake, { min: 1, max: 1 })),
	query: optional(nullable(text(0, 1024))),
	user_ids: optional(nullable(either(idOrNumber, list(idOrNumber)))),
	limit: optional(nullable(int53)),
	presences: optional(nullable(either(boolean, int53))),
	nonce: optional(anything),
})
export type RequestMembersInput = Infer<typeof RequestMembersInput>

export const RequestSoundsInput = object({ guild_ids: list(snowflake, { max: 200 }) })
export type RequestSoundsInput = Infer<typeof RequestSoundsInput>

export const RequestChannelInfoInput = object({ guild_id: snowflake, fields: list(anything) })
export type RequestChannelInfoInput = Infer<typeof RequestChannelInfoInput>

export const HeartbeatInput = either(integer(0, Number.MAX_SAFE_INTEGER), nothing)
