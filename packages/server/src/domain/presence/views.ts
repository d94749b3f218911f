import type { UserSession } from '@guildhall/protocol'
import { type Merged, merge, type Seen, type SessionPresence } from './merge.ts'

/** The sessions of one user; the one that spoke last stands last. */
export type SessionsOf = ReadonlyMap<string, SessionPresence>

/** One presence as different people see it, each form as JSON that is written once (Q19). */
export interface Views {
	/** In guilds. */
	seen: Seen
	/** The same as JSON, without the guild's id. */
	guilds: string
	/** To friends of the platform: in games of which the user plays none, and in those that they play. */
	elsewhere: string
	byFamily: ReadonlyMap<string, string>
	/** To friends of a game alone, by its family. */
	inGame: ReadonlyMap<string, string>
	/** To the user's own sessions, by their family. */
	own: ReadonlyMap<string, string>
}

/** What everybody sees of the user now. */
export function viewsOf(userId: string, sessions: SessionsOf): Views {
	const all = merge(sessions)
	const byFamily = new Map<string, string>()
	for (const { familyId } of all.activities) {
		if (familyId !== undefined) byFamily.set(familyId, JSON.stringify(forFriends(userId, all, familyId)))
	}
	const inGame = new Map<string, string>()
	const own = new Map<string, string>()
	for (const familyId of familiesOf(sessions)) {
		const presence = forFriends(userId, merge(ofFamily(sessions, familyId)), familyId)
		if (presence.status !== 'offline') inGame.set(familyId, JSON.stringify(presence))
		own.set(familyId, JSON.stringify(ownSessions(sessions, familyId)))
	}
	const seen = forGuilds(userId, all)
	return {
		seen,
		guilds: JSON.stringify(seen),
		elsewhere: JSON.stringify(forFriends(userId, all, undefined)),
		byFamily,
		inGame,
		own,
	}
}

/** What is seen of somebody who is not there. */
export const offlineJson = (userId: string): string => viewsOffline(userId).guilds

/** What everybody sees of somebody who is not there. */
export function viewsOffline(userId: string): Views {
	return viewsOf(userId, new Map())
}

/** Whether anybody sees something else than before. */
export function isSame(one: Views, other: Views): boolean {
	return (
		one.guilds === other.guilds &&
		one.elsewhere === other.elsewhere &&
		isSameMap(one.byFamily, other.byFamily) &&
		isSameMap(one.inGame, other.inGame) &&
		isSameMap(one.own, other.own)
	)
}

function isSameMap(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
	if (one.size !== other.size) return false
	for (const [key, value] of one) if (other.get(key) !== value) return false
	return true
}

/** All sessions and activities, without what leads to a session (Q14). */
function forGuilds(userId: string, { status, clientStatus, activities }: Merged): Seen {
	return {
		user: { id: userId },
		status,
		activities: activities.map(({ activity }) => activity),
		client_status: clientStatus,
	}
}

/** With activities of one family, or of none (Q15). */
function forFriends(userId: string, { status, clientStatus, activities }: Merged, familyId: string | undefined): Seen {
	const seen = activities.filter((one) => familyId !== undefined && one.familyId === familyId)
	return {
		user: { id: userId },
		status,
		activities: seen.map(({ activity, sessionId }) => ({ ...activity, session_id: sessionId })),
		client_status: clientStatus,
	}
}

/** The user's own sessions in the family, as they said they are (Q18). */
export function ownSessions(sessions: SessionsOf, familyId: string): UserSession[] {
	const own = [...ofFamily(sessions, familyId)]
	return own.map(([sessionId, { status, activities, client, os }], index) => ({
		session_id: sessionId,
		status,
		// Who has buttons does not see them (Q10).
		activities: activities.map(({ shown: { buttons: _, ...activity } }) => ({ ...activity, session_id: sessionId })),
		client_info: { client, os, version: 0 },
		active: index === own.length - 1,
	}))
}

function* ofFamily(sessions: SessionsOf, familyId: string): Iterable<[string, SessionPresence]> {
	for (const [id, session] of sessions) if (session.game?.familyId === familyId) yield [id, session]
}

function familiesOf(sessions: SessionsOf): Set<string> {
	const families = new Set<string>()
	for (const { game } of sessions.values()) if (game) families.add(game.familyId)
	return families
}
