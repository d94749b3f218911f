import { type LobbyInput, LobbyUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { DEFAULT_IDLE_SECONDS, watchIdleness } from './idle.ts'
import { renewLink } from './linking.ts'
import { admitAll } from './members.ts'
import { storedMetadata } from './metadata.ts'
import { presentGatewayLobby } from './present.ts'
import { removeLobby } from './remove.ts'
import { holdComing, holdLobby, type LobbyKey, type LobbyRow, membersOf, tryHoldLobby } from './rows.ts'
import { changeSeats } from './seats.ts'

/** Makes a lobby that a game server runs. @throws UnknownUser, MissingAccess, InvalidFormBody */
export async function createLobby(tx: Transaction, applicationId: string, input: LobbyInput): Promise<LobbyRow> {
	const members = input.members ?? []
	await holdComing(
		tx,
		members.map(({ id }) => id),
	)
	const lobby = await tx.db
		.insertInto('lobbies')
		.values({
			id: tx.newId(),
			application_id: applicationId,
			is_secret: 0,
			secret_hash: null,
			secret_expires_at: null,
			metadata: storedMetadata(input.metadata, ['metadata']) ?? null,
			flags: input.flags ?? 0,
			idle_timeout_seconds: input.idle_timeout_seconds ?? DEFAULT_IDLE_SECONDS,
			idle_since: tx.now(),
			override_event_webhooks_url: input.override_event_webhooks_url ?? null,
			linked_channel_id: null,
			created_at: tx.now(),
		})
		.returningAll()
		.executeTakeFirstOrThrow()
	await watchIdleness(tx, lobby)
	await changeSeats(tx, lobby, { put: await admitAll(tx, lobby, members) })
	return lobby
}

/**
 * Changes a lobby. `metadata` replaces what was there, and so does `members`: who is missing from it is out.
 * @throws UnknownLobby, UnknownUser, MissingAccess, InvalidFormBody
 */
export async function editLobby(tx: Transaction, key: LobbyKey, input: LobbyInput): Promise<LobbyRow> {
	await holdComing(tx, input.members?.map(({ id }) => id) ?? [])
	const before = await holdLobby(tx, key)
	const lobby = await changeLobby(tx, before, input)
	if (input.members) {
		const staying = new Set(input.members.map(({ id }) => id))
		const remove = (await membersOf(tx, lobby.id)).map((row) => row.user_id).filter((id) => !staying.has(id))
		const put = await admitAll(tx, lobby, input.members, remove)
		await changeSeats(tx, lobby, { put, remove })
	}
	if (lobby.flags !== before.flags) await renewLink(tx, lobby)
	if (lobby !== before) tx.emit(LobbyUpdate, { lobbyId: lobby.id }, await presentGatewayLobby(tx, lobby))
	return lobby
}

async function changeLobby(tx: Transaction, lobby: LobbyRow, input: LobbyInput): Promise<LobbyRow> {
	const metadata = storedMetadata(input.metadata, ['metadata'])
	const changes = {
		...(metadata === undefined ? {} : { metadata }),
		...(typeof input.flags === 'number' ? { flags: input.flags } : {}),
		...(typeof input.idle_timeout_seconds === 'number' ? { idle_timeout_seconds: input.idle_timeout_seconds } : {}),
		...(input.override_event_webhooks_url === undefined
			? {}
			: { override_event_webhooks_url: input.override_event_webhooks_url }),
	}
	if (Object.keys(changes).length === 0) return lobby
	const changed = await tx.db
		.updateTable('lobbies')
		.set(changes)
		.where('id', '=', lobby.id)
		.returningAll()
		.executeTakeFirstOrThrow()
	if (changed.idle_timeout_seconds !== lobby.idle_timeout_seconds) await watchIdleness(tx, changed)
	return changed
}

/** Removes a lobby; one that is not there is no mistake. */
export async function deleteLobby(tx: Transaction, { applicationId, lobbyId }: LobbyKey): Promise<void> {
	const lobby = await tryHoldLobby(tx, lobbyId, applicationId)
	if (lobby) await removeLobby(tx, lobby)
}
