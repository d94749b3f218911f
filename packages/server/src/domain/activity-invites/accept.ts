import { ACTIVITY_ACTIONS, ActivityJoin, ApiError } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import { getUser } from '../accounts/accounts.ts'
import { getApplication } from '../applications/applications.ts'
import { familyOf } from '../applications/publishers.ts'
import { friendsAmong } from '../presence/friends.ts'
import type { Presences } from '../presence/presences.ts'
import { isBlockBetween } from '../relationships/rows.ts'
import { areInOneVoiceChannel } from '../voice/states.ts'
import { findParty, type Party } from './parties.ts'
import { canPlay } from './platforms.ts'
import { presentInvite } from './present.ts'
import { findInvite, type InviteRow, noteAccepted } from './rows.ts'

/** Somebody who looks at what another one plays. Without an application they are on the pages of the platform. */
export interface Viewer {
	userId: string
	applicationId: string | undefined
}

/** An activity as its address names it. */
export interface Named {
	userId: string
	sessionId: string
	applicationId: string
}

/** What else the viewer says of the invite, and of themselves. */
export interface Acceptance {
	action: number
	messageId: string | undefined
	channelId: string | undefined
	/** The session that asks, and needs no telling. */
	ownSessionId: string | undefined
}

/** Bits of an activity's flags that open its party (Q11). */
const FOR_FRIENDS = 1 << 6
const FOR_VOICE_CHANNEL = 1 << 7

/**
 * The secret with which the viewer comes along (Q23); their other sessions of that game are told. Nobody learns why they
 * do not get it. @throws UnknownSession, InvalidActivityAction
 */
export async function comeAlong(
	tx: Transaction,
	presences: Presences,
	viewer: Viewer,
	named: Named,
	acceptance: Acceptance,
): Promise<string> {
	if (acceptance.action !== ACTIVITY_ACTIONS.join) throw new ApiError('InvalidActivityAction')
	const party = findParty(presences, named.userId, named)
	if (!party || !(await mayLook(tx, viewer, named))) throw new ApiError('UnknownSession')
	if (!canPlay(presences, party, { ...viewer, sessionId: acceptance.ownSessionId }))
		throw new ApiError('UnknownSession')
	const { applicationId } = named
	const invite = await findInvite(tx, { receiverId: viewer.userId, senderId: named.userId, applicationId })
	const isInvited = invite !== undefined && isMeant(invite, party, acceptance)
	const namesInvite = acceptance.messageId !== undefined || acceptance.channelId !== undefined
	if (!isInvited && (namesInvite || !(await isOpenTo(tx, party, viewer, named)))) {
		throw new ApiError('UnknownSession')
	}
	if (isInvited && !(await noteAccepted(tx, invite))) return party.secret
	const { ownSessionId } = acceptance
	tx.emit(
		ActivityJoin,
		{ userIds: [viewer.userId], applicationId, ...(ownSessionId ? { exceptSessionId: ownSessionId } : {}) },
		{ application_id: applicationId, secret: party.secret, ...(isInvited ? { invite: await shown(tx, invite) } : {}) },
	)
	return party.secret
}

/** Where the buttons of an activity lead that the viewer sees. @throws UnknownSession */
export async function buttonUrlsOf(
	from: Reading,
	presences: Presences,
	viewer: Viewer,
	named: Named,
): Promise<readonly string[]> {
	const presence = presences.session(named.userId, named.sessionId)
	const activity = presence?.activities.find(({ shown }) => shown.application_id === named.applicationId)
	const isThere = presence && presence.status !== 'invisible' && presence.status !== 'offline'
	if (!activity || !isThere || !(await mayLook(from, viewer, named)) || !(await isFriend(from, viewer, named))) {
		throw new ApiError('UnknownSession')
	}
	return activity.buttonUrls
}

/** Of another user, in a game of the same family, and neither has blocked the other. */
async function mayLook(from: Reading, viewer: Viewer, { userId, applicationId }: Named): Promise<boolean> {
	if (viewer.userId === userId) return false
	if (viewer.applicationId !== undefined) {
		const { applicationIds } = await familyOf(from, viewer.applicationId)
		if (!applicationIds.includes(applicationId)) return false
	}
	return !(await isBlockBetween(from, viewer.userId, userId))
}

/** Whether it is the invite into this party that the viewer names, if they name any. */
function isMeant(invite: InviteRow, party: Party, { messageId, channelId }: Acceptance): boolean {
	return (
		invite.session_id === party.sessionId &&
		invite.party_id === party.id &&
		(messageId === undefined || messageId === invite.message_id) &&
		(channelId === undefined || channelId === invite.sender_id)
	)
}

async function isOpenTo(from: Reading, party: Party, viewer: Viewer, named: Named): Promise<boolean> {
	if (!party.isVisible) return false
	if ((party.flags & FOR_FRIENDS) !== 0 && (await isFriend(from, viewer, named))) return true
	return (party.flags & FOR_VOICE_CHANNEL) !== 0 && areInOneVoiceChannel(from, viewer.userId, named.userId)
}

/** A friend of the platform, or of the family of games that the activity belongs to. */
async function isFriend(from: Reading, { userId }: Viewer, named: Named): Promise<boolean> {
	const friendship = (await friendsAmong(from, userId, [named.userId])).get(named.userId)
	if (!friendship) return false
	return friendship.isOfPlatform || friendship.families.has((await familyOf(from, named.applicationId)).id)
}

async function shown(from: Reading, row: InviteRow) {
	const sender = await getUser(from, row.sender_id)
	return presentInvite({ row, sender, application: await getApplication(from, row.application_id) })
}
