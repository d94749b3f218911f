import type { GameRelationship, Relationship } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { findUsers } from '../accounts/accounts.ts'
import { usersAmong } from '../applications/authorizations.ts'
import { authorizedAt } from '../applications/publishers.ts'
import { presentGameRelationship, presentRelationship } from './present.ts'
import type { RelationshipRow, Track } from './rows.ts'

/** What others are to a user on the platform, oldest first; to a game also who plays it. */
export async function listRelationships(
	from: Reading,
	userId: string,
	applicationId: string | undefined,
): Promise<Relationship[]> {
	const rows = await rowsOf(from, userId, null)
	const userIds = rows.map((row) => row.other_id)
	const users = await findUsers(from, userIds)
	const playing = applicationId === undefined ? undefined : await usersAmong(from, applicationId, userIds)
	return rows.flatMap((row) => {
		const other = users.get(row.other_id)
		return other && other.deleted_at === null ? [presentRelationship(row, other, playing?.has(other.id))] : []
	})
}

/** What others are to a user within a game, or all games of its publisher, oldest first. */
export async function listGameRelationships(
	from: Reading,
	userId: string,
	applicationId: string,
): Promise<GameRelationship[]> {
	const rows = await rowsOf(from, userId, await authorizedAt(from, applicationId))
	const users = await findUsers(
		from,
		rows.map((row) => row.other_id),
	)
	return rows.flatMap((row) => {
		const other = users.get(row.other_id)
		return other && other.deleted_at === null ? [presentGameRelationship(row, other)] : []
	})
}

function rowsOf({ db }: Reading, userId: string, track: Track): Promise<RelationshipRow[]> {
	return db
		.selectFrom('relationships')
		.selectAll()
		.where('user_id', '=', userId)
		.where('application_id', track === null ? 'is' : '=', track)
		.orderBy('since')
		.orderBy('other_id')
		.execute()
}
