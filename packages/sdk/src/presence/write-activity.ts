import type { Wire } from '../cache/wire.ts'
import { ActivityPartyPrivacy } from '../enums/activities.ts'
import type { Activity } from '../records/activity.ts'
import { PARTY_PRIVACY_FRIENDS, PLATFORMS } from './platforms.ts'
import { wireName } from './read-activity.ts'

/** An activity as the wire has it. What is absent or empty is left out. */
export function writeActivity(activity: Activity): Wire {
	const [assets, timestamps, party, secrets] = [
		activity.Assets(),
		activity.Timestamps(),
		activity.Party(),
		activity.Secrets(),
	]
	const { state, stateUrl, details, detailsUrl, statusDisplayType, name } = activity.toJSON()
	const buttons = activity.GetButtons()
	const supported = PLATFORMS.filter((_, bit) => activity.SupportedPlatforms() & (1 << bit))
	return {
		...filled({ name, state, stateUrl, details, detailsUrl, statusDisplayType }),
		type: activity.Type(),
		...(assets && { assets: filled(assets.toJSON()) }),
		...(timestamps && { timestamps: filled({ start: inMs(timestamps.Start()), end: inMs(timestamps.End()) }) }),
		...(party && { party: { id: party.Id(), size: [party.CurrentSize(), party.MaxSize()] } }),
		...(party?.Privacy() === ActivityPartyPrivacy.Public && { flags: PARTY_PRIVACY_FRIENDS }),
		...(secrets && { secrets: { join: secrets.Join() } }),
		...(supported.length > 0 && { supported_platforms: supported }),
		...(buttons.length > 0 && { buttons: buttons.map((button) => ({ label: button.Label(), url: button.Url() })) }),
	}
}

function filled(fields: Record<string, unknown>): Wire {
	const there = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
	return Object.fromEntries(there.map(([name, value]) => [wireName(name), value]))
}

/** Below this it is seconds: as milliseconds it would be in the spring of 1973. */
const FIRST_MS = 100_000_000_000

/** Milliseconds; 0 is none. */
function inMs(time: number): number | undefined {
	if (time === 0) return undefined
	return time < FIRST_MS ? time * 1000 : time
}
