/** A time as the wire writes it: ISO 8601 with microseconds and an offset, always of UTC (HC-92). */
export function wireTime(at: number): string {
	return `${new Date(at).toISOString().slice(0, -1)}000+00:00`
}

/** The same where there may be none. */
export function wireTimeOrNull(at: number | null): string | null {
	return at === null ? null : wireTime(at)
}

/** Milliseconds since the Unix epoch of a timestamp that a request holds; the schema has found it to be one. */
export function readTime(text: string): number {
	return Date.parse(text)
}
