import type { Activity } from '@guildhall/protocol'
import { type Buttons, readButtons } from './buttons.ts'
import {
	address,
	entryOf,
	exactText,
	type Fields,
	inner,
	listOf,
	type Place,
	present,
	shownText,
	truth,
	whole,
} from './fields.ts'
import { WrongActivity } from './wrong-activity.ts'

/** What a session says it does, with what others are not told (Q12). */
export interface SaidActivity {
	/** As others see it, but for `session_id`. */
	shown: Activity
	secrets: { join?: string; spectate?: string; match?: string }
	/** Where its buttons lead. */
	buttonUrls: readonly string[]
}

/** Who says what they are doing. Bots may say little (Q6). */
export type Actor =
	| { kind: 'bot' }
	| { kind: 'player'; applicationId: string; applicationName: string; parentId: string | undefined }

const MOST_ACTIVITIES = 10
const LONGEST = 128
const SHOWN = { min: 2, max: LONGEST }
const ID = { min: 2, max: LONGEST }
const IMAGE = { min: 1, max: 300 }
/** What an image is called that the platform has made an address for. */
const MADE_IMAGE = { min: 1, max: 1024 }
const MOST_ADDRESS = 256
const CUSTOM_STATUS = 4
const STREAMING = 1
const STREAMS = /^https?:\/\/(?:www\.|m\.)?(?:twitch\.tv|youtube\.com|youtu\.be)(?:\/|$)/i
/** Flags that are the client's to set, and those that its secrets set (Q11). */
const CLIENT_FLAGS = 0b1_1111_1001
const JOIN = 1 << 1
const SPECTATE = 1 << 2
const PLATFORMS = ['desktop', 'xbox', 'samsung', 'ios', 'android', 'embedded', 'ps4', 'ps5']
/** Times below this are seconds (Q9). */
const SECONDS_BELOW = 100_000_000_000

/**
 * The activities that a client sent, in the form they are kept in (Q6–Q12). `before` is what the same session did until
 * now. @throws WrongActivity
 */
export function readActivities(
	given: readonly unknown[],
	actor: Actor,
	now: number,
	before: readonly SaidActivity[] = [],
): SaidActivity[] {
	const read = given
		.slice(0, MOST_ACTIVITIES)
		.flatMap((one, index) => readActivity(entryOf(one, [String(index)]), actor, now) ?? [])
	for (const { shown } of read) {
		const same = before.find((one) => one.shown.type === shown.type && isOfSame(one.shown, shown))
		if (same) shown.created_at = same.shown.created_at
	}
	return read
}

const isOfSame = (one: Activity, other: Activity): boolean =>
	one.application_id === undefined ? one.name === other.name : one.application_id === other.application_id

function readActivity(place: Place, actor: Actor, now: number): SaidActivity | undefined {
	const type = whole(place, 'type', 0, actor.kind === 'bot' ? 5 : 6) ?? 0
	const name = nameOf(place, actor, type)
	if (name === undefined) return undefined
	const state = shownText(place, 'state', actor.kind === 'bot' || type === CUSTOM_STATUS ? { ...SHOWN, min: 1 } : SHOWN)
	const url = type === STREAMING ? streamOf(place) : undefined
	const plain: Activity = { name, type, created_at: now, ...present({ state, url }) }
	if (actor.kind === 'bot') return { shown: plain, secrets: {}, buttonUrls: [] }
	const secrets = secretsOf(place)
	const buttons = readButtons(place)
	return {
		shown: { ...plain, ...richFields(place, actor, secrets, buttons) },
		secrets,
		buttonUrls: buttons?.urls ?? [],
	}
}

function nameOf(place: Place, actor: Actor, type: number): string | undefined {
	const { name } = place.fields
	if (actor.kind === 'bot' && typeof name !== 'string') throw new WrongActivity([...place.path, 'name'])
	const said = shownText(place, 'name', { min: 1, max: LONGEST })
	if (said !== undefined) return said
	if (type === CUSTOM_STATUS) return 'Custom Status'
	return actor.kind === 'bot' ? undefined : actor.applicationName
}

/** An address of a stream; of other places none. */
function streamOf(place: Place): string | undefined {
	const said = shownText(place, 'url', { min: 1, max: 512 })
	return said !== undefined && STREAMS.test(said) ? said : undefined
}

function secretsOf(place: Place): SaidActivity['secrets'] {
	const secrets = inner(place, 'secrets')
	if (!secrets) return {}
	return present({
		join: exactText(secrets, 'join', ID),
		spectate: exactText(secrets, 'spectate', ID),
		match: exactText(secrets, 'match', ID),
	})
}

function richFields(
	place: Place,
	actor: Actor & { kind: 'player' },
	secrets: SaidActivity['secrets'],
	buttons: Buttons | undefined,
): Partial<Activity> {
	const flags = (whole(place, 'flags', 0, 0x7fffffff) ?? 0) & CLIENT_FLAGS
	return present({
		application_id: actor.applicationId,
		parent_application_id: actor.parentId,
		details: shownText(place, 'details', SHOWN),
		details_url: address(place, 'details_url', MOST_ADDRESS),
		state_url: address(place, 'state_url', MOST_ADDRESS),
		status_display_type: whole(place, 'status_display_type', 0, 2),
		emoji: emojiOf(place),
		timestamps: timesOf(place),
		party: partyOf(place),
		assets: assetsOf(place),
		instance: truth(place, 'instance'),
		flags: flags | (secrets.join ? JOIN : 0) | (secrets.spectate ? SPECTATE : 0),
		supported_platforms: platformsOf(place),
		buttons: buttons?.labels,
	})
}

function emojiOf(place: Place): Activity['emoji'] {
	const emoji = inner(place, 'emoji')
	const name = emoji && shownText(emoji, 'name', { min: 1, max: 64 })
	if (!emoji || name === undefined) return undefined
	const { id } = emoji.fields
	return {
		id: typeof id === 'string' && /^\d{15,20}$/.test(id) ? id : null,
		name,
		...present({ animated: truth(emoji, 'animated') }),
	}
}

function timesOf(place: Place): Activity['timestamps'] {
	const times = inner(place, 'timestamps')
	if (!times) return undefined
	return filled({ start: timeOf(times, 'start'), end: timeOf(times, 'end') })
}

function timeOf(place: Place, key: string): number | undefined {
	const at = whole(place, key)
	return at !== undefined && at < SECONDS_BELOW ? at * 1000 : at
}

function partyOf(place: Place): Activity['party'] {
	const party = inner(place, 'party')
	if (!party) return undefined
	return filled({ id: exactText(party, 'id', ID), size: sizeOf(party) })
}

function sizeOf(party: Place): number[] | undefined {
	const size = listOf(party, 'size', 2)
	if (!size) return undefined
	const [current, most] = size
	const isSize = Number.isInteger(current) && Number.isInteger(most) && isSmall(current, 1) && isSmall(most, 0)
	if (!isSize) throw new WrongActivity([...party.path, 'size'])
	return [current as number, most as number]
}

const isSmall = (value: unknown, min: number): boolean => (value as number) >= min && (value as number) <= 0x7fffffff

function assetsOf(place: Place): Activity['assets'] {
	const assets = inner(place, 'assets')
	if (!assets) return undefined
	return filled({
		large_image: imageOf(assets, 'large_image'),
		large_text: shownText(assets, 'large_text', SHOWN),
		large_url: address(assets, 'large_url', MOST_ADDRESS),
		small_image: imageOf(assets, 'small_image'),
		small_text: shownText(assets, 'small_text', SHOWN),
		small_url: address(assets, 'small_url', MOST_ADDRESS),
		invite_cover_image: imageOf(assets, 'invite_cover_image'),
	})
}

function imageOf(assets: Place, key: string): string | undefined {
	const { [key]: value }: Fields = assets.fields
	const isMade = typeof value === 'string' && value.startsWith('mp:')
	return exactText(assets, key, isMade ? MADE_IMAGE : IMAGE)
}

function platformsOf(place: Place): string[] | undefined {
	const said = listOf(place, 'supported_platforms', 32)
	if (!said) return undefined
	const known = PLATFORMS.filter((platform) => said.includes(platform))
	return known.length > 0 ? known : undefined
}

/** What is there of it; undefined where nothing is. */
function filled<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } | undefined {
	const found = present(fields)
	return Object.keys(found).length > 0 ? found : undefined
}
