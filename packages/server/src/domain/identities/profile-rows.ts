import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'

export type ProfileRow = Selectable<Tables['identity_profiles']>

/** What a game says of one of its players, if anything. */
export function findProfile(
	{ db }: Reading,
	{ applicationId, userId }: { applicationId: string; userId: string },
): Promise<ProfileRow | undefined> {
	return db
		.selectFrom('identity_profiles')
		.selectAll()
		.where('application_id', '=', applicationId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
}

/** An identity has another account: what its game says of the player, and games below it, goes along. */
export async function moveProfiles(
	{ db }: Transaction,
	{ applicationId, fromId, toId }: { applicationId: string; fromId: string; toId: string },
): Promise<void> {
	const family = db
		.selectFrom('applications')
		.select('id')
		.where((application) =>
			application.or([application('id', '=', applicationId), application('parent_application_id', '=', applicationId)]),
		)
	const rows = await db
		.selectFrom('identity_profiles')
		.select('application_id')
		.where('user_id', '=', fromId)
		.where('application_id', 'in', family)
		.execute()
	for (const { application_id } of rows) {
		await db
			.deleteFrom('identity_profiles')
			.where('application_id', '=', application_id)
			.where('user_id', '=', toId)
			.execute()
		await db
			.updateTable('identity_profiles')
			.set({ user_id: toId })
			.where('application_id', '=', application_id)
			.where('user_id', '=', fromId)
			.execute()
	}
}

/** Forgets what a game, and games below it, say of a player. */
export async function removeProfiles({ db }: Transaction, applicationId: string, userId: string): Promise<void> {
	await db
		.deleteFrom('identity_profiles')
		.where('user_id', '=', userId)
		.where('application_id', 'in', (application) =>
			application
				.selectFrom('applications')
				.select('id')
				.where((row) => row.or([row('id', '=', applicationId), row('parent_application_id', '=', applicationId)])),
		)
		.execute()
}

/** Forgets what this game alone says of a player. */
export async function removeProfile({ db }: Transaction, applicationId: string, userId: string): Promise<void> {
	await db
		.deleteFrom('identity_profiles')
		.where('application_id', '=', applicationId)
		.where('user_id', '=', userId)
		.execute()
}
