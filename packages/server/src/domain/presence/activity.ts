import type { Activity } from '@guildhall/protocol'

const TYPES = [0, 1, 2, 3, 4, 5]
const LONGEST = 128
const LONGEST_URL = 512
const MOST_ACTIVITIES = 10
/** Flags that tell how an activity may be joined. */
const JOIN = 1 << 1
const SPECTATE = 1 << 2

type Fields = Record<string, unknown>

/** Who says what they are doing. Bots may say little (events.md §6). */
export interface Actor {
	kind: 'bot' | 'player'
	applicationId: string
}

/**
 * Activities as others see them, from what a client sent: known fields of the right kind, secrets kept back.
 * Undefined where they are no activities at all.
 */
export function readActivities(given: readonly unknown[], actor: Actor, now: number): Activity[] | undefined {
	const activities = given.slice(0, MOST_ACTIVITIES).map((one) => readActivity(one, actor, now))
	return activities.every((activity) => activity !== undefined) ? activities : undefined
}

function readActivity(given: unknown, actor: Actor, now: number): Activity | undefined {
	if (typeof given !== 'object' || given === null) return undefined
	const fields = given as Fields
	const type = fields.type ?? 0
	if (typeof fields.name !== 'string' || typeof type !== 'number' || !TYPES.includes(type)) return undefined
	const activity: Activity = {
		name: fields.name.slice(0, LONGEST),
		type,
		created_at: now,
		...texts(fields, ['state'], LONGEST),
		...texts(fields, ['url'], LONGEST_URL),
	}
	return actor.kind === 'bot' ? activity : { ...activity, ...richFields(fields, actor) }
}

function richFields(fields: Fields, actor: Actor): Partial<Activity> {
	const { timestamps, party, assets, secrets, emoji } = fields as Record<string, Fields | null | undefined>
	const size = party?.size
	return {
		application_id: actor.applicationId,
		...texts(fields, ['details'], LONGEST),
		...texts(fields, ['details_url', 'state_url'], LONGEST_URL),
		...(isObject(emoji) && typeof emoji.name === 'string' ? { emoji: { id: null, name: emoji.name } } : {}),
		...(isObject(timestamps) ? { timestamps: numbers(timestamps, ['start', 'end']) } : {}),
		...numbers(fields, ['status_display_type']),
		...(isObject(party)
			? { party: { ...texts(party, ['id'], LONGEST), ...(isSize(size) ? { size: [size[0], size[1]] } : {}) } }
			: {}),
		...(isObject(assets) ? { assets: assetsOf(assets) } : {}),
		...(typeof fields.instance === 'boolean' ? { instance: fields.instance } : {}),
		flags: (typeof fields.flags === 'number' ? fields.flags & 0x1ff : 0) | joinFlags(secrets),
		...(Array.isArray(fields.buttons) ? { buttons: fields.buttons.slice(0, 2).map(label) } : {}),
	}
}

function assetsOf(assets: Fields) {
	return {
		...texts(assets, ['large_image', 'large_url', 'small_image', 'small_url', 'invite_cover_image'], LONGEST_URL),
		...texts(assets, ['large_text', 'small_text'], LONGEST),
	}
}

function joinFlags(secrets: unknown): number {
	if (!isObject(secrets)) return 0
	return (secrets.join ? JOIN : 0) | (secrets.spectate ? SPECTATE : 0)
}

/** Others see what a button says; where it leads is asked for when it is pressed. */
function label(button: unknown): string {
	const text = isObject(button) ? button.label : button
	return String(text).slice(0, 32)
}

function texts<K extends string>(from: Fields, keys: readonly K[], longest: number): Partial<Record<K, string>> {
	const found: Partial<Record<K, string>> = {}
	for (const key of keys) {
		const value = from[key]
		if (typeof value === 'string' && value !== '') found[key] = value.slice(0, longest)
	}
	return found
}

function numbers<K extends string>(from: Fields, keys: readonly K[]): Partial<Record<K, number>> {
	const found: Partial<Record<K, number>> = {}
	for (const key of keys) {
		const value = from[key]
		if (Number.isSafeInteger(value)) found[key] = value as number
	}
	return found
}

function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSize(value: unknown): value is [number, number] {
	return Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part) && part >= 0)
}
