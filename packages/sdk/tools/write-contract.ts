/**
 * Writes contract/present.json and contract/absent.json: what the SDK has of the surface of the native one, and what it
 * has not; and test/surface.test-d.ts, which asks for the types. Run with the reference at hand after adding something:
 * `npm run contract -w packages/sdk`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as socialsdk from '../src/index.ts'
import { compare, type Surface } from './surface.ts'
import { surfaceFile } from './surface-file.ts'
import { surfaceTypes } from './surface-types.ts'

const file = surfaceFile()
if (file === undefined)
	throw new Error('surface.json is not there: set GUILDHALL_SHARED to the folder of the reference')
const surface: Surface = JSON.parse(readFileSync(file, 'utf8'))
const { present, absent } = compare(surface, { ...socialsdk })
const files = [
	write('contract/present.json', JSON.stringify(present)),
	write('contract/absent.json', JSON.stringify(absent)),
	write('test/surface.test-d.ts', surfaceTypes(surface, absent)),
]
// Twice: what the formatter makes of lines that it has joined before may still change.
for (const _ of [1, 2]) {
	const { status } = spawnSync('npx', ['--no-install', 'biome', 'check', '--write', ...files], { stdio: 'inherit' })
	process.exitCode = status ?? 1
}

function write(name: string, text: string): string {
	const path = fileURLToPath(new URL(`../${name}`, import.meta.url))
	writeFileSync(path, text)
	return path
}
