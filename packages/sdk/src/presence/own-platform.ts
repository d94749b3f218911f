/** What tells where a game runs. */
interface Place {
	/** Of the SDK's own platform: `browser`, or what Node says. */
	name: string
	/** Of browsers. */
	userAgent: string
	/** How many fingers a screen takes: an iPad says that it is a Mac. */
	maxTouchPoints: number
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
	[/playstation 5/i, 'ps5'],
	[/playstation 4/i, 'ps4'],
	[/xbox/i, 'xbox'],
	[/iphone|ipad|ipod|^ios$/i, 'ios'],
	[/android/i, 'android'],
]

/** As which of `PLATFORMS` a game runs: what is none of the others is a desktop. */
export function ownPlatform({ name, userAgent, maxTouchPoints }: Place): string {
	const said = name === 'browser' ? userAgent : name
	if (/macintosh/i.test(said) && maxTouchPoints > 1) return 'ios'
	return SIGNS.find(([sign]) => sign.test(said))?.[1] ?? 'desktop'
}

/** Of this program. */
export function hereWith(name: string): Place {
	const { userAgent = '', maxTouchPoints = 0 } = Object(globalThis.navigator) as Partial<Place>
	return { name, userAgent, maxTouchPoints }
}
