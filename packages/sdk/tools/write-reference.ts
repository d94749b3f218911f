/** Writes docs/sdk/reference from the docstrings: `npm run reference -w packages/sdk`. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { referencePages } from './reference/reference.ts'

const FOLDER = fileURLToPath(new URL('../../../docs/sdk/reference/', import.meta.url))
mkdirSync(FOLDER, { recursive: true })
for (const [name, text] of referencePages()) writeFileSync(`${FOLDER}${name}`, text)
const { status } = spawnSync('npx', ['--no-install', 'biome', 'format', '--write', FOLDER], { stdio: 'inherit' })
process.exitCode = status ?? 1
