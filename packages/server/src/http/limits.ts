import { type Operation, operation } from '@guildhall/protocol'
import type { FastifyReply } from 'fastify'
import { networkOf } from '../domain/access/networks.ts'
import { type AttemptLimit, attemptsResetIn, giveBackAttempt, takeAttempt } from '../domain/accounts/attempts.ts'
import type { Store } from '../ports/store.ts'
import { LIMITS, type LimitDeclaration, type LimitName, type NameIn, type Rate, type Rates } from './abuse-limits.ts'
import { RateLimited, setLimitHeaders } from './answers.ts'
import { bucketOf, type RateLimiter } from './rate-limit.ts'

export interface Limits {
	/** Turns an address away that was refused too often (HC-85). @throws RateLimited */
	admit(address: string): void
	/** Counts a request of this address among all of those without a token (HC-84). @throws RateLimited */
	takeGlobal(address: string): void
	/** Counts one of `who`, and says in the answer's headers how many are left. @throws RateLimited */
	take(name: NameIn<'memory'>, who: string, reply?: FastifyReply): void
	/** Counts one of `who` in the store. @throws RateLimited */
	keep(name: NameIn<'store'>, who: string): Promise<void>
	/** Takes back one that was counted in the store. */
	giveBack(name: NameIn<'store'>, who: string): Promise<void>
	/** A limit for what counts by itself. */
	of(name: NameIn<'store'>): AttemptLimit
	/** The answer to who was counted too often in the store. */
	refusal(name: NameIn<'store'>, count: number, retryAfterMs: number): RateLimited
}

export interface LimitsOptions {
	store: Store
	limiter: RateLimiter
	rates: Rates
	/** Multiplies what is not fixed. */
	factor: number
}

export function createLimits({ store, limiter, rates, factor }: LimitsOptions): Limits {
	const operations = new Map<LimitName, Operation>()
	for (const name of Object.keys(LIMITS) as LimitName[]) operations.set(name, operationOf(name, rates[name]))

	const limits: Limits = {
		admit(address) {
			const blockedMs = limiter.blockedForMs(networkOf(address))
			if (blockedMs > 0) throw new RateLimited({ isAllowed: false, scope: 'global', retryAfterMs: blockedMs })
		},
		takeGlobal(address) {
			const taken = limiter.takeGlobal(networkOf(address))
			if (!taken.isAllowed) throw new RateLimited(taken)
		},
		take(name, who, reply) {
			const taken = limiter.take(operations.get(name) as Operation, who, '')
			if (!taken.isAllowed) throw new RateLimited(taken)
			if (taken.state && reply) setLimitHeaders(reply, taken.state)
		},
		async keep(name, who) {
			const key = keyOf(name, who)
			const limit = limits.of(name)
			if (await takeAttempt(store, key, limit)) return
			throw limits.refusal(name, limit.count, await attemptsResetIn(store, key))
		},
		async giveBack(name, who) {
			await giveBackAttempt(store, keyOf(name, who))
		},
		of(name) {
			const { count, seconds } = rates[name]
			const times = (LIMITS[name] as LimitDeclaration).isFixed ? 1 : factor
			return { count: Math.max(1, Math.round(count * times)), ms: seconds * 1000 }
		},
		refusal(name, count, retryAfterMs) {
			const state = { limit: count, remaining: 0, resetAt: limiter.resetAt(retryAfterMs), resetAfterMs: retryAfterMs }
			return new RateLimited({
				isAllowed: false,
				scope: 'user',
				retryAfterMs,
				state: { ...state, bucket: bucketOf(name) },
			})
		},
	}
	return limits
}

const keyOf = (name: LimitName, who: string): string => `${name}:${who}`

/** An operation in name only: what is limited here is not of the API's shape. */
function operationOf(name: LimitName, limit: Rate): Operation {
	const path = `/${name}`
	return operation({
		id: name,
		method: 'POST',
		path,
		summary: '',
		callers: ['anyone'],
		limit: { ...limit, bucket: name },
	})
}
