import type { MigrationStep } from './types.ts'

/** Codes of devices without a keyboard of their own; tokens that stand for a yes in a local client. */
export const devices: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('device_codes')
			.addColumn('hash', 'text', (c) => c.primaryKey())
			.addColumn('user_code', 'text', (c) => c.notNull())
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('scopes', 'text', (c) => c.notNull())
			.addColumn('state', 'text', (c) => c.notNull())
			.addColumn('user_id', id)
			.addColumn('authorization_id', id)
			.addColumn('auth_time', time)
			.addColumn('interval_seconds', 'integer', (c) => c.notNull())
			.addColumn('next_poll_at', time, (c) => c.notNull())
			.addColumn('is_hasty', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('address', 'text', (c) => c.notNull())
			.addColumn('user_agent', 'text', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('expires_at', time, (c) => c.notNull())
			.execute()
		await db.schema.createIndex('device_codes_user_code').unique().on('device_codes').column('user_code').execute()
		for (const column of ['application_id', 'authorization_id', 'expires_at']) {
			await db.schema.createIndex(`device_codes_${column}`).on('device_codes').column(column).execute()
		}
		await db.schema
			.createTable('rpc_tokens')
			.addColumn('hash', 'text', (c) => c.primaryKey())
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('expires_at', time, (c) => c.notNull())
			.execute()
		for (const column of ['application_id', 'expires_at']) {
			await db.schema.createIndex(`rpc_tokens_${column}`).on('rpc_tokens').column(column).execute()
		}
	},
}
