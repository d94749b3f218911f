/** What the package exports, as it is documented. */
import { dirname, join } from 'node:path'
import { declarationOf, type Node, parse, type SourceFile } from './parse.ts'

export interface Member {
	name: string
	doc: string
	signatures: string[]
	/** What the class is for that has it, where that is another. */
	group: string
}

export interface Documented {
	name: string
	kind: 'class' | 'values' | 'function' | 'type'
	/** Below `src`. */
	file: string
	doc: string
	/** Of a class its members, and those that it has from others of ours; of values each with its number. */
	members: Member[]
	/** How to make one, where a game can. */
	constructors: string[]
	/** Of a function or a type: as it is declared. */
	text: string
}

/** Of everything that can be invalid, and told once for all. */
const COMMON = new Set(['isValid', 'move', 'copy', 'moveFrom', 'toJSON', 'nullobj', 'name'])

/** Everything that a file exports, in its order, but for what constructors take: fields by their names. */
export function exportsOf(path: string, src: string): Documented[] {
	const file = parse(path)
	const seen = new Set<string>()
	const found: Documented[] = []
	for (const statement of file.body) {
		if (!statement.source) continue
		const from = parse(join(dirname(path), statement.source.value))
		const names: string[] =
			statement.type === 'ExportAllDeclaration'
				? from.body.flatMap(exportedNames)
				: (statement.specifiers ?? []).map((one: Node) => one.local.name ?? one.local.value)
		for (const name of names) {
			if (seen.has(name) || name.endsWith('Init')) continue
			seen.add(name)
			found.push(documented(from, name, src))
		}
	}
	return found
}

function exportedNames({ declaration }: Node): string[] {
	if (!declaration) return []
	return [declaration.id?.name, ...(declaration.declarations ?? []).map((one: Node) => one.id.name)].filter(Boolean)
}

function documented(file: SourceFile, name: string, src: string): Documented {
	const { node, doc } = declarationOf(file, name)
	const entry = { name, file: file.path.slice(src.length), doc: doc ?? '', members: [], constructors: [], text: '' }
	if (node.type === 'ClassDeclaration') return { ...entry, kind: 'class', ...classOf(file, node) }
	if (node.type === 'FunctionDeclaration') return { ...entry, kind: 'function', text: signature(file, node) }
	if (node.type === 'VariableDeclaration') return { ...entry, kind: 'values', members: valuesOf(file, node) }
	return { ...entry, kind: 'type', text: file.text(node) }
}

function valuesOf(file: SourceFile, { declarations: [{ init }] }: Node): Member[] {
	const { properties } = init.type === 'TSAsExpression' ? init.expression : init
	return properties.map((property: Node) => ({
		name: property.key.name,
		doc: file.docBefore(property.start) ?? '',
		signatures: [file.text(property.value)],
		group: '',
	}))
}

function classOf(file: SourceFile, node: Node): Pick<Documented, 'members' | 'constructors'> {
	const members = new Map<string, Member>()
	for (let at: ClassAt | undefined = { file, node, doc: '' }; at; at = superOf(at)) {
		for (const [name, member] of membersOf(at)) if (!members.has(name)) members.set(name, member)
	}
	for (const [name, member] of members) {
		// A setter says what its getter says.
		if (member.doc === '' && name.startsWith('Set'))
			member.doc = members.get(name.slice(3)) ? `Sets \`${name.slice(3)}\`.` : ''
	}
	const made = node.body.body.filter((one: Node) => one.kind === 'constructor' && one.accessibility !== 'private')
	const signatures = made.filter((one: Node) => !one.value.body || made.length === 1)
	return { members: [...members.values()], constructors: signatures.map((one: Node) => signature(file, one)) }
}

interface ClassAt {
	file: SourceFile
	node: Node
	doc: string
}

/** The class that one extends, if it is of ours and not one that every object extends. */
function superOf({ file, node }: Omit<ClassAt, 'doc'>): ClassAt | undefined {
	const name = node.superClass?.name
	if (!name || /^(Movable|Copyable|SdkRecord|Error)$/.test(name)) return undefined
	for (const statement of file.body) {
		if (statement.type !== 'ImportDeclaration') continue
		if (!statement.specifiers.some((one: Node) => one.local.name === name)) continue
		const from = parse(join(dirname(file.path), statement.source.value))
		const { node: above, doc = '' } = declarationOf(from, name)
		return { file: from, node: above, doc }
	}
	throw new Error(`${file.path} does not say where ${name} is from`)
}

function membersOf({ file, node, doc: group }: ClassAt): Map<string, Member> {
	const members = new Map<string, Member>()
	for (const one of node.body.body) {
		const { name } = one.key ?? {}
		if (!name || one.computed || one.kind === 'constructor' || COMMON.has(name)) continue
		const isOverloaded = members.has(name)
		const member: Member = members.get(name) ?? { name, doc: file.docBefore(one.start) ?? '', signatures: [], group }
		// What carries an overload out has another signature than what is called.
		if (!isOverloaded || !one.value?.body) member.signatures.push(signature(file, one))
		members.set(name, member)
	}
	return members
}

/** What stands before a body or a value. */
function signature(file: SourceFile, node: Node): string {
	const body = node.type === 'PropertyDefinition' ? node.value : (node.body ?? node.value?.body)
	const end = body?.start ?? node.end
	return file
		.text({ start: node.start, end })
		.replace(/\s+/g, ' ')
		.replace(/\( /g, '(')
		.replace(/,? \)/g, ')')
		.replace(/ =\s*$/, '')
		.replace(/\b(override|declare|async) /g, '')
		.trim()
}
