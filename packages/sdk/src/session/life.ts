import { ClientError, ClientStatus } from '../enums/clients.ts'
import { DEAD_TOKEN } from './close-codes.ts'
import { forgetPresence } from './presence.ts'
import { reconnectDelay } from './reconnect.ts'
import type { Session, Step } from './session.ts'

const HANDSHAKE_MS = 30_000

/** The game wants a session. */
export function connect(run: Step): void {
	const { session, effects } = run
	if (session.phase === 'closing') {
		session.connectAfterwards = true // S3
	} else if (session.phase === 'idle' && !session.token) {
		effects.push({ type: 'log', message: 'Connect without a token: call UpdateToken and wait for its callback first' })
		effects.push({ type: 'status', status: session.status, error: ClientError.ConnectionFailed, detail: 0 }) // S1
	} else if (session.phase === 'idle') {
		session.failures = 0
		goOn(run)
	}
}

/** The next try begins. */
export function goOn(run: Step): void {
	const { session, effects } = run
	effects.push({ type: 'stop', timers: ['retry'] })
	if (session.token === undefined) {
		rest(run, ClientError.UnexpectedClose, DEAD_TOKEN) // S18
		return
	}
	if (session.resumable?.url) {
		open(run, session.resumable.url)
		return
	}
	session.phase = 'looking up'
	if (!session.resumable) report(run, ClientStatus.HttpWait) // S2, S11
	effects.push({ type: 'look up' })
}

export function open(run: Step, url: string): void {
	const { session, effects } = run
	session.phase = 'opening'
	if (!session.resumable) report(run, ClientStatus.Connecting)
	effects.push({ type: 'open', url }, { type: 'start', timer: 'handshake', ms: HANDSHAKE_MS })
}

/** Waits, then tries again (S5, S10); no less than it was told to. */
export function fail(run: Step, error: ClientError, detail: number, leastMs = 0): void {
	const { session, effects } = run
	// S12: the address of the node may be gone with the node.
	if (session.phase === 'opening' && session.resumable) session.resumable = { ...session.resumable, url: undefined }
	session.phase = 'waiting'
	report(run, ClientStatus.Reconnecting, error, detail)
	if (!session.resumable) report(run, ClientStatus.HttpWait) // S11
	const ms = Math.max(leastMs, reconnectDelay(session.failures++, run.random))
	effects.push({ type: 'stop', timers: ['heartbeat', 'handshake', 'stable'] }, { type: 'start', timer: 'retry', ms })
}

/** It is over, until the game connects again. */
export function rest(run: Step, error: ClientError, detail = 0): void {
	const { session, effects } = run
	session.phase = 'idle'
	forget(session)
	forgetPresence(run)
	effects.push({ type: 'stop', timers: ['heartbeat', 'retry', 'handshake', 'closing', 'stable'] })
	report(run, ClientStatus.Disconnected, error, detail)
	if (!session.connectAfterwards) return
	session.connectAfterwards = false
	connect(run)
}

export function drop({ effects }: Step, code: number): void {
	effects.push({ type: 'stop', timers: ['heartbeat', 'handshake', 'stable'] }, { type: 'drop', code })
}

export function forget(session: Session): void {
	session.resumable = undefined
	session.sequence = null
}

export function report(run: Step, status: ClientStatus, error: ClientError = ClientError.None, detail = 0): void {
	if (run.session.status === status) return // S17
	run.session.status = status
	run.effects.push({ type: 'status', status, error, detail })
}
