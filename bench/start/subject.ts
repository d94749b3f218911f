import type { Subject } from '../report.ts'
import { measureColdStart } from './cold-start.ts'

export const start: Subject = {
	name: 'start',
	async run(isShort) {
		const { firstMs, againMs, floorMs } = await measureColdStart(isShort ? 1 : 3)
		return [
			{
				title: 'cold start to the first answer',
				floor: 'bare node:http',
				rows: [
					{ what: 'a new directory', unit: 'ms', ours: firstMs, floor: floorMs, target: { most: 1000 } },
					{ what: 'again', unit: 'ms', ours: againMs, floor: floorMs },
				],
			},
		]
	},
}
