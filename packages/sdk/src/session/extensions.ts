/**
 * What our platform understands beyond the public gateway: another token for a live session (op 50), and whether the
 * game can ask its player for an authorization (op 51). A platform that does not know them closes with 4001 (S19).
 */
import { ClientError, ClientStatus } from '../enums/clients.ts'
import { COMING_BACK, DEAD_TOKEN } from './close-codes.ts'
import { Op } from './frames.ts'
import { drop, goOn, report, rest } from './life.ts'
import type { Step } from './session.ts'

/** The game has another token, or has let it go. */
export function setToken(run: Step, token: string | undefined): void {
	const { session } = run
	session.token = token
	if (session.phase === 'live') {
		showToken(run)
	} else if (token === undefined && session.phase !== 'idle' && session.phase !== 'closing') {
		drop(run, COMING_BACK)
		rest(run, ClientError.UnexpectedClose, DEAD_TOKEN) // S18
	}
}

/** S16: a session that began with another token goes on with the present one. */
export function showToken(run: Step): void {
	const { session, effects } = run
	const { token } = session
	if (token === undefined || token === session.shownToken) return
	if (session.hasExtensions) {
		session.shownToken = token
		effects.push({ type: 'send', frame: { op: Op.UpdateToken, d: { token: `Bearer ${token}` } } })
	} else {
		drop(run, COMING_BACK)
		report(run, ClientStatus.Reconnecting)
		goOn(run)
	}
}

/** S20 */
export function setCanAuthorize(run: Step, canAuthorize: boolean): void {
	const { session } = run
	if (session.canAuthorize === canAuthorize) return
	session.canAuthorize = canAuthorize
	if (session.phase === 'live') announce(run)
}

export function announce({ session, effects }: Step): void {
	if (!session.hasExtensions) return
	effects.push({ type: 'send', frame: { op: Op.AuthorizeRequests, d: { can_authorize: session.canAuthorize } } })
}
