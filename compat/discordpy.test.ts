/** discord.py as Debian has it (python3-discord), over real sockets; its stories stand in discordpy.py. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { startPlatform } from './platform.ts'

/** Debian's own: its packages are for no other. */
const PYTHON = '/usr/bin/python3'
const STORIES = new URL('discordpy.py', import.meta.url).pathname

const isThere = spawnSync(PYTHON, ['-c', 'import discord']).status === 0

test('discord.py', { skip: !isThere && 'python3-discord is not installed' }, async (context) => {
	await using platform = await startPlatform()
	const child = spawn(PYTHON, ['-W', 'ignore', STORIES], {
		env: { ...process.env, GUILDHALL_FIXTURE: platform.fixturePath },
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	const ended = once(child, 'exit')
	const names: string[] = []
	for await (const line of createInterface(child.stdout)) {
		const { name, wrong } = JSON.parse(line) as { name: string; wrong: string | null }
		names.push(name)
		await context.test(name, () => assert.ok(wrong === null, String(wrong)))
	}
	assert.deepEqual(await ended, [0, null])
	assert.equal(names.at(-1), 'the library has nothing to complain of')
})
