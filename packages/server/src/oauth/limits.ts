import { type Operation, operation } from '@guildhall/protocol'
import { RateLimited } from '../http/answers.ts'
import type { RateLimiter } from '../http/rate-limit.ts'

/** How often (oauth.md §1.14). Operations in name only: these endpoints are not of the API's shape. */
export const LIMITS = {
	/** By application. */
	token: limit('/oauth2/token', 30, 1),
	/** By application. */
	revoke: limit('/oauth2/token/revoke', 10, 1),
	/** Wrong credentials, by application and address. */
	wrongClient: limit('/oauth2/token wrong', 10, 60),
	/** By address. */
	device: limit('/oauth2/device/authorize', 5, 60),
	/** By application. */
	deviceOfApplication: limit('/oauth2/device/authorize of one application', 60, 60),
	/** By login. */
	authorize: limit('/oauth2/authorize', 30, 60),
}

function limit(path: string, count: number, seconds: number): Operation {
	return operation({
		id: path,
		method: 'POST',
		path,
		summary: '',
		callers: ['anyone'],
		limit: { count, seconds },
	}) as Operation
}

/** @throws RateLimited */
export function takeFrom(limiter: RateLimiter, limit: Operation, who: string): void {
	const taken = limiter.take(limit, who, '')
	if (!taken.isAllowed) throw new RateLimited(taken)
}
