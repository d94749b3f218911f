import { createLobby } from '../domain/lobbies/lobbies.ts'
import { findLobby, membersOf } from '../domain/lobbies/rows.ts'
import type { Store } from '../ports/store.ts'
import { keepStudio, type Studio } from './studio.ts'

/** The longest that a lobby waits for somebody to connect: a week. */
const IDLE_SECONDS = 604_800

/** The lobby of the first application with the first player in it; a new one where it idled out or was left. */
export async function openLobby(store: Store, studio: Studio): Promise<Studio & { lobbyId: string }> {
	const [applicationId = ''] = studio.applicationIds
	const [playerId = ''] = studio.playerIds
	const { lobbyId } = studio
	if (lobbyId && (await findLobby(store, { applicationId, lobbyId }))) {
		const members = await membersOf(store, lobbyId)
		if (members.some((member) => member.user_id === playerId)) return { ...studio, lobbyId }
	}
	return store.transaction(async (tx) => {
		const { id } = await createLobby(tx, applicationId, {
			idle_timeout_seconds: IDLE_SECONDS,
			members: [{ id: playerId }],
		})
		const withLobby = { ...studio, lobbyId: id }
		await keepStudio(tx, withLobby)
		return withLobby
	})
}
