import { presenceOf } from '../cache/presences.ts'
import { asObject, textOf, type Wire } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import { request, requireReady } from '../client/request.ts'
import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import { checkLength } from '../core/lengths.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { ActivityActionTypes } from '../enums/activities.ts'
import { hereWith, ownPlatform } from '../presence/own-platform.ts'
import type { ActivityInvite } from '../records/activity-invite.ts'

const { Join, JoinRequest } = ActivityActionTypes
const LONGEST_CONTENT = 2000

/** Invites somebody into the player's party. */
export async function sendInvite(call: Call, userId: SnowflakeLike, content: string): Promise<void> {
	const id = toSnowflake(userId, 'userId')
	const text = checkLength(content, 'content', LONGEST_CONTENT, 0)
	await ask(call, id, Join, await ownParty(call), text)
}

/** Asks somebody to be let into their party. */
export async function sendJoinRequest(call: Call, userId: SnowflakeLike): Promise<void> {
	const id = toSnowflake(userId, 'userId')
	requireReady(call.state)
	const playing = presenceOf(call.state.cache, id).activities.find(({ party }) => party)
	requirePlatform(call.state, playing)
	await ask(call, id, JoinRequest, playing && partyOf(playing, textOf(playing.session_id)))
}

/** Lets somebody in who asked to be. */
export async function replyToJoinRequest(call: Call, invite: ActivityInvite): Promise<void> {
	if (invite.Type() !== JoinRequest) throw failure('ValidationError', 'invite: no request to join')
	await ask(call, invite.SenderId(), Join, await ownParty(call))
}

/** Comes along; gives what the game needs for that. */
export async function acceptInvite(call: Call, invite: ActivityInvite): Promise<string> {
	const { state } = call
	if (invite.Type() !== Join) throw failure('ValidationError', 'invite: leads into no party')
	requirePlatform(state, activityOf(state, invite))
	const applicationId = invite.ApplicationId() || state.applicationId
	const query = new URLSearchParams({
		channel_id: String(invite.ChannelId()),
		message_id: String(invite.MessageId()),
		// Other sessions of the player are told that they come along.
		own_session_id: state.cache.sessionId,
	})
	const session = encodeURIComponent(invite.SessionId())
	const path = `/users/${invite.SenderId()}/sessions/${session}/activities/${applicationId}/1?${query}`
	const secret = textOf(asObject(await request(call, { method: 'GET', path })).secret)
	if (!secret) throw failure('HTTPError', 'The answer holds no secret')
	state.redactor.remember(secret)
	return secret
}

/** What the sender of an invite does in its party, as far as the player sees that. */
function activityOf({ cache }: ClientState, invite: ActivityInvite): Wire | undefined {
	const { activities } = presenceOf(cache, invite.SenderId())
	const seen = [...activities, ...(cache.hidden.get(invite.SenderId()) ?? [])]
	return seen.find(({ party }) => asObject(party).id === invite.PartyId())
}

/** V15 */
function requirePlatform({ platform }: ClientState, activity: Wire | undefined): void {
	const platforms = activity?.supported_platforms
	const own = ownPlatform(hereWith(platform.name))
	if (!Array.isArray(platforms) || platforms.length === 0 || platforms.includes(own)) return
	throw failure('ValidationError', `The party cannot be joined on this platform, but on: ${platforms.join(', ')}`)
}

/** V13: the party that the game last said its player is in, once the platform knows of it: what is said often waits (S21). */
async function ownParty(call: Call): Promise<object> {
	const { state, signal } = call
	const { now } = state.clock
	const until = now() + state.httpTimeoutMs
	for (;;) {
		signal.throwIfAborted()
		requireReady(state)
		const { activity } = state.presence
		if (!activity?.party || !activity.secrets) {
			throw failure('ValidationError', 'The presence of the player has no party with a secret to invite into')
		}
		if (now() >= until || isKnown(state, activity)) return partyOf(activity, state.cache.sessionId)
		await news(call, until - now())
	}
}

function isKnown({ cache }: ClientState, said: Wire): boolean {
	const [id, size] = placeOf(said)
	const own = presenceOf(cache, cache.currentUserId).activities.map(placeOf)
	return own.some((known) => known[0] === id && known[1] === size)
}

function placeOf({ party }: Wire): [id: unknown, size: string] {
	const { id, size } = asObject(party)
	return [id, String(size)]
}

/** Resolves when the player or the connection is not as before, at the latest after some time. */
function news({ state: { clock, events }, signal }: Call, ms: number): Promise<void> {
	return new Promise((resolve) => {
		const ends = [
			clock.after(ms, end),
			events.on('userUpdated', end),
			events.on('statusChanged', end),
			() => signal.removeEventListener('abort', end),
		]
		signal.addEventListener('abort', end)
		function end() {
			for (const stop of ends) stop()
			resolve()
		}
	})
}

function partyOf(activity: Wire, sessionId: string | undefined): object {
	const { id } = asObject(activity.party)
	return { party_id: id, session_id: sessionId }
}

async function ask(
	call: Call,
	userId: Snowflake,
	type: ActivityActionTypes,
	party: object | undefined,
	content = '',
): Promise<void> {
	const json = { ...(content && { content }), activity: { type, ...party } }
	await request(call, { method: 'POST', path: `/users/${userId}/messages`, json })
}
