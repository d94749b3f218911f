import { sql } from 'kysely'
import type { MigrationStep } from './types.ts'

/** Who players are elsewhere, and what moves from one account to another. */
export const provisional: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('external_identities')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('type', 'text', (c) => c.notNull())
			.addColumn('issuer', 'text', (c) => c.notNull())
			.addColumn('subject', 'text', (c) => c.notNull())
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('restricted_for', id)
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('updated_at', time, (c) => c.notNull())
			.execute()
		await db.schema
			.createIndex('external_identities_key')
			.unique()
			.on('external_identities')
			.columns(['application_id', 'type', 'issuer', 'subject'])
			.execute()
		await db.schema
			.createIndex('external_identities_user')
			.unique()
			.on('external_identities')
			.columns(['user_id', 'application_id'])
			.execute()

		await db.schema
			.createTable('account_moves')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('from_user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('to_user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('step', 'text', (c) => c.notNull())
			.addColumn('cursor', 'text')
			.addColumn('turn', 'integer', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('touched_at', time, (c) => c.notNull())
			.addColumn('done_at', time)
			.execute()
		for (const column of ['from_user_id', 'to_user_id', 'touched_at']) {
			await db.schema
				.createIndex(`account_moves_${column}`)
				.on('account_moves')
				.column(column)
				.where(sql.ref('done_at'), 'is', null)
				.execute()
		}
		await db.schema.createIndex('account_moves_application').on('account_moves').column('application_id').execute()
		await db.schema
			.createIndex('account_moves_counted')
			.on('account_moves')
			.columns(['to_user_id', 'created_at'])
			.execute()

		// What moves is found by whose it is.
		await db.schema.createIndex('lobby_messages_author').on('lobby_messages').column('author_id').execute()
		await db.schema
			.alterTable('refresh_tokens')
			.addColumn('kind', 'text', (c) => c.notNull().defaultTo('user'))
			.execute()
	},
}
