import type { APIGatewayBotInfo } from 'discord-api-types/v10'
import { anyText, type Infer, int32, object, resource } from '../schema.ts'

export const Gateway = resource()('Gateway', object({ url: anyText }))
export type Gateway = Infer<typeof Gateway>

/** Where a bot connects, in how many pieces, and how many more times today; `reset_after` in milliseconds. */
export const BotGateway = resource<APIGatewayBotInfo>()(
	'BotGateway',
	object({
		url: anyText,
		shards: int32,
		session_start_limit: object({
			total: int32,
			remaining: int32,
			reset_after: int32,
			max_concurrency: int32,
		}),
	}),
)
export type BotGateway = Infer<typeof BotGateway>
