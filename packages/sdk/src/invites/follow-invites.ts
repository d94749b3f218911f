import { request } from '../client/request.ts'
import type { ClientState } from '../client/state.ts'
import { ActivityActionTypes } from '../enums/activities.ts'
import { ClientStatus } from '../enums/clients.ts'

/** What was asked last, by client: of two lists on their way the later one must arrive later. */
const turns = new WeakMap<ClientState, Promise<void>>()
const MOST = 100

/**
 * Asks the platform to tell of the parties that the player is invited into, also of those of people whom they do not see.
 * Where it does not, such an invite counts as good for its time.
 */
export function followInvites(state: ClientState): Promise<void> {
	const turn = (turns.get(state) ?? Promise.resolve()).then(() => say(state))
	turns.set(state, turn)
	return turn
}

async function say(state: ClientState): Promise<void> {
	const subscriptions = [...state.invites.values()]
		.map(({ invite }) => invite)
		.filter((invite) => invite.Type() === ActivityActionTypes.Join)
		.map((invite) => ({
			user_id: String(invite.SenderId()),
			application_id: String(invite.ApplicationId()),
			party_id: invite.PartyId(),
			message_id: String(invite.MessageId()),
			channel_id: String(invite.ChannelId()),
		}))
	if (subscriptions.length === 0 || state.connection.status() !== ClientStatus.Ready) return
	const end = new AbortController()
	state.running.add(end)
	try {
		const json = { subscriptions: subscriptions.slice(-MOST) }
		await request({ state, signal: end.signal }, { method: 'POST', path: '/users/@me/activities/subscribe', json })
	} catch (error) {
		state.log.info(`The parties of invites are not followed. ${error}`)
	} finally {
		state.running.delete(end)
	}
}
