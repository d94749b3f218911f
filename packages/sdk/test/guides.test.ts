/**
 * The programs of the guides in docs/sdk compile and run, each guide's one after the other as one program. Comments that
 * begin with `run` belong to it: what a game has of its own, what others do, and what has come of it.
 */
import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compile } from './compile.ts'

const GUIDES = fileURLToPath(new URL('../../../docs/sdk/', import.meta.url))

/** Found from here, as a program that is no file has no modules beside it. */
const MODULES = ['@guildhall/socialsdk/testing', '@guildhall/socialsdk']

const programs = new Map(
	globSync(`${GUIDES}*.md`)
		.sort()
		.map((guide) => [basename(guide, '.md'), programOf(guide)] as const)
		.filter(([, program]) => program !== ''),
)

function programOf(guide: string): string {
	const parts = readFileSync(guide, 'utf8').matchAll(/```ts\n([\s\S]+?)```|<!-- run\n([\s\S]+?)-->/g)
	return [...parts].map(([, shown, unseen]) => shown ?? unseen).join('')
}

const { log } = console
before(() => {
	console.log = () => {}
})
after(() => {
	console.log = log
})

test('there is a guide for every feature, and each program of theirs compiles', () => {
	assert.deepEqual(
		[...programs.keys()],
		[
			...['accounts', 'engines', 'friends', 'getting-started', 'linked-channels', 'lobbies', 'messages', 'moderation'],
			...['presence', 'testing'],
		],
	)
	const folder = mkdtempSync(join(tmpdir(), 'socialsdk-guides-'))
	try {
		for (const [name, program] of programs) writeFileSync(join(folder, `${name}.mts`), program)
		assert.deepEqual(compile(folder), [0, ''])
	} finally {
		rmSync(folder, { recursive: true })
	}
})

for (const [name, program] of programs) {
	test(`the programs of ${name}.md run`, async () => {
		let text = stripTypeScriptTypes(program)
		for (const module of MODULES) text = text.replaceAll(`'${module}'`, `'${import.meta.resolve(module)}'`)
		await import(`data:text/javascript,${encodeURIComponent(text)}`)
	})
}
