import { guilds } from '@guildhall/protocol'
import { listAuditLog } from '../domain/audit/list.ts'
import { webhooksById } from '../domain/channel-webhooks/webhooks.ts'
import { type Handler, handle } from './handle.ts'
import { inGuild } from './standing.ts'

export const AUDIT_LOG_HANDLERS: readonly Handler[] = [
	handle(guilds.listGuildAuditLogEntries, async (call, { store }) => {
		const { user_id, target_id, action_type, before, after, limit } = call.query
		const filter = { userId: user_id, targetId: target_id, actionType: action_type, before, after, limit }
		const log = await listAuditLog(store, inGuild(call).guild.id, filter)
		const targets = log.audit_log_entries.flatMap(({ target_id }) => target_id ?? [])
		return { ...log, webhooks: await webhooksById(store, [...new Set(targets)]) }
	}),
]
