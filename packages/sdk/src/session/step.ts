import { ClientError, ClientStatus } from '../enums/clients.ts'
import { COMING_BACK, FORGETFUL, NORMAL, TERMINAL, UNKNOWN_OP } from './close-codes.ts'
import { setCanAuthorize, setToken } from './extensions.ts'
import { Op } from './frames.ts'
import { hear, lose } from './hear.ts'
import { connect, drop, fail, forget, goOn, open, report, rest } from './life.ts'
import { forgetPresence, sayPresence, setPresence } from './presence.ts'
import type { Session, SessionEffect, SessionInput, Step, Timer } from './session.ts'

/**
 * What follows from an input: the next session, and what is to be done in order. A pure function: no clock, no socket,
 * and chance comes as `random` in [0, 1).
 */
export function step(
	before: Session,
	input: SessionInput,
	random: number,
): { session: Session; effects: SessionEffect[] } {
	const run: Step = { session: { ...before }, effects: [], random }
	take(run, input)
	return { session: run.session, effects: run.effects }
}

function take(run: Step, input: SessionInput): void {
	const { session } = run
	switch (input.type) {
		case 'connect':
			connect(run)
			break
		case 'disconnect':
			disconnect(run)
			break
		case 'renew':
			renew(run)
			break
		case 'token':
			setToken(run, input.token)
			break
		case 'can authorize':
			setCanAuthorize(run, input.canAuthorize)
			break
		case 'presence':
			setPresence(run, input.presence)
			break
		case 'address':
			if (session.phase === 'looking up') open(run, input.url)
			break
		case 'address failed':
			if (session.phase === 'looking up') fail(run, ClientError.ConnectionFailed, input.status, input.waitMs)
			break
		case 'opened':
			if (session.phase === 'opening') session.phase = 'greeting'
			break
		case 'frame':
			hear(run, input.frame)
			break
		case 'closed':
			closed(run, input.code)
			break
		case 'timer':
			ring(run, input.timer)
			break
		case 'network':
			session.isOnline = input.isOnline
			if (input.isOnline && session.phase === 'waiting') goOn(run) // S15
			break
		default:
			input satisfies never
	}
}

const CLOSING_MS = 5_000

function disconnect(run: Step): void {
	const { session, effects } = run
	session.connectAfterwards = false
	forgetPresence(run)
	switch (session.phase) {
		case 'idle':
		case 'closing':
			break
		case 'looking up':
		case 'waiting':
		case 'opening':
			if (session.phase === 'opening') drop(run, NORMAL)
			report(run, ClientStatus.Disconnecting)
			rest(run, session.resumable ? ClientError.None : ClientError.ConnectionCanceled) // S4
			break
		default:
			session.phase = 'closing'
			report(run, ClientStatus.Disconnecting)
			effects.push({ type: 'stop', timers: ['heartbeat', 'handshake', 'stable'] })
			effects.push({ type: 'close', code: NORMAL }, { type: 'start', timer: 'closing', ms: CLOSING_MS })
	}
}

/** Begins a new session in place of the present one (S16). */
function renew(run: Step): void {
	const { session } = run
	forget(session)
	if (['idle', 'closing', 'waiting', 'looking up'].includes(session.phase)) return
	drop(run, NORMAL)
	report(run, ClientStatus.Reconnecting)
	goOn(run)
}

function closed(run: Step, code: number): void {
	const { session } = run
	if (['idle', 'waiting', 'looking up'].includes(session.phase)) return
	if (session.phase === 'closing') {
		rest(run, ClientError.None)
	} else if (TERMINAL.has(code)) {
		rest(run, ClientError.UnexpectedClose, code) // S6
	} else if (session.phase === 'opening') {
		fail(run, ClientError.ConnectionFailed, 0)
	} else if (code === UNKNOWN_OP && session.phase === 'live' && session.hasExtensions) {
		session.hasExtensions = false // S19
		lose(run, code)
	} else {
		if (FORGETFUL.has(code)) forget(session) // S8
		fail(run, ClientError.UnexpectedClose, code)
	}
}

function ring(run: Step, timer: Timer): void {
	const { session } = run
	switch (timer) {
		case 'heartbeat':
			beat(run)
			break
		case 'retry':
			if (session.phase === 'waiting' && session.isOnline) goOn(run)
			break
		case 'handshake':
			drop(run, COMING_BACK)
			session.phase = 'opening'
			fail(run, ClientError.ConnectionFailed, 0) // S14
			break
		case 'closing':
			drop(run, NORMAL)
			rest(run, ClientError.None)
			break
		case 'stable':
			session.failures = 0
			break
		case 'presence':
			session.presencesSaid = 0
			sayPresence(run)
			break
		default:
			timer satisfies never
	}
}

function beat(run: Step): void {
	const { session, effects } = run
	if (!session.isAcknowledged) {
		drop(run, COMING_BACK)
		fail(run, ClientError.UnexpectedClose, COMING_BACK) // S13
		return
	}
	session.isAcknowledged = false
	effects.push({ type: 'send', frame: { op: Op.Heartbeat, d: session.sequence } })
	effects.push({ type: 'start', timer: 'heartbeat', ms: session.heartbeatMs })
}
