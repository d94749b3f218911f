import type { MigrationStep } from './types.ts'

/** Where applications want to hear of events; why authorizations ended. */
export const webhooks: MigrationStep = {
	async up(db, { id }) {
		await db.schema
			.createTable('webhook_endpoints')
			.addColumn('application_id', id, (c) => c.primaryKey().references('applications.id').onDelete('cascade'))
			.addColumn('url', 'text')
			.addColumn('status', 'integer', (c) => c.notNull())
			.addColumn('types', 'text', (c) => c.notNull())
			.execute()
		await db.schema.alterTable('authorizations').addColumn('revoke_cause', 'text').execute()
	},
}
