import { type ApiError, formErrors, type Problem, type Schema } from '@guildhall/protocol'

interface Complaint {
	path: string[]
	code: string
	message: string
}

/** A problem inside a branch of a union: `schemaPath` begins there, `fullPath` at the whole. */
interface Branched extends Problem {
	fullPath?: string
}

/** The nested form of HC-21 for what the validator found wrong. */
export function formErrorOf(problems: readonly Problem[], schema: Schema, value: unknown): ApiError {
	const complaints = new Map<string, Complaint>()
	for (const problem of withoutOtherBranches(problems)) {
		for (const complaint of complaintsOf(problem, schema, value)) {
			const key = JSON.stringify([complaint.path, complaint.code])
			if (!complaints.has(key)) complaints.set(key, complaint)
		}
	}
	return formErrors([...complaints.values()])
}

/**
 * Of a union the validator reports every branch that did not fit. People meant one of them: the one that came furthest,
 * which is the branch whose own type and constants fit and that has the fewest complaints.
 */
function withoutOtherBranches(problems: readonly Branched[]): Branched[] {
	const unions = new Map<string, Map<string, Branched[]>>()
	for (const problem of problems) {
		const at = problem.schemaPath.indexOf('/anyOf/')
		if (at < 0) continue
		const union = `${problem.schemaPath.slice(0, at)}@${itemOf(problem, at)}`
		const branch = problem.schemaPath.slice(at).split('/')[2] as string
		const branches = unions.get(union) ?? new Map<string, Branched[]>()
		branches.set(branch, [...(branches.get(branch) ?? []), problem])
		unions.set(union, branches)
	}
	if (unions.size === 0) return problems.filter(({ keyword }) => keyword !== 'anyOf')
	const kept = problems.filter(({ schemaPath, keyword }) => !schemaPath.includes('/anyOf/') && keyword !== 'anyOf')
	for (const branches of unions.values()) {
		const best = [...branches.values()].sort((a, b) => misfit(a) - misfit(b))[0] ?? []
		kept.push(
			...withoutOtherBranches(
				best.map((problem) => ({
					...problem,
					schemaPath: inside(problem.schemaPath),
					fullPath: problem.fullPath ?? problem.schemaPath,
				})),
			),
		)
	}
	return kept
}

/** The element of the value a union was tried on: unions of list items share a place in the schema. */
function itemOf(problem: Problem, at: number): string {
	const lists = problem.schemaPath
		.slice(0, at)
		.split('/')
		.filter((part) => part === 'items').length
	let seen = 0
	const upTo = problem.path.findIndex((part) => /^\d+$/.test(part) && ++seen === lists)
	return lists === 0 ? '' : problem.path.slice(0, upTo + 1).join('/')
}

function inside(schemaPath: string): string {
	const at = schemaPath.indexOf('/anyOf/')
	return `#/${schemaPath
		.slice(at + '/anyOf/'.length)
		.split('/')
		.slice(1)
		.join('/')}`
}

function misfit(problems: readonly Problem[]): number {
	const shallowest = Math.min(...problems.map(({ path }) => path.length))
	const wrongKind = problems.some(
		({ keyword, path }) =>
			path.length <= shallowest + 1 && (keyword === 'type' || keyword === 'enum' || keyword === 'const'),
	)
	const isNull = problems.length === 1 && problems[0]?.params.type === 'null'
	return (isNull ? 1_000_000 : 0) + (wrongKind ? 1_000 : 0) + problems.length - shallowest * 10
}

const TYPES: Record<string, [string, string]> = {
	object: ['DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType.'],
	array: ['LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType.'],
	boolean: ['BOOLEAN_TYPE_CONVERT', 'Must be either true or false.'],
	string: ['STRING_TYPE_CONVERT', 'Could not interpret value as string.'],
}

const FORMATS: Record<string, [string, (value: string) => string]> = {
	snowflake: ['NUMBER_TYPE_COERCE', (value) => `Value "${value}" is not snowflake.`],
	bits: ['NUMBER_TYPE_COERCE', (value) => `Value "${value}" is not a bitfield.`],
	uri: ['URL_TYPE_INVALID_URL', () => 'Not a well formed URL.'],
	'media-uri': ['URL_TYPE_INVALID_SCHEME', () => "Scheme must be one of ('http', 'https', 'attachment')."],
	'date-time': ['DATE_TIME_TYPE_PARSE', (value) => `Could not parse ${value}. Should be ISO8601.`],
	'image-data': ['IMAGE_INVALID', () => 'Invalid image data. Should be data:image/png;base64,…'],
}

function complaintsOf(problem: Branched, schema: Schema, root: unknown): Complaint[] {
	const { keyword, params, path } = problem
	const limit = Number(params.limit)
	const one = (code: string, message: string): Complaint[] => [{ path, code, message }]
	switch (keyword) {
		case 'required':
			return (params.requiredProperties as string[]).map((property) => ({
				path: [...path, property],
				code: 'BASE_TYPE_REQUIRED',
				message: 'This field is required',
			}))
		case 'type':
			return typeComplaint(problem, valueAt(root, path))
		case 'enum':
		case 'const': {
			const allowed = (params.allowedValues as unknown[] | undefined) ?? [params.allowedValue]
			return one('BASE_TYPE_CHOICES', `Value must be one of ${choices(allowed)}.`)
		}
		case 'minLength':
		case 'minItems':
			if (limit === 1) return one('BASE_TYPE_REQUIRED', 'This field is required')
			return one('BASE_TYPE_BAD_LENGTH', lengthSentence(schema, problem, limit, keyword))
		case 'maxLength':
		case 'maxItems':
			if (placeOf(schema, problem.fullPath ?? problem.schemaPath)?.['x-only-max']) {
				return one('BASE_TYPE_MAX_LENGTH', `Must be ${limit} or fewer in length.`)
			}
			return one('BASE_TYPE_BAD_LENGTH', lengthSentence(schema, problem, limit, keyword))
		case 'maximum':
			return one('NUMBER_TYPE_MAX', `int value should be less than or equal to ${limit}.`)
		case 'minimum':
			return one('NUMBER_TYPE_MIN', `int value should be greater than or equal to ${limit}.`)
		// What is wrong with a name is said at the name.
		case 'propertyNames':
			return []
		case 'uniqueItems':
			return one('SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
		case 'format': {
			const [code, sentence] = FORMATS[String(params.format)] ?? ['BASE_TYPE_BAD_TYPE', () => 'Bad format.']
			return one(code, sentence(String(valueAt(root, path)).slice(0, 100)))
		}
		case 'maxProperties':
			return one('BASE_TYPE_BAD_LENGTH', `Must be ${limit} or fewer in length.`)
		default:
			return one('BASE_TYPE_BAD_TYPE', 'The value does not fit.')
	}
}

function typeComplaint({ path, params }: Problem, value: unknown): Complaint[] {
	const type = String(params.type)
	if (value === null) return [{ path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }]
	if (type === 'integer' || type === 'number') {
		const shown = typeof value === 'string' ? value.slice(0, 100) : kindOf(value)
		return [
			{ path, code: 'NUMBER_TYPE_COERCE', message: `Value "${shown}" is not ${type === 'integer' ? 'int' : 'float'}.` },
		]
	}
	const [code, message] = TYPES[type] ?? ['BASE_TYPE_BAD_TYPE', 'The value does not fit.']
	return [{ path, code, message }]
}

function choices(allowed: readonly unknown[]): string {
	return `{${allowed.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ')}}`
}

/** "between 2 and 32" where the schema has both bounds, else the one that was passed. */
function lengthSentence(schema: Schema, problem: Problem, limit: number, keyword: string): string {
	const place = placeOf(schema, problem.schemaPath)
	const least = place?.minLength ?? place?.minItems
	const most = place?.maxLength ?? place?.maxItems
	if (least !== undefined && most !== undefined && least > 0) return `Must be between ${least} and ${most} in length.`
	return keyword.startsWith('max') ? `Must be ${limit} or fewer in length.` : `Must be ${limit} or more in length.`
}

/** The part of the schema that was not met. */
function placeOf(schema: Schema, schemaPath: string): Record<string, number | undefined> | undefined {
	return schemaPath
		.split('/')
		.slice(1)
		.reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], schema) as
		| Record<string, number | undefined>
		| undefined
}

function valueAt(root: unknown, path: readonly string[]): unknown {
	let value = root
	for (const key of path) {
		if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined
		value = (value as Record<string, unknown>)[key]
	}
	return value
}

function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'list'
	return value === null ? 'null' : typeof value === 'object' ? 'dict' : String(value).slice(0, 100)
}
