/** Writes the table of what has no service yet into the README: `npm run readme -w packages/sdk`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { withTable } from './readme-table.ts'
import { unservedTable } from './unserved.ts'

const README = new URL('../README.md', import.meta.url)
writeFileSync(README, withTable(readFileSync(README, 'utf8'), await unservedTable()))
