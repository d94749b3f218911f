import { asObject, textOf } from '../cache/wire.ts'
import { ClientError, ClientStatus } from '../enums/clients.ts'
import { COMING_BACK } from './close-codes.ts'
import { announce, showToken } from './extensions.ts'
import { type Frame, identify, Op, resume } from './frames.ts'
import { drop, fail, forget, goOn, report } from './life.ts'
import { sayPresence } from './presence.ts'
import type { Session, Step } from './session.ts'

/** What follows from a frame of the server. */
export function hear(run: Step, frame: Frame): void {
	const { session, effects } = run
	if (!['greeting', 'identifying', 'resuming', 'live'].includes(session.phase)) return
	switch (frame.op) {
		case Op.Hello:
			greet(run, frame.d)
			break
		case Op.Dispatch:
			if (typeof frame.s === 'number') session.sequence = frame.s
			dispatch(run, frame.t ?? '', frame.d)
			break
		case Op.Heartbeat:
			effects.push({ type: 'send', frame: { op: Op.Heartbeat, d: session.sequence } })
			break
		case Op.HeartbeatAck:
			session.isAcknowledged = true
			break
		case Op.Reconnect:
			lose(run) // S9
			break
		case Op.InvalidSession:
			invalidated(run, frame.d === true)
			break
	}
}

function greet(run: Step, hello: unknown): void {
	const { session, effects } = run
	if (session.phase !== 'greeting' || session.token === undefined) return
	session.heartbeatMs = heartbeatInterval(hello)
	session.isAcknowledged = true
	effects.push({ type: 'start', timer: 'heartbeat', ms: Math.round(session.heartbeatMs * run.random) })
	session.shownToken = session.token
	session.phase = session.resumable ? 'resuming' : 'identifying'
	const frame = session.resumable
		? resume(session.token, session.resumable.id, session.sequence)
		: identify(session.token, session.os, session.presence)
	if (!session.resumable) session.isPresenceDue = false
	effects.push({ type: 'send', frame })
}

function dispatch(run: Step, name: string, data: unknown): void {
	const { session, effects } = run
	if (name === 'RESUMED' && session.phase === 'resuming') {
		settle(run)
	} else if (name === 'READY' && session.phase === 'identifying') {
		session.resumable = readySession(data)
		report(run, ClientStatus.Connected)
		effects.push({ type: 'dispatch', name, data })
		settle(run)
	} else if (name !== 'READY' && name !== 'RESUMED') {
		effects.push({ type: 'dispatch', name, data })
	}
}

const STABLE_MS = 60_000

function settle(run: Step): void {
	run.session.phase = 'live'
	run.effects.push({ type: 'stop', timers: ['handshake'] }, { type: 'start', timer: 'stable', ms: STABLE_MS })
	report(run, ClientStatus.Ready)
	if (run.session.canAuthorize) announce(run)
	showToken(run)
	sayPresence(run)
}

function invalidated(run: Step, isResumable: boolean): void {
	const { session } = run
	if (!isResumable) forget(session) // S8
	if (session.phase === 'live') {
		lose(run)
	} else if (session.phase === 'resuming' && !isResumable) {
		drop(run, COMING_BACK)
		goOn(run)
	} else {
		drop(run, COMING_BACK)
		fail(run, ClientError.ConnectionFailed, 0)
	}
}

/** Again, without waiting: the server asks for it, or will not mind it any more. */
export function lose(run: Step, code = 0): void {
	drop(run, COMING_BACK)
	report(run, ClientStatus.Reconnecting, ClientError.UnexpectedClose, code)
	goOn(run)
}

function heartbeatInterval(hello: unknown): number {
	const given = Number(asObject(hello).heartbeat_interval)
	return given > 0 ? given : 41_250
}

function readySession(ready: unknown): Session['resumable'] {
	const { session_id, resume_gateway_url } = asObject(ready)
	const id = textOf(session_id)
	return id === undefined ? undefined : { id, url: textOf(resume_gateway_url) }
}
