import type { PresenceInput } from '@guildhall/protocol'
import { getApplication } from '../domain/applications/applications.ts'
import { type Actor, readActivities, type SaidActivity } from '../domain/presence/activity.ts'
import { type ClientKind, type ClientProperties, clientKind, systemOf } from '../domain/presence/client-kind.ts'
import type { Game, SessionPresence } from '../domain/presence/merge.ts'
import { hasPictures, withPictures } from '../domain/presence/pictures.ts'
import type { Presences } from '../domain/presence/presences.ts'
import { WrongActivity } from '../domain/presence/wrong-activity.ts'
import type { Clock } from '../ports/clock.ts'
import type { Reading } from '../ports/store.ts'
import type { OpenSession } from './open-session.ts'

/** GWC-07: so many changes in so long. */
const MOST_CHANGES = 5
const WINDOW_MS = 20_000
/** Q5: how long a player whose connection is lost is still there for others. */
const GRACE_MS = 10_000

interface Window {
	endsAt: number
	count: number
	/** The last change that had to wait. */
	waiting: SessionPresence | undefined
	cancel: (() => void) | undefined
}

/** A session that says how its user is. */
interface Voice {
	actor: Actor
	game: Game | undefined
	client: ClientKind
	os: string
	/** What it said last. */
	said: SessionPresence | undefined
	window: Window | undefined
	/** Looking for pictures, one change after the other. */
	looking: Promise<void> | undefined
	/** Nothing carries it, and others see nobody any more. */
	isAway: boolean
	cancelGrace: (() => void) | undefined
}

export interface PresenceUpdatesOptions {
	store: Reading
	presences: Presences
	/** The time of sockets, and the platform's. */
	clocks: { socket: Clock; platform: Clock }
	onError(error: unknown): void
}

/** Sets what sessions say of themselves, no more often than they may (G23, presence.md Q4). */
export class PresenceUpdates {
	readonly #options: PresenceUpdatesOptions
	readonly #voices = new Map<OpenSession, Voice>()
	/** Of bots, the sessions that nothing carries. */
	readonly #left = new Map<string, Set<OpenSession>>()

	constructor(options: PresenceUpdatesOptions) {
		this.#options = options
	}

	/** The presence a session begins with. False where `input` is none. */
	async begin(
		session: OpenSession,
		input: PresenceInput | undefined | null,
		properties: ClientProperties,
	): Promise<boolean> {
		const voice = await this.#voiceOf(session, properties)
		const presence = this.#read(voice, session, input ?? { status: 'online' })
		if (!presence) return false
		this.#voices.set(session, voice)
		this.#apply(session, voice, presence)
		for (const left of this.#left.get(session.userId) ?? []) this.#leave(left)
		await voice.looking
		return true
	}

	/** The game that a player's session is of. */
	gameOf(session: OpenSession): Game | undefined {
		return this.#voices.get(session)?.game
	}

	/** A change; false where `input` is none. What comes too often waits, and only the last of it is kept. */
	change(session: OpenSession, input: PresenceInput): boolean {
		const voice = this.#voices.get(session)
		if (!voice) return true
		const presence = this.#read(voice, session, input)
		if (!presence) return false
		const window = this.#windowOf(voice)
		if (window.count < MOST_CHANGES) {
			window.count++
			this.#apply(session, voice, presence)
		} else {
			const { socket } = this.#options.clocks
			window.waiting = presence
			window.cancel ??= socket.after(window.endsAt - socket.now(), () => this.#open(session, voice))
		}
		return true
	}

	/** Nothing carries the session (Q5). */
	lost(session: OpenSession): void {
		const voice = this.#voices.get(session)
		if (!voice || voice.cancelGrace) return
		if (voice.game) voice.cancelGrace = this.#options.clocks.socket.after(GRACE_MS, () => this.#leave(session))
		else this.#left.set(session.userId, (this.#left.get(session.userId) ?? new Set()).add(session))
	}

	/** Another connection carries it. */
	resumed(session: OpenSession): void {
		const voice = this.#voices.get(session)
		voice?.cancelGrace?.()
		this.#forgetLeft(session)
		if (!voice) return
		voice.cancelGrace = undefined
		if (!voice.isAway) return
		voice.isAway = false
		if (voice.said) this.#options.presences.set(session.userId, session.id, voice.said)
	}

	end(session: OpenSession): void {
		const voice = this.#voices.get(session)
		this.#voices.delete(session)
		voice?.window?.cancel?.()
		voice?.cancelGrace?.()
		this.#forgetLeft(session)
		this.#options.presences.set(session.userId, session.id, undefined)
	}

	/** Resolves when nobody looks for pictures. */
	async settled(): Promise<void> {
		for (const { looking } of [...this.#voices.values()]) await looking
	}

	/** Others see nobody there any more. */
	#leave(session: OpenSession): void {
		const voice = this.#voices.get(session)
		if (!voice || voice.isAway) return
		voice.isAway = true
		this.#options.presences.set(session.userId, session.id, undefined)
	}

	#forgetLeft(session: OpenSession): void {
		const left = this.#left.get(session.userId)
		if (left?.delete(session) && left.size === 0) this.#left.delete(session.userId)
	}

	#open(session: OpenSession, voice: Voice): void {
		const waiting = voice.window?.waiting
		voice.window = undefined
		if (!waiting || session.isEnded) return
		this.#windowOf(voice).count = 1
		this.#apply(session, voice, waiting)
	}

	#windowOf(voice: Voice): Window {
		const now = this.#options.clocks.socket.now()
		if (!voice.window || (voice.window.endsAt <= now && !voice.window.cancel)) {
			voice.window = { endsAt: now + WINDOW_MS, count: 0, waiting: undefined, cancel: undefined }
		}
		return voice.window
	}

	/** Others see it, once its pictures are found. */
	#apply(session: OpenSession, voice: Voice, presence: SessionPresence): void {
		const { store, onError } = this.#options
		const { game } = voice
		if (!voice.looking && !(game && hasPictures(presence.activities))) {
			this.#show(session, voice, presence)
			return
		}
		const before = voice.looking ?? Promise.resolve()
		const looking = before
			.then(async () => {
				const activities = game ? await withPictures(store, game, presence.activities) : presence.activities
				this.#show(session, voice, { ...presence, activities })
			})
			.catch(onError)
			.finally(() => {
				if (voice.looking === looking) voice.looking = undefined
			})
		voice.looking = looking
	}

	#show(session: OpenSession, voice: Voice, presence: SessionPresence): void {
		if (session.isEnded) return
		voice.said = presence
		if (!voice.isAway) this.#options.presences.set(session.userId, session.id, presence)
	}

	#read(
		voice: Voice,
		session: OpenSession,
		{ status, activities, game: only }: PresenceInput,
	): SessionPresence | undefined {
		const { game, client, os } = voice
		const said = this.#readActivities(voice, session, activities ?? (only ? [only] : []))
		if (!said) return undefined
		const shown = session.writesPresence ? status || 'online' : 'invisible'
		return { status: shown, activities: said, client, os, ...(game ? { game } : {}) }
	}

	#readActivities(voice: Voice, session: OpenSession, given: readonly unknown[]): SaidActivity[] | undefined {
		try {
			const read = readActivities(given, voice.actor, this.#options.clocks.platform.now(), voice.said?.activities)
			return session.writesActivities ? read : []
		} catch (error) {
			if (error instanceof WrongActivity) return undefined
			throw error
		}
	}

	async #voiceOf({ kind, applicationId }: OpenSession, properties: ClientProperties): Promise<Voice> {
		const common = {
			client: clientKind(kind, properties),
			os: systemOf(properties),
			said: undefined,
			window: undefined,
			looking: undefined,
			isAway: false,
			cancelGrace: undefined,
		}
		if (kind === 'bot') return { ...common, actor: { kind }, game: undefined }
		const { name, parent_application_id: parent } = await getApplication(this.#options.store, applicationId)
		return {
			...common,
			actor: { kind, applicationId, applicationName: name, parentId: parent ?? undefined },
			game: { applicationId, familyId: parent ?? applicationId },
		}
	}
}
