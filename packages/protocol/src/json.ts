/** How JSON of clients is read: whole numbers beyond 2^53 become their digits, since some send ids as numbers. */

const LONG_NUMBER = /[:[,\s]-?\d{16,}/

/** Parses JSON without losing a digit of an id. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
	return LONG_NUMBER.test(text)
		? JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown)
		: JSON.parse(text)
}

function exactNumber(_key: string, value: unknown, context: { source?: string }): unknown {
	if (typeof value !== 'number' || Number.isSafeInteger(value) || !context.source) return value
	return /^-?\d+$/.test(context.source) ? context.source : value
}
