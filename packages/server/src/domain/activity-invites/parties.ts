import type { SaidActivity } from '../presence/activity.ts'
import type { SessionPresence } from '../presence/merge.ts'
import type { Presences } from '../presence/presences.ts'

/** A party that others can come into: the session that is in it, and what lets others in. */
export interface Party {
	sessionId: string
	id: string
	secret: string
	flags: number
	/** Where it can be joined; none is anywhere. */
	platforms: readonly string[]
	isVisible: boolean
}

/** Which activity of a user is meant; what is absent may be anything. */
export interface Wanted {
	applicationId: string
	sessionId?: string | undefined
	partyId?: string | undefined
}

/** The joinable party of a user (Q20), the one that was said last first. */
export function findParty(presences: Presences, userId: string, wanted: Wanted): Party | undefined {
	for (const [sessionId, presence] of [...presences.sessions(userId)].reverse()) {
		if (wanted.sessionId !== undefined && wanted.sessionId !== sessionId) continue
		for (const activity of presence.activities) {
			if (activity.shown.application_id !== wanted.applicationId) continue
			const party = joinable(sessionId, presence, activity)
			if (party && (wanted.partyId === undefined || wanted.partyId === party.id)) return party
		}
	}
	return undefined
}

function joinable(sessionId: string, { status }: SessionPresence, { shown, secrets }: SaidActivity): Party | undefined {
	const { party, flags = 0, supported_platforms: platforms = [] } = shown
	const [current, most] = party?.size ?? []
	if (party?.id === undefined || secrets.join === undefined) return undefined
	if (current === undefined || most === undefined || (most !== 0 && current >= most)) return undefined
	const isVisible = status !== 'invisible' && status !== 'offline'
	return { sessionId, id: party.id, secret: secrets.join, flags, platforms, isVisible }
}
