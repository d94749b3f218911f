import type { Cache } from './cache.ts'
import type { Message } from './messages.ts'

/** Whether a message is on the platform too: in a direct channel of it, or in a lobby that is linked to a channel. */
export function isOnPlatform(cache: Cache, { lobbyId, channelId }: Message): boolean {
	return lobbyId === 0n ? cache.channels.has(channelId) : cache.lobbies.get(lobbyId)?.linkedChannel !== undefined
}
