import type { Transaction } from '../../ports/store.ts'
import { WebError } from '../../ports/web.ts'
import { type ApplicationRow, findApplication } from '../applications/applications.ts'
import { type DeliveryRow, endUntried, nextDueAt, noteTry, type Try, takeDue } from '../webhooks/deliveries.ts'
import { disableEndpoint, ENABLED, findEndpoint } from '../webhooks/endpoints.ts'
import { pruneDeliveries } from '../webhooks/log.ts'
import { DELIVER_EVENTS, type LaneJob } from '../webhooks/notify.ts'
import { countDelivered, countFailed } from '../webhooks/outcomes.ts'
import { isTaken, isTooLate } from '../webhooks/schedule.ts'
import type { Outside } from './handshake.ts'
import { orderNotice } from './notices.ts'
import { signedRequest } from './signing.ts'

/** Tries of one lane at a time. */
const AT_ONCE = 4
/** Then it is the turn of other lanes. */
const MOST_PER_TURN = 32
/** An application's log is cut to its length after so many entries. */
const PRUNE_AFTER = 100

/** A lane that is being worked on here. */
interface Turn {
	/** Somebody has said that there is more. */
	isWanted: boolean
	wake(): void
}

/**
 * Delivers what waits in lanes, as the work of a job: whoever adds to a lane orders one. All jobs of a lane that come while
 * it has its turn are done with it; if the process dies, the one that has the turn is still there and is taken up again.
 */
export function createDelivery(
	outside: Outside,
): (job: LaneJob) => Promise<((tx: Transaction) => Promise<void>) | void> {
	const { store } = outside
	const turns = new Map<string, Turn>()
	const delivered = new Map<string, number>()

	return async ({ lane }) => {
		const running = turns.get(lane)
		if (running) {
			running.isWanted = true
			running.wake()
			return
		}
		const turn: Turn = { isWanted: true, wake() {} }
		turns.set(lane, turn)
		try {
			const { applicationId, begun } = await workOff(lane, turn)
			return async (tx) => {
				const dueAt = await nextDueAt(tx, lane)
				const next: LaneJob = { lane }
				if (dueAt !== undefined) await tx.enqueue(DELIVER_EVENTS, next, Math.max(dueAt, tx.now()))
				if (applicationId !== undefined) await prune(tx, applicationId, begun)
			}
		} finally {
			// Given up already where all went well; another turn may have begun since.
			if (turns.get(lane) === turn) turns.delete(lane)
		}
	}

	/** Answers whose events they were, and how many. Gives the turn up in the same breath as it finds nothing more. */
	async function workOff(lane: string, turn: Turn): Promise<{ applicationId: string | undefined; begun: number }> {
		const flights = new Set<Promise<void>>()
		let applicationId: string | undefined
		let begun = 0
		try {
			for (;;) {
				const room = Math.min(AT_ONCE - flights.size, MOST_PER_TURN - begun)
				if (room > 0 && turn.isWanted) {
					turn.isWanted = false
					const rows = await store.transaction((tx) => takeDue(tx, lane, room))
					if (rows.length === room) turn.isWanted = true
					begun += rows.length
					for (const row of rows) {
						applicationId = row.application_id
						const flight = deliver(outside, row).finally(() => flights.delete(flight))
						flights.add(flight)
					}
					continue
				}
				if (flights.size === 0) {
					turns.delete(lane)
					return { applicationId, begun }
				}
				const woken = new Promise<void>((wake) => {
					turn.wake = wake
				})
				await Promise.race([...flights, woken])
			}
		} finally {
			await Promise.allSettled(flights)
		}
	}

	async function prune(tx: Transaction, applicationId: string, begun: number): Promise<void> {
		const count = (delivered.get(applicationId) ?? 0) + begun
		if (count >= PRUNE_AFTER) await pruneDeliveries(tx, applicationId)
		delivered.set(applicationId, count >= PRUNE_AFTER ? 0 : count)
	}
}

async function deliver({ store, web }: Outside, row: DeliveryRow): Promise<void> {
	const application = await findApplication(store, row.application_id)
	const endpoint = await findEndpoint(store, row.application_id)
	const url = row.target_url ?? endpoint?.url
	if (!application || endpoint?.status !== ENABLED || !url) {
		return store.transaction((tx) => endUntried(tx, row, 'dropped', 'The endpoint was disabled.'))
	}
	if (isTooLate(row.begun_at, store.now())) {
		return store.transaction(async (tx) => {
			await endUntried(tx, row, 'failed', 'The endpoint is too slow: this event has waited for its turn for too long.')
			await failed(tx, row, application)
		})
	}
	const made = await attempt({ store, web }, row, application, url)
	await store.transaction(async (tx) => {
		const outcome = await noteTry(tx, row, made)
		if (outcome === 'delivered' && row.target_url === null) await countDelivered(tx, row.application_id)
		if (outcome === 'failed') await failed(tx, row, application)
	})
}

async function attempt(
	{ store, web }: Outside,
	row: DeliveryRow,
	application: ApplicationRow,
	url: string,
): Promise<Try> {
	const at = store.now()
	const ended = (status: number | null, error: string | null): Try => ({
		at,
		status,
		duration: store.now() - at,
		error,
	})
	const request = signedRequest(store, { application, url, body: row.body, eventId: row.id })
	try {
		const { status } = await web.send(request)
		return ended(status, isTaken(status) ? null : `The endpoint answered ${status}.`)
	} catch (error) {
		if (error instanceof WebError) return ended(null, error.message)
		throw error
	}
}

/** Counts an event that nobody took, and gives the endpoint up where it is hopeless. Addresses of lobbies do not count. */
async function failed(tx: Transaction, row: DeliveryRow, application: ApplicationRow): Promise<void> {
	const endpoint = await findEndpoint(tx, row.application_id)
	if (row.target_url !== null || endpoint?.status !== ENABLED) return
	if (!(await countFailed(tx, endpoint))) return
	if (await disableEndpoint(tx, row.application_id)) await orderNotice(tx, application, 'failing')
}
