import type { MigrationStep } from './types.ts'

/** Pictures that activities of an application name, and invites into activities. */
export const activities: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('application_assets')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('type', 'integer', (c) => c.notNull())
			.execute()
		await db.schema
			.createIndex('application_assets_name')
			.unique()
			.on('application_assets')
			.columns(['application_id', 'name'])
			.execute()
		await db.schema
			.createTable('activity_invites')
			.addColumn('receiver_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('sender_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('type', 'integer', (c) => c.notNull())
			.addColumn('message_id', id, (c) => c.notNull())
			.addColumn('session_id', 'text', (c) => c.notNull())
			.addColumn('party_id', 'text', (c) => c.notNull())
			.addColumn('is_accepted', 'integer', (c) => c.notNull())
			.addColumn('expires_at', time, (c) => c.notNull())
			.addPrimaryKeyConstraint('activity_invites_key', ['receiver_id', 'sender_id', 'application_id', 'type'])
			.execute()
		await db.schema.createIndex('activity_invites_expiry').on('activity_invites').column('expires_at').execute()
		await db.schema
			.createIndex('activity_invites_application')
			.on('activity_invites')
			.column('application_id')
			.execute()
	},
}
