import type { MigrationStep } from './types.ts'

/** What the platform keeps about itself: facts, jobs, reserved ids. */
export const platform: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('meta')
			.addColumn('key', 'text', (c) => c.primaryKey())
			.addColumn('value', 'text', (c) => c.notNull())
			.execute()
		await db.schema
			.createTable('jobs')
			.addColumn('id', id, (c) => c.primaryKey())
			.addColumn('kind', 'text', (c) => c.notNull())
			.addColumn('payload', 'text', (c) => c.notNull())
			.addColumn('run_at', time, (c) => c.notNull())
			.addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
			.addColumn('locked_until', time)
			.execute()
		await db.schema.createIndex('jobs_due').on('jobs').column('run_at').execute()
		await db.schema
			.createTable('node_ids')
			.addColumn('node', 'integer', (c) => c.primaryKey())
			.addColumn('reserved_until', time, (c) => c.notNull())
			.execute()
	},
}
