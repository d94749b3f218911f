import { AUDIT_ACTIONS, type AuditLogEntry, GuildAuditLogEntryCreate, snowflakeAt } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'

export type AuditRow = Selectable<Tables['audit_log']>
export type AuditAction = keyof typeof AUDIT_ACTIONS

/** One field that was changed. A value that is not there was not set before, or is not any more. */
export interface AuditChange {
	key: string
	old_value?: unknown
	new_value?: unknown
}

export interface NewAuditEntry {
	guildId: string
	/** Who did it; null for a token that is nobody's. */
	userId: string | null
	targetId: string | null
	action: AuditAction
	changes?: readonly AuditChange[]
	/** Values are text on the wire, numbers too. */
	options?: Readonly<Record<string, string>>
	/** `X-Audit-Log-Reason`. */
	reason?: string | undefined
}

/** How long entries are kept (HC-57). */
const KEPT_MS = 45 * 24 * 60 * 60 * 1000

/** The oldest id an entry can have that is still kept. */
export function oldestKept(now: number): string {
	return snowflakeAt(now - KEPT_MS)
}

/** Writes down who did what in a guild, and forgets what is older than entries live. */
export async function audit(tx: Transaction, entry: NewAuditEntry): Promise<void> {
	const row: AuditRow = {
		id: tx.newId(),
		guild_id: entry.guildId,
		user_id: entry.userId,
		target_id: entry.targetId,
		action_type: AUDIT_ACTIONS[entry.action],
		changes: entry.changes?.length ? JSON.stringify(entry.changes) : null,
		options: entry.options ? JSON.stringify(entry.options) : null,
		reason: entry.reason ?? null,
	}
	await tx.db.insertInto('audit_log').values(row).execute()
	await tx.db
		.deleteFrom('audit_log')
		.where('guild_id', '=', entry.guildId)
		.where('id', '<', oldestKept(tx.now()))
		.execute()
	tx.emit(GuildAuditLogEntryCreate, { guildId: entry.guildId }, { ...presentAuditEntry(row), guild_id: entry.guildId })
}

export function presentAuditEntry(row: AuditRow): AuditLogEntry {
	return {
		id: row.id,
		action_type: row.action_type,
		user_id: row.user_id,
		target_id: row.target_id,
		...(row.changes === null ? {} : { changes: JSON.parse(row.changes) as AuditChange[] }),
		...(row.options === null ? {} : { options: JSON.parse(row.options) as Record<string, string> }),
		...(row.reason === null ? {} : { reason: row.reason }),
	}
}

/** The keys in which two shapes of the wire differ; without one of them, what the other has. */
export function changesBetween<T extends object>(
	before: T | undefined,
	after: T | undefined,
	keys: readonly (keyof T & string)[],
): AuditChange[] {
	return keys.flatMap((key) => {
		const old = before?.[key] ?? undefined
		const now = after?.[key] ?? undefined
		if (JSON.stringify(old) === JSON.stringify(now)) return []
		return [{ key, ...(old === undefined ? {} : { old_value: old }), ...(now === undefined ? {} : { new_value: now }) }]
	})
}
