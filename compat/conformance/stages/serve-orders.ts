/** The end of the wire that lies in the process under test. */
import type { AnswerTo, OrderName, OrderOf, Ready } from '../orders.ts'

export type Servants = { [N in OrderName]?: (order: OrderOf<N>) => Promise<AnswerTo<N>> | AnswerTo<N> }

interface Incoming {
	number: number
	name: OrderName | 'end'
	order: never
}

/** Says that the stage is ready, and carries out orders until the suite has no more. */
export function serveOrders(ready: Ready, servants: Servants, end: () => Promise<void>): void {
	process.on('message', async ({ number, name, order }: Incoming) => {
		try {
			if (name === 'end') await end()
			else if (!servants[name]) throw new Error(`Nothing here carries out ${name}.`)
			const value = name === 'end' ? null : ((await servants[name]?.(order)) ?? null)
			process.send?.({ number, value }, () => name === 'end' && process.exit(0))
		} catch (error) {
			process.send?.(
				{ number, error: String((error as Error).stack ?? error) },
				() => name === 'end' && process.exit(1),
			)
		}
	})
	process.on('disconnect', () => process.exit(1))
	process.send?.({ ready })
}
