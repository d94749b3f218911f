import { type GameRelationship, type Relationship, wireTime } from '@guildhall/protocol'
import type { UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import type { RelationshipRow } from './rows.ts'

/** What somebody is to the row's user on the platform; `hasPlayed` where a game asks. */
export function presentRelationship(row: RelationshipRow, other: UserRow, hasPlayed?: boolean): Relationship {
	return {
		id: other.id,
		type: row.type,
		user: presentUser(other),
		nickname: null,
		since: wireTime(row.since),
		is_spam_request: row.is_spam === 1,
		stranger_request: row.is_stranger === 1,
		user_ignored: false,
		...(hasPlayed === undefined ? {} : { has_played_game: hasPlayed }),
	}
}

/** The same within a game. */
export function presentGameRelationship(row: RelationshipRow, other: UserRow): GameRelationship {
	if (row.application_id === null) throw new Error('A relation of the platform is not one of a game.')
	return {
		id: other.id,
		application_id: row.application_id,
		type: row.type,
		user: presentUser(other),
		since: wireTime(row.since),
		dm_access_type: 0,
		is_spam_request: row.is_spam === 1,
		user_id: row.user_id,
	}
}
