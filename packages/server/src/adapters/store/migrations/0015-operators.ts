import { sql } from 'kysely'
import type { MigrationStep } from './types.ts'

/** What operators decide about people and applications, and the record of it. */
export const operators: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('user_bans')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('until', time)
			.addColumn('reason', 'text')
			.addColumn('created_by', 'text', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('lifted_at', time)
			.addColumn('lifted_by', 'text')
			.execute()
		await db.schema
			.createIndex('user_bans_live')
			.unique()
			.on('user_bans')
			.column('user_id')
			.where(sql.ref('lifted_at'), 'is', null)
			.execute()

		await db.schema.alterTable('applications').addColumn('communication_approved_at', time).execute()
		await db.schema
			.createTable('intent_approvals')
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('intent', 'text', (c) => c.notNull())
			.addColumn('until', time, (c) => c.notNull())
			.addPrimaryKeyConstraint('intent_approvals_pk', ['application_id', 'intent'])
			.execute()
		await db.schema
			.createTable('application_testers')
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addPrimaryKeyConstraint('application_testers_pk', ['application_id', 'user_id'])
			.execute()

		await db.schema
			.createTable('operator_acts')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('at', time, (c) => c.notNull())
			.addColumn('operator', 'text', (c) => c.notNull())
			.addColumn('act', 'text', (c) => c.notNull())
			.addColumn('user_id', id)
			.addColumn('application_id', id)
			.addColumn('detail', 'text', (c) => c.notNull())
			.execute()
	},
}
