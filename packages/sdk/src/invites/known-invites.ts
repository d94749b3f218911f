import { presenceOf } from '../cache/presences.ts'
import { isFriend, relationOf } from '../cache/relations.ts'
import { takeUser } from '../cache/take-user.ts'
import { asObject, idOf, integerOf, textOf, type Wire } from '../cache/wire.ts'
import { type ClientState, tell } from '../client/state.ts'
import type { Snowflake } from '../core/snowflake.ts'
import { ActivityActionTypes } from '../enums/activities.ts'
import { presence } from '../parts/parts.ts'
import { ActivityInvite } from '../records/activity-invite.ts'

/** Invites that came while this client was there, by message, while they are good or may be again. */
export type Invites = Map<Snowflake, { readonly invite: ActivityInvite; forget(): void }>

const LIFE_MS = 6 * 3_600_000

/** An invite, or the wish for one: a message with an activity, or what is told of it to who reads no messages. */
export function hearInvite(state: ClientState, data: Wire): void {
	const invite = readInvite(data)
	const id = invite.MessageId()
	tell(state, takeUser(state.cache, data.author))
	if (invite.SenderId() === state.cache.currentUserId || state.invites.has(id)) return
	for (const known of state.invites.values()) if (isSameAsk(known.invite, invite)) end(state, known.invite)
	const forget = state.clock.after(LIFE_MS, () => end(state, invite), { isBackground: true })
	state.invites.set(id, { invite, forget })
	// What was known of an earlier party says nothing of this one.
	state.cache.hidden.delete(invite.SenderId())
	state.events.emit('activityInviteCreated', invite.copy())
	follow(state)
}

/** Asks to be told of the parties of all invites; also a new session must. */
export function follow(state: ClientState): void {
	if (state.invites.size === 0) return
	presence((part) => part.followInvites(state)).catch((error) =>
		state.log.info(`The parties of invites are not followed. ${error}`),
	)
}

/** Somebody is not there as they were: who is out of the party invites into nothing, until they are back. */
export function reviewInvites(state: ClientState): void {
	for (const { invite } of state.invites.values()) setValid(state, invite, isPartyThere(state, invite))
}

/** The player comes along, here or with another of their devices. */
export function hearJoin(state: ClientState, data: Wire): void {
	const secret = textOf(data.secret) ?? ''
	state.redactor.remember(secret)
	if (data.invite) hearInvite(state, asObject(data.invite))
	state.events.emit('activityJoin', secret)
	state.events.emit('activityJoinWithApplication', idOf(data.application_id), secret)
}

/** They concern nobody any more. */
export function forgetInvites({ invites }: ClientState): void {
	for (const { forget } of invites.values()) forget()
	invites.clear()
}

function end(state: ClientState, invite: ActivityInvite): void {
	state.invites.get(invite.MessageId())?.forget()
	state.invites.delete(invite.MessageId())
	setValid(state, invite, false)
}

function setValid(state: ClientState, invite: ActivityInvite, isValid: boolean): void {
	if (invite.IsValid() === isValid) return
	invite.SetIsValid(isValid)
	state.events.emit('activityInviteUpdated', invite.copy())
}

/** A newer one takes the older one's place. */
function isSameAsk(a: ActivityInvite, b: ActivityInvite): boolean {
	return a.SenderId() === b.SenderId() && a.Type() === b.Type() && a.ApplicationId() === b.ApplicationId()
}

/** Of whom the player neither sees nor follows it is for the platform to know. */
function isPartyThere({ cache }: ClientState, invite: ActivityInvite): boolean {
	const hidden = cache.hidden.get(invite.SenderId())
	const isKnown = hidden !== undefined || isFriend(relationOf(cache, invite.SenderId()))
	if (invite.Type() !== ActivityActionTypes.Join || !isKnown) return true
	const { activities } = presenceOf(cache, invite.SenderId())
	return [...activities, ...(hidden ?? [])].some(({ party }) => asObject(party).id === invite.PartyId())
}

function readInvite(data: Wire): ActivityInvite {
	const [activity, application] = [asObject(data.activity), asObject(data.application)]
	return new ActivityInvite({
		senderId: idOf(asObject(data.author).id),
		channelId: idOf(data.channel_id),
		messageId: idOf(data.message_id ?? data.id),
		type: integerOf(activity.type) as ActivityActionTypes,
		applicationId: idOf(data.application_id) || idOf(application.id),
		parentApplicationId: idOf(application.parent_id),
		partyId: textOf(activity.party_id),
		sessionId: textOf(activity.session_id),
		isValid: true,
	})
}
