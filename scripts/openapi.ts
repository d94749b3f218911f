/**
 * Writes what is generated from the declarations: packages/protocol/openapi.json. Where the public API's own document
 * is at hand (GUILDHALL_SHARED names the folder it lies in), also the facts about it that parity.test.ts holds ours to.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { OPERATIONS, openapiDocument } from '@guildhall/protocol'
import { factsOf } from '../packages/protocol/src/parity/facts.ts'

const protocol = new URL('../packages/protocol/', import.meta.url)
const write = (path: string, value: unknown) =>
	writeFileSync(new URL(path, protocol), `${JSON.stringify(value, null, '\t')}\n`)

write('openapi.json', openapiDocument(OPERATIONS))

const shared = process.env.GUILDHALL_SHARED ?? new URL('../../shared', import.meta.url).pathname
if (existsSync(`${shared}/openapi/openapi.json`)) {
	const ours = new Set(OPERATIONS.map(({ id }) => id))
	const document = JSON.parse(readFileSync(`${shared}/openapi/openapi.json`, 'utf8'))
	const { operations, schemas } = factsOf(document, (id) => ours.has(id))
	const text = `{"operations":${lines(operations)},\n"schemas":${lines(schemas)}}\n`
	writeFileSync(new URL('src/parity/facts.json', protocol), text)
}

/** One line for each entry, so that a change can be read. */
function lines(record: Record<string, unknown>): string {
	const entries = Object.entries(record).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
	return `{\n${entries.join(',\n')}\n}`
}
