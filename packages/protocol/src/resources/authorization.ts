import {
	anyText,
	boolean,
	type Infer,
	list,
	nullable,
	object,
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
