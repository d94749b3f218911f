/**
 * What the public API's own OpenAPI document says about an answer. Only where that document is at hand (GUILDHALL_SHARED
 * names the folder it lies in); elsewhere nothing is wrong.
 */
import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Place {
	operationId: string
	pattern: RegExp
	/** How many. */
	parameters: number
	method: string
	pointer: string
	statuses: string[]
	/** Statuses whose answer is none of JSON. */
	others: string[]
}

const shared = process.env.GUILDHALL_SHARED ?? new URL('../../../../shared', import.meta.url).pathname
const path = `${shared}/openapi/openapi.json`

/** Whether there is a document to hold answers to. */
export const isPublicSchemaAtHand = existsSync(path)

let opened: ReturnType<typeof open> | undefined
/** The document, read when the first answer is looked at. */
const state = () => {
	if (isPublicSchemaAtHand) opened ??= open()
	return opened
}
const compiled = new Map<string, ValidateFunction>()

/** What is wrong with an answer of the operation, by the public document. Operations that it lacks are never wrong. */
export function validatePublic(operationId: string, status: number, body: unknown): string[] {
	const place = state()?.places.find((place) => place.operationId === operationId)
	return place ? validateAt(place, status, body) : []
}

/** The same for the operation that a request reached. */
export function validatePublicCall(method: string, url: string, status: number, body: unknown): string[] {
	const path = url.split('?')[0]?.replace(/^(https?:\/\/[^/]+)?(\/api)?(\/v\d+)?(?=\/)/, '') ?? ''
	const fitting = state()?.places.filter((place) => place.method === method && place.pattern.test(path)) ?? []
	// Of several, the one with most of its path written out: `/members/@me` before `/members/{user_id}`.
	const place = fitting.sort((a, b) => a.parameters - b.parameters)[0]
	return place ? validateAt(place, status, body) : []
}

function validateAt(place: Place, status: number, body: unknown): string[] {
	const key = place.statuses.find((known) => known === String(status) || known === `${String(status)[0]}XX`)
	if (key === undefined) return status < 300 ? [`${place.operationId} does not answer ${status}`] : []
	if (status === 429 || status === 204 || place.others.includes(key)) return []
	// The one refusal that has a form of its own (HC-29).
	if (status === 400 && isListRefused(body)) return []
	const response = key === '4XX' ? '#/components/responses/ClientErrorResponse' : `${place.pointer}/responses/${key}`
	return complaints(`${response}/content/application~1json/schema`, body)
}

/** What is wrong with a value by the shape of this name. */
export function validatePublicShape(name: string, value: unknown): string[] {
	return state() ? complaints(`#/components/schemas/${name}`, value) : []
}

function complaints(pointer: string, value: unknown): string[] {
	let validate = compiled.get(pointer)
	if (!validate) {
		validate = state()?.ajv.compile({ $ref: `public${pointer}` }) as ValidateFunction
		compiled.set(pointer, validate)
	}
	if (validate(value)) return []
	return (validate.errors ?? [])
		.filter(({ keyword }) => keyword !== 'anyOf')
		.slice(0, 10)
		.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
}

function isListRefused(body: unknown): boolean {
	const { target_users_file: lines } = (body ?? {}) as { target_users_file?: unknown }
	return Array.isArray(lines) && lines.every((line) => typeof line === 'string')
}

function open() {
	const document = JSON.parse(readFileSync(path, 'utf8'))
	const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, allErrors: true })
	ajv.addSchema(asDocumented(document), 'public')
	const places: Place[] = Object.entries<
		Record<string, { operationId: string; responses: Record<string, { content?: object }> }>
	>(document.paths).flatMap(([path, item]) =>
		['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
			const operation = item[method]
			if (!operation) return []
			return {
				operationId: operation.operationId,
				pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
				parameters: path.split('{').length - 1,
				method: method.toUpperCase(),
				pointer: `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}`,
				statuses: Object.keys(operation.responses),
				others: Object.entries(operation.responses)
					.filter(([, { content }]) => content && !('application/json' in content))
					.map(([status]) => status),
			}
		}),
	)
	return { ajv, places }
}

/** Names whose lists of values the written documentation keeps longer than the document. */
const OPEN_ENUMERATIONS = ['OAuth2Scopes', 'GuildFeatures', 'MessageReferenceType', 'MessageType']

/** The document, where it and the written documentation part ways, as the documentation has it. */
// biome-ignore lint/suspicious/noExplicitAny: somebody else's document
function asDocumented(document: any): object {
	const { schemas } = document.components
	for (const name of OPEN_ENUMERATIONS) schemas[name] = { type: schemas[name].type }
	const leaf = { type: 'object', required: ['code', 'message'], properties: { code: { type: 'string' } } }
	schemas.InnerErrors.properties._errors.items = leaf
	return anyOfForOneOf(document) as object
}

function anyOfForOneOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(anyOfForOneOf)
	if (value === null || typeof value !== 'object') return value
	return Object.fromEntries(
		Object.entries(value).map(([key, item]) => [
			key === 'oneOf' && Array.isArray(item) ? 'anyOf' : key,
			anyOfForOneOf(item),
		]),
	)
}
