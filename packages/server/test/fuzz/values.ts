/** Values that fit a schema, more or less: as a client would send them. */
import type { Chance } from './chance.ts'

/** What a schema says, as far as making a value of it needs. */
interface Node {
	type?: string
	format?: string
	enum?: readonly unknown[]
	properties?: Record<string, Node>
	required?: readonly string[]
	items?: Node
	anyOf?: readonly Node[]
	oneOf?: readonly Node[]
	additionalProperties?: Node
	minLength?: number
	maxLength?: number
	minItems?: number
	maxItems?: number
	minimum?: number
	maximum?: number
}

/** Ids that mean something, by the name under which requests carry them. */
export type Ids = Readonly<Record<string, readonly string[]>>

const PIXEL =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const TEXT = [
	'a',
	'hello there',
	'Ünïcödé 🎉',
	'<@1> <@&2> <#3> @everyone',
	'general',
	'**bold** `code`',
	'🍕',
	'x'.repeat(90),
]
const URIS = ['https://example.com/a.png', 'http://127.0.0.1/x?y=z#w', 'attachment://a.txt', 'https://ex.example/é']
const TIMES = ['2026-01-01T00:00:00Z', '2030-05-05T12:00:00.123456+02:00']
/** Deeper than this only what is required is filled in. */
const DEEP = 5

/** A value of the schema; `name` is the key under which it stands. */
export function sampleOf(chance: Chance, ids: Ids, schema: unknown, name = '', depth = 0): unknown {
	const node = schema as Node
	if (node.enum) return chance.pick(node.enum)
	const branches = node.anyOf ?? node.oneOf
	if (branches) return sampleOf(chance, ids, branchOf(chance, branches, depth), name, depth)
	if (node.properties) return objectOf(chance, ids, node, depth)
	if (node.items) return listOf(chance, ids, node, name, depth)
	switch (node.type) {
		case 'object':
			return mapOf(chance, ids, node, depth)
		case 'string':
			return textOf(chance, ids, node, name)
		case 'integer':
			return whole(chance, node)
		case 'number':
			return (node.minimum ?? 0) + chance.next() * Math.min(1000, (node.maximum ?? 1000) - (node.minimum ?? 0))
		case 'boolean':
			return chance.is(0.5)
		case 'null':
			return null
		default:
			return chance.pick<unknown>([null, 1, 'anything', {}, []])
	}
}

/** Null is what people mean least. */
function branchOf(chance: Chance, branches: readonly Node[], depth: number): Node {
	const others = branches.filter((branch) => branch.type !== 'null')
	const mayBeNull = others.length < branches.length
	if (others.length === 0 || (mayBeNull && chance.is(depth > DEEP ? 0.9 : 0.15))) return { type: 'null' }
	return chance.pick(others)
}

function objectOf(chance: Chance, ids: Ids, node: Node, depth: number): Record<string, unknown> {
	const share = depth > DEEP ? 0 : chance.pick([0, 0.15, 0.4, 0.9])
	const entries = Object.entries(node.properties ?? {})
		.filter(([key]) => node.required?.includes(key) || chance.is(share))
		.map(([key, property]) => [key, sampleOf(chance, ids, property, key, depth + 1)])
	return Object.fromEntries(entries)
}

function mapOf(chance: Chance, ids: Ids, node: Node, depth: number): Record<string, unknown> {
	const count = chance.below(4)
	return Object.fromEntries(
		Array.from({ length: count }, (_, index) => [
			`key${index}`,
			sampleOf(chance, ids, node.additionalProperties ?? { type: 'string' }, '', depth + 1),
		]),
	)
}

function listOf(chance: Chance, ids: Ids, node: Node, name: string, depth: number): unknown[] {
	const least = node.minItems ?? 0
	const most = Math.min(node.maxItems ?? 4, least + (depth > DEEP ? 0 : 3))
	const length = least + chance.below(most - least + 1)
	return Array.from({ length }, () => sampleOf(chance, ids, node.items, name.replace(/s$/, ''), depth + 1))
}

function textOf(chance: Chance, ids: Ids, node: Node, name: string): string {
	switch (node.format) {
		case 'snowflake':
			return idOf(chance, ids, name)
		case 'bits':
			return String(2n ** BigInt(chance.below(53)) - BigInt(chance.below(2)))
		case 'date-time':
			return chance.pick(TIMES)
		case 'image-data':
			return PIXEL
		case 'uri':
		case 'media-uri':
			return chance.pick(URIS)
		default: {
			const known = ids[name]
			if (known && chance.is(0.6)) return chance.pick(known)
			const text = chance.pick(TEXT).slice(0, node.maxLength ?? 4000)
			return text.padEnd(node.minLength ?? 0, 'abc')
		}
	}
}

/** An id that goes by this name, or, now and then, one of something else. */
export function idOf(chance: Chance, ids: Ids, name: string): string {
	const fitting = ids[name] ?? ids[`${name}_id`]
	if (fitting && chance.is(0.93)) return chance.pick(fitting)
	return chance.pick(Object.values(ids).flat())
}

function whole(chance: Chance, { minimum = 0, maximum = 2_147_483_647 }: Node): number {
	const edge = chance.pick([minimum, maximum, minimum + 1, undefined, undefined, undefined])
	return edge ?? Math.floor(minimum + chance.next() * Math.min(maximum - minimum, 100_000))
}
