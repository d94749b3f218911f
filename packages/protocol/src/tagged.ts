/**
 * What the validator says about unions whose members are told apart by a tag. It complains about every member that did
 * not fit; the tag says which one was meant.
 */
import type { Problem } from './check.ts'

interface Node {
	discriminator?: { propertyName: string }
	anyOf?: Node[]
	properties?: Record<string, { enum?: unknown[] }>
}

/** A tagged union that a problem lies in: where in the value, and which member it is about. */
interface Passage {
	path: string[]
	schemaPath: string
	value: unknown
	union: Node & { discriminator: { propertyName: string }; anyOf: Node[] }
	member: number
}

/** The problems that remain when each tagged union of `schema` is read as the member its tag names. */
export function withoutOtherMembers(schema: object, value: unknown, problems: readonly Problem[]): Problem[] {
	const kept: Problem[] = []
	const unnamed = new Set<string>()
	for (const problem of problems) {
		const wrong = passages(schema, value, problem).find(({ union, value, member }) => memberOf(union, value) !== member)
		if (!wrong) {
			if (!isSummary(schema, problem)) kept.push(problem)
		} else if (memberOf(wrong.union, wrong.value) === undefined && !unnamed.has(wrong.schemaPath + wrong.path)) {
			unnamed.add(wrong.schemaPath + wrong.path)
			kept.push(noSuchMember(wrong))
		}
	}
	return kept
}

/** "None of the members fits", beside what says why. */
function isSummary(schema: object, { keyword, schemaPath }: Problem): boolean {
	const parts = schemaPath.split('/').slice(1)
	const node = parts.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], schema)
	return keyword === 'anyOf' && isTagged(node as Node | undefined)
}

/** Follows a problem's place in the schema and in the value together, and notes the tagged unions on the way. */
function passages(schema: object, root: unknown, problem: Problem): Passage[] {
	const found: Passage[] = []
	const parts = problem.schemaPath.split('/').slice(1)
	let node = schema as Record<string, unknown> | undefined
	let value = root
	let depth = 0
	for (const [index, part] of parts.entries()) {
		if (isTagged(node) && part === 'anyOf') {
			found.push({
				path: problem.path.slice(0, depth),
				schemaPath: ['#', ...parts.slice(0, index)].join('/'),
				value,
				union: node,
				member: Number(parts[index + 1]),
			})
		}
		const previous = parts[index - 1]
		const isKeyOfProperties = previous === 'properties' && parts[index - 2] !== 'properties'
		if (isKeyOfProperties || part === 'items' || part === 'additionalProperties') {
			const key = problem.path[depth]
			if (key === undefined) break
			value = isObject(value) ? (value as Record<string, unknown>)[key] : undefined
			depth++
		}
		node = node?.[part] as Record<string, unknown> | undefined
	}
	return found
}

function isTagged(node: Node | undefined): node is Passage['union'] {
	return node?.discriminator !== undefined && node.anyOf !== undefined
}

function isObject(value: unknown): value is object {
	return value !== null && typeof value === 'object'
}

function memberOf({ anyOf, discriminator: { propertyName } }: Passage['union'], value: unknown): number | undefined {
	const tag = isObject(value) ? (value as Record<string, unknown>)[propertyName] : undefined
	const index = anyOf.findIndex((member) => member.properties?.[propertyName]?.enum?.includes(tag))
	return index < 0 ? undefined : index
}

function noSuchMember({ path, schemaPath, value, union }: Passage): Problem {
	const { propertyName } = union.discriminator
	if (!isObject(value)) return { path, schemaPath, keyword: 'type', params: { type: 'object' } }
	if (!Object.hasOwn(value, propertyName)) {
		return { path, schemaPath, keyword: 'required', params: { requiredProperties: [propertyName] } }
	}
	const allowedValues = union.anyOf.flatMap((member) => member.properties?.[propertyName]?.enum ?? [])
	return { path: [...path, propertyName], schemaPath, keyword: 'enum', params: { allowedValues } }
}
