/** Reads declarations and their docstrings from a source file. */
import { readFileSync } from 'node:fs'
import { type Comment, parseSync } from 'oxc-parser'

/** A node of the syntax tree: only what is looked at. */
// biome-ignore lint/suspicious/noExplicitAny: nodes are looked at by their type
export type Node = any

export interface SourceFile {
	path: string
	/** What stands at the top of it. */
	body: Node[]
	text(node: { start: number; end: number }): string
	/** The docstring that ends right before something. */
	docBefore(start: number): string | undefined
}

const files = new Map<string, SourceFile>()

export function parse(path: string): SourceFile {
	const known = files.get(path)
	if (known) return known
	const source = readFileSync(path, 'utf8')
	const { program, comments, errors } = parseSync(path, source)
	if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
	const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
	const file: SourceFile = {
		path,
		body: program.body,
		text: ({ start, end }) => source.slice(start, end),
		docBefore: (start) =>
			docs
				.filter((doc) => isBefore(source, doc, start))
				.map(cleaned)
				.at(-1),
	}
	files.set(path, file)
	return file
}

function isBefore(source: string, { end }: Comment, start: number): boolean {
	return end <= start && source.slice(end, start).trim() === ''
}

/** Without stars, a paragraph on one line. Examples and lists keep their lines. */
function cleaned({ value }: Comment): string {
	return value
		.slice(1)
		.split('\n')
		.map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
		.join('\n')
		.trim()
		.replace(/\{@link (\w+)\}/g, '`$1`')
}

/** A declaration by its name, wherever the file has it: exported or not. */
export function declarationOf(file: SourceFile, name: string): { node: Node; doc: string | undefined } {
	for (const statement of file.body) {
		const node = statement.declaration ?? statement
		const names = [node.id?.name, ...(node.declarations ?? []).map((one: Node) => one.id?.name)]
		if (node.type !== 'TSModuleDeclaration' && names.includes(name)) {
			return { node, doc: file.docBefore(statement.start) }
		}
	}
	throw new Error(`${file.path} has no ${name}`)
}
