import {
	anyText,
	type Infer,
	int32,
	list,
	maybe,
	named,
	object,
	oneOf,
	optional,
	resource,
	snowflake,
	text,
} from '../schema.ts'

/** How a game proves who a player is elsewhere. The last one is the game's own word, and proves it at a merge only. */
export const EXTERNAL_AUTH_TYPES = [
	'OIDC',
	'STEAM_SESSION_TICKET',
	'EPIC_ONLINE_SERVICES_ACCESS_TOKEN',
	'EPIC_ONLINE_SERVICES_ID_TOKEN',
	'UNITY_SERVICES_ID_TOKEN',
	'APPLE_ID_TOKEN',
	'PLAYSTATION_NETWORK_ID_TOKEN',
	'DISCORD_BOT_ISSUED_ACCESS_TOKEN',
] as const
export type ExternalAuthType = (typeof EXTERNAL_AUTH_TYPES)[number]

const externalUserId = text(1, 1024)

/** A game's own proof of itself and what a provider says of the player. */
export const ExternalCredential = named(
	'ExternalCredential',
	object({
		client_id: snowflake,
		client_secret: maybe(text(0, 1024)),
		external_auth_type: oneOf(...EXTERNAL_AUTH_TYPES),
		external_auth_token: text(1, 10_240),
	}),
)
export type ExternalCredential = Infer<typeof ExternalCredential>

export const VouchedPlayer = named(
	'VouchedPlayer',
	object({
		external_user_id: externalUserId,
		preferred_global_name: maybe(text(1, 32)),
		/** Which account is meant: another one is refused. */
		provisional_user_id: maybe(snowflake),
	}),
)
export type VouchedPlayer = Infer<typeof VouchedPlayer>

export const VouchedName = named('VouchedName', object({ external_user_id: externalUserId }))

/** The token of a player who has no account here. */
export const ProvisionalToken = resource()(
	'ProvisionalToken',
	object({
		token_type: anyText,
		access_token: anyText,
		/** Seconds. */
		expires_in: int32,
		scope: anyText,
		id_token: anyText,
		refresh_token: optional(anyText),
		scopes: list(anyText),
		/** When it expires, in seconds since the epoch. */
		expires_at_s: int32,
	}),
)
export type ProvisionalToken = Infer<typeof ProvisionalToken>
