import { ApiError, checkOf, parseExactJson, readableText, type Schema } from '@guildhall/protocol'
import { formErrorOf } from './form-errors.ts'

/** What a schema says, as far as reading needs it. */
interface Node {
	type?: string
	format?: string
	default?: unknown
	properties?: Record<string, Node>
	items?: Node
	anyOf?: Node[]
	oneOf?: Node[]
	discriminator?: { propertyName: string }
	const?: unknown
	additionalProperties?: Node
	'x-trim'?: boolean
}

/**
 * Reads a body of JSON: numbers where ids or bits stand become their digits, defaults are filled in, and what does not
 * fit is refused. @throws InvalidFormBody
 */
export function parseBody(schema: Schema, value: unknown): unknown {
	return parse(schema, value, false)
}

/** Reads a query, path parameters or form fields: everything came as text. @throws InvalidFormBody */
export function parseText(schema: Schema, value: unknown): unknown {
	return parse(schema, value, true)
}

/**
 * Reads the fields of a form, of which those that stand for lists and objects hold JSON (`embeds`, `attachments`).
 * @throws InvalidFormBody, InvalidJson
 */
export function parseFields(schema: Schema, fields: Iterable<readonly [string, string]>): unknown {
	const { properties = {} } = schema as Node
	const given = [...fields].map(([key, value]) => {
		const node = Object.hasOwn(properties, key) ? properties[key] : undefined
		return [key, node && isStructure(node) && /^[[{]/.test(value) ? parseJson(value) : value]
	})
	return parseText(schema, Object.fromEntries(given))
}

function isStructure(node: Node): boolean {
	return Boolean(node.properties ?? node.items ?? node.oneOf ?? node.anyOf?.some(isStructure))
}

function parse(schema: Schema, value: unknown, isText: boolean): unknown {
	const read = convert(schema as Node, value, isText)
	const check = checkOf(schema)
	if (check.accepts(read)) return read
	throw formErrorOf(check.problems(read), schema, read)
}

function convert(node: Node, value: unknown, isText: boolean): unknown {
	if (node.properties) return convertObject(node.properties, value, isText)
	if (node.items) return convertList(node.items, value, isText)
	if (node.anyOf) return convertUnion(node.anyOf, value, isText)
	if (node.oneOf && node.discriminator) return convertTagged(node.oneOf, node.discriminator.propertyName, value, isText)
	if (typeof value === 'string') return convertText(node, readableText(value), isText)
	if (typeof value === 'number' && (node.format === 'snowflake' || node.format === 'bits') && Number.isInteger(value)) {
		return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString()
	}
	return value
}

function convertObject(properties: Record<string, Node>, value: unknown, isText: boolean): unknown {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
	const given = value as Record<string, unknown>
	for (const key in properties) {
		const node = properties[key] as Node
		if (Object.hasOwn(given, key)) {
			const converted = convert(node, given[key], isText)
			if (converted === undefined) delete given[key]
			else given[key] = converted
		} else if (node.default !== undefined) {
			given[key] = node.default
		}
	}
	return given
}

function convertList(items: Node, value: unknown, isText: boolean): unknown {
	if (isText && typeof value === 'string') {
		return value === '' ? [] : value.split(',').map((item) => convert(items, item, true))
	}
	return Array.isArray(value) ? value.map((item) => convert(items, item, isText)) : value
}

function convertUnion(branches: readonly Node[], value: unknown, isText: boolean): unknown {
	if (value === null) return value
	if (isText && value === 'null' && branches.some((branch) => branch.type === 'null')) return null
	const fitting = branches.filter((branch) => branch.type !== 'null')
	if (fitting.length === 1) return convert(fitting[0] as Node, value, isText)
	const kind = Array.isArray(value) ? 'array' : typeof value
	const sameKind = fitting.filter(
		(branch) => (branch.properties ? 'object' : branch.items ? 'array' : branch.type) === kind,
	)
	const [only, ...others] = sameKind
	if (only && others.length === 0) return convert(only, value, isText)
	const asDigits = typeof value === 'number' && fitting.find((branch) => branch.format === 'snowflake')
	return asDigits && !fitting.some(({ type }) => type === 'integer' || type === 'number')
		? convert(asDigits, value, isText)
		: value
}

/** Of objects told apart by a property, the one whose constant the value has. */
function convertTagged(branches: readonly Node[], tag: string, value: unknown, isText: boolean): unknown {
	if (value === null || typeof value !== 'object') return value
	const branch = branches.find(({ properties }) => properties?.[tag]?.const === (value as Record<string, unknown>)[tag])
	return branch ? convert(branch, value, isText) : value
}

/** A time whose offset is left out, as Python writes it of a time without a zone, is one of UTC. */
const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/

function convertText(node: Node, text: string, isText: boolean): unknown {
	if (node['x-trim']) return text.trim()
	if (node.format === 'date-time' && WITHOUT_OFFSET.test(text)) return `${text}Z`
	return isText ? fromText(node, text) : text
}

const TRUE = new Set(['true', 'True', '1'])
const FALSE = new Set(['false', 'False', '0'])

function fromText(node: Node, text: string): unknown {
	if (node.type === 'integer' || node.type === 'number') {
		return /^-?\d+(\.\d+)?$/.test(text) && text.length < 17 ? Number(text) : text
	}
	if (node.type === 'boolean') return TRUE.has(text) ? true : FALSE.has(text) ? false : text
	return text
}

/** @throws InvalidJson */
export function parseJson(text: string): unknown {
	try {
		return parseExactJson(text)
	} catch {
		throw new ApiError('InvalidJson')
	}
}
