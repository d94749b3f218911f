import type { MigrationStep } from './types.ts'

/** How many sessions bots have begun in their day. */
export const sessionStarts: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('session_starts')
			.addColumn('application_id', id, (c) => c.primaryKey().references('applications.id').onDelete('cascade'))
			.addColumn('count', 'integer', (c) => c.notNull())
			.addColumn('day_ends_at', time, (c) => c.notNull())
			.execute()
	},
}
