import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ColdStartResult {
	/** Milliseconds from the start of the process to its first 200, on a new directory with the demo studio to make. */
	firstMs: number
	/** The same on a directory that is there. */
	againMs: number
	/** A process of the runtime that only listens. */
	floorMs: number
}

const MAIN = new URL('../../packages/server/src/main.ts', import.meta.url).pathname

/** Starts the development platform and asks until it answers; the best of `tries`, as noise only adds. */
export async function measureColdStart(tries: number): Promise<ColdStartResult> {
	const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
	try {
		const first: number[] = []
		const again: number[] = []
		const floor: number[] = []
		for (let count = 0; count < tries; count++) {
			const directory = join(folder, String(count))
			first.push(await startPlatform(directory))
			again.push(await startPlatform(directory))
			floor.push(await startFloor())
		}
		return { firstMs: Math.min(...first), againMs: Math.min(...again), floorMs: Math.min(...floor) }
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}

function startPlatform(directory: string): Promise<number> {
	const port = freePort()
	return firstAnswer(
		['--conditions=source', MAIN, 'dev', '--port', String(port), '--data-dir', directory],
		`http://127.0.0.1:${port}/api/v10/gateway`,
	)
}

function startFloor(): Promise<number> {
	const port = freePort()
	const script = `require('node:http').createServer((_, res) => res.end('{}')).listen(${port}, '127.0.0.1')`
	return firstAnswer(['-e', script], `http://127.0.0.1:${port}/`)
}

let nextPort = 20_000 + (process.pid % 10_000)
function freePort(): number {
	return nextPort++
}

async function firstAnswer(words: string[], url: string): Promise<number> {
	const began = performance.now()
	const child = spawn(process.execPath, words, { stdio: 'ignore' })
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
	try {
		for (;;) {
			const response = await fetch(url).catch(() => undefined)
			await response?.arrayBuffer()
			if (response?.status === 200) return performance.now() - began
			if (child.exitCode !== null) throw new Error(`The process ended with ${child.exitCode} before it answered.`)
			if (performance.now() - began > 30_000) throw new Error('No answer within 30 seconds.')
			await new Promise((resolve) => setTimeout(resolve, 5))
		}
	} finally {
		child.kill('SIGTERM')
		await ended
	}
}
