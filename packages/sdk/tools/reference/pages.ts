/** The pages of the reference, as Markdown. */
import type { Documented, Member } from './read.ts'

const NOTE = '<!-- generated: npm run reference -w packages/sdk -->'

/** A page with everything of one kind. */
export function page(title: string, introduction: string, entries: readonly Documented[]): string {
	return `${[`# ${title}`, NOTE, introduction, ...entries.map(entry)].join('\n\n')}\n`
}

function entry({ name, kind, doc, members, constructors, text }: Documented): string {
	const parts = [`## ${name}`, prose(doc)]
	if (kind === 'values') parts.push(table(members))
	if (text) parts.push(code(text))
	if (constructors.length > 0)
		parts.push(code(constructors.map((one) => one.replace('constructor', `new ${name}`)).join('\n')))
	if (kind === 'class') parts.push(...grouped(pairs(members)))
	return parts.filter((part) => part !== '').join('\n\n')
}

/** Members by what they are about; those of the class itself first, then what it is built on from the ground up. */
function grouped(members: readonly Member[]): string[] {
	const groups = Map.groupBy(members, ({ group }) => group)
	const own = groups.get('') ?? []
	const others = [...groups.keys()].filter((group) => group !== '').reverse()
	const sections = others.map((group) => [
		`### ${titleOf(group)}`,
		group,
		...(groups.get(group) ?? []).map((one) => memberText(one, 4)),
	])
	return [...own.map((one) => memberText(one, 3)), ...sections.flat()]
}

/** A getter with its setter. */
function pairs(members: readonly Member[]): Member[] {
	const setters = new Map(
		members.filter(({ doc, name }) => isSetterOf(doc, name)).map((one) => [one.name.slice(3), one]),
	)
	return members
		.filter(({ doc, name }) => !isSetterOf(doc, name))
		.map((one) => ({ ...one, signatures: [...one.signatures, ...(setters.get(one.name)?.signatures ?? [])] }))
}

const isSetterOf = (doc: string, name: string) => doc === `Sets \`${name.slice(3)}\`.`

function memberText({ name, doc, signatures }: Member, level: number): string {
	return [`${'#'.repeat(level)} ${name}`, prose(doc), code(signatures.join('\n'))]
		.filter((part) => part !== '')
		.join('\n\n')
}

function table(members: readonly Member[]): string {
	const rows = members.map(
		({ name, doc, signatures: [value] }) => `| \`${name}\` | ${value} | ${doc.replace(/\s+/g, ' ')} |`,
	)
	return ['| Name | Value | |', '| --- | --- | --- |', ...rows].join('\n')
}

/** Text with its examples as code. */
function prose(doc: string): string {
	return doc
		.replace(/@deprecated /g, '**Deprecated.** ')
		.replace(/@example\s+([\s\S]+?)(?=\n@|$)/g, (_, example: string) => code(example))
}

function code(text: string): string {
	return `\`\`\`ts\n${text.replace(/^\t/gm, '')}\n\`\`\``
}

/** The first sentence, without its full stop. */
function titleOf(doc: string): string {
	return (doc.split(/[.:,]/)[0] ?? '').trim()
}
