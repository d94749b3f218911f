import { createHash } from 'node:crypto'
import { type LobbyBySecret, LobbyUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { refusalsOf } from './admission.ts'
import { DEFAULT_IDLE_SECONDS, watchIdleness } from './idle.ts'
import { seatOf } from './members.ts'
import { storedMetadata } from './metadata.ts'
import { presentGatewayLobby } from './present.ts'
import { holdComing, type LobbyRow, type Player } from './rows.ts'
import { changeSeats } from './seats.ts'

/** A secret admits for so long after it was first used. */
const SECRET_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Makes the lobby of a secret, or comes into it; who is in it already changes what they give.
 * @throws MissingAccess, InvalidFormBody
 */
export async function createOrJoin(tx: Transaction, player: Player, input: LobbyBySecret): Promise<LobbyRow> {
	const seat = seatOf(player.userId, { metadata: input.member_metadata }, ['member_metadata'])
	await holdComing(tx, [player.userId])
	const { lobby, isNew, isChanged } = await lobbyOfSecret(tx, player.applicationId, input)
	if (isNew || input.idle_timeout_seconds) await watchIdleness(tx, lobby)
	for (const refusal of (await refusalsOf(tx, lobby, [player.userId])).values()) throw refusal
	if (isChanged) {
		tx.emit(LobbyUpdate, { lobbyId: lobby.id }, await presentGatewayLobby(tx, lobby))
	}
	await changeSeats(tx, lobby, { put: [seat] })
	return lobby
}

/** The unique key of application and secret decides who makes the lobby and who finds it, in one statement. */
async function lobbyOfSecret(
	tx: Transaction,
	applicationId: string,
	input: LobbyBySecret,
): Promise<{ lobby: LobbyRow; isNew: boolean; isChanged: boolean }> {
	const hash = hashSecret(applicationId, input.secret)
	await forgetExpired(tx, applicationId, hash)
	const id = tx.newId()
	const metadata = storedMetadata(input.lobby_metadata, ['lobby_metadata'])
	const changes = {
		...(metadata === undefined ? {} : { metadata }),
		...(typeof input.flags === 'number' ? { flags: input.flags } : {}),
	}
	const idle =
		typeof input.idle_timeout_seconds === 'number' ? { idle_timeout_seconds: input.idle_timeout_seconds } : {}
	const lobby = await tx.db
		.insertInto('lobbies')
		.values({
			id,
			application_id: applicationId,
			is_secret: 1,
			secret_hash: hash,
			secret_expires_at: tx.now() + SECRET_MS,
			metadata: null,
			flags: 0,
			idle_timeout_seconds: DEFAULT_IDLE_SECONDS,
			idle_since: tx.now(),
			override_event_webhooks_url: null,
			linked_channel_id: null,
			created_at: tx.now(),
			...changes,
			...idle,
		})
		.onConflict((conflict) =>
			conflict.columns(['application_id', 'secret_hash']).doUpdateSet({ secret_hash: hash, ...changes, ...idle }),
		)
		.returningAll()
		.executeTakeFirstOrThrow()
	const isNew = lobby.id === id
	return { lobby, isNew, isChanged: !isNew && Object.keys(changes).length > 0 }
}

/** A secret that has ended leaves its lobby as it is; the next use makes another. */
async function forgetExpired(tx: Transaction, applicationId: string, hash: string): Promise<void> {
	await tx.db
		.updateTable('lobbies')
		.set({ secret_hash: null, secret_expires_at: null })
		.where('application_id', '=', applicationId)
		.where('secret_hash', '=', hash)
		.where('secret_expires_at', '<=', tx.now())
		.execute()
}

/** What is kept of a secret. The application goes in, so that equal secrets of two games do not look alike. */
function hashSecret(applicationId: string, secret: string): string {
	return createHash('sha256').update(`${applicationId}:${secret}`).digest('hex')
}
