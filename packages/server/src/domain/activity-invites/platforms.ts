import type { Presences } from '../presence/presences.ts'
import type { Party } from './parties.ts'

/** Where a game runs, by the system that its session named in Identify; of browsers and the like it is not known. */
const PLATFORM_OF: ReadonlyMap<string, string> = new Map([
	...['windows', 'win32', 'linux', 'macos', 'mac os x', 'darwin'].map((os) => [os, 'desktop'] as const),
	...['ios', 'ipados'].map((os) => [os, 'ios'] as const),
	...['android', 'xbox', 'ps4', 'ps5'].map((os) => [os, os] as const),
])

/** Which of somebody's games is to come along; without an application they are on the pages of the platform. */
interface Coming {
	userId: string
	applicationId: string | undefined
	/** Absent: any. */
	sessionId: string | undefined
}

/** Q30: whether a party that names platforms can be joined where they play. Who plays nowhere may begin anywhere. */
export function canPlay(presences: Presences, { platforms }: Party, coming: Coming): boolean {
	if (platforms.length === 0) return true
	const playing = [...presences.sessions(coming.userId)].filter(
		([id, { game }]) =>
			game !== undefined &&
			game.applicationId === coming.applicationId &&
			(coming.sessionId === undefined || coming.sessionId === id),
	)
	const places = playing.map(([, { os }]) => PLATFORM_OF.get(os))
	return places.length === 0 || places.some((place) => place === undefined || platforms.includes(place))
}
