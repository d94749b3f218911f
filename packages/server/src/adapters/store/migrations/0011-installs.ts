import type { MigrationStep } from './types.ts'

/** Applications in guilds and in accounts, webhooks of channels, and what linked roles rest on. */
export const installs: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.alterTable('authorizations')
			.addColumn('integration_types', 'text', (c) => c.notNull().defaultTo('[]'))
			.execute()
		await db.schema.alterTable('oauth_codes').addColumn('install', 'text').execute()

		await db.schema
			.createTable('installations')
			.addColumn('guild_id', id, (c) => c.notNull().references('guilds.id').onDelete('cascade'))
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('scopes', 'text', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addPrimaryKeyConstraint('installations_pk', ['guild_id', 'application_id'])
			.execute()
		await db.schema.createIndex('installations_application').on('installations').column('application_id').execute()

		await db.schema
			.createTable('channel_webhooks')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('channel_id', id, (c) => c.notNull().references('channels.id').onDelete('cascade'))
			.addColumn('guild_id', id, (c) => c.notNull().references('guilds.id').onDelete('cascade'))
			.addColumn('application_id', id, (c) => c.references('applications.id').onDelete('cascade'))
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('avatar', 'text')
			.addColumn('seed', 'text', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.execute()
		for (const column of ['channel_id', 'guild_id', 'application_id']) {
			await db.schema.createIndex(`channel_webhooks_${column}`).on('channel_webhooks').column(column).execute()
		}

		await db.schema
			.createTable('role_connections')
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('platform_name', 'text')
			.addColumn('platform_username', 'text')
			.addColumn('metadata', 'text', (c) => c.notNull())
			.addPrimaryKeyConstraint('role_connections_pk', ['application_id', 'user_id'])
			.execute()
		await db.schema
			.createTable('role_connection_records')
			.addColumn('application_id', id, (c) => c.primaryKey().references('applications.id').onDelete('cascade'))
			.addColumn('records', 'text', (c) => c.notNull())
			.execute()
	},
}
