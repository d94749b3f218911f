import type { MigrationStep } from './types.ts'

/** Pictures of a guild that few have; what an application says of itself. */
export const settings: MigrationStep = {
	async up(db) {
		await db.schema.alterTable('guilds').addColumn('discovery_splash', 'text').execute()
		await db.schema.alterTable('guilds').addColumn('home_header', 'text').execute()
		await db.schema
			.alterTable('applications')
			.addColumn('settings', 'text', (c) => c.notNull().defaultTo('{}'))
			.execute()
	},
}
