import { failure } from '../core/failure.ts'
import { lengthOf } from '../core/lengths.ts'
import { ActivityTypes, StatusDisplayTypes } from '../enums/activities.ts'
import type { Activity } from '../records/activity.ts'
import { PLATFORMS } from './platforms.ts'

/** Where a field of `toJSON` is, and what it may hold; one that is absent or empty is not sent, unless it is `needed`. */
interface Bounds {
	least: number
	most: number
	/** It is an address. */
	isUrl?: boolean
	isNeeded?: boolean
}

const text = (least: number, most: number): Bounds => ({ least, most })
const url = (least: number, most: number): Bounds => ({ least, most, isUrl: true })
const needed = (bounds: Bounds): Bounds => ({ ...bounds, isNeeded: true })

/** In the order in which they are looked at: the first that is wrong is named. */
const TEXTS: readonly (readonly [path: string, bounds: Bounds])[] = [
	['name', text(1, 128)],
	['state', text(2, 128)],
	['stateUrl', url(2, 256)],
	['details', text(2, 128)],
	['detailsUrl', url(2, 256)],
	['assets.largeImage', text(1, 300)],
	['assets.largeText', text(2, 128)],
	['assets.largeUrl', url(1, 256)],
	['assets.smallImage', text(1, 300)],
	['assets.smallText', text(2, 128)],
	['assets.smallUrl', url(1, 256)],
	['assets.inviteCoverImage', text(1, 300)],
	['party.id', needed(text(2, 128))],
	['secrets.join', needed(text(2, 128))],
]

// biome-ignore lint/suspicious/noExplicitAny: what a record shows of itself, by names that are data
type Shown = any

const MOST_BUTTONS = 2
/** A party of more does not fit the wire. */
const LARGEST_PARTY = 0x7fff_ffff

/** Throws a ValidationError that names the first field of an activity that the platform would not take. */
export function checkActivity(activity: Activity): void {
	const shown: Shown = activity.toJSON()
	demand(Object.values(ActivityTypes).includes(shown.type), 'type', 'is none of ActivityTypes')
	const { statusDisplayType = StatusDisplayTypes.Name, timestamps, party, supportedPlatforms, buttons } = shown
	demand(Object.values(StatusDisplayTypes).includes(statusDisplayType), 'statusDisplayType', 'is none')
	for (const [path, bounds] of TEXTS) checkText(path, at(shown, path), bounds, isThere(shown, path))
	for (const name of ['start', 'end']) demand((timestamps?.[name] ?? 0) >= 0, `timestamps.${name}`, 'is before 1970')
	if (party) {
		demandSize(party.currentSize, 'party.currentSize', 1)
		demandSize(party.maxSize, 'party.maxSize', 0)
	}
	const isKnown = supportedPlatforms >= 0 && supportedPlatforms < 1 << PLATFORMS.length
	demand(isKnown, 'supportedPlatforms', 'has bits that no platform has')
	demand(buttons.length <= MOST_BUTTONS, 'buttons', `are at most ${MOST_BUTTONS}`)
	for (const [index, { label, url: address }] of buttons.entries()) {
		checkText(`buttons[${index}].label`, label, needed(text(1, 32)), true)
		checkText(`buttons[${index}].url`, address, needed(url(1, 512)), true)
	}
}

function checkText(
	path: string,
	value: string | undefined,
	{ least, most, isUrl, isNeeded }: Bounds,
	isInside: boolean,
): void {
	if (!value && !(isNeeded && isInside)) return
	const length = lengthOf(value ?? '')
	demand(length >= least && length <= most, path, `has ${least} to ${most} characters, not ${length}`)
	if (isUrl) demand(isAddress(value ?? ''), path, 'is an http(s) address without a name or password in it')
}

function isAddress(value: string): boolean {
	if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
	const { username, password } = new URL(value)
	return username === '' && password === ''
}

function demandSize(size: number, path: string, least: number): void {
	demand(size >= least && size <= LARGEST_PARTY, path, `is ${least} to ${LARGEST_PARTY}`)
}

function at(shown: Shown, path: string): string | undefined {
	return path.split('.').reduce((value, name) => value?.[name], shown)
}

/** Whether the record that the field is in is there. */
function isThere(shown: Shown, path: string): boolean {
	return !path.includes('.') || shown[path.split('.')[0] ?? ''] !== undefined
}

function demand(condition: boolean, path: string, what: string): void {
	if (!condition) throw failure('ValidationError', `Activity.${path} ${what}`)
}
