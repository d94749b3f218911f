import { WrongActivity } from './wrong-activity.ts'

/** An object of a client, before anything is known of it. */
export type Fields = Readonly<Record<string, unknown>>

/** An object whose fields are read one by one; `path` leads to it. */
export interface Place {
	fields: Fields
	path: readonly string[]
}

/** Bounds of a text, in characters. */
export interface Bounds {
	min: number
	max: number
}

const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

function wrong({ path }: Place, key: string): WrongActivity {
	return new WrongActivity([...path, key])
}

/** The list's entry, which must be an object. */
export function entryOf(value: unknown, path: readonly string[]): Place {
	if (!isObject(value)) throw new WrongActivity(path)
	return { fields: value, path }
}

/** The object in a field; undefined where there is none. */
export function inner(place: Place, key: string): Place | undefined {
	const value = place.fields[key]
	if (isAbsent(value)) return undefined
	if (!isObject(value)) throw wrong(place, key)
	return { fields: value, path: [...place.path, key] }
}

/** Text for people: cut at its end, left out where it is too short (Q7). */
export function shownText(place: Place, key: string, { min, max }: Bounds): string | undefined {
	const value = textOf(place, key)
	if (value === undefined || lengthOf(value) < min) return undefined
	return cut(value, max)
}

/** Text that means something to machines: refused where its length is wrong (Q8). */
export function exactText(place: Place, key: string, { min, max }: Bounds): string | undefined {
	const value = textOf(place, key)
	if (value === undefined) return undefined
	const length = lengthOf(value)
	if (length < min || length > max) throw wrong(place, key)
	return value
}

/** An address that a browser may be led to. */
export function address(place: Place, key: string, max: number): string | undefined {
	const value = exactText(place, key, { min: 1, max })
	if (value !== undefined && !isWebAddress(value)) throw wrong(place, key)
	return value
}

/** A whole number within bounds. */
export function whole(place: Place, key: string, min = 0, max = Number.MAX_SAFE_INTEGER): number | undefined {
	const value = place.fields[key]
	if (isAbsent(value)) return undefined
	if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(place, key)
	const floor = Math.floor(value)
	if (floor < min || floor > max) throw wrong(place, key)
	return floor
}

export function truth(place: Place, key: string): boolean | undefined {
	const value = place.fields[key]
	if (isAbsent(value)) return undefined
	if (typeof value !== 'boolean') throw wrong(place, key)
	return value
}

/** A list of at most so many; undefined where there is none. */
export function listOf(place: Place, key: string, most: number): readonly unknown[] | undefined {
	const value = place.fields[key]
	if (isAbsent(value)) return undefined
	if (!Array.isArray(value) || value.length > most) throw wrong(place, key)
	return value
}

/** The named fields that are there. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
	const found: Record<string, unknown> = {}
	for (const [key, value] of Object.entries(fields)) if (value !== undefined) found[key] = value
	return found as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** An absolute http(s) address without a name or a password in it. */
export function isWebAddress(value: string): boolean {
	const url = URL.parse(value)
	const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
	return isWeb && url.username === '' && url.password === ''
}

/** Nothing that is empty or null counts. */
function textOf(place: Place, key: string): string | undefined {
	const value = place.fields[key]
	if (isAbsent(value) || value === '') return undefined
	if (typeof value !== 'string') throw wrong(place, key)
	return value
}

/** In characters, as people count them who count code points. */
export const lengthOf = (value: string): number => (value.length < 2 ? value.length : [...value].length)

export function cut(value: string, max: number): string {
	return value.length <= max ? value : [...value].slice(0, max).join('')
}
