import { platform } from '@guildhall/protocol'
import { countGuilds } from '../domain/guilds/mine.ts'
import { type Handler, handle } from './handle.ts'
import { asBot } from './standing.ts'

export const GATEWAY_INFO_HANDLERS: readonly Handler[] = [
	handle(platform.getGateway, async (_call, { store }) => ({ url: store.links.gateway })),
	handle(platform.getBotGateway, async (call, { store, config, starts }) => {
		const { applicationId, userId } = asBot(call)
		const guilds = await countGuilds(store, userId)
		const { total, remaining, resetAfterMs } = await starts.limitOf(applicationId, guilds)
		return {
			url: store.links.gateway,
			shards: starts.shardsFor(guilds),
			session_start_limit: {
				total,
				remaining,
				reset_after: resetAfterMs,
				max_concurrency: config.maxConcurrency,
			},
		}
	}),
]
