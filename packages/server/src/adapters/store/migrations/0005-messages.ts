import { sql } from 'kysely'
import type { MigrationStep } from './types.ts'

/** Messages and what hangs on them. */
export const messages: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('messages')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('channel_id', id, (c) => c.notNull().references('channels.id').onDelete('cascade'))
			.addColumn('author_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('type', 'integer', (c) => c.notNull())
			.addColumn('content', 'text', (c) => c.notNull())
			.addColumn('flags', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('is_tts', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('mentions_everyone', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('edited_at', time)
			.addColumn('pinned_at', time)
			.addColumn('nonce', 'text')
			.addColumn('extra', 'text')
			.execute()
		await db.schema.createIndex('messages_channel').on('messages').columns(['channel_id', 'id']).execute()
		await db.schema
			.createIndex('messages_pinned')
			.on('messages')
			.columns(['channel_id', 'pinned_at'])
			.where(sql.ref('pinned_at'), 'is not', null)
			.execute()
		await db.schema
			.createTable('attachments')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('message_id', id, (c) => c.notNull().references('messages.id').onDelete('cascade'))
			.addColumn('channel_id', id, (c) => c.notNull())
			.addColumn('position', 'integer', (c) => c.notNull())
			.addColumn('filename', 'text', (c) => c.notNull())
			.addColumn('title', 'text')
			.addColumn('description', 'text')
			.addColumn('content_type', 'text')
			.addColumn('size', 'integer', (c) => c.notNull())
			.addColumn('width', 'integer')
			.addColumn('height', 'integer')
			.addColumn('flags', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('duration_secs', 'real')
			.addColumn('waveform', 'text')
			.addColumn('blob_key', 'text', (c) => c.notNull())
			.execute()
		await db.schema.createIndex('attachments_message').on('attachments').column('message_id').execute()
		await db.schema
			.createTable('reactions')
			.addColumn('message_id', id, (c) => c.notNull().references('messages.id').onDelete('cascade'))
			.addColumn('emoji', 'text', (c) => c.notNull())
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('position', 'integer', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addPrimaryKeyConstraint('reactions_pk', ['message_id', 'emoji', 'user_id'])
			.execute()
		await db.schema
			.createTable('nonces')
			.addColumn('channel_id', id, (c) => c.notNull().references('channels.id').onDelete('cascade'))
			.addColumn('author_id', id, (c) => c.notNull())
			.addColumn('nonce', 'text', (c) => c.notNull())
			.addColumn('message_id', id, (c) => c.notNull())
			.addColumn('expires_at', time, (c) => c.notNull())
			.addPrimaryKeyConstraint('nonces_pk', ['channel_id', 'author_id', 'nonce'])
			.execute()
		await db.schema.createIndex('nonces_expiry').on('nonces').column('expires_at').execute()
	},
}
