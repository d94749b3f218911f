import { type CloseName, OPCODES } from '@guildhall/protocol'
import type { BadFrame, ClientFrame, Command } from './command.ts'

/** Frames a client may send in a minute, and how many more may be heartbeats (G5). */
const MOST_FRAMES = 120
const SPARE_HEARTBEATS = 5
const WINDOW_MS = 60_000
/** Bytes a client may send in a minute, whatever they are: twice what so many frames may have (G5). */
const MOST_BYTES = 1024 * 1024
/** How many heartbeat intervals may pass without a heartbeat (G6). */
const PATIENCE = 1.5

/**
 * The life of one socket, as data. `new`: nobody has said who they are. `asked`: an Identify or a Resume is being
 * answered. `open`: it carries a session.
 */
export interface Connection {
	phase: 'new' | 'asked' | 'open' | 'closed'
	readonly heartbeatMs: number
	isGreeted: boolean
	windowStartedAt: number
	framesInWindow: number
	bytesSince: number
	bytesBefore: number
	/** When it is given up, unless a heartbeat comes. */
	patientUntil: number
	/** What came before HELLO, or while an answer is awaited. */
	waiting: ClientFrame[]
}

export type Input =
	| { on: 'greet'; now: number }
	| { on: 'frame'; frame: ClientFrame; now: number }
	/** A ping of the WebSocket itself, which counts as a frame. */
	| { on: 'ping'; data: Buffer; now: number }
	/** `bytes`: what has come in since it was opened. */
	| { on: 'tick'; now: number; bytes: number }
	/** A session is on the connection. */
	| { on: 'opened' }
	/** Identify or Resume are refused, for good or with Invalid Session. */
	| { on: 'refused'; close: CloseName }
	| { on: 'invalid' }
	/** We, or the network, end it. */
	| { on: 'closed' }

export type Effect =
	| { do: 'hello' }
	| { do: 'ack' }
	| { do: 'pong'; data: Buffer }
	| { do: 'invalid session' }
	| { do: 'close'; close: CloseName }
	| { do: 'perform'; command: Exclude<Command, { is: 'heartbeat' }> }

export function newConnection(heartbeatMs: number, now: number): Connection {
	return {
		phase: 'new',
		heartbeatMs,
		isGreeted: false,
		windowStartedAt: now,
		framesInWindow: 0,
		bytesSince: now,
		bytesBefore: 0,
		patientUntil: now + heartbeatMs * PATIENCE,
		waiting: NONE,
	}
}

/** Shared by all connections that wait for nothing, which is nearly all of them nearly always. */
const NONE: ClientFrame[] = []

/** What an input does to the connection, and what is to be done about it, in order. */
export function step(connection: Connection, input: Input): Effect[] {
	if (connection.phase === 'closed') return []
	switch (input.on) {
		case 'greet':
			if (connection.isGreeted) return []
			connection.isGreeted = true
			// G1: HELLO goes first, whatever came before it.
			return [{ do: 'hello' }, ...release(connection)]
		case 'frame':
			return count(connection, input.frame.is, input.now) ?? receive(connection, input.frame, input.now)
		case 'ping':
			return count(connection, 'ping', input.now) ?? [{ do: 'pong', data: input.data }]
		case 'tick':
			if (input.now >= connection.patientUntil) return end(connection, 'sessionTimedOut') // G6
			return weigh(connection, input)
		case 'opened':
			connection.phase = 'open'
			return release(connection)
		case 'refused':
			return end(connection, input.close)
		case 'invalid':
			connection.phase = 'new'
			return [{ do: 'invalid session' }, ...release(connection)]
		case 'closed':
			connection.phase = 'closed'
			connection.waiting = NONE
			return []
		default:
			return input satisfies never
	}
}

/** G5 */
function count(connection: Connection, is: ClientFrame['is'] | 'ping', now: number): Effect[] | undefined {
	if (now - connection.windowStartedAt >= WINDOW_MS) {
		connection.windowStartedAt = now
		connection.framesInWindow = 0
	}
	connection.framesInWindow++
	const most = is === 'heartbeat' ? MOST_FRAMES + SPARE_HEARTBEATS : MOST_FRAMES
	return connection.framesInWindow > most ? end(connection, 'rateLimited') : undefined
}

/** G5: fragments and frames of the WebSocket itself are not counted, but their bytes are. */
function weigh(connection: Connection, { now, bytes }: { now: number; bytes: number }): Effect[] {
	if (bytes - connection.bytesBefore > MOST_BYTES) return end(connection, 'rateLimited')
	if (now - connection.bytesSince >= WINDOW_MS) {
		connection.bytesSince = now
		connection.bytesBefore = bytes
	}
	return []
}

function receive(connection: Connection, frame: ClientFrame, now: number): Effect[] {
	if (frame.is === 'heartbeat') connection.patientUntil = now + connection.heartbeatMs * PATIENCE
	if (!connection.isGreeted) return wait(connection, frame)
	return answer(connection, frame)
}

function answer(connection: Connection, frame: ClientFrame): Effect[] {
	const { phase } = connection
	switch (frame.is) {
		case 'heartbeat':
			return [{ do: 'ack' }]
		case 'bad':
			return end(connection, phase === 'new' && isForSessions(frame) ? 'notAuthenticated' : frame.close)
		case 'identify':
		case 'resume':
			if (phase !== 'new') return end(connection, 'alreadyAuthenticated') // G4
			connection.phase = 'asked'
			return [{ do: 'perform', command: frame }]
		default:
			if (phase === 'new') return end(connection, 'notAuthenticated') // G4
			if (phase === 'asked') return wait(connection, frame)
			return [{ do: 'perform', command: frame }]
	}
}

const BEFORE_IDENTIFY: readonly number[] = [OPCODES.heartbeat, OPCODES.identify, OPCODES.resume]

/** G4: who has not identified learns that first, not that the frame was wrong as well. */
function isForSessions({ close, op }: BadFrame): boolean {
	return close === 'decodeError' && op !== undefined && !BEFORE_IDENTIFY.includes(op)
}

function wait(connection: Connection, frame: ClientFrame): Effect[] {
	if (connection.waiting === NONE) connection.waiting = []
	connection.waiting.push(frame)
	return []
}

function release(connection: Connection): Effect[] {
	const { waiting } = connection
	if (waiting === NONE) return []
	connection.waiting = NONE
	return waiting.flatMap((frame) => (connection.phase === 'closed' ? [] : answer(connection, frame)))
}

function end(connection: Connection, close: CloseName): Effect[] {
	connection.phase = 'closed'
	connection.waiting = NONE
	return [{ do: 'close', close }]
}
