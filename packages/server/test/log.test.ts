import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

/** What a process writes that logs what the script makes. */
function written(script: string): string {
	const log = new URL('../src/log.ts', import.meta.url).href
	const text = `const { createLog } = await import(${JSON.stringify(log)}); const log = createLog('info'); ${script}`
	const { stderr } = spawnSync(process.execPath, ['--conditions=source', '--input-type=module', '-e', text])
	return stderr.toString()
}

test('an error is told by what it says of itself, not by the rows that a database hangs on it', () => {
	const line = written(`
		const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(alice@example.com)' })
		log.error({ err: new Error('not kept', { cause }) }, 'request failed')
	`)
	const { err, msg } = JSON.parse(line)
	assert.deepEqual(
		[msg, err.type, err.message, err.cause.message, err.cause.code],
		[...['request failed', 'Error', 'not kept', 'duplicate key', '23505']],
	)
	assert.match(err.stack, /not kept/)
	assert.ok(!line.includes('alice@example.com'))
})

test('secrets are never written, wherever in a line they stand', () => {
	const line = written(`log.info({ token: 'aaa', form: { password: 'bbb', client_secret: 'ccc' } }, 'seen')`)
	assert.match(line, /redacted/)
	for (const secret of ['aaa', 'bbb', 'ccc']) assert.ok(!line.includes(secret))
})
