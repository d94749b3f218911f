import type { MigrationStep } from './types.ts'

/** People and bots, how they sign in. */
export const accounts: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('users')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('username', 'text', (c) => c.notNull())
			.addColumn('discriminator', 'text', (c) => c.notNull().defaultTo('0'))
			.addColumn('global_name', 'text')
			.addColumn('avatar', 'text')
			.addColumn('banner', 'text')
			.addColumn('accent_color', 'integer')
			.addColumn('bio', 'text')
			.addColumn('is_bot', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('is_system', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('is_provisional', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('flags', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('premium_type', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('email', 'text')
			.addColumn('is_verified', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('locale', 'text', (c) => c.notNull().defaultTo('en-US'))
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('deleted_at', time)
			.execute()
		await db.schema.createIndex('users_name').unique().on('users').columns(['username', 'discriminator']).execute()
		await db.schema.createIndex('users_email').unique().on('users').column('email').execute()
		await db.schema
			.createTable('passwords')
			.addColumn('user_id', id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
			.addColumn('hash', 'text', (c) => c.notNull())
			.addColumn('changed_at', time, (c) => c.notNull())
			.execute()
		await db.schema
			.createTable('logins')
			.addColumn('token_hash', 'text', (c) => c.primaryKey())
			.addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
			.addColumn('csrf_secret', 'text', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('seen_at', time, (c) => c.notNull())
			.addColumn('expires_at', time, (c) => c.notNull())
			.addColumn('auth_time', time, (c) => c.notNull())
			.addColumn('user_agent', 'text', (c) => c.notNull())
			.execute()
		await db.schema.createIndex('logins_user').on('logins').column('user_id').execute()
		await db.schema.createIndex('logins_expiry').on('logins').column('expires_at').execute()
		await db.schema
			.createTable('attempts')
			.addColumn('key', 'text', (c) => c.primaryKey())
			.addColumn('count', 'integer', (c) => c.notNull())
			.addColumn('resets_at', time, (c) => c.notNull())
			.execute()
		await db.schema.createIndex('attempts_expiry').on('attempts').column('resets_at').execute()
	},
}
