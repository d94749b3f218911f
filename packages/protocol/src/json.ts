/**
 * How JSON of clients is read: whole numbers beyond 2^53 become their digits, since some send ids as numbers; text becomes
 * text that every client can read.
 */

const LONG_NUMBER = /[:[,\s]-?\d{16,}/
/** An escape that may stand for a zero, or for half of a surrogate pair: only so do they get into JSON. */
const ODD_ESCAPE = /\\u(?:0000|d[89a-f])/i

/** Parses JSON without losing a digit of an id. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
	const value = LONG_NUMBER.test(text)
		? JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown)
		: JSON.parse(text)
	return ODD_ESCAPE.test(text) ? readable(value) : value
}

function exactNumber(_key: string, value: unknown, context: { source?: string }): unknown {
	if (typeof value !== 'number' || Number.isSafeInteger(value) || !context.source) return value
	return /^-?\d+$/.test(context.source) ? context.source : value
}

/** Text without zeros, and with U+FFFD for what is half of a character: many a client reads no message that has one. */
export function readableText(text: string): string {
	return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()
}

/** The same for all keys and values; without recursion, since values may be nested as deep as a request is long. */
function readable(root: unknown): unknown {
	if (typeof root === 'string') return readableText(root)
	const open = [root]
	while (open.length > 0) {
		const one = open.pop() as Record<string, unknown> | null
		if (typeof one !== 'object' || one === null) continue
		for (const [key, given] of Object.entries(one)) {
			const [name, value] = [readableText(key), typeof given === 'string' ? readableText(given) : given]
			if (name !== key) Reflect.deleteProperty(one, key)
			// Not by an assignment: `__proto__` is a key like any other.
			if (value !== one[name]) {
				Object.defineProperty(one, name, { value, writable: true, enumerable: true, configurable: true })
			}
			open.push(value)
		}
	}
	return root
}
