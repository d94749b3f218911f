import type { Row, Subject } from '../report.ts'
import { type CreateResult, measureCreate } from './create.ts'

export const messages: Subject = {
	name: 'messages',
	async run(isShort) {
		const seconds = isShort ? 2 : 8
		const full = await measureCreate(seconds, 'full')
		const normal = await measureCreate(seconds, 'normal')
		return [
			{ title: 'message create, each commit on disk', floor: 'bare fastify', rows: rowsOf(full) },
			{ title: 'message create, disk left to the system', floor: 'bare fastify', rows: rowsOf(normal) },
		]
	},
}

function rowsOf({ guildhall, floor }: { guildhall: CreateResult; floor: CreateResult }): Row[] {
	return [
		{
			what: 'CPU of a request',
			unit: 'µs',
			ours: guildhall.cpuMicros,
			floor: floor.cpuMicros,
			target: { ratio: 5 },
		},
		{ what: 'requests', unit: '/s', ours: guildhall.requestsPerSecond, floor: floor.requestsPerSecond },
		{ what: 'p50', unit: 'ms', ours: guildhall.p50Ms, floor: floor.p50Ms },
		{ what: 'p99', unit: 'ms', ours: guildhall.p99Ms, floor: floor.p99Ms },
	]
}
