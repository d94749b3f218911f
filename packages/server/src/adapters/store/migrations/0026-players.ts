import { sql } from 'kysely'
import type { MigrationStep } from './types.ts'

/** What is thought of friend requests; tags of guilds and who wears them; what games say of their players. */
export const players: MigrationStep = {
	async up(db, { id, time }) {
		for (const column of ['is_stranger', 'is_spam']) {
			await db.schema
				.alterTable('relationships')
				.addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
				.execute()
		}
		await db.schema.alterTable('guilds').addColumn('tag', 'text').execute()
		await db.schema.alterTable('guilds').addColumn('tag_badge', 'text').execute()
		await db.schema.alterTable('users').addColumn('primary_guild_id', id).execute()
		await db.schema.alterTable('users').addColumn('primary_guild_enabled', 'integer').execute()
		await db.schema.alterTable('users').addColumn('primary_guild_tag', 'text').execute()
		await db.schema.alterTable('users').addColumn('primary_guild_badge', 'text').execute()
		await db.schema
			.createIndex('users_primary_guild')
			.on('users')
			.columns(['primary_guild_id', 'id'])
			.where(sql.ref('primary_guild_id'), 'is not', null)
			.execute()
		await db.schema
			.createTable('identity_profiles')
			.addColumn('application_id', id, (c) => c.notNull().references('applications.id').onDelete('cascade'))
			.addColumn('user_id', id, (c) => c.notNull().references('users.id'))
			.addColumn('external_id', 'text', (c) => c.notNull())
			.addColumn('username', 'text')
			.addColumn('metadata', 'text')
			.addColumn('data', 'text')
			.addColumn('created_at', time, (c) => c.notNull())
			.addColumn('updated_at', time, (c) => c.notNull())
			.addPrimaryKeyConstraint('identity_profiles_key', ['application_id', 'user_id'])
			.execute()
		await db.schema.createIndex('identity_profiles_user').on('identity_profiles').column('user_id').execute()
		await db.schema
			.createIndex('identity_profiles_external')
			.on('identity_profiles')
			.columns(['application_id', 'external_id'])
			.execute()
		await db.schema
			.createIndex('external_identities_subject')
			.on('external_identities')
			.columns(['application_id', 'subject'])
			.execute()
	},
}
