/** The reference of the package: every export, sorted into pages. */
import { fileURLToPath } from 'node:url'
import { page } from './pages.ts'
import { parse } from './parse.ts'
import { type Documented, exportsOf } from './read.ts'

const SRC = fileURLToPath(new URL('../../src/', import.meta.url))

interface Page {
	name: string
	title: string
	introduction: string
	has(entry: Documented): boolean
}

const COMMON = `Objects may be invalid: those that were moved from, and the \`nullobj\` that every class has. \`isValid()\` says so; everything else
throws a \`TypeError\` then.`

/** The first page that has an entry gets it. */
const PAGES: readonly Page[] = [
	{
		name: 'client',
		title: 'Client',
		introduction: `${COMMON} A client is moved, by \`move()\` or \`Client.moveFrom(client)\`, not copied.`,
		has: ({ name }) => name === 'Client',
	},
	{
		name: 'handles',
		title: 'Handles',
		introduction: `Live views of what the client knows: they show later changes, and are empty once the client is destroyed. ${COMMON}
\`copy()\` gives another view of the same thing, \`move()\` and \`moveFrom()\` hand it over.`,
		has: ({ name, kind }) => kind === 'class' && (name.endsWith('Handle') || name === 'Call' || name === 'Users'),
	},
	{
		name: 'records',
		title: 'Records',
		introduction: `Values: \`copy()\` gives an independent one, \`move()\` and \`moveFrom()\` hand it over, \`toJSON()\` gives what a constructor
takes: its fields by their names in camelCase, \`new AuthorizationArgs({ scopes })\`. ${COMMON} Setters take what getters give, ids also as text or exact numbers; \`null\` or \`undefined\` clears what is optional. What has the
wrong type is a \`TypeError\`, what is no 64-bit id a \`RangeError\`; rules of meaning are checked where a record is used.`,
		has: ({ kind }) => kind === 'class',
	},
	{
		name: 'enums',
		title: 'Enums',
		introduction:
			'Objects with numbers, the same as those of the native SDK. `EnumToString` gives the name of a number.',
		has: ({ kind }) => kind === 'values',
	},
	{
		name: 'types',
		title: 'Functions and types',
		introduction: 'What is neither a class nor an enum.',
		has: () => true,
	},
]

/** Everything that games can import. */
export function documentedExports(): Documented[] {
	return exportsOf(`${SRC}index.ts`, SRC)
}

/** The pages by their names. */
export function referencePages(): Map<string, string> {
	const left = new Set(documentedExports())
	const pages = PAGES.map(({ name, title, introduction, has }) => {
		const entries = [...left].filter(has)
		for (const entry of entries) left.delete(entry)
		const more = name === 'client' ? callbacks() : ''
		return [`${name}.md`, `${page(title, introduction, entries)}${more}`] as const
	})
	const testing = page('Testing', 'What `@guildhall/socialsdk/testing` has; see [the guide](../testing.md).', [
		...exportsOf(`${SRC}testing/index.ts`, SRC),
	])
	return new Map([...pages, ['testing.md', testing]])
}

/** The types of callbacks, which `Client` has under the same names. */
function callbacks(): string {
	const { body, text } = parse(`${SRC}client/callbacks.ts`)
	const types = body.filter(({ declaration }) => declaration?.type === 'TSTypeAliasDeclaration')
	const code = types.map(({ declaration }) => text(declaration)).join('\n')
	return `\n## Callbacks\n\nEach is a member of the namespace \`Client\`: \`Client.LogCallback\`.\n\n\`\`\`ts\n${code}\n\`\`\`\n`
}
