/** What operators see and say. None of it is of the public API. */
import {
	anyText,
	anything,
	boolean,
	type Infer,
	int32,
	integer,
	list,
	map,
	named,
	nullable,
	object,
	oneOf,
	optional,
	resource,
	snowflake,
	text,
	timestamp,
} from '../schema.ts'

/** The gateway of one process. */
export const OperatedGateway = resource()(
	'OperatedGateway',
	object({
		/** Nobody is let in, and who is here is sent away. */
		is_draining: boolean,
		/** Connections, sessions, and those of them that wait for their Resume. */
		connections: int32,
		sessions: int32,
		waiting: int32,
	}),
)
export type OperatedGateway = Infer<typeof OperatedGateway>

/** How long the departure of all takes. */
export const NewDrain = named('NewDrain', object({ seconds: integer(0, 3600, { default: 60 }) }))

/** The ban that holds for a person. */
export const AccountBan = resource()(
	'AccountBan',
	object({
		/** Null: for ever. */
		until: nullable(timestamp),
		reason: nullable(anyText),
		created_at: timestamp,
		/** Name of the operator. */
		created_by: anyText,
	}),
)
export type AccountBan = Infer<typeof AccountBan>

/** An account, as operators see it. */
export const Person = resource()(
	'Person',
	object({
		id: snowflake,
		username: anyText,
		global_name: nullable(anyText),
		email: nullable(anyText),
		verified: boolean,
		bot: boolean,
		provisional: boolean,
		created_at: timestamp,
		/** Set where the account is gone. */
		deleted_at: nullable(timestamp),
		ban: nullable(AccountBan),
	}),
)
export type Person = Infer<typeof Person>

const MOST_SECONDS = 100 * 365 * 86_400

/** For ever, unless one of the two says until when. */
export const NewAccountBan = named(
	'NewAccountBan',
	object({
		until: optional(nullable(timestamp)),
		seconds: optional(nullable(integer(1, MOST_SECONDS))),
		reason: optional(nullable(text(0, 512))),
	}),
)
export type NewAccountBan = Infer<typeof NewAccountBan>

export const NewPassword = resource()('NewPassword', object({ password: anyText }))
export type NewPassword = Infer<typeof NewPassword>

/** Privileged intents that an operator approves, by what they let a bot hear. */
export const APPROVED_INTENTS = ['presences', 'members', 'message-content'] as const
export type ApprovedIntentName = (typeof APPROVED_INTENTS)[number]

/** An application, as operators see it. */
export const OperatedApplication = resource()(
	'OperatedApplication',
	object({
		id: snowflake,
		name: anyText,
		owner_id: snowflake,
		team_id: nullable(snowflake),
		created_at: timestamp,
		public_client: boolean,
		users: integer(0, Number.MAX_SAFE_INTEGER),
		eligible_scopes: list(anyText),
		/** Scopes that wait for a yes or a no. */
		requested_scopes: list(object({ scope: anyText, reason: anyText, requested_at: timestamp })),
		social_terms_at: nullable(timestamp),
		communication_approved_at: nullable(timestamp),
		verified: boolean,
		intents: list(object({ intent: oneOf(...APPROVED_INTENTS), until: timestamp })),
		tester_ids: list(snowflake),
		/** The publisher's application above this one. */
		parent_id: nullable(snowflake),
		child_ids: list(snowflake),
	}),
)
export type OperatedApplication = Infer<typeof OperatedApplication>

export const IntentApproval = named(
	'IntentApproval',
	object({
		/** A year from now where it is not said. */
		until: optional(nullable(timestamp)),
	}),
)
export type IntentApproval = Infer<typeof IntentApproval>

export const NewParent = named('NewParent', object({ parent_application_id: snowflake }))
export type NewParent = Infer<typeof NewParent>

/** One thing that an operator did. */
export const OperatorAct = resource()(
	'OperatorAct',
	object({
		id: snowflake,
		at: timestamp,
		operator: anyText,
		act: anyText,
		user_id: optional(snowflake),
		application_id: optional(snowflake),
		detail: map(anything),
	}),
)
export type OperatorAct = Infer<typeof OperatorAct>
