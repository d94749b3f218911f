import type { MigrationStep } from './types.ts'

/** Lobbies, their members, messages, and who is connected. */
export const lobbies: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('lobbies')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('is_secret', 'integer', (c) => c.notNull())
			.addColumn('secret_hash', 'text')
			.addColumn('secret_expires_at', time)
			.addColumn('metadata', 'text')
			.addColumn('flags', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('idle_timeout_seconds', 'integer', (c) => c.notNull())
			.addColumn('idle_since', time)
			.addColumn('override_event_webhooks_url', 'text')
			.addColumn('linked_channel_id', id)
			.addColumn('created_at', time, (c) => c.notNull())
			.execute()
		await db.schema
			.createIndex('lobbies_secret')
			.unique()
			.on('lobbies')
			.columns(['application_id', 'secret_hash'])
			.execute()
		await db.schema.createIndex('lobbies_idle').on('lobbies').column('idle_since').execute()
		await db.schema.createIndex('lobbies_channel').unique().on('lobbies').column('linked_channel_id').execute()
		await db.schema
			.createTable('lobby_members')
			.addColumn('lobby_id', id, (c) => c.notNull().references('lobbies.id').onDelete('cascade'))
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('application_id', id, (c) => c.notNull())
			.addColumn('metadata', 'text')
			.addColumn('flags', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('additional_name', 'text')
			.addColumn('joined_at', time, (c) => c.notNull())
			.addPrimaryKeyConstraint('lobby_members_pk', ['lobby_id', 'user_id'])
			.execute()
		await db.schema
			.createIndex('lobby_members_user')
			.on('lobby_members')
			.columns(['user_id', 'application_id'])
			.execute()
		await db.schema
			.createTable('lobby_messages')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('lobby_id', id, (c) => c.notNull().references('lobbies.id').onDelete('cascade'))
			.addColumn('application_id', id, (c) => c.notNull())
			.addColumn('author_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('content', 'text', (c) => c.notNull())
			.addColumn('flags', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('metadata', 'text')
			.addColumn('moderation_metadata', 'text')
			.addColumn('additional_name', 'text')
			.addColumn('nonce', 'text')
			.addColumn('edited_at', time)
			.execute()
		await db.schema.createIndex('lobby_messages_lobby').on('lobby_messages').columns(['lobby_id', 'id']).execute()
		await db.schema
			.createTable('lobby_connections')
			.addColumn('session_id', 'text', (c) => c.primaryKey())
			.addColumn('node', 'integer', (c) => c.notNull())
			.addColumn('user_id', id, (c) => c.notNull())
			.addColumn('application_id', id, (c) => c.notNull())
			.execute()
		await db.schema
			.createIndex('lobby_connections_user')
			.on('lobby_connections')
			.columns(['user_id', 'application_id'])
			.execute()
		await db.schema.createIndex('lobby_connections_node').on('lobby_connections').column('node').execute()
	},
}
