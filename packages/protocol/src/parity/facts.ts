/** What this platform must agree with: names, places and shapes of the public API, taken from its OpenAPI document. */
import { type Fields, fieldsOf, type JsonSchema, type Names, type Shape, shapeOf } from './shape.ts'

export interface OperationFacts {
	method: string
	path: string
	/** `name`, or `!name` where it must be given. */
	query: string[]
	/** The fields of the body, or of its items. */
	body?: string[]
	status: number
	/** Absent: no body. */
	returns?: Shape
	/** The scopes of which an access token needs one; 'any' where each will do. Absent: no access token may call. */
	bearer?: string[] | 'any'
}

export interface PublicFacts {
	operations: Record<string, OperationFacts>
	/** Objects that the answers are made of. */
	schemas: Record<string, Fields>
}

interface PublicOperation {
	operationId: string
	parameters?: { name: string; in: string; required?: boolean }[]
	requestBody?: { content: Record<string, { schema: JsonSchema }> }
	security?: Record<string, string[]>[]
	responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

export interface PublicDocument {
	paths: Record<string, Record<string, unknown> & { parameters?: PublicOperation['parameters'] }>
	components: { schemas: Record<string, JsonSchema> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** The facts of a document about the operations that `isWanted` names. */
export function factsOf(document: PublicDocument, isWanted: (operationId: string) => boolean): PublicFacts {
	const names = namesIn(document)
	const facts: PublicFacts = { operations: {}, schemas: {} }
	for (const [path, item] of Object.entries(document.paths)) {
		for (const method of METHODS) {
			const operation = item[method] as PublicOperation | undefined
			if (!operation || !isWanted(operation.operationId)) continue
			facts.operations[operation.operationId] = {
				method: method.toUpperCase(),
				path,
				query: [...(item.parameters ?? []), ...(operation.parameters ?? [])]
					.filter((parameter) => parameter.in === 'query')
					.map(({ name, required }) => (required ? `!${name}` : name)),
				...bodyOf(operation, names),
				...answerOf(operation, names),
				...bearerOf(operation),
			}
		}
	}
	for (const { returns } of Object.values(facts.operations)) collect(returns, document, names, facts.schemas)
	return { operations: sorted(facts.operations), schemas: sorted(facts.schemas) }
}

function namesIn({ components }: PublicDocument): Names {
	const nameOf = ({ $ref }: JsonSchema): string | undefined => $ref?.split('/').at(-1)
	return {
		nameOf,
		resolve: (schema) => components.schemas[nameOf(schema) ?? ''] ?? schema,
	}
}

/** The document names every scope it knows where each will do, and none where it does not say which. */
const MANY_SCOPES = 20

function bearerOf({ security = [] }: PublicOperation): { bearer?: string[] | 'any' } {
	const scopes = security.find((way) => 'OAuth2' in way)?.OAuth2
	if (!scopes) return {}
	return { bearer: scopes.length >= MANY_SCOPES ? 'any' : [...scopes].sort() }
}

function bodyOf({ requestBody }: PublicOperation, names: Names): { body?: string[] } {
	const schema = requestBody?.content['application/json']?.schema
	return schema ? { body: [...new Set(bodyFields(schema, names))].sort() } : {}
}

/** All the fields a body may have, whichever of its forms it takes. */
export function bodyFields(schema: JsonSchema, names: Names): string[] {
	const resolved = names.resolve(schema)
	const branches = [...(resolved.oneOf ?? []), ...(resolved.anyOf ?? []), ...(resolved.allOf ?? [])]
	return [
		...Object.keys(resolved.properties ?? {}),
		...branches.flatMap((branch) => bodyFields(branch, names)),
		...(resolved.items ? bodyFields(resolved.items, names) : []),
	]
}

function answerOf({ responses }: PublicOperation, names: Names): { status: number; returns?: Shape } {
	const status =
		Object.keys(responses)
			.sort()
			.find((status) => status.startsWith('2')) ?? '204'
	const schema = responses[status]?.content?.['application/json']?.schema
	return { status: Number(status), ...(schema ? { returns: shapeOf(schema, names) } : {}) }
}

/** Adds the objects that a shape names, and those that they name. */
function collect(shape: Shape | undefined, document: PublicDocument, names: Names, into: PublicFacts['schemas']): void {
	if (!shape) return
	collect(shape.of, document, names, into)
	for (const field of Object.values(shape.fields ?? {})) collect(field, document, names, into)
	const schema = shape.named && document.components.schemas[shape.named]
	if (!shape.named || !schema || into[shape.named]) return
	const fields = fieldsOf(schema, names)
	into[shape.named] = fields
	for (const field of Object.values(fields)) collect(field, document, names, into)
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
	return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
