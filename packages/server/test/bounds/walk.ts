/** Bounds as operations declare them: where they are, how they read, and values at, under and over them. */
import type { AnyOperation } from '@guildhall/protocol'

/** What a schema says, as far as bounds need it. */
interface Node {
	type?: string
	format?: string
	enum?: readonly unknown[]
	properties?: Record<string, Node>
	required?: readonly string[]
	items?: Node
	anyOf?: readonly Node[]
	discriminator?: { propertyName: string }
	additionalProperties?: Node
	propertyNames?: Node
	minLength?: number
	maxLength?: number
	minItems?: number
	maxItems?: number
	maxProperties?: number
	minimum?: number
	maximum?: number
}

export type Part = 'params' | 'query' | 'body'

export interface Bound {
	part: Part
	/** Keys and indices down to the field. */
	path: readonly string[]
	/** What it is bounded to, for people: `1–250 characters`. */
	says: string
	/** Bodies, queries or parameters in which the field is at an edge. */
	good: readonly unknown[]
	/** The same, beyond one; `at` is where the refusal stands. */
	bad: readonly { value: unknown; at: readonly string[] }[]
}

/** Maps have a key of this name. */
const KEY = 'k'
/** Refused as a whole where players write to each other, or the same wherever they stand. */
const LEFT_OUT = new Set([
	...['embeds', 'components', 'attachments', 'sticker_ids', 'poll', 'message_reference', 'shared_client_theme'],
	'allowed_mentions',
])

/** Every bound of an operation. */
export function boundsOf(operation: AnyOperation): Bound[] {
	return (['params', 'query', 'body'] as const).flatMap((part) => {
		const root = operation[part] as Node | undefined
		return root ? within(root, [], (value) => value, part) : []
	})
}

/** A value of the schema with nothing in it that may be left out. */
export function leastOf(schema: unknown): unknown {
	const node = schema as Node
	if (node.enum) return node.enum[0]
	const [first] = node.anyOf ?? []
	if (node.anyOf) return first && leastOf(first)
	if (node.properties) {
		const needed = (node.required ?? []).map((key) => [key, leastOf(node.properties?.[key])])
		return Object.fromEntries(needed)
	}
	if (node.items) return Array.from({ length: node.minItems ?? 0 }, () => leastOf(node.items))
	switch (node.type) {
		case 'string':
			return textOf(node, Math.max(1, node.minLength ?? 1))
		case 'integer':
		case 'number':
			return node.minimum ?? 1
		case 'boolean':
			return false
		case 'object':
			return {}
		default:
			return null
	}
}

type Wrap = (value: unknown) => unknown

/** The bounds inside a value of a request; `wrap` makes the request that has the value. */
function within(node: Node, path: readonly string[], wrap: Wrap, part: Part): Bound[] {
	if (node.anyOf) {
		const branches = node.anyOf.filter(({ type }) => type !== 'null')
		return branches.flatMap((branch) => within(branch, path, wrap, part))
	}
	const own = ownBound(node, path, wrap, part)
	const inner = innerBounds(node, path, wrap, part)
	return own ? [own, ...inner] : inner
}

function innerBounds(node: Node, path: readonly string[], wrap: Wrap, part: Part): Bound[] {
	if (node.properties) {
		const least = leastOf(node) as object
		return Object.entries(node.properties).flatMap(([key, child]) =>
			LEFT_OUT.has(key) ? [] : within(child, [...path, key], (value) => wrap({ ...least, [key]: value }), part),
		)
	}
	if (node.items) return within(node.items, [...path, '0'], (value) => wrap([value]), part)
	if (node.additionalProperties) {
		return within(node.additionalProperties, [...path, KEY], (value) => wrap({ [KEY]: value }), part)
	}
	return []
}

function ownBound(node: Node, path: readonly string[], wrap: Wrap, part: Part): Bound | undefined {
	const edges = edgesOf(node)
	if (!edges) return undefined
	const { says, make, least, most, beyond = [] } = edges
	// An empty part of a path is another path.
	const first = part === 'params' && node.type === 'string' ? Math.max(1, least ?? 1) : (least ?? 0)
	const good = [first, ...(most === undefined ? [] : [most - 1, most])].filter((at) => at >= first)
	const bad = [...(first > 0 || edges.isNumber ? [first - 1] : []), ...(most === undefined ? [] : [most + 1])]
	if (part === 'params' && node.type === 'string') bad.shift()
	return {
		part,
		path,
		says,
		good: (edges.values ?? good.map(make)).map(wrap),
		bad: [...(edges.values ? [] : bad.map((at) => ({ value: wrap(make(at)), at: path }))), ...beyondOf()],
	}

	function beyondOf() {
		return beyond.map(({ value, key = [] }) => ({ value: wrap(value), at: [...path, ...key] }))
	}
}

interface Edges {
	says: string
	make(at: number): unknown
	least?: number | undefined
	most?: number | undefined
	/** Below the least there is something, too. */
	isNumber?: boolean
	/** All that is taken, where that is a list. */
	values?: readonly unknown[]
	beyond?: readonly { value: unknown; key?: readonly string[] }[]
}

function edgesOf(node: Node): Edges | undefined {
	const { minimum, maximum, maxProperties, propertyNames } = node
	if (node.enum) {
		if (node.enum.length < 2) return undefined
		const other = node.type === 'string' ? 'none of them' : Math.max(...(node.enum as number[])) + 1
		return { says: node.enum.join(' or '), make: String, values: node.enum, beyond: [{ value: other }] }
	}
	if (node.type === 'string' && node.maxLength !== undefined) {
		const says = `${node.minLength ?? 0}–${node.maxLength} characters`
		const unit = node.format ? ` of a ${node.format}` : ''
		return { says: says + unit, make: (at) => textOf(node, at), least: node.minLength, most: node.maxLength }
	}
	// What JSON cannot carry is read as text (HC-54).
	const isBounded = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER
	if ((node.type === 'integer' || node.type === 'number') && isBounded) {
		const says = maximum === undefined ? `${minimum} or more` : `${minimum}–${maximum}`
		return { says, make: (at) => at, least: minimum, most: maximum, isNumber: true }
	}
	if (node.items && node.maxItems !== undefined) {
		const says = `${node.minItems ?? 0}–${node.maxItems} entries`
		return { says, make: (at) => listOf(node, at), least: node.minItems, most: node.maxItems }
	}
	if (maxProperties === undefined) return undefined
	const long = propertyNames?.maxLength
	return {
		says: `0–${maxProperties} keys${long === undefined ? '' : ` of 0–${long} characters`}`,
		make: (at) =>
			Object.fromEntries(Array.from({ length: at }, (_, n) => [`k${n}`, leastOf(node.additionalProperties)])),
		most: maxProperties,
		beyond: long === undefined ? [] : [{ value: { [KEY.repeat(long + 1)]: '' }, key: [KEY.repeat(long + 1)] }],
	}
}

/** Entries that differ, where they can. */
function listOf({ items = {} }: Node, length: number): unknown[] {
	return Array.from({ length }, (_, n) => {
		if (items.format === 'snowflake') return String(n + 1)
		const one = leastOf(items)
		return one !== null && typeof one === 'object' && 'id' in one ? { ...one, id: String(n + 1) } : one
	})
}

/** Text of so many characters that is otherwise as it should be; characters of two units where any will do. */
function textOf({ format }: Node, length: number): string {
	switch (format) {
		case 'snowflake':
			return '7'
		case 'date-time':
			return '2026-01-01T00:00:00Z'
		case 'image-data':
			return 'data:image/png;base64,AAAA'
		case 'uri':
		case 'media-uri':
			return 'https://x.example/'.padEnd(length, 'x').slice(0, Math.max(length, 18))
		default:
			return '🙂'.repeat(length)
	}
}
