import { tokenUpdated } from '../auth/update-token.ts'
import { take } from '../cache/take.ts'
import { asObject } from '../cache/wire.ts'
import { forgetInvites, hearInvite, hearJoin, reviewInvites } from '../invites/known-invites.ts'
import { type ClientState, tell } from './state.ts'

/** What follows from a dispatch of the gateway: the caches know it before a listener is told. */
export function heard(state: ClientState, name: string, data: unknown): void {
	const wire = asObject(data)
	if (state.cache.disabled.has(name)) return
	switch (name) {
		case 'TOKEN_UPDATED':
			tokenUpdated(state, wire)
			break
		case 'AUTHORIZE_REQUEST':
			state.events.emit('authorizeRequest')
			break
		case 'ACTIVITY_JOIN':
			hearJoin(state, wire)
			break
		case 'ACTIVITY_INVITE_CREATE':
			hearInvite(state, wire)
			break
		default:
			// A message with an activity is an invite, and reaches no listener of messages.
			if (name === 'MESSAGE_CREATE' && wire.activity) hearInvite(state, wire)
			else remember(state, name, data)
			if (name === 'PRESENCE_UPDATE' || name === 'READY') reviewInvites(state)
	}
}

function remember(state: ClientState, name: string, data: unknown): void {
	const { cache } = state
	const before = cache.currentUserId
	const happenings = take(cache, name, data)
	// Another player: what the one before was invited to is not theirs.
	if (cache.currentUserId !== before) forgetInvites(state)
	tell(state, happenings)
}
