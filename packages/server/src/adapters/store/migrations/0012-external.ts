import type { MigrationStep } from './types.ts'

/** The identity providers whose word on a player an application takes. */
export const external: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('external_providers')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('type', 'text', (c) => c.notNull())
			.addColumn('issuer', 'text', (c) => c.notNull())
			.addColumn('audiences', 'text', (c) => c.notNull())
			.addColumn('config', 'text', (c) => c.notNull())
			.addColumn('rules_version', 'integer', (c) => c.notNull())
			.addColumn('validated_at', time, (c) => c.notNull())
			.execute()
		await db.schema
			.createIndex('external_providers_application')
			.unique()
			.on('external_providers')
			.columns(['application_id', 'type', 'issuer'])
			.execute()
	},
}
