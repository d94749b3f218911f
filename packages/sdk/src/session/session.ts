import { type ClientError, ClientStatus } from '../enums/clients.ts'
import type { Frame } from './frames.ts'

/** Where a session is. Changed by `step` alone, after the rules of docs/rules/sdk-session.md. */
export interface Session {
	status: ClientStatus
	phase: 'idle' | 'looking up' | 'waiting' | 'opening' | 'greeting' | 'identifying' | 'resuming' | 'live' | 'closing'
	token: string | undefined
	/** The one that the server was shown last. */
	shownToken: string | undefined
	/** Whether the game wants to hear of requests to authorize. */
	canAuthorize: boolean
	/** Until the server says that it does not know them. */
	hasExtensions: boolean
	/** What the game says of its player, as op 3 has it; none while it has said nothing. */
	presence: object | undefined
	/** It has not been said yet. */
	isPresenceDue: boolean
	/** How many were said lately, before the next one waits. */
	presencesSaid: number
	/** For the properties of identify. */
	os: string
	/** What a lost connection is taken up again with; without `url` at the general address. */
	resumable: { id: string; url: string | undefined } | undefined
	sequence: number | null
	/** In a row, since the last minute in Ready. */
	failures: number
	heartbeatMs: number
	isAcknowledged: boolean
	isOnline: boolean
	connectAfterwards: boolean
}

export type Timer = 'heartbeat' | 'retry' | 'handshake' | 'closing' | 'stable' | 'presence'

export type SessionInput =
	| { type: 'connect' | 'disconnect' | 'renew' | 'opened' }
	| { type: 'token'; token: string | undefined }
	| { type: 'can authorize'; canAuthorize: boolean }
	| { type: 'presence'; presence: object }
	| { type: 'address'; url: string }
	| { type: 'address failed'; status: number; waitMs?: number }
	| { type: 'frame'; frame: Frame }
	| { type: 'closed'; code: number }
	| { type: 'timer'; timer: Timer }
	| { type: 'network'; isOnline: boolean }

export type SessionEffect =
	| { type: 'status'; status: ClientStatus; error: ClientError; detail: number }
	| { type: 'look up' }
	| { type: 'open'; url: string }
	| { type: 'send'; frame: Frame }
	/** Close and wait: `closed` follows. */
	| { type: 'close'; code: number }
	/** Close and forget: nothing more of this socket is heard. */
	| { type: 'drop'; code: number }
	| { type: 'start'; timer: Timer; ms: number }
	| { type: 'stop'; timers: readonly Timer[] }
	/** READY included; Ready is reported after it. */
	| { type: 'dispatch'; name: string; data: unknown }
	| { type: 'log'; message: string }

/** A session that is being changed, and what is to be done about it, in order. */
export interface Step {
	session: Session
	effects: SessionEffect[]
	/** In [0, 1). */
	random: number
}

export function newSession(os: string): Session {
	return {
		status: ClientStatus.Disconnected,
		phase: 'idle',
		token: undefined,
		shownToken: undefined,
		canAuthorize: false,
		hasExtensions: true,
		presence: undefined,
		isPresenceDue: false,
		presencesSaid: 0,
		os,
		resumable: undefined,
		sequence: null,
		failures: 0,
		heartbeatMs: 0,
		isAcknowledged: true,
		isOnline: true,
		connectAfterwards: false,
	}
}
