/** The README's programs, as printed there. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type Platform, startPlatform } from './platform.ts'

const ROOT = new URL('..', import.meta.url).pathname
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

let platform: Platform
before(async () => {
	platform = await startPlatform()
})
after(() => platform?.[Symbol.asyncDispose]())

/** Runs the README's program in this language until it prints what is waited for. */
async function printedBy(language: 'ts' | 'js', pattern: RegExp): Promise<string> {
	const program = new RegExp(`\`\`\`${language}\\n([^]+?)\`\`\``).exec(README)?.[1]
	assert.ok(program, `The README has no program in ${language}.`)
	const type = language === 'ts' ? 'module-typescript' : 'module'
	const child = spawn(process.execPath, ['--conditions=source', `--input-type=${type}`, '--eval', program], {
		cwd: ROOT,
		env: { ...process.env, GUILDHALL_FIXTURE: platform.fixturePath },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	try {
		let printed = ''
		for await (const text of child.stdout) {
			printed += text
			if (pattern.test(printed)) return printed
		}
		throw new Error(`It ended and had printed: ${printed}`)
	} finally {
		child.kill()
	}
}

test('the game hears what it says in its lobby', async () => {
	await printedBy('ts', /heard: hello/)
})

test('the bot finds itself in its guilds', async () => {
	await printedBy('js', /Harbor Lights#\d{4} is in 2 guilds/)
})
