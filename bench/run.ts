/**
 * `npm run bench [-- --short] [-- <subject> …]`: what the server and the SDK cost beside a bare floor measured in the
 * same run. How to read it: README.md. Writes results/latest.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { gateway } from './gateway/subject.ts'
import { messages } from './messages/subject.ts'
import { oauth } from './oauth/subject.ts'
import { isMet, print, type Section, type Subject } from './report.ts'
import { sdk } from './sdk/subject.ts'
import { social } from './social/subject.ts'
import { start } from './start/subject.ts'

const SUBJECTS: readonly Subject[] = [messages, gateway, social, sdk, start, oauth]

const isShort = process.argv.includes('--short')
const asked = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const unknown = asked.filter((name) => !SUBJECTS.some((subject) => subject.name === name))
if (unknown.length > 0) {
	console.error(`No subject ${unknown.join(', ')}; there are ${SUBJECTS.map(({ name }) => name).join(', ')}.`)
	process.exit(1)
}

const sections: Section[] = []
for (const subject of SUBJECTS) {
	if (asked.length > 0 && !asked.includes(subject.name)) continue
	const began = performance.now()
	const measured = await subject.run(isShort)
	for (const section of measured) print(section)
	console.log(`${subject.name}: ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
	sections.push(...measured)
}

const verdicts = sections.flatMap(({ rows }) => rows).flatMap((row) => isMet(row) ?? [])
console.log(`${verdicts.filter(Boolean).length} targets met, ${verdicts.filter((met) => !met).length} missed`)

const folder = new URL('results/', import.meta.url)
mkdirSync(folder, { recursive: true })
const results = { at: new Date().toISOString(), node: process.version, cpus: cpus().length, isShort, sections }
writeFileSync(new URL('latest.json', folder), `${JSON.stringify(results, null, '\t')}\n`)
