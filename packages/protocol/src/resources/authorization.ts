import {
	anyText,
	boolean,
	type Infer,
	list,
	nullable,
	object,
	oneOf,
	optional,
	resource,
	snowflake,
	timestamp,
} from '../schema.ts'
import { Application, ApplicationCard } from './application.ts'
import { User } from './user.ts'

/** What the access token in use stands for. */
export const Authorization = resource()(
	'Authorization',
	object({
		application: Application,
		scopes: list(anyText, { unique: true }),
		expires: timestamp,
		/** With `identify` only. */
		user: optional(User),
	}),
)
export type Authorization = Infer<typeof Authorization>

/** An application that a person lets use their account. */
export const ConnectedApplication = resource()(
	'ConnectedApplication',
	object({ id: snowflake, application: ApplicationCard, scopes: list(anyText, { unique: true }), since: timestamp }),
)
export type ConnectedApplication = Infer<typeof ConnectedApplication>

/** Kinds of devices that people tell apart. */
export const DEVICE_KINDS = [
	...['playstation', 'xbox', 'nintendo', 'steam-deck', 'tv'],
	...['iphone', 'ipad', 'android', 'windows', 'mac', 'linux'],
] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** A device that asks for an account, as far as anybody can tell: shown before one decides, for some devices deceive. */
export const DeviceRequest = resource()(
	'DeviceRequest',
	object({
		user_code: anyText,
		application: ApplicationCard,
		scopes: list(anyText, { unique: true }),
		requested_at: timestamp,
		expires_at: timestamp,
		/** The network address it asked from, and whether the person who asks now has the same. */
		address: anyText,
		is_same_network: boolean,
		/** What it says it is; null for what is not known. */
		kind: nullable(oneOf(...DEVICE_KINDS)),
	}),
)
export type DeviceRequest = Infer<typeof DeviceRequest>

/** The keys that id_tokens are signed with: RSA, as the public document has them. */
export const PublicKeys = resource()(
	'PublicKeys',
	object({
		keys: list(object({ kty: anyText, use: anyText, kid: anyText, n: anyText, e: anyText, alg: anyText })),
	}),
)
export type PublicKeys = Infer<typeof PublicKeys>

/** Claims about a person (OpenID Connect Core §5.1); which ones depends on the scopes. */
export const UserInfo = resource()(
	'UserInfo',
	object({
		sub: anyText,
		email: optional(nullable(anyText)),
		email_verified: optional(boolean),
		preferred_username: optional(anyText),
		nickname: optional(nullable(anyText)),
		picture: optional(anyText),
		locale: optional(anyText),
	}),
)
export type UserInfo = Infer<typeof UserInfo>
