import {
	ACTIVITY_ACTIONS,
	ActivityInviteCreate,
	ApiError,
	MessageCreate,
	type PlayerMessage,
} from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { getApplication } from '../applications/applications.ts'
import { familyOf } from '../applications/publishers.ts'
import { requireContact } from '../direct-messages/contact.ts'
import type { Player } from '../lobbies/rows.ts'
import { friendsAmong } from '../presence/friends.ts'
import type { Presences } from '../presence/presences.ts'
import { findParty, type Party } from './parties.ts'
import { canPlay } from './platforms.ts'
import { presentInvite, presentMessageTo, type Shown } from './present.ts'
import { keepInvite } from './rows.ts'

/** What a player asks of another one about an activity. */
export interface Asking {
	type: number
	partyId: string | undefined
	sessionId: string | undefined
	/** Absent: the player's own game. */
	applicationId: string | undefined
	content: string
}

/** Q23: how long an invite is good. */
const GOOD_FOR_MS = 6 * 60 * 60 * 1000

/**
 * Invites a player into one's party, or asks to be let into theirs (Q21). The answer is the message as its sender sees it.
 * @throws UnknownUser, CannotMessageUser, InvalidActivityAction
 */
export async function askAlong(
	tx: Transaction,
	presences: Presences,
	player: Player,
	otherId: string,
	asking: Asking,
): Promise<PlayerMessage> {
	const { sender, receiver } = await requireContact(tx, player, otherId)
	const family = await familyOf(tx, player.applicationId)
	const applicationId = asking.applicationId ?? player.applicationId
	const wanted = { applicationId, sessionId: asking.sessionId, partyId: asking.partyId }
	let party: Party | undefined
	if (asking.type === ACTIVITY_ACTIONS.join && applicationId === player.applicationId) {
		party = findParty(presences, sender.id, wanted)
	} else if (asking.type === ACTIVITY_ACTIONS.joinRequest && family.applicationIds.includes(applicationId)) {
		party = await visibleParty(tx, presences, { viewerId: sender.id, familyId: family.id }, receiver.id, wanted)
		const asker = { userId: sender.id, applicationId: player.applicationId, sessionId: undefined }
		if (party && !canPlay(presences, party, asker)) party = undefined
	}
	if (!party) throw new ApiError('InvalidActivityAction')
	const row = {
		receiver_id: receiver.id,
		sender_id: sender.id,
		application_id: applicationId,
		type: asking.type,
		message_id: tx.newId(),
		session_id: party.sessionId,
		party_id: party.id,
		is_accepted: 0 as const,
		expires_at: tx.now() + GOOD_FOR_MS,
	}
	await keepInvite(tx, row)
	const application = await getApplication(tx, applicationId)
	const shown: Shown = { row, sender, receiver, application, content: asking.content }
	const message = presentMessageTo('receiver', shown)
	const invite = presentInvite(shown)
	for (const game of family.applicationIds) {
		const target = { userIds: [receiver.id], applicationId: game }
		tx.emit(MessageCreate, target, message)
		tx.emit(ActivityInviteCreate, target, invite)
	}
	return presentMessageTo('sender', shown)
}

/** The party of somebody whose activity one can see; whether they have one is not told to others. */
async function visibleParty(
	tx: Transaction,
	presences: Presences,
	{ viewerId, familyId }: { viewerId: string; familyId: string },
	userId: string,
	wanted: { applicationId: string; sessionId: string | undefined; partyId: string | undefined },
): Promise<Party | undefined> {
	const friendship = (await friendsAmong(tx, viewerId, [userId])).get(userId)
	if (!friendship?.isOfPlatform && !friendship?.families.has(familyId)) return undefined
	const party = findParty(presences, userId, wanted)
	return party?.isVisible ? party : undefined
}
