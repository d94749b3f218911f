import type { Reading } from '../../ports/store.ts'
import type { RoleRow } from './present.ts'

/** The roles of a guild from the lowest up; of equal position the older stands higher. */
export function rolesOf({ db }: Reading, guildId: string): Promise<RoleRow[]> {
	return db.selectFrom('roles').selectAll().where('guild_id', '=', guildId).orderBy('position').orderBy('id').execute()
}
