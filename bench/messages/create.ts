import autocannon from 'autocannon'
import { type Child, startChild } from '../child.ts'

const CONNECTIONS = 16

export interface CreateResult {
	requestsPerSecond: number
	p50Ms: number
	p99Ms: number
	/** Microseconds of the server's CPU for one request. */
	cpuMicros: number
}

/** How the store syncs a commit, in both: `full` is what an operator gets, `normal` leaves the disk out of the CPU time. */
export type Sync = 'full' | 'normal'

/** Creates messages for `seconds` against Guildhall and against the bare route, 16 connections each. */
export async function measureCreate(
	seconds: number,
	sync: Sync,
): Promise<{ guildhall: CreateResult; floor: CreateResult }> {
	const floor = await load('bare-fastify.ts', seconds, sync)
	const guildhall = await load('guildhall.ts', seconds, sync)
	return { guildhall, floor }
}

async function load(script: string, seconds: number, sync: Sync): Promise<CreateResult> {
	const child = await startChild(new URL(`processes/${script}`, import.meta.url), { sync })
	try {
		// A first round warms both up: the compiler and the prepared statements are not what is measured.
		await post(child, Math.min(3, seconds))
		const before = await child.cpuMicros()
		const result = await post(child, seconds)
		const after = await child.cpuMicros()
		return {
			requestsPerSecond: Math.round(result.requests.average),
			p50Ms: result.latency.p50,
			p99Ms: result.latency.p99,
			cpuMicros: (after - before) / result.requests.total,
		}
	} finally {
		await child.stop()
	}
}

async function post(child: Child, seconds: number): Promise<autocannon.Result> {
	const { url, botToken } = child.ready
	const result = await autocannon({
		url: String(url),
		method: 'POST',
		connections: CONNECTIONS,
		duration: seconds,
		headers: { 'content-type': 'application/json', ...(botToken ? { authorization: `Bot ${botToken}` } : {}) },
		body: JSON.stringify({ content: 'The gate is open, come in.' }),
	})
	if (result.non2xx > 0 || result.errors > 0) {
		throw new Error(`${result.non2xx} refusals and ${result.errors} errors while creating messages.`)
	}
	return result
}
