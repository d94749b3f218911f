import { createHash } from 'node:crypto'
import type { Operation } from '@guildhall/protocol'

/** How limits are multiplied and bounded on this server. */
export interface RateLimitConfig {
	/** Multiplies the count of every operation; 1 is what the declarations say. */
	factor: number
	/** No window allows more than this, whatever the factor. */
	mostPerWindow: number
	/** Requests per second of one bot or address, all operations together (HC-84). */
	globalPerSecond: number
	/** Answers of 401, 403 and 429 in ten minutes before an address is turned away (HC-85). */
	invalidPerTenMinutes: number
	/** Whether applications are held to what those may do that were not approved for more (social.md §9). */
	limitUnapproved: boolean
	/** Multiplies what they may. */
	unapprovedFactor: number
}

/** What the headers of HC-80 say. */
export interface LimitState {
	limit: number
	remaining: number
	/** Milliseconds since the epoch by the machine's clock, which `Date` tells too: clients compare the two, or their own. */
	resetAt: number
	resetAfterMs: number
	bucket: string
}

export type Taken =
	| { isAllowed: true; state?: LimitState }
	| { isAllowed: false; scope: 'user' | 'shared' | 'global'; retryAfterMs: number; state?: LimitState }

interface Window {
	count: number
	resetAt: number
}

const DEFAULT = { count: 5, seconds: 5 }
const MOST_WINDOWS = 100_000
const TEN_MINUTES = 600_000

/** Counts requests in fixed windows that begin with the first request. */
export class RateLimiter {
	readonly #config: RateLimitConfig
	readonly #now: () => number
	readonly #machineNow: () => number
	readonly #windows = new Map<string, Window>()
	readonly #buckets = new Map<Operation, string>()

	/** Windows pass by `now`, which a sandbox moves; when they end is told by the machine's clock. */
	constructor(config: RateLimitConfig, now: () => number, machineNow = now) {
		this.#config = config
		this.#now = now
		this.#machineNow = machineNow
	}

	/** The moment so many milliseconds from now, as answers tell it. */
	resetAt(resetAfterMs: number): number {
		return this.#machineNow() + resetAfterMs
	}

	/** Takes one request of `who` from the operation's bucket for this top-level id. */
	take(operation: Operation, who: string, major: string): Taken {
		const limit = operation.limit ?? DEFAULT
		if (limit === 'unlimited') return { isAllowed: true }
		const count = Math.min(this.#config.mostPerWindow, Math.max(1, Math.round(limit.count * this.#config.factor)))
		const bucket = this.#bucketOf(operation)
		const window = this.#window(`${bucket}:${who}:${major}`, limit.seconds * 1000)
		const resetAfterMs = window.resetAt - this.#now()
		if (window.count >= count) {
			const state = { limit: count, remaining: 0, resetAt: this.resetAt(resetAfterMs), resetAfterMs, bucket }
			return { isAllowed: false, scope: 'user', retryAfterMs: resetAfterMs, state }
		}
		window.count++
		return {
			isAllowed: true,
			state: {
				...{ limit: count, remaining: count - window.count },
				...{ resetAt: this.resetAt(resetAfterMs), resetAfterMs, bucket },
			},
		}
	}

	/** Whether applications that were not approved for more have a limit here. */
	isLimitedInDevelopment({ unapprovedLimit }: Operation): boolean {
		return unapprovedLimit !== undefined && this.#config.limitUnapproved
	}

	/** Takes one request of an application, whoever of its callers made it, where its operation has a limit for that. */
	takeShared(operation: Operation, applicationId: string): Taken {
		const limit = operation.unapprovedLimit
		if (!limit || !this.#config.limitUnapproved) return { isAllowed: true }
		const window = this.#window(`shared:${limit.bucket ?? operation.id}:${applicationId}`, limit.seconds * 1000)
		if (window.count >= Math.max(1, Math.round(limit.count * this.#config.unapprovedFactor))) {
			return { isAllowed: false, scope: 'shared', retryAfterMs: window.resetAt - this.#now() }
		}
		window.count++
		return { isAllowed: true }
	}

	/** Takes one request of `who` from the limit over all operations. */
	takeGlobal(who: string): Taken {
		const window = this.#window(`global:${who}`, 1000)
		if (window.count >= this.#config.globalPerSecond) {
			return { isAllowed: false, scope: 'global', retryAfterMs: window.resetAt - this.#now() }
		}
		window.count++
		return { isAllowed: true }
	}

	/** Whether this address made so many invalid requests that it is turned away; how long it still is, in milliseconds. */
	blockedForMs(address: string): number {
		const window = this.#windows.get(`invalid:${address}`)
		if (!window || window.count < this.#config.invalidPerTenMinutes) return 0
		return Math.max(0, window.resetAt - this.#now())
	}

	/** Counts an answer of 401, 403 or 429. */
	countInvalid(address: string): void {
		this.#window(`invalid:${address}`, TEN_MINUTES).count++
	}

	#window(key: string, ms: number): Window {
		const now = this.#now()
		let window = this.#windows.get(key)
		if (!window || window.resetAt <= now) {
			if (this.#windows.size >= MOST_WINDOWS) this.#forgetEnded(now)
			window = { count: 0, resetAt: now + ms }
			this.#windows.set(key, window)
		}
		return window
	}

	#forgetEnded(now: number): void {
		for (const [key, window] of this.#windows) if (window.resetAt <= now) this.#windows.delete(key)
		for (const key of this.#windows.keys()) {
			if (this.#windows.size < MOST_WINDOWS) break
			this.#windows.delete(key)
		}
	}

	#bucketOf(operation: Operation): string {
		let bucket = this.#buckets.get(operation)
		if (!bucket) {
			const limit = operation.limit
			const name = (typeof limit === 'object' && limit.bucket) || `${operation.method} ${operation.path}`
			bucket = bucketOf(name)
			this.#buckets.set(operation, bucket)
		}
		return bucket
	}
}

/** What a bucket is called in answers: nothing that says how limits are made. */
export function bucketOf(name: string): string {
	return createHash('sha256').update(name).digest('hex').slice(0, 32)
}
