import { createUser } from '../../../packages/server/src/domain/accounts/accounts.ts'
import type { Store } from '../../../packages/server/src/ports/store.ts'

/** Rows of one statement. */
const AT_ONCE = 500

/** Members who are never there: copies of one, as a hundred thousand of them would take minutes to be made one by one. */
export async function addCrowd(store: Store, guildId: string, count: number): Promise<void> {
	const model = await store.transaction((tx) => createUser(tx, { username: 'somebody', isVerified: true }))
	const user = await store.db.selectFrom('users').selectAll().where('id', '=', model.id).executeTakeFirstOrThrow()
	const member = await store.db
		.selectFrom('members')
		.selectAll()
		.where('guild_id', '=', guildId)
		.limit(1)
		.executeTakeFirstOrThrow()
	for (let made = 0; made < count; made += AT_ONCE) {
		await store.transaction(async (tx) => {
			const ids = Array.from({ length: Math.min(AT_ONCE, count - made) }, () => tx.newId())
			await tx.db
				.insertInto('users')
				.values(ids.map((id, at) => ({ ...user, id, username: `member${made + at}` })))
				.execute()
			await tx.db
				.insertInto('members')
				.values(ids.map((id) => ({ ...member, user_id: id })))
				.execute()
		})
	}
	await store.transaction(async (tx) => {
		await tx.db
			.updateTable('guilds')
			.set(({ eb }) => ({ member_count: eb('member_count', '+', count) }))
			.where('id', '=', guildId)
			.execute()
	})
}
