/** The programs of the READMEs compile: that of the SDK, and those of its plugins for engines. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compile } from './compile.ts'

const programsOf = (path: string) =>
	[...readFileSync(new URL(path, import.meta.url), 'utf8').matchAll(/```ts\n([\s\S]+?)```/g)].map(
		([, program]) => program,
	)

test('the programs of the READMEs compile, one after the other', () => {
	const programs = programsOf('../README.md')
	assert.ok(programs.length >= 3)
	const folder = mkdtempSync(join(tmpdir(), 'socialsdk-readme-'))
	try {
		// What a game has of its own.
		const game = 'declare function idTokenOfPlayer(): Promise<string>\n'
		writeFileSync(join(folder, 'program.mts'), programs.join('') + game)
		for (const engine of ['phaser', 'three', 'pixi']) {
			const [program = ''] = programsOf(`../../sdk-${engine}/README.md`)
			writeFileSync(join(folder, `${engine}.mts`), program)
		}
		assert.deepEqual(compile(folder), [0, ''])
	} finally {
		rmSync(folder, { recursive: true })
	}
})
