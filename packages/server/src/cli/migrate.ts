import type { Settings } from '../config.ts'
import type { Machine } from './machine.ts'
import { withStoreAddress } from './store-address.ts'

/** `guildhall migrate` */
export async function migrate(machine: Machine, settings: Settings): Promise<void> {
	await withStoreAddress(machine, settings, { isExclusive: true }, async (store) => {
		const { from, to } = await machine.migrate(store)
		machine.say(
			from === to ? `The store has version ${to} already.` : `The store was brought from version ${from} to ${to}.`,
		)
	})
}
