import type { PresenceInput } from '@guildhall/protocol'
import { readActivities } from '../domain/presence/activity.ts'
import type { Presences, SessionPresence } from '../domain/presence/presences.ts'
import type { Clock } from '../ports/clock.ts'
import type { OpenSession } from './open-session.ts'

/** GWC-07: so many changes in so long. */
const MOST_CHANGES = 5
const WINDOW_MS = 20_000

interface Window {
	endsAt: number
	count: number
	/** The last change that had to wait. */
	waiting: SessionPresence | undefined
	cancel: (() => void) | undefined
}

/** Sets what sessions say of themselves, no more often than they may (G23). */
export class PresenceUpdates {
	readonly #presences: Presences
	/** The time of sockets, and the platform's. */
	readonly #clocks: { socket: Clock; platform: Clock }
	readonly #windows = new Map<OpenSession, Window>()

	constructor(presences: Presences, clocks: { socket: Clock; platform: Clock }) {
		this.#presences = presences
		this.#clocks = clocks
	}

	/** The presence a session begins with. False where `input` is none. */
	begin(session: OpenSession, input: PresenceInput | undefined | null): boolean {
		const presence = this.#read(session, input ?? { status: 'online' })
		if (!presence) return false
		this.#presences.set(session.userId, session.id, presence)
		return true
	}

	/** A change; false where `input` is none. What comes too often waits, and only the last of it is kept. */
	change(session: OpenSession, input: PresenceInput): boolean {
		const presence = this.#read(session, input)
		if (!presence) return false
		const window = this.#windowOf(session)
		if (window.count < MOST_CHANGES) {
			window.count++
			this.#presences.set(session.userId, session.id, presence)
		} else {
			window.waiting = presence
			window.cancel ??= this.#clocks.socket.after(window.endsAt - this.#clocks.socket.now(), () => this.#open(session))
		}
		return true
	}

	end(session: OpenSession): void {
		this.#windows.get(session)?.cancel?.()
		this.#windows.delete(session)
		this.#presences.set(session.userId, session.id, undefined)
	}

	#open(session: OpenSession): void {
		const waiting = this.#windows.get(session)?.waiting
		this.#windows.delete(session)
		if (!waiting || session.isEnded) return
		this.#windowOf(session).count = 1
		this.#presences.set(session.userId, session.id, waiting)
	}

	#windowOf(session: OpenSession): Window {
		const now = this.#clocks.socket.now()
		let window = this.#windows.get(session)
		if (!window || (window.endsAt <= now && !window.cancel)) {
			window = { endsAt: now + WINDOW_MS, count: 0, waiting: undefined, cancel: undefined }
			this.#windows.set(session, window)
		}
		return window
	}

	#read(session: OpenSession, { status, activities }: PresenceInput): SessionPresence | undefined {
		const read = readActivities(activities ?? [], session, this.#clocks.platform.now())
		if (!read) return undefined
		return { status, activities: read, client: session.kind === 'bot' ? 'web' : 'desktop' }
	}
}
