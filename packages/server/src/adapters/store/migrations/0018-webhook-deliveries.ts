import type { MigrationStep } from './types.ts'

/** What applications are sent over HTTP and how that went; their private keys are sealed. */
export const webhookDeliveries: MigrationStep = {
	async up(db, { id, time }, vault) {
		await db.schema.alterTable('webhook_endpoints').addColumn('probe_series', id).execute()
		await db.schema
			.alterTable('webhook_endpoints')
			.addColumn('missed_probes', 'integer', (c) => c.notNull().defaultTo(0))
			.execute()
		await db.schema.alterTable('webhook_endpoints').addColumn('enabled_at', time).execute()
		await db.schema.alterTable('webhook_endpoints').addColumn('failing_since', time).execute()

		await db.schema
			.createTable('interaction_endpoints')
			.addColumn('application_id', id, (c) => c.primaryKey().references('applications.id').onDelete('cascade'))
			.addColumn('url', 'text', (c) => c.notNull())
			.addColumn('probe_series', id)
			.addColumn('missed_probes', 'integer', (c) => c.notNull())
			.execute()

		await db.schema
			.createTable('webhook_deliveries')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('lane', 'text', (c) => c.notNull())
			.addColumn('target_url', 'text')
			.addColumn('type', 'text', (c) => c.notNull())
			.addColumn('body', 'text', (c) => c.notNull())
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('begun_at', time, (c) => c.notNull())
			.addColumn('due_at', time)
			.addColumn('failures', 'integer', (c) => c.notNull())
			.addColumn('outcome', 'text')
			.addColumn('tries', 'text', (c) => c.notNull())
			.execute()
		await db.schema
			.createIndex('webhook_deliveries_lane')
			.on('webhook_deliveries')
			.columns(['lane', 'due_at'])
			.where('due_at', 'is not', null)
			.execute()
		await db.schema
			.createIndex('webhook_deliveries_application')
			.on('webhook_deliveries')
			.columns(['application_id', 'id'])
			.execute()
		await db.schema.createIndex('webhook_deliveries_created').on('webhook_deliveries').column('created_at').execute()

		await db.schema
			.createTable('webhook_outcomes')
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('bucket_at', time, (c) => c.notNull())
			.addColumn('delivered', 'integer', (c) => c.notNull())
			.addColumn('failed', 'integer', (c) => c.notNull())
			.addPrimaryKeyConstraint('webhook_outcomes_pk', ['application_id', 'bucket_at'])
			.execute()
		await db.schema.createIndex('webhook_outcomes_bucket').on('webhook_outcomes').column('bucket_at').execute()

		await db.schema
			.createIndex('lobbies_override')
			.on('lobbies')
			.columns(['application_id', 'override_event_webhooks_url'])
			.where('override_event_webhooks_url', 'is not', null)
			.execute()

		const plain: { id: string; signing_key: string }[] = await db
			.selectFrom('applications')
			.select(['id', 'signing_key'])
			.execute()
		for (const row of plain) {
			await db
				.updateTable('applications')
				.set({ signing_key: vault.seal(row.signing_key) })
				.where('id', '=', row.id)
				.execute()
		}
	},
}
