import type { MigrationStep } from './types.ts'

/** Invites into guilds, and channels that lobbies are linked to. */
export const invites: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('invites')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('code', 'text', (c) => c.notNull())
			.addColumn('guild_id', id, (c) => c.notNull().references('guilds.id').onDelete('cascade'))
			.addColumn('channel_id', id, (c) => c.notNull().references('channels.id').onDelete('cascade'))
			.addColumn('inviter_id', id)
			.addColumn('max_age_seconds', 'integer', (c) => c.notNull())
			.addColumn('max_uses', 'integer', (c) => c.notNull())
			.addColumn('uses', 'integer', (c) => c.notNull())
			.addColumn('is_temporary', 'integer', (c) => c.notNull())
			.addColumn('target_type', 'integer')
			.addColumn('target_application_id', id)
			.addColumn('role_ids', 'text', (c) => c.notNull())
			.addColumn('bound_user_id', id)
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('expires_at', time)
			.execute()
		await db.schema.createIndex('invites_code').unique().on('invites').column('code').execute()
		await db.schema.createIndex('invites_channel').on('invites').columns(['channel_id', 'inviter_id']).execute()
		await db.schema.createIndex('invites_guild').on('invites').column('guild_id').execute()
		await db.schema.createIndex('invites_expiry').on('invites').column('expires_at').execute()
		await db.schema
			.createTable('invite_lists')
			.addColumn('invite_id', id, (c) => c.primaryKey().references('invites.id').onDelete('cascade'))
			.addColumn('revision', id, (c) => c.notNull())
			.addColumn('total', 'integer', (c) => c.notNull())
			.addColumn('processed', 'integer', (c) => c.notNull())
			.addColumn('user_ids', 'text', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('completed_at', time)
			.execute()
		await db.schema
			.createTable('invite_users')
			.addColumn('invite_id', id, (c) => c.notNull().references('invites.id').onDelete('cascade'))
			.addColumn('user_id', id, (c) => c.notNull())
			.addPrimaryKeyConstraint('invite_users_pk', ['invite_id', 'user_id'])
			.execute()

		await db.schema
			.alterTable('members')
			.addColumn('is_temporary', 'integer', (c) => c.notNull().defaultTo(0))
			.execute()
		await db.schema.alterTable('channels').addColumn('linked_lobby', 'text').execute()
		await db.schema.alterTable('lobby_messages').addColumn('channel_id', id).execute()
		await db.schema.alterTable('lobby_messages').addColumn('face', 'text').execute()
	},
}
