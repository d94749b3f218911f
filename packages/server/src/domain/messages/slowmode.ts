import { ApiError, hasPermissions } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { ChannelAccess } from '../access/access.ts'

/**
 * Lets one message of a person through per `rate_limit_per_user` seconds. Bots are never slowed down, nor who holds
 * BypassSlowmode (HC-88). @throws Slowmode
 */
export async function passSlowmode(tx: Transaction, access: ChannelAccess, isBot: boolean): Promise<void> {
	const { channel, userId, permissions } = access
	const waitMs = channel.rate_limit_per_user * 1000
	if (waitMs === 0 || isBot || channel.guild_id === null || hasPermissions(permissions, 'BypassSlowmode')) return
	const now = tx.now()
	const passed = await tx.db
		.insertInto('slowmodes')
		.values({ channel_id: channel.id, user_id: userId, expires_at: now + waitMs })
		.onConflict((conflict) =>
			conflict
				.columns(['channel_id', 'user_id'])
				.doUpdateSet({ expires_at: now + waitMs })
				.where('slowmodes.expires_at', '<=', now),
		)
		.returning('expires_at')
		.executeTakeFirst()
	if (passed) return
	const { expires_at } = await tx.db
		.selectFrom('slowmodes')
		.select('expires_at')
		.where('channel_id', '=', channel.id)
		.where('user_id', '=', userId)
		.executeTakeFirstOrThrow()
	throw new ApiError('Slowmode', { extra: { retry_after: (expires_at - now) / 1000, global: false } })
}
