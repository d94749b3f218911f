import type { AccessChanged, EventData } from '@guildhall/protocol'
import type { Logger } from '../log.ts'
import type { Bus, Envelope, Subject } from '../ports/bus.ts'
import type { Reading } from '../ports/store.ts'
import type { Dispatch } from './dispatch.ts'
import { GuildRights } from './rights.ts'
import { type Rule, ruleFor } from './rules.ts'
import { type Hearer, Said } from './said.ts'
import { type Glimpse, hasSight, isComing, lookAgain, noteOf, type Sight } from './sight.ts'
import { type Deciding, keptBits, loadBits, mayHear } from './who-may-hear.ts'

/** A session as the hub knows it. */
export interface HubSession extends Hearer {
	/** By subject; kept by the hub. */
	readonly listeners: Map<string, Listener>
	hear(dispatch: Dispatch): void
	/** Its user came into a guild or a lobby, or is out of one. */
	accessChanged(change: EventData<typeof AccessChanged>): void
}

/** One session on one subject. */
export interface Listener {
	readonly session: HubSession
	readonly subject: Subject
	/** What came while the session is not ready for it; undefined once it hears. */
	held: Dispatch[] | undefined
	isGone: boolean
	/** What it knows of the guild's channels (G32). */
	sight: Sight | undefined
	/** Rights have changed since the session began to listen, before it was shown the guild. */
	isOutdated: boolean
}

/** In the place of an event: rights have changed, sessions are to be told what they see now. */
const LOOK = Symbol('look again')

/** A subject that somebody here listens to. */
interface Lane {
	readonly subject: Subject
	readonly listeners: Set<Listener>
	/** Users with a session among them, and how many. */
	readonly users: Map<string, number>
	readonly stop: () => void
	/** Present for guilds. */
	readonly rights: GuildRights | undefined
	/** What waits, in order, while rights are worked out. */
	waiting: (Envelope | typeof LOOK)[] | undefined
	/** Whether the first of them is a look that has begun. */
	isLooking: boolean
}

export interface HubOptions {
	bus: Bus
	store: Reading
	/** By the clock of sockets. */
	now(): number
	log: Logger
}

/** Hands news to sessions: one subscription for a subject, however many of them listen (G17, G18). */
export class Hub {
	readonly #options: HubOptions
	readonly #lanes = new Map<Subject, Lane>()
	/** Lanes whose events wait for rights; none of them rejects. */
	readonly #catching = new Set<Promise<void>>()

	constructor(options: HubOptions) {
		this.#options = options
	}

	/** Lets the session listen; nothing reaches it before `release`. */
	join(session: HubSession, subject: Subject): Listener {
		const lane = this.#lanes.get(subject) ?? this.#open(subject)
		const listener: Listener = { session, subject, held: [], isGone: false, sight: undefined, isOutdated: false }
		const { userId } = session
		const count = lane.users.get(userId) ?? 0
		lane.listeners.add(listener)
		lane.users.set(userId, count + 1)
		session.listeners.set(subject, listener)
		if (count === 0) lane.rights?.forget()
		return listener
	}

	/** What came since `join` reaches the session, and from now on what comes. */
	release(listener: Listener): void {
		const { held, session } = listener
		listener.held = undefined
		if (listener.isGone || !held) return
		for (const dispatch of held) session.hear(dispatch)
		const lane = listener.isOutdated ? this.#lanes.get(listener.subject) : undefined
		if (lane) this.#look(lane)
	}

	leave(listener: Listener): void {
		if (listener.isGone) return
		listener.isGone = true
		const lane = this.#lanes.get(listener.subject)
		if (!lane) return
		const { userId, listeners } = listener.session
		const count = lane.users.get(userId) ?? 0
		lane.listeners.delete(listener)
		if (count > 1) lane.users.set(userId, count - 1)
		else lane.users.delete(userId)
		if (listeners.get(listener.subject) === listener) listeners.delete(listener.subject)
		if (lane.listeners.size > 0) return
		lane.stop()
		this.#lanes.delete(listener.subject)
	}

	/** Resolves when nothing waits for rights that are being worked out. */
	async settled(): Promise<void> {
		while (this.#catching.size > 0) await Promise.all(this.#catching)
	}

	/** Subjects that are listened to. */
	get size(): number {
		return this.#lanes.size
	}

	#open(subject: Subject): Lane {
		const users = new Map<string, number>()
		const guildId = subject.startsWith('guild.') ? subject.slice('guild.'.length) : undefined
		const lane: Lane = {
			subject,
			listeners: new Set(),
			users,
			stop: this.#options.bus.subscribe(subject, (envelope) => this.#hear(lane, envelope)),
			rights:
				guildId === undefined ? undefined : new GuildRights(this.#options.store, guildId, () => [...users.keys()]),
			waiting: undefined,
			isLooking: false,
		}
		this.#lanes.set(subject, lane)
		return lane
	}

	#hear(lane: Lane, envelope: Envelope): void {
		const rule = ruleFor(envelope.name)
		if (!rule) return
		if (rule.changesRights && concernsListener(lane, envelope)) {
			lane.rights?.forget()
			this.#look(lane)
		}
		if (rule.isInternal) {
			this.#change(lane, envelope)
			return
		}
		if (lane.waiting) {
			this.#wait(lane, envelope)
			return
		}
		const bits = keptBits(lane.rights, envelope, rule)
		if (bits) {
			this.#deliver(lane, new Said(rule, envelope, this.#options.now()), bits)
			return
		}
		this.#wait(lane, envelope)
	}

	/** G32: what sessions see now is told before whatever comes next. */
	#look(lane: Lane): void {
		if (!lane.rights || ![...lane.listeners].some(hasSight)) return
		if (lane.waiting?.includes(LOOK, lane.isLooking ? 1 : 0)) return
		this.#wait(lane, LOOK)
	}

	#wait(lane: Lane, next: Envelope | typeof LOOK): void {
		if (lane.waiting) {
			lane.waiting.push(next)
			return
		}
		lane.waiting = [next]
		const catching = this.#catchUp(lane, lane.waiting)
		this.#catching.add(catching)
		void catching.finally(() => this.#catching.delete(catching))
	}

	/** Works out the rights that what waits needs, one event after the other. */
	async #catchUp(lane: Lane, waiting: (Envelope | typeof LOOK)[]): Promise<void> {
		// What is said in one turn is known before the first of it is worked on.
		await undefined
		for (let next = waiting[0]; next; next = waiting[0]) {
			try {
				await (next === LOOK ? this.#showAgain(lane) : this.#deliverLate(lane, next))
			} catch (error) {
				// Fails closed: who may hear it is not known, so nobody does.
				const event = next === LOOK ? 'what is seen now' : next.name
				this.#options.log.error({ err: error, event }, 'an event was heard by nobody')
			}
			waiting.shift()
		}
		lane.waiting = undefined
	}

	async #deliverLate(lane: Lane, envelope: Envelope): Promise<void> {
		const rule = ruleFor(envelope.name) as Rule
		const bits = keptBits(lane.rights, envelope, rule) ?? (await loadBits(lane.rights, envelope, rule))
		this.#deliver(lane, new Said(rule, envelope, this.#options.now()), bits)
	}

	async #showAgain(lane: Lane): Promise<void> {
		const { rights, subject } = lane
		if (!rights) return
		lane.isLooking = true
		try {
			const viewers = [...lane.listeners].filter(hasSight)
			for (const viewer of viewers) viewer.isOutdated = viewer.held !== undefined
			const shown = viewers.filter(({ held }) => !held)
			const changed = { from: this.#options.store, guildId: subject.slice('guild.'.length), rights }
			const glimpses = await lookAgain(changed, shown)
			const coming = lane.waiting?.filter((next) => next !== LOOK) ?? []
			for (const glimpse of glimpses.filter((one) => !isComing(one, coming))) this.#show(subject, glimpse)
		} finally {
			lane.isLooking = false
		}
	}

	#show(subject: Subject, { viewer, name, data }: Glimpse<Listener>): void {
		const rule = ruleFor(name)
		if (!rule || viewer.isGone) return
		noteOf(viewer, { name, data }, true)
		const said = new Said(rule, { subject, name, data, json: JSON.stringify(data) }, this.#options.now())
		viewer.session.hear(said.for(viewer.session))
	}

	#deliver(lane: Lane, said: Said, bits: Deciding): void {
		const { rule } = said
		for (const listener of lane.listeners) {
			const { session } = listener
			if (!said.reaches(session)) continue
			const isTold = mayHear(bits, session.userId, rule.permission) || said.isAbout(session)
			if (rule.isOfSight) noteOf(listener, said.envelope, isTold)
			if (!isTold) continue
			const dispatch = said.for(session)
			if (listener.held) listener.held.push(dispatch)
			else session.hear(dispatch)
		}
		if (rule.endsSubject && !lane.subject.startsWith('user.')) {
			for (const listener of [...lane.listeners]) this.leave(listener)
		}
	}

	#change(lane: Lane, envelope: Envelope): void {
		if (envelope.name !== 'ACCESS_CHANGED') return
		const change = envelope.data as EventData<typeof AccessChanged>
		const { applicationId } = envelope
		for (const { session } of [...lane.listeners]) {
			if (applicationId === undefined || applicationId === session.applicationId) session.accessChanged(change)
		}
	}
}

/** Whether it can change what a listener may do: of a member who does not listen it changes nobody's. */
function concernsListener({ users }: Lane, { name, data }: Envelope): boolean {
	return name !== 'GUILD_MEMBER_UPDATE' || users.has((data as { user: { id: string } }).user.id)
}
