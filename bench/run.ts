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
import { measureOAuth, type OAuthCosts } from './oauth.ts'

const isShort = process.argv.includes('--short')
const KILOBYTE = 1024
/** What the costs of authorization should be; the CPU of PostgreSQL counts on both sides. */
const TARGETS: Record<keyof OAuthCosts, string> = {
	code: '',
	refresh: ' (≤ 0.5×)',
	'client credentials': '',
	'bearer check': ' (ours ≤ 80 µs)',
}

type Row = readonly [what: string, unit: string, ours: number, floor: number, ratio: string]

const seconds = isShort ? 2 : 8
const create = { full: await measureCreate(seconds, 'full'), normal: await measureCreate(seconds, 'normal') }
const fanOut = await measureFanOut(isShort ? 100 : 1000, isShort ? 50 : 300)
const coldStart = await measureColdStart(isShort ? 1 : 3)
const oauth = await measureOAuth(isShort ? 1000 : 10_000, isShort ? 1 : 3)

const sessionBytes = fanOut.guildhall.idleBytes - fanOut.floor.idleBytes
const fanOutRatio = fanOut.guildhall.cpuMicros / fanOut.floor.cpuMicros
const rows: Row[] = [
	...createRows('message create, each commit on disk', create.full),
	...createRows('message create, disk left to the system', create.normal),
	['fan-out', 'deliveries/s', fanOut.guildhall.deliveriesPerSecond, fanOut.floor.deliveriesPerSecond, ''],
	['', 'CPU µs per frame', fanOut.guildhall.cpuMicros, fanOut.floor.cpuMicros, `${rounded(fanOutRatio)}× (≤ 1.2×)`],
	['', 'CPU µs for the message itself', fanOut.guildhall.makingMicros, 0, ''],
	['idle session', 'KB above a socket', sessionBytes / KILOBYTE, 0, '(≤ 25 KB)'],
	['cold start', 'ms, new directory', coldStart.firstMs, coldStart.floorMs, '(< 1000 ms)'],
	['', 'ms, again', coldStart.againMs, coldStart.floorMs, ''],
]

print('floor', rows)
print('oidc-provider', [
	...oauthRows('SQLite', oauth.sqlite),
	...(oauth.postgres ? oauthRows('PostgreSQL', oauth.postgres) : []),
])

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
	oauth,
}
writeFileSync(new URL('latest.json', folder), `${JSON.stringify(results, null, '\t')}\n`)

function createRows(what: string, { guildhall, floor }: { guildhall: CreateResult; floor: CreateResult }): Row[] {
	const ratio = guildhall.cpuMicros / floor.cpuMicros
	return [
		[what, 'requests/s', guildhall.requestsPerSecond, floor.requestsPerSecond, ''],
		['', 'p50 ms', guildhall.p50Ms, floor.p50Ms, ''],
		['', 'p99 ms', guildhall.p99Ms, floor.p99Ms, ''],
		['', 'CPU µs per request', guildhall.cpuMicros, floor.cpuMicros, `${rounded(ratio)}× (≤ 5×)`],
	]
}

function oauthRows(store: string, costs: OAuthCosts): Row[] {
	return Object.entries(costs).flatMap(([kind, { guildhall, floor }]): Row[] => {
		const ratio = `${rounded(guildhall.cpuMicros / floor.cpuMicros)}×${TARGETS[kind as keyof OAuthCosts]}`
		return [
			[`${kind}, ${store}`, 'requests/s', guildhall.requestsPerSecond, floor.requestsPerSecond, ''],
			['', 'CPU µs per request', guildhall.cpuMicros, floor.cpuMicros, ratio],
		]
	})
}

function print(beside: string, lines: readonly Row[]): void {
	const table = new Table({ head: ['', '', 'Guildhall', beside, 'ratio (target)'], style: { head: [] } })
	for (const [what, unit, ours, floor, ratio] of lines) table.push([what, unit, rounded(ours), rounded(floor), ratio])
	console.log(table.toString())
}

function rounded(value: number): string {
	return value >= 100 ? String(Math.round(value)) : value.toFixed(2)
}
