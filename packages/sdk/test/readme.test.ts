/** The programs of the README compile. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const TSC = fileURLToPath(new URL('../../../node_modules/.bin/tsc', import.meta.url))
const SDK = fileURLToPath(new URL('../src/index.ts', import.meta.url))

const options = {
	compilerOptions: {
		noEmit: true,
		strict: true,
		exactOptionalPropertyTypes: true,
		skipLibCheck: true,
		target: 'ES2022',
		module: 'NodeNext',
		lib: ['ES2024', 'DOM', 'ESNext.Disposable'],
		customConditions: ['source'],
		allowImportingTsExtensions: true,
		paths: { '@guildhall/socialsdk': [SDK] },
		types: ['node'],
		typeRoots: [fileURLToPath(new URL('../../../node_modules/@types', import.meta.url))],
	},
	include: ['program.mts'],
}

test('the programs of the README compile, one after the other', () => {
	const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
	const programs = [...readme.matchAll(/```ts\n([\s\S]+?)```/g)].map(([, program]) => program)
	assert.ok(programs.length >= 3)
	const folder = mkdtempSync(join(tmpdir(), 'socialsdk-readme-'))
	try {
		// What a game has of its own.
		const game = 'declare function idTokenOfPlayer(): Promise<string>\n'
		writeFileSync(join(folder, 'program.mts'), programs.join('') + game)
		writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
		const { stdout, status } = spawnSync(process.execPath, [TSC, '--project', folder], { encoding: 'utf8' })
		assert.deepEqual([status, stdout], [0, ''])
	} finally {
		rmSync(folder, { recursive: true })
	}
})
