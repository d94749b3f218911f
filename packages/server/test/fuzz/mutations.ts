/** What goes wrong on the way: values of other kinds, lengths and sizes, keys that mean something to the runtime. */
import type { Chance } from './chance.ts'

const ODD_TEXT = [
	'',
	' ',
	'\u0000',
	'a\u0000b',
	'\ud800',
	'\udfff x',
	'\u202e\u200b\ufeff',
	'e\u0301'.repeat(50),
	'👩‍👩‍👧‍👦'.repeat(40),
	'x'.repeat(2001),
	'é'.repeat(5000),
	'%00%ff',
	"'; drop table users; --",
	'../../etc/passwd',
	'{{7*7}}',
	'null',
	'true',
	'\r\nX-Injected: 1',
	'data:image/png;base64,AAAA',
	'data:image/gif;base64,R0lGODlhAQABAAAAACw=',
	'attachment://',
	'https://',
	'2026-13-45T99:99:99Z',
	'-1',
	'１２３',
]
const ODD_IDS = [
	'0',
	'-1',
	'00',
	'1e3',
	' 1',
	'1 ',
	'0x10',
	'9223372036854775807',
	'9223372036854775808',
	'18446744073709551615',
	'18446744073709551616',
	'9'.repeat(40),
	'1'.repeat(1000),
	'@me',
	'undefined',
	'NaN',
]
const ODD_NUMBERS = [0, -0, -1, 0.1, 1e21, 1e308, -1e308, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 5e-324, 255.5]
const OTHER_KINDS = [null, true, false, [], {}, [[]], [null], { a: { b: {} } }, 'text', 7]
const ODD_KEYS = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'',
	'0',
	'length',
	'💥',
	'a.b',
	'$ref',
]

/** Any odd value. */
export function oddValue(chance: Chance): unknown {
	return chance.pick<readonly unknown[]>([ODD_TEXT, ODD_TEXT, ODD_IDS, ODD_NUMBERS, OTHER_KINDS])[
		chance.below(OTHER_KINDS.length)
	]
}

export const oddText = (chance: Chance): string => chance.pick(ODD_TEXT)
export const oddId = (chance: Chance): string => chance.pick(ODD_IDS)

/** The value with something about it changed. */
export function mutated(chance: Chance, value: unknown): unknown {
	if (Array.isArray(value) && value.length > 0 && chance.is(0.7)) {
		const at = chance.below(value.length)
		return value.map((item, index) => (index === at ? mutated(chance, item) : item))
	}
	if (Array.isArray(value) && chance.is(0.5)) return repeated(chance, value)
	if (value !== null && typeof value === 'object' && !Array.isArray(value) && chance.is(0.85)) {
		return changedObject(chance, value as Record<string, unknown>)
	}
	if (typeof value === 'string' && /^\d+$/.test(value) && chance.is(0.6)) {
		return chance.is(0.3) ? Number(value) : oddId(chance)
	}
	if (typeof value === 'string' && chance.is(0.4)) return chance.is(0.5) ? value.repeat(300) : oddText(chance)
	if (typeof value === 'number' && chance.is(0.5)) return chance.pick([...ODD_NUMBERS, String(value), `${value}.5`])
	if (typeof value === 'string' && chance.is(0.2)) return `${value.slice(0, 20)}\0`
	return oddValue(chance)
}

function repeated(chance: Chance, value: readonly unknown[]): unknown[] {
	const item = value[0] ?? oddValue(chance)
	return Array.from({ length: chance.pick([1, 2, 26, 101]) }, () => item)
}

function changedObject(chance: Chance, value: Record<string, unknown>): Record<string, unknown> {
	const entries = Object.entries(value)
	const key = entries.length > 0 ? chance.pick(entries)[0] : undefined
	const way = chance.below(4)
	if (way === 0 && key !== undefined) return fromEntries(entries.filter(([name]) => name !== key))
	if (way === 1 || key === undefined) return fromEntries([...entries, [chance.pick(ODD_KEYS), oddValue(chance)]])
	return fromEntries(entries.map(([name, item]) => [name, name === key ? mutated(chance, item) : item]))
}

/** `Object.fromEntries` keeps a key `__proto__` as a key of its own, as JSON does. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
	return Object.fromEntries(entries)
}

/** JSON that is none, or says more than its value did. */
export function brokenJson(chance: Chance, json: string): string {
	switch (chance.below(9)) {
		case 0:
			return json.slice(0, chance.below(json.length + 1))
		case 1:
			return `${json}${json}`
		case 2:
			return `\ufeff${json}`
		case 3:
			return '['.repeat(20_000)
		case 4:
			return '{"a":'.repeat(5_000)
		case 5:
			return json.replace(/\d+/, '1e400')
		case 6:
			return json.replace(/"[^"]*"/, '12345678901234567890123')
		case 7:
			return json.replaceAll('"', "'")
		default:
			return chance.pick(['', 'null', 'true', '0', '""', '[]', '{}', 'undefined', '\u0000', '{"__proto__":{"a":1}}'])
	}
}
