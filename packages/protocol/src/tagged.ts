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
	value: unknown
	union: Node & { discriminator: { propertyName: string }; anyOf: Node[] }
	/** Absent: the problem is about the union as a whole. */
	member: number | undefined
}

/** The problems that remain when each tagged union of `schema` is read as the member its tag names. */
export function withoutOtherMembers(schema: object, value: unknown, problems: readonly Problem[]): Problem[] {
	const kept: Problem[] = []
	const unnamed = new Set<string>()
	for (const problem of problems) {
		const wrong = passages(schema, value, problem).find(
			({ union, value, member }) => member === undefined || memberOf(union, value) !== member,
		)
		if (!wrong) {
			kept.push(problem)
		} else if (memberOf(wrong.union, wrong.value) === undefined && isObject(wrong.value)) {
			const place = wrong.path.join('/')
			if (!unnamed.has(place)) kept.push(noSuchMember(wrong, problem))
			unnamed.add(place)
		} else if (!isObject(wrong.value) && !unnamed.has(wrong.path.join('/'))) {
			unnamed.add(wrong.path.join('/'))
			kept.push({ ...problem, path: wrong.path, keyword: 'type', params: { type: 'object' } })
		}
	}
	return kept
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
			const member = parts[index + 1]
			found.push({
				path: problem.path.slice(0, depth),
				value,
				union: node,
				member: member === undefined ? undefined : Number(member),
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

function noSuchMember({ path, value, union }: Passage, { schemaPath }: Problem): Problem {
	const { propertyName } = union.discriminator
	if (!Object.hasOwn(value as object, propertyName)) {
		return { path, schemaPath: '#/required', keyword: 'required', params: { requiredProperties: [propertyName] } }
	}
	const allowedValues = union.anyOf.flatMap((member) => member.properties?.[propertyName]?.enum ?? [])
	return {
		path: [...path, propertyName],
		schemaPath: schemaPath.slice(0, schemaPath.indexOf('/anyOf/')),
		keyword: 'enum',
		params: { allowedValues },
	}
}
