import { moveMember } from './lobbies.ts'
import { giveRelation, relationsFrom, takeRelation } from './relations.ts'
import { addPlayer, playerOf, relationOf } from './users.ts'
import type { World } from './world.ts'

const FRIEND = 1
const TRACKS = ['platform', 'game'] as const

/** Makes a placeholder account part of an account: what others are to it, its places in lobbies, what it said. It is gone then. */
export function merge(world: World, from: string, into: string): void {
	for (const track of TRACKS) {
		for (const [other, { type }] of relationsFrom(world, track, from)) {
			const back = relationOf(world, track, other, from)?.type
			takeRelation(world, track, from, other)
			takeRelation(world, track, other, from)
			if (other === into || relationOf(world, track, into, other)) continue
			giveRelation(world, track, into, other, type)
			if (back !== undefined) giveRelation(world, track, other, into, back)
		}
	}
	for (const lobby of world.lobbies.values()) moveMember(world, lobby, from, into)
	const is = (id: string | undefined) => (id === from ? into : id)
	for (const [at, message] of world.messages.entries()) {
		const authorId = message.authorId === from ? into : message.authorId
		world.messages[at] = { ...message, authorId, recipientId: is(message.recipientId) }
	}
	world.presences.delete(from)
	world.players.delete(from)
}

/** A placeholder account in the place of an account: its friends within the game and its places in lobbies. Gives its id. */
export function takeApart(world: World, playerId: string): string {
	const { globalName, username } = playerOf(world, playerId)
	const { id } = addPlayer(world, { isProvisional: true, globalName: globalName ?? username })
	for (const [other, { type }] of relationsFrom(world, 'game', playerId)) {
		if (type !== FRIEND) continue
		giveRelation(world, 'game', id, other, FRIEND)
		giveRelation(world, 'game', other, id, FRIEND)
	}
	for (const lobby of world.lobbies.values()) moveMember(world, lobby, playerId, id)
	return id
}
