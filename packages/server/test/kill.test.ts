import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { STORE_KIND } from './store-place.ts'

const KILLS = process.env.KILLS ?? '5'
const SCRIPT = new URL('../../../scripts/kill.ts', import.meta.url).pathname

test(`what a server acknowledged is there after ${KILLS} sudden deaths`, {
	// The development server that dies keeps its store in SQLite, whatever the tests run on.
	skip: STORE_KIND !== 'sqlite',
}, async () => {
	const child = spawn(process.execPath, ['--conditions=source', SCRIPT, KILLS], { stdio: ['ignore', 'pipe', 'pipe'] })
	let printed = ''
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => {
			printed += text
		})
	}
	const [code] = await once(child, 'close')
	assert.equal(code, 0, printed)
})
