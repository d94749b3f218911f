import type { Logger } from '../log.ts'
import type { Clock } from '../ports/clock.ts'
import type { DueJob, Store, Transaction } from '../ports/store.ts'

/**
 * What a kind of job does. `inTransaction` works on the database alone and is done together with the job's removal:
 * whole or not at all. `outside` reaches further (another server, a blob); what it answers is written down together
 * with the removal. Either may run again after a crash.
 */
export type JobKind =
	| { inTransaction(tx: Transaction, payload: never): Promise<void> }
	| {
			outside(payload: never): Promise<((tx: Transaction) => Promise<void>) | void>
			/** Milliseconds until the next try after so many failures; undefined: it is over. */
			retryAfterMs?(attempts: number): number | undefined
			/** Places that this kind has for itself, and no others; absent: it shares those of all kinds without. */
			mostAtOnce?: number
	  }

export interface WorkerOptions {
	store: Store
	clock: Clock
	log: Logger
	/** By the name under which they are ordered. Jobs of other names are left for whoever knows them. */
	kinds: Readonly<Record<string, JobKind>>
}

export interface Worker {
	/** Looks for work at once, and from then on whenever some is due. */
	start(): void
	/** Looks now. */
	nudge(): void
	/** Resolves when nothing is due and nothing runs: what a clock that was moved has made due has happened. */
	idle(): Promise<void>
	/** Takes no more jobs and waits for those that run. */
	stop(): Promise<void>
}

/** A crashed worker's jobs are taken up again after this. */
const LEASE_MS = 60_000
/** Other processes order jobs too; their nudges are not heard here. */
const LONGEST_WAIT_MS = 5_000
const MOST_AT_ONCE = 32

/** Runs the rows of `jobs` when they are due, at least once each. */
export function createWorker({ store, clock, log, kinds }: WorkerOptions): Worker {
	const groups = groupsOf(kinds)
	/** By id. */
	const running = new Map<string, { kind: string; done: Promise<void> }>()
	let state: 'new' | 'started' | 'stopped' = 'new'
	let pass: Promise<void> | undefined
	let isWanted = false
	let cancelWait = () => {}
	let stopHearing = () => {}

	/** At most one pass at a time; whoever asks meanwhile is served by one more turn of it. Never rejects. */
	function look(): Promise<void> {
		isWanted = true
		pass ??= turns()
		return pass
	}

	async function turns(): Promise<void> {
		// Not before `pass` is set: what follows may end without ever waiting.
		await Promise.resolve()
		cancelWait()
		while (isWanted && state === 'started') {
			let waitMs: number | undefined
			try {
				while (isWanted && state === 'started') await takeDue()
				waitMs = await untilNext()
			} catch (error) {
				log.error({ err: error }, 'jobs could not be taken')
				waitMs = LONGEST_WAIT_MS
				isWanted = false
			}
			if (isWanted || state !== 'started' || waitMs === undefined) continue
			cancelWait = clock.after(waitMs, nudge)
		}
		pass = undefined
	}

	async function takeDue(): Promise<void> {
		isWanted = false
		// At once, so that they share a commit.
		await Promise.all(groups.map(takeOf))
	}

	async function takeOf(group: Group): Promise<void> {
		const room = roomFor(group)
		// A job that ends asks for the next look.
		if (room === 0) return
		const claimed = await store.jobs.claim(group.names, room, LEASE_MS)
		if (claimed.length === room) isWanted = true
		for (const job of claimed) begin(job)
	}

	function roomFor({ names, mostAtOnce }: Group): number {
		return mostAtOnce - [...running.values()].filter(({ kind }) => names.includes(kind)).length
	}

	function begin(job: DueJob): void {
		// A clock that jumps ahead ends leases of jobs that still run here.
		if (running.has(job.id)) return
		const done = run(job).finally(() => {
			running.delete(job.id)
			nudge()
		})
		running.set(job.id, { kind: job.kind, done })
	}

	async function run(job: DueJob): Promise<void> {
		try {
			await perform(kinds[job.kind] as JobKind, job)
		} catch (error) {
			await failed(job, error)
		}
	}

	async function perform(kind: JobKind, job: DueJob): Promise<void> {
		const payload = job.payload as never
		const after = 'outside' in kind ? await kind.outside(payload) : undefined
		await store.transaction(async (tx) => {
			if ('inTransaction' in kind) await kind.inTransaction(tx, payload)
			else await after?.(tx)
			await tx.db.deleteFrom('jobs').where('id', '=', job.id).execute()
		})
	}

	async function failed(job: DueJob, error: unknown): Promise<void> {
		const kind = kinds[job.kind] as JobKind
		const retryAfterMs = ('outside' in kind && kind.retryAfterMs) || backOffMs
		const after = retryAfterMs(job.attempts)
		const fields = { err: error, kind: job.kind, job: job.id, attempts: job.attempts }
		if (after === undefined) log.error(fields, 'job given up')
		else log.warn({ ...fields, retryAfterMs: after }, 'job failed')
		try {
			await store.transaction(async ({ db, now }) => {
				if (after === undefined) await db.deleteFrom('jobs').where('id', '=', job.id).execute()
				else
					await db
						.updateTable('jobs')
						.set({ run_at: now() + after, locked_until: null })
						.where('id', '=', job.id)
						.execute()
			})
		} catch (failure) {
			// The lease ends by itself and the job is taken again.
			log.error({ ...fields, err: failure }, 'failure of a job could not be noted')
		}
	}

	async function untilNext(): Promise<number> {
		const free = groups.filter((group) => roomFor(group) > 0).flatMap((group) => group.names)
		if (free.length === 0) return LONGEST_WAIT_MS
		const next = await store.db
			.selectFrom('jobs')
			.select('run_at')
			.where('kind', 'in', free)
			.where('locked_until', 'is', null)
			.orderBy('run_at')
			.limit(1)
			.executeTakeFirst()
		return next ? Math.min(LONGEST_WAIT_MS, Math.max(0, next.run_at - store.now())) : LONGEST_WAIT_MS
	}

	function nudge(): void {
		if (state === 'started') void look()
	}

	return {
		start() {
			state = 'started'
			stopHearing = store.jobs.onOrdered(nudge)
			nudge()
		},
		nudge,
		async idle() {
			do {
				await look()
				await Promise.all([...running.values()].map(({ done }) => done))
			} while (state === 'started' && (pass || running.size > 0))
		},
		async stop() {
			state = 'stopped'
			stopHearing()
			cancelWait()
			await pass
			cancelWait()
			await Promise.all([...running.values()].map(({ done }) => done))
		},
	}
}

/** Kinds that share places. */
interface Group {
	names: readonly string[]
	mostAtOnce: number
}

/** The kinds that share the common places, and each kind that has places of its own. */
function groupsOf(kinds: WorkerOptions['kinds']): Group[] {
	const bounded = Object.entries(kinds).flatMap(([name, kind]) =>
		'outside' in kind && kind.mostAtOnce !== undefined ? [{ names: [name], mostAtOnce: kind.mostAtOnce }] : [],
	)
	const names = Object.keys(kinds).filter((name) => !bounded.some((group) => group.names.includes(name)))
	return [...(names.length > 0 ? [{ names, mostAtOnce: MOST_AT_ONCE }] : []), ...bounded]
}

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60 * 60 * 1000
const MOST_ATTEMPTS = 40

/** One second, doubled with each failure up to an hour; over after about a day. */
function backOffMs(attempts: number): number | undefined {
	if (attempts >= MOST_ATTEMPTS) return undefined
	return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1))
}

/** Leaves jobs of a kind for later that would be due before. */
export async function postpone({ db }: Transaction, kind: string, until: number): Promise<void> {
	await db.updateTable('jobs').set({ run_at: until }).where('run_at', '<', until).where('kind', '=', kind).execute()
}
