import type { FakeAnswer } from './http.ts'
import type { World } from './world.ts'

/** How often something may be asked, by each player. */
export interface RateLimit {
	count: number
	seconds: number
}

/** What was taken of a limit, in a window that began with the first. */
interface Taken {
	count: number
	until: number
}

/** Counts a request; gives what is answered to one too many. */
export function takeOf(world: World, route: string, limit: RateLimit, playerId: string): FakeAnswer | undefined {
	const now = world.clock.now()
	const key = `${route} ${playerId}`
	const known = world.taken.get(key)
	const taken: Taken = known && now < known.until ? known : { count: 0, until: now + limit.seconds * 1000 }
	world.taken.set(key, taken)
	const isLeft = taken.count < limit.count
	if (isLeft) taken.count++
	if (isLeft) return undefined
	const seconds = (taken.until - now) / 1000
	return {
		status: 429,
		headers: {
			'Retry-After': String(Math.ceil(seconds)),
			'X-RateLimit-Limit': String(limit.count),
			'X-RateLimit-Remaining': '0',
			'X-RateLimit-Reset': String(taken.until / 1000),
			'X-RateLimit-Reset-After': String(seconds),
			'X-RateLimit-Scope': 'user',
		},
		body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
	}
}
