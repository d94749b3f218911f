/**
 * Writes contract/present.json and contract/absent.json: what the SDK has of the surface of the native one, and what it
 * has not. Run with the reference at hand after adding something: `npm run contract -w packages/sdk`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import * as socialsdk from '../src/index.ts'
import { compare } from './surface.ts'
import { surfaceFile } from './surface-file.ts'

const file = surfaceFile()
if (file === undefined)
	throw new Error('surface.json is not there: set GUILDHALL_SHARED to the folder of the reference')
const { present, absent } = compare(JSON.parse(readFileSync(file, 'utf8')), { ...socialsdk })
for (const [name, data] of Object.entries({ present, absent })) {
	const path = new URL(`../contract/${name}.json`, import.meta.url)
	writeFileSync(path, `${JSON.stringify(data, undefined, '\t')}\n`)
}
