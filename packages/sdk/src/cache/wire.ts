import type { Snowflake } from '../core/snowflake.ts'

/** What the server sent, seen as an object with unknown members. */
export type Wire = Readonly<Record<string, unknown>>

export function asObject(value: unknown): Wire {
	return typeof value === 'object' && value !== null ? (value as Wire) : {}
}

export function objects(value: unknown): Wire[] {
	return Array.isArray(value) ? value.map(asObject) : []
}

/** An id, 0 where there is none. */
export function idOf(value: unknown): Snowflake {
	return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n
}

export function textOf(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined
}

export function integerOf(value: unknown): number {
	return typeof value === 'number' && Number.isInteger(value) ? value : 0
}

/** A map of text to text; what is not text is left out. */
export function metadataOf(value: unknown): Record<string, string> {
	return Object.fromEntries(
		Object.entries(asObject(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
	)
}

/** Milliseconds since the Unix epoch of an ISO date, 0 where there is none. */
export function timeOf(value: unknown): number {
	return Date.parse(textOf(value) ?? '') || 0
}
