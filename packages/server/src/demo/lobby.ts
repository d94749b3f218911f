import { allow } from '../domain/applications/authorizations.ts'
import { createLobby } from '../domain/lobbies/lobbies.ts'
import { findLobby } from '../domain/lobbies/rows.ts'
import type { Store } from '../ports/store.ts'
import type { Studio } from './studio.ts'

const FACT = 'demo_lobby'
/** As long as there is: nobody is connected until somebody plays. */
const IDLE_SECONDS = 604_800

/** The lobby of the first application with the first player in it; another one where the last has idled out. */
export function openLobby(store: Store, { applicationIds, playerIds }: Studio): Promise<string> {
	const [applicationId = ''] = applicationIds
	const [userId = ''] = playerIds
	return store.transaction(async (tx) => {
		const kept = await tx.db.selectFrom('meta').select('value').where('key', '=', FACT).executeTakeFirst()
		if (kept && (await findLobby(tx, { applicationId, lobbyId: kept.value }))) return kept.value
		await allow(tx, { applicationId, userId }, ['sdk.social_layer'])
		const { id } = await createLobby(tx, applicationId, {
			members: [{ id: userId }],
			idle_timeout_seconds: IDLE_SECONDS,
		})
		await tx.db
			.insertInto('meta')
			.values({ key: FACT, value: id })
			.onConflict((conflict) => conflict.column('key').doUpdateSet({ value: id }))
			.execute()
		return id
	})
}
