/**
 * `npm run bench [-- --short]`: what the server costs beside a bare floor measured in the same run. Ratios, not times:
 * a slower machine slows both. Writes bench/results/latest.json.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import Table from 'cli-table3'
import { measureColdStart } from './cold-start.ts'
import { type CreateResult, measureCreate } from './create.ts'
import { measureFanOut } from './fan-out.ts'

const isShort = process.argv.includes('--short')
const KILOBYTE = 1024

const seconds = isShort ? 2 : 8
const create = { full: await measureCreate(seconds, 'full'), normal: await measureCreate(seconds, 'normal') }
const fanOut = await measureFanOut(isShort ? 100 : 1000, isShort ? 50 : 300)
const coldStart = await measureColdStart(isShort ? 1 : 3)

const sessionBytes = fanOut.guildhall.idleBytes - fanOut.floor.idleBytes
const fanOutRatio = fanOut.guildhall.cpuMicros / fanOut.floor.cpuMicros
const rows = [
	...createRows('message create, each commit on disk', create.full),
	...createRows('message create, disk left to the system', create.normal),
	['fan-out', 'deliveries/s', fanOut.guildhall.deliveriesPerSecond, fanOut.floor.deliveriesPerSecond, ''],
	['', 'CPU µs per frame', fanOut.guildhall.cpuMicros, fanOut.floor.cpuMicros, `${rounded(fanOutRatio)}× (≤ 1.2×)`],
	['', 'CPU µs for the message itself', fanOut.guildhall.makingMicros, 0, ''],
	['idle session', 'KB above a socket', sessionBytes / KILOBYTE, 0, '(≤ 25 KB)'],
	['cold start', 'ms, new directory', coldStart.firstMs, coldStart.floorMs, '(< 1000 ms)'],
	['', 'ms, again', coldStart.againMs, coldStart.floorMs, ''],
] as const

const table = new Table({ head: ['', '', 'Guildhall', 'floor', 'ratio (target)'], style: { head: [] } })
for (const [what, unit, ours, floor, ratio] of rows) table.push([what, unit, rounded(ours), rounded(floor), ratio])
console.log(table.toString())

const folder = new URL('results/', import.meta.url)
mkdirSync(folder, { recursive: true })
const results = {
	at: new Date().toISOString(),
	node: process.version,
	cpus: cpus().length,
	isShort,
	create,
	fanOut,
	coldStart,
}
writeFileSync(new URL('latest.json', folder), `${JSON.stringify(results, null, '\t')}\n`)

function createRows(what: string, { guildhall, floor }: { guildhall: CreateResult; floor: CreateResult }) {
	const ratio = guildhall.cpuMicros / floor.cpuMicros
	return [
		[what, 'requests/s', guildhall.requestsPerSecond, floor.requestsPerSecond, ''],
		['', 'p50 ms', guildhall.p50Ms, floor.p50Ms, ''],
		['', 'p99 ms', guildhall.p99Ms, floor.p99Ms, ''],
		['', 'CPU µs per request', guildhall.cpuMicros, floor.cpuMicros, `${rounded(ratio)}× (≤ 5×)`],
	] as const
}

function rounded(value: number): string {
	return value >= 100 ? String(Math.round(value)) : value.toFixed(2)
}
