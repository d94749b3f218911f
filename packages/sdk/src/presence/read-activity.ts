import { asObject, idOf, integerOf, textOf, type Wire } from '../cache/wire.ts'
import type { ActivityTypes, StatusDisplayTypes } from '../enums/activities.ts'
import { Activity } from '../records/activity.ts'
import { PARTY_PRIVACY_FRIENDS, PLATFORMS } from './platforms.ts'

const TEXTS = ['state', 'stateUrl', 'details', 'detailsUrl'] as const
const ASSETS = [
	...['largeImage', 'largeText', 'largeUrl', 'smallImage', 'smallText', 'smallUrl'],
	'inviteCoverImage',
] as const

/** An activity as the wire has it. Whether others may come in unasked is known of one's own alone, as are no buttons. */
export function readActivity(wire: Wire, isOwn: boolean): Activity {
	const [timestamps, party] = [asObject(wire.timestamps), asObject(wire.party)]
	const [currentSize, maxSize] = Array.isArray(party.size) ? party.size.map(integerOf) : []
	return new Activity({
		...texts(wire, TEXTS),
		name: textOf(wire.name),
		type: integerOf(wire.type) as ActivityTypes,
		statusDisplayType:
			wire.status_display_type == null ? undefined : (integerOf(wire.status_display_type) as StatusDisplayTypes),
		applicationId: idOf(wire.application_id) || undefined,
		parentApplicationId: idOf(wire.parent_application_id) || undefined,
		assets: wire.assets ? texts(asObject(wire.assets), ASSETS) : undefined,
		timestamps: wire.timestamps ? { start: integerOf(timestamps.start), end: integerOf(timestamps.end) } : undefined,
		party: wire.party
			? {
					...{ id: textOf(party.id), currentSize, maxSize },
					privacy: isOwn && integerOf(wire.flags) & PARTY_PRIVACY_FRIENDS ? 1 : 0,
				}
			: undefined,
		supportedPlatforms: bitsOf(wire.supported_platforms),
	})
}

/** Some fields of a record, by the names of the wire. */
function texts(wire: Wire, names: readonly string[]): Record<string, string | undefined> {
	return Object.fromEntries(names.map((name) => [name, textOf(wire[wireName(name)])]))
}

/** `largeImage` is `large_image` there. */
export function wireName(field: string): string {
	return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function bitsOf(platforms: unknown): number {
	const words: unknown[] = Array.isArray(platforms) ? platforms : []
	return words.reduce<number>((bits, word) => bits | (1 << PLATFORMS.indexOf(String(word))), 0) & 0xff
}
