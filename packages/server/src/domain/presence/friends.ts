import { prepared } from '../../ports/prepared.ts'
import type { Reading } from '../../ports/store.ts'

/** What two users are friends of: the platform, or games by their families. */
export interface Friendship {
	isOfPlatform: boolean
	families: ReadonlySet<string>
}

const FRIEND = 1

const friendRows = prepared((db, userId: string) =>
	db
		.selectFrom('relationships')
		.select(['other_id', 'application_id'])
		.where('user_id', '=', userId)
		.where('type', '=', FRIEND),
)

/** A user's friends. */
export async function friendsOf(from: Reading, userId: string): Promise<Map<string, Friendship>> {
	return friendships(await friendRows(from, userId))
}

/** Which of a few others are the user's friends. */
export async function friendsAmong(
	{ db }: Reading,
	userId: string,
	otherIds: readonly string[],
): Promise<Map<string, Friendship>> {
	const rows = await db
		.selectFrom('relationships')
		.select(['other_id', 'application_id'])
		.where('user_id', '=', userId)
		.where('other_id', 'in', otherIds)
		.where('type', '=', FRIEND)
		.execute()
	return friendships(rows)
}

interface Row {
	other_id: string
	application_id: string | null
}

function friendships(rows: readonly Row[]): Map<string, Friendship> {
	const found = new Map<string, Friendship>()
	for (const { other_id: otherId, application_id: familyId } of rows) {
		const before = found.get(otherId)
		found.set(otherId, {
			isOfPlatform: familyId === null || before?.isOfPlatform === true,
			families: familyId === null ? (before?.families ?? NONE) : new Set([...(before?.families ?? NONE), familyId]),
		})
	}
	return found
}

const NONE: ReadonlySet<string> = new Set()
