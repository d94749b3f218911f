import type { Reading } from '../../ports/store.ts'

/** Which of these users have a session of the application. */
export async function connectedAmong(
	{ db }: Reading,
	applicationId: string,
	userIds: readonly string[],
): Promise<Set<string>> {
	const rows = await db
		.selectFrom('lobby_connections')
		.select('user_id')
		.where('application_id', '=', applicationId)
		.where('user_id', 'in', userIds)
		.execute()
	return new Set(rows.map((row) => row.user_id))
}
