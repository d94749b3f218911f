import type { MigrationStep } from './types.ts'

/** What links in mails stand for, second steps, passkeys, where logins are, what people set. */
export const logins: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.alterTable('users')
			.addColumn('has_mfa', 'integer', (c) => c.notNull().defaultTo(0))
			.execute()
		await db.schema
			.alterTable('logins')
			.addColumn('amr', 'text', (c) => c.notNull().defaultTo('["pwd"]'))
			.execute()
		await db.schema
			.alterTable('logins')
			.addColumn('network', 'text', (c) => c.notNull().defaultTo(''))
			.execute()
		await db.schema
			.createTable('tickets')
			.addColumn('hash', 'text', (c) => c.primaryKey())
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('user_id', id, (c) => c.references('users.id').onDelete('cascade'))
			.addColumn('data', 'text', (c) => c.notNull())
			.addColumn('expires_at', time, (c) => c.notNull())
			.execute()
		await db.schema.createIndex('tickets_user').on('tickets').columns(['user_id', 'kind']).execute()
		await db.schema.createIndex('tickets_expiry').on('tickets').column('expires_at').execute()
		await db.schema
			.createTable('totp_secrets')
			.addColumn('user_id', id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
			.addColumn('secret', 'text', (c) => c.notNull())
			.addColumn('last_step', 'integer', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('enabled_at', time)
			.execute()
		await db.schema
			.createTable('backup_codes')
			.addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
			.addColumn('hash', 'text', (c) => c.notNull())
			.addPrimaryKeyConstraint('backup_codes_key', ['user_id', 'hash'])
			.execute()
		await db.schema
			.createTable('passkeys')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('user_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
			.addColumn('credential_id', 'text', (c) => c.notNull())
			.addColumn('public_key', 'text', (c) => c.notNull())
			.addColumn('counter', time, (c) => c.notNull())
			.addColumn('transports', 'text', (c) => c.notNull())
			.addColumn('name', 'text', (c) => c.notNull())
			.addColumn('is_synced', 'integer', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('used_at', time)
			.execute()
		await db.schema.createIndex('passkeys_credential').unique().on('passkeys').column('credential_id').execute()
		await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
		await db.schema
			.createTable('account_settings')
			.addColumn('user_id', id, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
			.addColumn('game_messages', 'text', (c) => c.notNull())
			.execute()
	},
}
