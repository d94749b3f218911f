import type { Reading } from '../../ports/store.ts'
import type { UserRow } from '../accounts/accounts.ts'
import type { RelationshipRow } from './rows.ts'

/** Somebody who is something to a user on the platform. */
export type Related = Pick<UserRow, 'id' | 'username' | 'global_name' | 'avatar'> &
	Pick<RelationshipRow, 'since' | 'is_stranger' | 'is_spam'>

/** A part of a list that may be long. */
export interface Part {
	offset: number
	limit: number
}

const FRIEND = 1
const BLOCKED = 2

/**
 * Those who are of a type to a user, for people to read: friends and blocked users, whom one looks for, by what they are
 * called; requests, the latest first.
 */
export function listRelated(
	{ db }: Reading,
	userId: string,
	type: RelationshipRow['type'],
	{ offset, limit }: Part,
): Promise<Related[]> {
	const related = db
		.selectFrom('relationships')
		.innerJoin('users', 'users.id', 'relationships.other_id')
		.select(['users.id', 'users.username', 'users.global_name', 'users.avatar'])
		.select(['relationships.since', 'relationships.is_stranger', 'relationships.is_spam'])
		.where('relationships.user_id', '=', userId)
		.where('relationships.application_id', 'is', null)
		.where('relationships.type', '=', type)
	const sorted =
		type === FRIEND || type === BLOCKED
			? related.orderBy(({ fn }) => fn<string>('lower', [fn.coalesce('users.global_name', 'users.username')]))
			: related.orderBy('relationships.since', 'desc')
	return sorted.orderBy('users.id').offset(offset).limit(limit).execute()
}
