import { sql } from 'kysely'
import type { MigrationStep } from './types.ts'

/** Friends, requests and blocks, of the platform and of games. */
export const relationships: MigrationStep = {
	async up(db, { id, time }) {
		await db.schema
			.createTable('relationships')
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('other_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('application_id', id, (c) => c.references('applications.id').onDelete('cascade'))
			.addColumn('type', 'integer', (c) => c.notNull())
			.addColumn('since', time, (c) => c.notNull())
			.execute()
		// A null is like no other null; games have no id 0.
		await db.schema
			.createIndex('relationships_pair')
			.unique()
			.on('relationships')
			.expression(sql`user_id, other_id, coalesce(application_id, 0)`)
			.execute()
		await db.schema.createIndex('relationships_other').on('relationships').columns(['other_id', 'type']).execute()
		await db.schema
			.createIndex('relationships_application')
			.on('relationships')
			.columns(['application_id', 'user_id'])
			.execute()
		await db.schema
			.createTable('friend_sources')
			.addColumn('user_id', id, (c) => c.primaryKey().references('users.id'))
			.addColumn('everyone', 'integer', (c) => c.notNull())
			.addColumn('friends_of_friends', 'integer', (c) => c.notNull())
			.addColumn('guilds', 'integer', (c) => c.notNull())
			.execute()
	},
}
