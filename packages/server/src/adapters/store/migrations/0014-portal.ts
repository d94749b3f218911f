import { sql } from 'kysely'
import type { MigrationStep } from './types.ts'

/** Teams; several secrets of one application; what applications ask the operator for. */
export const portal: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('teams')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('owner_user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('created_at', time, (c) => c.notNull())
			.execute()
		await db.schema.createIndex('teams_owner').on('teams').column('owner_user_id').execute()
		await db.schema
			.createTable('team_members')
			.addColumn('team_id', id, (c) => c.notNull().references('teams.id').onDelete('cascade'))
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('role', 'text', (c) => c.notNull())
			.addColumn('state', 'integer', (c) => c.notNull())
			.addColumn('invited_at', time, (c) => c.notNull())
			.addPrimaryKeyConstraint('team_members_pk', ['team_id', 'user_id'])
			.execute()
		await db.schema.createIndex('team_members_user').on('team_members').column('user_id').execute()

		const applications = db.schema.alterTable('applications')
		await applications.addColumn('team_id', id).execute()
		await applications.addColumn('deleted_at', time).execute()
		await applications.addColumn('secrets', 'text', (c) => c.notNull().defaultTo('[]')).execute()
		await db.schema.createIndex('applications_team').on('applications').column('team_id').execute()
		// What an application leaves behind is found by it.
		await db.schema.createIndex('authorizations_application').on('authorizations').column('application_id').execute()
		await sql`update applications set secrets =
			'[{"id":"1","hash":"' || secret_hash || '","created_at":' || created_at || '}]'`.execute(db)
		await applications.dropColumn('secret_hash').execute()

		await db.schema
			.createTable('scope_requests')
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('scope', 'text', (c) => c.notNull())
			.addColumn('reason', 'text', (c) => c.notNull())
			.addColumn('requested_by', id, (c) => c.notNull())
			.addColumn('requested_at', time, (c) => c.notNull())
			.addPrimaryKeyConstraint('scope_requests_pk', ['application_id', 'scope'])
			.execute()
		await db.schema.createIndex('scope_requests_age').on('scope_requests').column('requested_at').execute()
	},
}
