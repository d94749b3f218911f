import { fullAccount } from '../auth/full-account.ts'
import { asObject, textOf } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import { request } from '../client/request.ts'
import { failure } from '../core/failure.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'

/** Invites the player to the guild of the linked channel, and shows the invitation where the platform can. */
export async function joinLinkedGuild(call: Call, lobbyId: SnowflakeLike, mergeRequired: () => void): Promise<string> {
	const { state } = call
	const path = `/lobbies/${toSnowflake(lobbyId, 'lobbyId')}/members/@me/invites`
	await fullAccount(call, mergeRequired)
	const code = textOf(asObject(await request(call, { method: 'POST', path })).code)
	if (!code) throw failure('HTTPError', 'The answer holds no invitation')
	const url = `${state.webBase}/invite/${encodeURIComponent(code)}`
	const openUrl = state.options.OpenUrl() ?? state.platform.openUrl
	await Promise.resolve(openUrl?.(url)).catch((error) => state.log.warning(`The invitation was not shown. ${error}`))
	return url
}
