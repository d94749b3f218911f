import { type AccessChanged, type EventData, PERMISSIONS, type PermissionOverwrite } from '@guildhall/protocol'
import type { Logger } from '../log.ts'
import type { Bus, Envelope, Subject } from '../ports/bus.ts'
import type { Reading } from '../ports/store.ts'
import { type Dispatch, forgetLastMessage } from './dispatch.ts'
import { type Bits, GuildRights } from './rights.ts'
import { type Rule, ruleFor } from './rules.ts'
import { type Hearer, Said } from './said.ts'

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
}

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
	waiting: Envelope[] | undefined
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
		const listener: Listener = { session, subject, held: [], isGone: false }
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
		}
		this.#lanes.set(subject, lane)
		return lane
	}

	#hear(lane: Lane, envelope: Envelope): void {
		const rule = ruleFor(envelope.name)
		if (!rule) return
		if (rule.changesRights && concernsListener(lane, envelope)) lane.rights?.forget()
		if (rule.isInternal) {
			this.#change(lane, envelope)
			return
		}
		if (lane.waiting) {
			lane.waiting.push(envelope)
			return
		}
		const bits = keptBits(lane, envelope, rule)
		if (bits) {
			this.#deliver(lane, new Said(rule, envelope, this.#options.now()), bits)
			return
		}
		lane.waiting = [envelope]
		const catching = this.#catchUp(lane, lane.waiting)
		this.#catching.add(catching)
		void catching.finally(() => this.#catching.delete(catching))
	}

	/** Works out the rights that what waits needs, one event after the other. */
	async #catchUp(lane: Lane, waiting: Envelope[]): Promise<void> {
		for (let envelope = waiting[0]; envelope; envelope = waiting[0]) {
			const rule = ruleFor(envelope.name) as Rule
			try {
				const bits = keptBits(lane, envelope, rule) ?? (await loadBits(lane, envelope, rule))
				this.#deliver(lane, new Said(rule, envelope, this.#options.now()), bits)
			} catch (error) {
				// Fails closed: who may hear it is not known, so nobody does.
				this.#options.log.error({ err: error, event: envelope.name }, 'an event was heard by nobody')
			}
			waiting.shift()
		}
		lane.waiting = undefined
	}

	#deliver(lane: Lane, said: Said, bits: Bits | 'anybody'): void {
		const { rule } = said
		const needed = rule.permission
		for (const listener of lane.listeners) {
			const { session } = listener
			if (!said.reaches(session)) continue
			if (bits !== 'anybody' && !isAllowed(bits.get(session.userId), needed) && !said.isAbout(session)) continue
			const dispatch = said.for(session)
			if (listener.held) listener.held.push(dispatch)
			else session.hear(dispatch)
		}
		forgetLastMessage()
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

const VIEW = PERMISSIONS.ViewChannel

/** `bits` are undefined for one who is no member. A channel nobody may view leaves no bits at all. */
function isAllowed(bits: bigint | undefined, needed: bigint): boolean {
	return bits !== undefined && (bits & (needed || VIEW)) !== 0n
}

function concernsListener({ users }: Lane, { name, data }: Envelope): boolean {
	return name !== 'GUILD_MEMBER_UPDATE' || users.has((data as { user: { id: string } }).user.id)
}

/** The bits that decide; `anybody` where the event asks for none, undefined where they must be worked out first. */
function keptBits({ rights }: Lane, envelope: Envelope, rule: Rule): Bits | 'anybody' | undefined {
	const { channelId, exceptChannelId } = envelope
	if (!rights || (channelId === undefined && rule.permission === 0n)) return 'anybody'
	if (exceptChannelId !== undefined) return undefined
	return rule.carriesOverwrites ? undefined : rights.kept(channelId)
}

async function loadBits({ rights }: Lane, envelope: Envelope, rule: Rule): Promise<Bits> {
	const { channelId, exceptChannelId, data } = envelope
	if (!rights) throw new Error('Only guilds have rights.')
	if (exceptChannelId !== undefined)
		return exceptViewers(await rights.load(channelId), await rights.load(exceptChannelId))
	if (!rule.carriesOverwrites) return rights.load(channelId)
	return rights.loadBy((data as { permission_overwrites?: PermissionOverwrite[] }).permission_overwrites ?? [])
}

/** The bits of those who may not view the other channel. */
function exceptViewers(bits: Bits, others: Bits): Bits {
	return new Map([...bits].filter(([userId]) => !isAllowed(others.get(userId), VIEW)))
}
