import type { MigrationStep } from './types.ts'

/** Who is in which voice channel, and what is known of a voice channel while somebody is. */
export const voice: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('voice_states')
			.addColumn('guild_id', id, (c) => c.notNull().references('guilds.id').onDelete('cascade'))
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('channel_id', id, (c) => c.notNull().references('channels.id').onDelete('cascade'))
			.addColumn('session_id', 'text', (c) => c.notNull())
			.addColumn('node', 'integer', (c) => c.notNull())
			.addColumn('is_self_mute', 'integer', (c) => c.notNull())
			.addColumn('is_self_deaf', 'integer', (c) => c.notNull())
			.addColumn('is_suppressed', 'integer', (c) => c.notNull())
			.addColumn('asked_to_speak_at', time)
			.addPrimaryKeyConstraint('voice_states_key', ['guild_id', 'user_id'])
			.execute()
		await db.schema.createIndex('voice_states_channel').on('voice_states').column('channel_id').execute()
		await db.schema.createIndex('voice_states_session').on('voice_states').column('session_id').execute()
		await db.schema.createIndex('voice_states_node').on('voice_states').column('node').execute()
		await db.schema.createIndex('voice_states_user').on('voice_states').column('user_id').execute()
		await db.schema
			.createTable('voice_channels')
			.addColumn('channel_id', id, (c) => c.primaryKey().references('channels.id').onDelete('cascade'))
			.addColumn('guild_id', id, (c) => c.notNull().references('guilds.id').onDelete('cascade'))
			.addColumn('status', 'text')
			.addColumn('started_at', time)
			.execute()
		await db.schema.createIndex('voice_channels_guild').on('voice_channels').column('guild_id').execute()
	},
}
