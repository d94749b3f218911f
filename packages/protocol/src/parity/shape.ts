/** What can be compared of two JSON Schemas that say the same thing in different words. */
export interface Shape {
	kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'list' | 'map' | 'object' | 'union' | 'any'
	null?: true
	/** Of a list's items or a map's values. */
	of?: Shape
	/** The name of an object that is described elsewhere. */
	named?: string
	/** Of an object described here; `!` before the name of what is always there. */
	fields?: Fields
}

export type Fields = Record<string, Shape>

export interface JsonSchema {
	$ref?: string
	title?: string
	type?: string | string[]
	const?: unknown
	enum?: unknown[]
	properties?: Record<string, JsonSchema>
	required?: string[]
	items?: JsonSchema
	additionalProperties?: JsonSchema | boolean
	oneOf?: JsonSchema[]
	anyOf?: JsonSchema[]
	allOf?: JsonSchema[]
}

/** How to find what a schema refers to, and whether it stands under a name of its own. */
export interface Names {
	resolve(schema: JsonSchema): JsonSchema
	nameOf(schema: JsonSchema): string | undefined
}

/** The shape of a schema; objects with a name are only named. */
export function shapeOf(schema: JsonSchema, names: Names): Shape {
	const name = names.nameOf(schema)
	const resolved = names.resolve(schema)
	if (resolved.properties)
		return name ? { kind: 'object', named: name } : { kind: 'object', fields: fieldsOf(resolved, names) }
	const branches = resolved.oneOf ?? resolved.anyOf
	if (branches) return unionOf(branches, names)
	if (Array.isArray(resolved.type)) {
		return unionOf(
			resolved.type.map((type) => ({ ...resolved, type })),
			names,
		)
	}
	switch (resolved.type) {
		case 'array':
			return { kind: 'list', of: shapeOf(resolved.items ?? {}, names) }
		case 'object': {
			const values = resolved.additionalProperties
			return typeof values === 'object' ? { kind: 'map', of: shapeOf(values, names) } : { kind: 'object', fields: {} }
		}
		case 'string':
		case 'integer':
		case 'number':
		case 'boolean':
		case 'null':
			return { kind: resolved.type }
		default:
			return resolved.const === undefined ? { kind: 'any' } : { kind: kindOf(resolved.const) }
	}
}

/** The fields of an object's schema. */
export function fieldsOf(schema: JsonSchema, names: Names): Fields {
	const required = new Set(schema.required)
	return Object.fromEntries(
		Object.entries(schema.properties ?? {}).map(([name, property]) => [
			required.has(name) ? `!${name}` : name,
			shapeOf(property, names),
		]),
	)
}

function unionOf(branches: readonly JsonSchema[], names: Names): Shape {
	const shapes = branches.map((branch) => shapeOf(branch, names))
	const others = shapes.filter(({ kind }) => kind !== 'null')
	const isNullable = others.length < shapes.length || others.some((shape) => shape.null)
	const distinct = new Map(others.map((shape) => [JSON.stringify(shape), shape]))
	const [only] = distinct.values()
	const shape: Shape = distinct.size === 1 && only ? only : { kind: 'union' }
	return isNullable ? { ...shape, null: true } : shape
}

function kindOf(value: unknown): 'string' | 'integer' | 'boolean' {
	return typeof value === 'number' ? 'integer' : typeof value === 'boolean' ? 'boolean' : 'string'
}
