import type { AuditLog } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { findUsers, WEBHOOK_DISCRIMINATOR } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { oldestKept, presentAuditEntry } from './audit.ts'

export interface AuditFilter {
	userId: string | undefined
	targetId: string | undefined
	actionType: number | undefined
	before: string | undefined
	/** With it the oldest come first. */
	after: string | undefined
	limit: number
}

/** Who did what in a guild, and the users it was about. */
export async function listAuditLog(from: Reading, guildId: string, filter: AuditFilter): Promise<AuditLog> {
	const { userId, targetId, actionType, before, after, limit } = filter
	let query = from.db
		.selectFrom('audit_log')
		.selectAll()
		.where('guild_id', '=', guildId)
		.where('id', '>=', oldestKept(from.now()))
		.limit(limit)
	if (userId) query = query.where('user_id', '=', userId)
	if (targetId) query = query.where('target_id', '=', targetId)
	if (actionType) query = query.where('action_type', '=', actionType)
	if (before) query = query.where('id', '<', before)
	if (after) query = query.where('id', '>', after)
	const rows = await query.orderBy('id', after && !before ? 'asc' : 'desc').execute()
	const users = await findUsers(
		from,
		rows.flatMap(({ user_id, target_id }) => [user_id, target_id].filter((id) => id !== null)),
	)
	return {
		audit_log_entries: rows.map(presentAuditEntry),
		users: [...users.values()].filter((user) => user.discriminator !== WEBHOOK_DISCRIMINATOR).map(presentUser),
		integrations: [],
		webhooks: [],
		guild_scheduled_events: [],
		threads: [],
		application_commands: [],
		auto_moderation_rules: [],
	}
}
