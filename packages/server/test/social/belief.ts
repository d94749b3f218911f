/** What a session of a player believes of others: what READY said, and everything that came since. */
import type { GatewayClient } from '../gateway-client.ts'

// biome-ignore lint/suspicious/noExplicitAny: events are looked at freely in tests
type Data = any

export interface Belief {
	/** By id: what they are to the player, and what they are called. */
	relationships: Record<string, unknown>
	gameRelationships: Record<string, unknown>
	/** By id, with who is in it. */
	lobbies: Record<string, unknown>
	/** By id, what it says. */
	messages: Record<string, string>
}

interface Lobby {
	metadata: unknown
	members: Map<string, unknown>
}

const related = ({ type, user, has_played_game, is_spam_request, stranger_request }: Data) => ({
	...{ type, has_played_game, is_spam_request, stranger_request },
	// Of others than friends one is not told what they are called now.
	...(type === 1 ? { name: user.global_name } : {}),
})

const member = ({ user, metadata, connected, additional_name, flags }: Data) => ({
	...{ metadata, connected, additional_name, flags },
	name: user.global_name,
})

const lobby = ({ metadata, members }: Data): Lobby => ({
	metadata,
	members: new Map(members.map((one: Data) => [one.user.id, member(one)])),
})

/** By what READY of the last session said and what came behind it; messages, by what all of them heard. */
export function beliefOf(sessions: readonly GatewayClient[]): Belief {
	const relationships = new Map<string, Data>()
	const gameRelationships = new Map<string, Data>()
	const lobbies = new Map<string, Lobby>()
	const messages = new Map<string, string>()
	for (const { t, d } of sessions.flatMap(({ frames }) => frames)) {
		switch (t) {
			case 'READY':
				for (const known of [relationships, gameRelationships, lobbies]) known.clear()
				for (const one of d.relationships) relationships.set(one.id, related(one))
				for (const one of d.game_relationships) gameRelationships.set(one.id, related(one))
				for (const one of d.lobbies) lobbies.set(one.id, lobby(one))
				break
			case 'RELATIONSHIP_ADD':
				relationships.set(d.id, related(d))
				break
			case 'RELATIONSHIP_REMOVE':
				relationships.delete(d.id)
				break
			case 'GAME_RELATIONSHIP_ADD':
				gameRelationships.set(d.id, related(d))
				break
			case 'GAME_RELATIONSHIP_REMOVE':
				gameRelationships.delete(d.id)
				break
			case 'USER_UPDATE': {
				const name = d.global_name
				for (const known of [relationships, gameRelationships]) {
					const before = known.get(d.id)
					if (before?.type === 1) known.set(d.id, { ...before, name })
				}
				for (const { members } of lobbies.values()) {
					const before = members.get(d.id)
					if (before) members.set(d.id, { ...before, name })
				}
				break
			}
			case 'LOBBY_CREATE':
			case 'LOBBY_UPDATE':
				lobbies.set(d.id, lobby(d))
				break
			case 'LOBBY_DELETE':
				lobbies.delete(d.id)
				break
			case 'LOBBY_MEMBER_ADD':
			case 'LOBBY_MEMBER_UPDATE':
			case 'LOBBY_MEMBER_CONNECT':
			case 'LOBBY_MEMBER_DISCONNECT':
				lobbies.get(d.lobby_id)?.members.set(d.member.user.id, member(d.member))
				break
			case 'LOBBY_MEMBER_REMOVE':
				lobbies.get(d.lobby_id)?.members.delete(d.member.user.id)
				break
			case 'MESSAGE_CREATE':
			case 'MESSAGE_UPDATE':
				messages.set(d.id, d.content)
				break
			case 'MESSAGE_DELETE':
				messages.delete(d.id)
		}
	}
	return {
		relationships: sorted(relationships),
		gameRelationships: sorted(gameRelationships),
		lobbies: sorted(
			new Map([...lobbies].map(([id, { metadata, members }]) => [id, { metadata, members: sorted(members) }])),
		),
		messages: sorted(messages),
	}
}

const sorted = <V>(map: ReadonlyMap<string, V>): Record<string, V> =>
	Object.fromEntries([...map].sort(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1)))
