import type { DeviceKind } from '@guildhall/protocol'

/** What a `User-Agent` holds that such a device sends; the first that fits says what it is. */
const SIGNS: readonly (readonly [kind: DeviceKind, sign: RegExp])[] = [
	['playstation', /playstation|\borbis\b|\bprospero\b/i],
	['xbox', /\bxbox\b/i],
	['nintendo', /nintendo/i],
	['steam-deck', /steam ?deck|steamos/i],
	['tv', /smart-?tv|\btv\b|appletv|googletv|webos|tizen|roku|aft[a-z]/i],
	['ipad', /\bipad/i],
	['iphone', /\biphone|\bipod|\bios\b/i],
	['android', /android/i],
	['windows', /windows|win32|win64/i],
	['mac', /mac ?os|macintosh|darwin/i],
	['linux', /linux|x11/i],
]

/** What a device says it is; null where it says nothing that people know. */
export function deviceKindOf(userAgent: string): DeviceKind | null {
	return SIGNS.find(([, sign]) => sign.test(userAgent))?.[0] ?? null
}
