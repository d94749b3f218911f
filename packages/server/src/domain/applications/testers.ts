import type { Reading, Transaction } from '../../ports/store.ts'
import type { Pair } from './authorizations.ts'

/** People who try an application out. */
export async function listTesters({ db }: Reading, applicationId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('application_testers')
		.select('user_id')
		.where('application_id', '=', applicationId)
		.orderBy('user_id')
		.execute()
	return rows.map(({ user_id }) => user_id)
}

/** Whether a person tries the application out: they may link and unlink as often as they want. */
export async function isTester({ db }: Reading, { applicationId, userId }: Pair): Promise<boolean> {
	const row = await db
		.selectFrom('application_testers')
		.select('user_id')
		.where('application_id', '=', applicationId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	return row !== undefined
}

/** Makes a person a tester, or none any more. */
export async function keepTester({ db }: Transaction, { applicationId, userId }: Pair, isOne: boolean): Promise<void> {
	if (isOne) {
		await db
			.insertInto('application_testers')
			.values({ application_id: applicationId, user_id: userId })
			.onConflict((conflict) => conflict.columns(['application_id', 'user_id']).doNothing())
			.execute()
		return
	}
	await db
		.deleteFrom('application_testers')
		.where('application_id', '=', applicationId)
		.where('user_id', '=', userId)
		.execute()
}
