import {
	anyText,
	boolean,
	code,
	type Infer,
	imageData,
	int32,
	integer,
	list,
	map,
	maybe,
	named,
	nullable,
	object,
	optional,
	permissionBits,
	resource,
	snowflake,
	text,
	uri,
} from '../schema.ts'
import { User } from './user.ts'

export const InstallParams = resource()(
	'InstallParams',
	object({ scopes: list(anyText, { unique: true }), permissions: anyText }),
)

/** What can be installed where: keys "0" (guild) and "1" (user). */
const integrationTypesConfig = map(object({ oauth2_install_params: optional(InstallParams) }))

/** The card of an application, as it stands beside what it sent. */
const card = {
	id: snowflake,
	name: anyText,
	icon: nullable(anyText),
	description: anyText,
	type: nullable(code(4)),
	cover_image: optional(anyText),
	primary_sku_id: optional(snowflake),
	bot: optional(User),
}

/** On messages. */
export const ApplicationCard = resource()('ApplicationCard', object(card))
export type ApplicationCard = Infer<typeof ApplicationCard>

/** An application as everybody sees it. */
export const Application = resource()(
	'Application',
	object({
		...card,
		slug: optional(anyText),
		guild_id: optional(snowflake),
		rpc_origins: optional(list(anyText)),
		bot_public: optional(boolean),
		bot_require_code_grant: optional(boolean),
		terms_of_service_url: optional(uri()),
		privacy_policy_url: optional(uri()),
		custom_install_url: optional(uri()),
		install_params: optional(InstallParams),
		integration_types_config: optional(integrationTypesConfig),
		/** Deprecated and always empty; there are clients that do not begin without it. */
		summary: anyText,
		verify_key: anyText,
		/** Bits 0–30; `flags_new` has all of them (HC-61). */
		flags: int32,
		flags_new: anyText,
		max_participants: optional(nullable(int32)),
		tags: optional(list(anyText, { unique: true })),
	}),
)
export type Application = Infer<typeof Application>

export const TeamMember = resource()(
	'TeamMember',
	object({
		user: User,
		team_id: snowflake,
		membership_state: code(1, 2),
		role: anyText,
		permissions: list(anyText),
	}),
)

export const Team = resource()(
	'Team',
	object({
		id: snowflake,
		icon: nullable(anyText),
		name: anyText,
		owner_user_id: snowflake,
		members: list(TeamMember),
	}),
)

export type Team = Infer<typeof Team>

/** An application as it sees itself. */
export const PrivateApplication = resource()(
	'PrivateApplication',
	object({
		...Application.properties,
		redirect_uris: list(anyText),
		interactions_endpoint_url: nullable(uri()),
		role_connections_verification_url: nullable(uri()),
		owner: User,
		approximate_guild_count: int32,
		approximate_user_install_count: int32,
		approximate_user_authorization_count: int32,
		event_webhooks_url: optional(nullable(uri())),
		event_webhooks_status: optional(code(1, 2, 3)),
		event_webhooks_types: optional(list(anyText, { unique: true })),
		explicit_content_filter: code(0, 1),
		team: nullable(Team),
		eligible_oauth2_scopes: list(anyText),
	}),
)
export type PrivateApplication = Infer<typeof PrivateApplication>

const InstallParamsChanges = object({
	scopes: maybe(list(text(1, 100), { min: 1, unique: true })),
	permissions: maybe(permissionBits),
})

/** What an application changes about itself. */
export const ApplicationChanges = named(
	'ApplicationChanges',
	object({
		description: maybe(text(0, 400)),
		icon: maybe(imageData),
		cover_image: maybe(imageData),
		flags: maybe(integer(0, 0x7fffffff)),
		interactions_endpoint_url: maybe(uri()),
		role_connections_verification_url: maybe(uri()),
		max_participants: maybe(integer(-1, 0x7fffffff)),
		tags: maybe(list(text(1, 20), { max: 5, unique: true })),
		custom_install_url: maybe(uri()),
		install_params: maybe(InstallParamsChanges),
		integration_types_config: maybe(
			map(nullable(object({ oauth2_install_params: maybe(InstallParamsChanges) })), { max: 2 }),
		),
		explicit_content_filter: maybe(code(0, 1)),
		event_webhooks_status: maybe(code(1, 2)),
		event_webhooks_url: maybe(uri()),
		event_webhooks_types: maybe(list(text(1, 100), { unique: true })),
	}),
)
export type ApplicationChanges = Infer<typeof ApplicationChanges>
