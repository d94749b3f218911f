import { lobbyOnWire } from './lobbies.ts'
import { channelOnWire } from './messages.ts'
import { relationsOf } from './relations.ts'
import { friends, playerOf, presenceOnWire, sessionsOf, userOnWire } from './users.ts'
import type { World } from './world.ts'

/** What a session begins with. */
export function ready(world: World, playerId: string, sessionId: string): object {
	const platformFriends = friends(world, playerId)
	return {
		v: 10,
		user: userOnWire(playerOf(world, playerId)),
		session_id: sessionId,
		resume_gateway_url: 'wss://gateway.invalid',
		relationships: relationsOf(world, 'platform', playerId),
		game_relationships: relationsOf(world, 'game', playerId),
		presences: platformFriends.filter((id) => world.isConnected(id)).map((id) => presenceOnWire(world, id)),
		feature_flags: world.disabled,
		sessions: sessionsOf(world, playerId),
		private_channels: platformFriends.map((id) => channelOnWire(world, playerId, id)),
		lobbies: [...world.lobbies.values()]
			.filter(({ members }) => members.has(playerId))
			.map((lobby) => lobbyOnWire(world, lobby)),
	}
}
