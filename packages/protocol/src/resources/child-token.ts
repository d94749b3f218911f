import { anyText, type Infer, integer, named, object, oneOf, optional, resource, snowflake, text } from '../schema.ts'

export const ChildTokenRequest = named(
	'ChildTokenRequest',
	object({
		parent_access_token: text(1, 1024),
		child_application_id: snowflake,
		/** Left out by public clients. */
		parent_client_secret: optional(text(0, 1024)),
	}),
)
export type ChildTokenRequest = Infer<typeof ChildTokenRequest>

export const ChildToken = resource()(
	'ChildToken',
	object({
		access_token: anyText,
		token_type: oneOf('Bearer'),
		expires_in: integer(0, Number.MAX_SAFE_INTEGER),
		scope: anyText,
	}),
)
export type ChildToken = Infer<typeof ChildToken>
