/** The OpenAPI 3.1 document of a list of operations: what clients in other languages read. */
import { ERRORS } from './errors.ts'
import type { AnyOperation } from './operation.ts'
import { SCOPES } from './scopes.ts'

type Json = Record<string, unknown>

/** Describes `operations`; named shapes become components. The same declarations give the same document. */
export function openapiDocument(operations: readonly AnyOperation[]): Json {
	const components = new Components()
	const paths: Record<string, Json> = {}
	for (const operation of operations) {
		paths[operation.path] = {
			...paths[operation.path],
			[operation.method.toLowerCase()]: describe(operation, components),
		}
	}
	return {
		openapi: '3.1.0',
		info: { title: 'Guildhall', version: '10', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
		servers: [{ url: '/api/v10' }],
		paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
		components: {
			schemas: { ...components.sorted(), ...ERROR_SCHEMAS },
			responses: ERROR_RESPONSES,
			securitySchemes: SECURITY_SCHEMES,
		},
	}
}

function describe(operation: AnyOperation, components: Components): Json {
	const { id, summary, params, query, body, deprecated, errors } = operation
	const parameters = [...parametersOf('path', params, components), ...parametersOf('query', query, components)]
	return {
		operationId: id,
		summary,
		...(deprecated ? { deprecated } : {}),
		security: securityOf(operation),
		...(parameters.length > 0 ? { parameters } : {}),
		...(body ? { requestBody: { required: true, content: bodyContent(operation, components) } } : {}),
		responses: {
			...answerOf(operation, components),
			'429': { $ref: '#/components/responses/RateLimited' },
			'4XX': { $ref: '#/components/responses/Error' },
		},
		...(errors?.length ? { 'x-errors': errors.map((name) => ({ code: ERRORS[name][0], name })) } : {}),
	}
}

function parametersOf(place: 'path' | 'query', schema: AnyOperation['params'], components: Components): Json[] {
	if (!schema) return []
	const required = new Set<string>(schema.required ?? [])
	return Object.entries(schema.properties as Record<string, Json>).map(([name, property]) => ({
		name,
		in: place,
		required: place === 'path' || (required.has(name) && !('default' in property)),
		schema: components.referTo(property),
	}))
}

function bodyContent({ body, files, textFiles }: AnyOperation, components: Components): Json {
	const schema = body ? components.referTo(body) : undefined
	if (textFiles) return withTexts(schema, textFiles)
	const json = { 'application/json': { schema } }
	if (!files) return json
	const parts = {
		type: 'object',
		properties: {
			payload_json: { type: 'string', description: 'The body as JSON, in place of its single fields.' },
			...Object.fromEntries(
				Array.from({ length: 10 }, (_, at) => [`files[${at}]`, { type: 'string', contentEncoding: 'binary' }]),
			),
		},
	}
	return {
		...json,
		'application/x-www-form-urlencoded': { schema },
		'multipart/form-data': { schema: { allOf: [schema, parts] } },
	}
}

/** A body that may come with lists, or is nothing but one. */
function withTexts(schema: unknown, textFiles: readonly string[]): Json {
	const properties = Object.fromEntries(textFiles.map((name) => [name, { type: 'string', contentEncoding: 'binary' }]))
	const parts = { type: 'object', properties }
	if (!schema) return { 'multipart/form-data': { schema: { ...parts, required: [...textFiles] } } }
	return {
		'application/json': { schema },
		'application/x-www-form-urlencoded': { schema },
		'multipart/form-data': { schema: { allOf: [schema, parts] } },
	}
}

function answerOf({ returns, status, answersIn }: AnyOperation, components: Components): Json {
	if (answersIn)
		return { '200': { description: 'The answer.', content: { [answersIn]: { schema: { type: 'string' } } } } }
	if (!returns) return { '204': { description: 'Done.' } }
	return {
		[String(status ?? 200)]: {
			description: 'The answer.',
			content: { 'application/json': { schema: components.referTo(returns) } },
		},
	}
}

function securityOf({ callers, scopes }: AnyOperation): Json[] {
	return callers.map((caller) => {
		switch (caller) {
			case 'anyone':
				return {}
			case 'bot':
				return { BotToken: [] }
			case 'bearer':
				return { OAuth2: [...(scopes ?? [])] }
			case 'login':
				return { Login: [] }
			case 'operator':
				return { Operator: [] }
			default:
				return caller satisfies never
		}
	})
}

/** Shapes with a title, each written once. */
class Components {
	readonly #written = new Map<string, { said: string; schema: Json }>()

	/** The schema as it stands in the document: a reference where it has a name. */
	referTo(schema: unknown): unknown {
		const title = titleOf(schema)
		if (title === undefined) return this.#copy(schema)
		const said = JSON.stringify(schema)
		const known = this.#written.get(title)
		if (known && known.said !== said) throw new Error(`Two shapes are called ${title}.`)
		if (!known) {
			const entry = { said, schema: {} }
			this.#written.set(title, entry)
			entry.schema = this.#copy(schema) as Json
		}
		return { $ref: `#/components/schemas/${title}` }
	}

	sorted(): Json {
		const names = [...this.#written.keys()].sort()
		return Object.fromEntries(names.map((name) => [name, this.#written.get(name)?.schema]))
	}

	#copy(value: unknown): unknown {
		if (Array.isArray(value)) return value.map((item) => this.referTo(item))
		if (value === null || typeof value !== 'object') return value
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [key, key === 'default' ? item : this.referTo(item)]),
		)
	}
}

/** `title` may also be the name of a property: then it is a schema, not a string. */
function titleOf(value: unknown): string | undefined {
	const title = (value as { title?: unknown } | null | undefined)?.title
	return typeof title === 'string' ? title : undefined
}

const ERROR_SCHEMAS = {
	ErrorResponse: {
		title: 'ErrorResponse',
		type: 'object',
		required: ['message', 'code'],
		properties: {
			message: { type: 'string' },
			code: { type: 'integer' },
			errors: {
				type: 'object',
				description: 'A tree of the keys of the request; leaves hold `_errors`, a list of `{code, message}`.',
			},
		},
	},
	RateLimitedResponse: {
		title: 'RateLimitedResponse',
		type: 'object',
		required: ['message', 'retry_after', 'global', 'code'],
		properties: {
			message: { type: 'string' },
			retry_after: { type: 'number', description: 'Seconds.' },
			global: { type: 'boolean' },
			code: { type: 'integer' },
		},
	},
}

const errorResponse = (description: string, name: keyof typeof ERROR_SCHEMAS): Json => ({
	description,
	content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

const ERROR_RESPONSES = {
	Error: errorResponse('What the caller did wrong or may not do.', 'ErrorResponse'),
	RateLimited: errorResponse('Too often.', 'RateLimitedResponse'),
}

const scopeSentences = Object.fromEntries(Object.entries(SCOPES).map(([name, { says }]) => [name, says]))

const SECURITY_SCHEMES = {
	BotToken: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Bot <token>`' },
	OAuth2: {
		type: 'oauth2',
		flows: {
			authorizationCode: {
				authorizationUrl: '/oauth2/authorize',
				tokenUrl: '/api/oauth2/token',
				refreshUrl: '/api/oauth2/token',
				scopes: scopeSentences,
			},
			clientCredentials: { tokenUrl: '/api/oauth2/token', scopes: scopeSentences },
		},
	},
	Login: { type: 'apiKey', in: 'cookie', name: 'login', description: 'A person signed in to this site.' },
}
