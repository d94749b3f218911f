import {
	anyText,
	anything,
	type Infer,
	int32,
	list,
	map,
	nullable,
	object,
	optional,
	resource,
	snowflake,
} from '../schema.ts'
import { User } from './user.ts'

/** What was done, by the number in `action_type`. */
export const AUDIT_ACTIONS = {
	guildUpdate: 1,
	channelCreate: 10,
	channelUpdate: 11,
	channelDelete: 12,
	overwriteCreate: 13,
	overwriteUpdate: 14,
	overwriteDelete: 15,
	memberKick: 20,
	memberPrune: 21,
	banAdd: 22,
	banRemove: 23,
	memberUpdate: 24,
	memberRoleUpdate: 25,
	memberMove: 26,
	memberDisconnect: 27,
	botAdd: 28,
	roleCreate: 30,
	roleUpdate: 31,
	roleDelete: 32,
	inviteCreate: 40,
	inviteUpdate: 41,
	inviteDelete: 42,
	webhookCreate: 50,
	webhookUpdate: 51,
	webhookDelete: 52,
	messageDelete: 72,
	messageBulkDelete: 73,
	messagePin: 74,
	messageUnpin: 75,
	voiceStatusSet: 192,
	voiceStatusClear: 193,
} as const

export const AuditLogEntry = resource()(
	'AuditLogEntry',
	object({
		id: snowflake,
		action_type: int32,
		user_id: nullable(snowflake),
		target_id: nullable(snowflake),
		changes: optional(list(object({ key: anyText, new_value: optional(anything), old_value: optional(anything) }))),
		options: optional(map(anyText)),
		reason: optional(anyText),
	}),
)
export type AuditLogEntry = Infer<typeof AuditLogEntry>

/** Entries, and the things they name. */
export const AuditLog = resource()(
	'AuditLog',
	object({
		audit_log_entries: list(AuditLogEntry),
		users: list(User),
		integrations: list(anything),
		webhooks: list(anything),
		guild_scheduled_events: list(anything),
		threads: list(anything),
		application_commands: list(anything),
		auto_moderation_rules: list(anything),
	}),
)
export type AuditLog = Infer<typeof AuditLog>
