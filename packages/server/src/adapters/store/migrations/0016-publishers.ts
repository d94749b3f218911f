import type { MigrationStep } from './types.ts'

/** Applications of one publisher: players allow the one above, and play those below. */
export const publishers: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema.alterTable('applications').addColumn('parent_application_id', id).execute()
		await db.schema.alterTable('applications').addColumn('adopted_at', time).execute()
		await db.schema.createIndex('applications_parent').on('applications').column('parent_application_id').execute()
	},
}
