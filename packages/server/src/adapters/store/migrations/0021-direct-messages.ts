import { sql } from 'kysely'
import type { MigrationStep } from './types.ts'

/** What players write to each other: who has written, what is kept for a while only, what moderation says. */
export const directMessages: MigrationStep = {
	async up(db, { id }) {
		await db.schema
			.alterTable('recipients')
			.addColumn('has_written', 'integer', (c) => c.notNull().defaultTo(0))
			.execute()
		await sql`update recipients set has_written = 1 where exists (select 1 from messages
			where messages.channel_id = recipients.channel_id and messages.author_id = recipients.user_id)`.execute(db)
		await db.schema
			.createTable('ephemeral_messages')
			.addColumn('message_id', id, (c) => c.primaryKey())
			.addColumn('channel_id', id, (c) => c.notNull())
			.execute()
		await db.schema
			.createTable('message_moderation')
			.addColumn('message_id', id, (c) => c.notNull().references('messages.id').onDelete('cascade'))
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('metadata', 'text', (c) => c.notNull())
			.addPrimaryKeyConstraint('message_moderation_key', ['message_id', 'application_id'])
			.execute()
		await db.schema
			.createIndex('message_moderation_application')
			.on('message_moderation')
			.column('application_id')
			.execute()
	},
}
