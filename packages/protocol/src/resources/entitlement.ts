import {
	boolean,
	code,
	type Infer,
	int32,
	nullable,
	object,
	optional,
	resource,
	snowflake,
	timestamp,
} from '../schema.ts'

/** Something that somebody bought, was given, or earned. */
export const Entitlement = resource()(
	'Entitlement',
	object({
		id: snowflake,
		sku_id: snowflake,
		application_id: snowflake,
		user_id: snowflake,
		guild_id: optional(nullable(snowflake)),
		deleted: boolean,
		starts_at: optional(nullable(timestamp)),
		ends_at: optional(nullable(timestamp)),
		/** 1 bought, 2 by a subscription of the platform, 3 by a developer, 4 a test, 5 free, 6 a gift, 7, 8 subscribed, 10 a quest's reward. */
		type: code(1, 2, 3, 4, 5, 6, 7, 8, 10),
		fulfilled_at: optional(nullable(timestamp)),
		fulfillment_status: optional(nullable(int32)),
		consumed: optional(boolean),
		gifter_user_id: optional(nullable(snowflake)),
		parent_id: optional(nullable(snowflake)),
		promotion_id: optional(nullable(snowflake)),
		gift_code_flags: optional(int32),
	}),
)
export type Entitlement = Infer<typeof Entitlement>
