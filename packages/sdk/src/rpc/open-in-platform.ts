import { fullAccount } from '../auth/full-account.ts'
import { isOnPlatform } from '../cache/visibility.ts'
import type { Call } from '../client/operation.ts'
import { refuse } from '../core/lengths.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { noLocalClient } from './no-local-client.ts'

/** Shows a message in the platform's client on this machine. */
export async function openMessage(call: Call, messageId: SnowflakeLike, mergeRequired: () => void): Promise<never> {
	const { cache } = call.state
	const message = cache.messages.get(toSnowflake(messageId, 'messageId'))
	if (!message || !isOnPlatform(cache, message)) refuse('messageId', 'a message that is on the platform too')
	await fullAccount(call, mergeRequired)
	return noLocalClient()
}
