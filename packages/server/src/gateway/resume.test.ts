/**
 * Random schedules of a session and its clients: bursts, readers that are slow or stop, connections that break with
 * frames under way, drains of the whole server, minutes that pass. Nothing is lost, said twice or out of order, and a
 * Resume is refused only where G11 lets go what it asks for.
 *
 * `SCHEDULES=10000` says how many, which CI does; `SCHEDULES_SEED=1` with which chance.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Dispatch, dispatchOf } from './dispatch.ts'
import { MOST_KEPT, MOST_KEPT_BYTES, MOST_KEPT_MS } from './ring.ts'
import { MOST_UNSENT_BYTES, Session } from './session.ts'

const SCHEDULES = Number(process.env.SCHEDULES ?? (process.env.CI ? 10_000 : 500))
const SEED = process.env.SCHEDULES_SEED === undefined ? {} : { seed: Number(process.env.SCHEDULES_SEED) }
/** What the system takes for a client that does not read (G14). */
const WIRE_BYTES = 512 * 1024
const CLIENTS = 3

interface Frame {
	s: number
	dispatch: Dispatch
}

/** One client: what it has read, and what is on its way to it. */
class Client {
	session = new Session()
	/** Number of what was said when its session began. */
	#since: number
	/** The last number it has read. */
	seq = 0
	#wire: Frame[] = []
	#wireBytes = 0
	/** How often it had to begin anew. */
	renewed = 0
	readonly #said: readonly Dispatch[]

	constructor(said: readonly Dispatch[]) {
		this.#said = said
		this.#since = said.length
	}

	hear(dispatch: Dispatch, now: number): void {
		this.session.add(dispatch)
		this.pump(now)
	}

	/** As a socket does: hands on what the wire takes, and is cut where the client is too far behind. */
	pump(now: number): void {
		const { session } = this
		while (session.hasNext && this.#wireBytes < WIRE_BYTES) {
			const dispatch = session.next()
			if (!dispatch) break
			this.#wire.push({ s: session.sent, dispatch })
			this.#wireBytes += dispatch.size
		}
		if (session.isTooSlow) this.lose(0, now)
	}

	read(count: number, now: number): void {
		for (let left = count; left > 0; left--) {
			const frame = this.#wire.shift()
			if (!frame) break
			this.#wireBytes -= frame.dispatch.size
			this.seq++
			assert.equal(frame.s, this.seq, 'a number is skipped or comes again')
			assert.equal(frame.dispatch, this.#said[this.#since + this.seq - 1], 'it is not what was said')
			if (this.#wire.length === 0) this.pump(now)
		}
		this.pump(now)
	}

	/** The connection breaks; of what was under way the client still reads some. */
	lose(read: number, now: number): void {
		if (!this.session.isAttached) return
		this.session.detach(now)
		this.read(read, now)
		this.#wire = []
		this.#wireBytes = 0
		assert.equal(this.session.next(), undefined)
	}

	/** Comes back: by Resume, or anew where that is refused, as it may be only for what is no longer kept. */
	comeBack(now: number): void {
		const { session } = this
		if (session.isAttached) return
		assert.equal(session.resume(session.last + 1), 'never said')
		const missed = this.#said.slice(this.#since + this.seq)
		const oldest = missed[0]
		const mustBeKept =
			missed.length <= MOST_KEPT &&
			(!oldest || now - oldest.at < MOST_KEPT_MS) &&
			missed.reduce((bytes, { size }) => bytes + size, 0) <= MOST_KEPT_BYTES
		if (session.resume(this.seq) === 'resumed') {
			assert.equal(session.last - this.seq, missed.length)
			assert.equal(session.isTooSlow, false, 'what was missed does not count against the client')
			this.pump(now)
			return
		}
		assert.equal(mustBeKept, false, 'a Resume is refused that G11 promises')
		assert.equal(session.isAttached, false)
		this.session = new Session()
		this.#since = this.#said.length
		this.seq = 0
		this.renewed++
	}

	isBounded(): boolean {
		const { session } = this
		const newest = this.#said.at(-1)?.size ?? 0
		return (
			session.last - session.first + 1 <= MOST_KEPT &&
			session.keptBytes <= MOST_KEPT_BYTES + newest &&
			!session.isTooSlow &&
			this.#wireBytes <= WIRE_BYTES + Math.max(newest, LARGEST)
		)
	}

	/** Everything that was said since its session began has been read. */
	get isWhole(): boolean {
		return this.#since + this.seq === this.#said.length
	}
}

const LARGEST = MOST_UNSENT_BYTES / 2
const who = fc.nat(CLIENTS - 1)
const few = fc.nat(12)
const step = fc.oneof(
	{ weight: 8, arbitrary: fc.record({ do: fc.constant('say' as const), count: fc.integer({ min: 1, max: 5 }) }) },
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('say large' as const),
			count: fc.integer({ min: 1, max: 6 }),
			bytes: fc.integer({ min: 1, max: LARGEST }),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('burst' as const), count: fc.integer({ min: 1, max: MOST_KEPT / 2 }) }),
	},
	{ weight: 8, arbitrary: fc.record({ do: fc.constant('read' as const), who, count: few }) },
	{ weight: 3, arbitrary: fc.record({ do: fc.constant('read all' as const), who }) },
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('lose' as const), who, count: few }) },
	{ weight: 6, arbitrary: fc.record({ do: fc.constant('come back' as const), who }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const), count: few }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(MOST_KEPT_MS / 2) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Seen {
	resumed: number
	renewed: number
	cut: number
}

function play(steps: readonly Step[], seen: Seen): void {
	const said: Dispatch[] = []
	const clients = Array.from({ length: CLIENTS }, () => new Client(said))
	let now = 0
	const say = (bytes: number) => {
		const dispatch: Dispatch = { ...dispatchOf('E', '', now), size: bytes }
		said.push(dispatch)
		for (const client of clients) {
			const wasAttached = client.session.isAttached
			client.hear(dispatch, now)
			if (wasAttached && !client.session.isAttached) seen.cut++
		}
	}
	const comeBack = (client: Client) => {
		if (client.session.isAttached) return
		const { renewed } = client
		client.comeBack(now)
		if (client.renewed > renewed) seen.renewed++
		else seen.resumed++
	}
	for (const act of steps) {
		switch (act.do) {
			case 'say':
			case 'burst':
				for (let n = 0; n < act.count; n++) say(300)
				break
			case 'say large':
				for (let n = 0; n < act.count; n++) say(act.bytes)
				break
			case 'read':
				clients[act.who]?.read(act.count, now)
				break
			case 'read all':
				clients[act.who]?.read(Number.POSITIVE_INFINITY, now)
				break
			case 'lose':
				clients[act.who]?.lose(act.count, now)
				break
			case 'come back':
				comeBack(clients[act.who] as Client)
				break
			case 'drain':
				for (const client of clients) client.lose(act.count, now)
				break
			case 'pass':
				now += act.ms
				for (const { session } of clients) session.trim(now)
				break
			default:
				act satisfies never
		}
		for (const client of clients) assert.ok(client.isBounded(), 'more is kept than is allowed')
	}
	for (const client of clients) {
		comeBack(client)
		client.read(Number.POSITIVE_INFINITY, now)
		assert.ok(client.isWhole, 'something never came')
	}
}

test(`G10–G14 ${SCHEDULES} random schedules lose, repeat and reorder nothing`, () => {
	const seen: Seen = { resumed: 0, renewed: 0, cut: 0 }
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => play(steps, seen)),
		{ numRuns: SCHEDULES, ...SEED },
	)
	// Schedules in which nothing happens would prove nothing.
	for (const [what, often] of Object.entries(seen)) assert.ok(often > 0, `${what} never happened`)
})
