import { Op } from './frames.ts'
import type { Step } from './session.ts'

/** The server tells others of five in 20 s (presence.md Q4), and closes on who says much more. */
const MOST_SAID = 5
const WINDOW_MS = 20_000

/** S21: what the game says of its player, from now on. */
export function setPresence(run: Step, presence: object): void {
	const { session } = run
	session.presence = presence
	session.isPresenceDue = true
	sayPresence(run)
}

/** Says what was not said yet, unless much was said just now. */
export function sayPresence({ session, effects }: Step): void {
	if (!session.isPresenceDue || session.presencesSaid >= MOST_SAID || session.phase !== 'live') return
	session.isPresenceDue = false
	session.presencesSaid++
	effects.push({ type: 'send', frame: { op: Op.PresenceUpdate, d: session.presence } })
	if (session.presencesSaid === 1) effects.push({ type: 'start', timer: 'presence', ms: WINDOW_MS })
}

export function forgetPresence({ session, effects }: Step): void {
	session.presence = undefined
	session.isPresenceDue = false
	session.presencesSaid = 0
	effects.push({ type: 'stop', timers: ['presence'] })
}
