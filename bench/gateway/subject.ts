import type { Row, Subject } from '../report.ts'
import { crowdRows } from './crowd.ts'
import { encodingRows } from './encodings.ts'
import { fanOutRows } from './fan-out.ts'
import { idleRows } from './idle.ts'
import { overloadRows } from './overload.ts'
import { readyRows } from './ready.ts'
import { stoppedRows } from './stopped.ts'
import { stormRows } from './storm.ts'

export const gateway: Subject = {
	name: 'gateway',
	async run(isShort) {
		const fanOut: Row[] = []
		for (const sockets of isShort ? [50, 200, 1000] : [50, 200, 1000, 5000]) {
			fanOut.push(...(await fanOutRows({ sockets, frames: isShort ? 20_000 : 100_000, rounds: isShort ? 2 : 7 })))
		}
		const sessions = [
			...(await idleRows(isShort ? 200 : 1000)),
			...(await readyRows(isShort ? 200 : 1000)),
			...(await stormRows(isShort ? 1000 : 10_000)),
		]
		const crowd = await crowdRows(isShort ? 10_000 : 100_000, isShort ? 100 : 500)
		const encodings = await encodingRows(isShort ? 100 : 500)
		const stopped = await stoppedRows(isShort ? 100 : 1000)
		const overload = await overloadRows(isShort ? 200 : 1000, isShort ? 5 : 60)
		return [
			{ title: 'a message from HTTP request to sockets', floor: 'bare ws loop', rows: fanOut },
			{ title: 'sessions', floor: 'bare ws', rows: sessions },
			{ title: 'a large guild', floor: 'small guild', rows: crowd },
			{ title: 'encodings', floor: "Node's streams", rows: encodings },
			{ title: 'readers that stop', rows: stopped },
			{ title: 'overload', rows: overload },
		]
	},
}
