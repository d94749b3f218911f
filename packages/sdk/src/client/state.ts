import type { Lifetimes } from '../auth/lifetimes.ts'
import type { OneAtATime } from '../auth/one-at-a-time.ts'
import type { TokenFacts } from '../auth/token-facts.ts'
import type { Cache } from '../cache/cache.ts'
import type { CacheEvents, Happening } from '../cache/happenings.ts'
import type { CallbackQueue } from '../core/dispatch.ts'
import type { Emitter } from '../core/events.ts'
import type { Logger } from '../core/log.ts'
import type { Redactor } from '../core/redact.ts'
import type { Snowflake } from '../core/snowflake.ts'
import type { ClientError, ClientStatus } from '../enums/clients.ts'
import type { Invites } from '../invites/known-invites.ts'
import type { HttpOptions } from '../net/http.ts'
import type { Clock, Platform } from '../platform/platform.ts'
import type { OwnPresence } from '../presence/own-presence.ts'
import type { ActivityInvite } from '../records/activity-invite.ts'
import type { ClientCreateOptions } from '../records/client-create-options.ts'
import type { Connection } from '../session/connection.ts'
import type { AudioDevice } from '../voice/audio-device.ts'
import type { AudioSettings } from '../voice/audio-settings.ts'

/** What `Client.on` can be asked for, with the arguments a listener gets. */
export interface ClientEvents extends CacheEvents {
	statusChanged: [status: ClientStatus, error: ClientError, errorDetail: number]
	tokenExpiration: []
	authorizeRequest: []
	authorizeDeviceScreenClosed: []
	deviceChanged: [inputDevices: AudioDevice[], outputDevices: AudioDevice[]]
	noAudioInput: [inputDetected: boolean]
	activityInviteCreated: [invite: ActivityInvite]
	activityInviteUpdated: [invite: ActivityInvite]
	activityJoin: [joinSecret: string]
	activityJoinWithApplication: [applicationId: Snowflake, joinSecret: string]
}

/** Everything behind a `Client`. Moving a client hands this over; handles hold on to it. */
export interface ClientState {
	readonly options: ClientCreateOptions
	readonly platform: Platform
	readonly clock: Clock
	readonly http: HttpOptions
	/** Without a slash at its end. */
	readonly webBase: string
	readonly log: Logger
	readonly redactor: Redactor
	/** What voice says, beside the general log. */
	readonly voiceLog: Logger
	readonly audio: AudioSettings
	/** Settings of native games that have no effect here, and of which the game was told so. */
	readonly told: Set<string>
	readonly queue: CallbackQueue
	readonly events: Emitter<ClientEvents>
	readonly connection: Connection
	/** Operations under way, to be told when the client is destroyed. */
	readonly running: Set<AbortController>
	readonly lifetimes: Lifetimes
	readonly authorizing: OneAtATime
	readonly device: OneAtATime
	/** Operations that wait for `ProvisionalUserMergeCompleted`. */
	readonly waitingForMerge: Set<(success: boolean) => void>
	/** What the game says of its player. */
	presence: OwnPresence
	readonly invites: Invites
	cache: Cache
	applicationId: Snowflake
	httpTimeoutMs: number
	token: HeldToken | undefined
	/** The PKCE pair made last: an `Authorize` that leaves the page takes the verifier along. */
	lastVerifier: { challenge: string; verifier: string } | undefined
	/** Counts the codes of `OpenAuthorizeDeviceScreen`: one that was taken back before it could be shown is not. */
	codeTurn: number
	/** Takes away what shows a code, where something does. */
	closeDeviceScreen: (() => void) | undefined
	/** Ends the writing of the log to a file, where it is written. */
	endLog: (() => void) | undefined
	isDestroyed: boolean
}

/** The token of `UpdateToken`. */
export interface HeldToken {
	readonly text: string
	/** Unknown when the server could not be asked. */
	readonly facts: TokenFacts | undefined
	/** Its expiry is told once. */
	isExpiryTold: boolean
	stopWatch(): void
}

/** Tells the listeners what the caches already show. */
export function tell(state: ClientState, happenings: readonly Happening[]): void {
	for (const [event, ...args] of happenings) state.events.emit(event, ...(args as ClientEvents[typeof event]))
}
