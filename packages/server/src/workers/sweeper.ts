import { sweepAttempts, sweepLogins, sweepTickets } from '../domain/accounts/expired.ts'
import { sweepInvites as sweepActivityInvites } from '../domain/activity-invites/rows.ts'
import { sweepDevices } from '../domain/applications/devices.ts'
import { sweepGrants } from '../domain/applications/expired.ts'
import { sweepInvites } from '../domain/invites/rows.ts'
import { sweepStagedBlobs } from '../domain/media/staged.ts'
import { reviveMoves } from '../domain/merging/moves.ts'
import { sweepEphemeral } from '../domain/messages/ephemeral.ts'
import { sweepExpired } from '../domain/messages/nonces.ts'
import { sweepDeliveries } from '../domain/webhooks/log.ts'
import type { Logger } from '../log.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store, Transaction } from '../ports/store.ts'

/** What is forgotten once its time is over. Each answers whether there may be more of it right now. */
const SWEEPS: readonly ((tx: Transaction) => Promise<boolean>)[] = [
	sweepStagedBlobs,
	sweepExpired,
	sweepEphemeral,
	sweepAttempts,
	sweepLogins,
	sweepTickets,
	sweepGrants,
	sweepDevices,
	sweepDeliveries,
	sweepInvites,
	sweepActivityInvites,
	reviveMoves,
]

const EVERY_MS = 10 * 60 * 1000

export interface Sweeper {
	start(): void
	/** Resolves when no sweep runs. */
	idle(): Promise<void>
	stop(): Promise<void>
}

export interface SweeperOptions {
	store: Store
	clock: Clock
	log: Logger
	/** What else is looked after on every round. */
	also?: readonly (() => Promise<void>)[]
}

/** Clears away what has expired, every ten minutes. Several processes may do so beside each other. */
export function createSweeper({ store, clock, log, also = [] }: SweeperOptions): Sweeper {
	let isStopped = false
	let cancel = () => {}
	let running: Promise<void> = Promise.resolve()

	function wait(): void {
		cancel = clock.after(EVERY_MS, () => {
			running = sweepAll()
				.catch((error: unknown) => log.error({ err: error }, 'sweep failed'))
				.finally(() => {
					if (!isStopped) wait()
				})
		})
	}

	async function sweepAll(): Promise<void> {
		for (const sweep of SWEEPS) {
			while (!isStopped && (await store.transaction(sweep)));
		}
		for (const look of also) if (!isStopped) await look()
	}

	return {
		start: wait,
		idle: () => running,
		async stop() {
			isStopped = true
			cancel()
			await running
		},
	}
}
