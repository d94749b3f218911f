import { type PlayerRow, type Presence, type Relation, type Track, unknown, type World } from './world.ts'

const PROVISIONAL_ACCOUNT = 1 << 23

export function userOnWire({ id, username, globalName, avatar, isProvisional }: PlayerRow): object {
	const public_flags = isProvisional ? PROVISIONAL_ACCOUNT : 0
	return { id, username, discriminator: '0', global_name: globalName, avatar, public_flags, flags: public_flags }
}

/** Somebody new, under a name that is made up where none is given. */
export function addPlayer(world: World, facts: Partial<Omit<PlayerRow, 'id'>>): PlayerRow {
	const id = world.newId()
	const row = { id, username: `player-${id}`, globalName: null, avatar: null, isProvisional: false, ...facts }
	world.players.set(id, row)
	return row
}

export function playerOf(world: World, id: string): PlayerRow {
	const player = world.players.get(id)
	if (!player) throw unknown('User', 10013)
	return player
}

/** What the first is to the second. */
export function relationOf(world: World, track: Track, from: string, to: string): Relation | undefined {
	return world.relations.get(`${track} ${from} ${to}`)
}

/** Whom a player's news concern, in either track: friends and whoever is in a lobby with them. */
function acquaintances(world: World, playerId: string): Set<string> {
	const ids = new Set([playerId, ...friends(world, playerId)])
	for (const { members } of world.lobbies.values()) {
		if (members.has(playerId)) for (const id of members.keys()) ids.add(id)
	}
	return ids
}

/** A player's names or picture are others from now on. */
export function changePlayer(world: World, playerId: string, change: Partial<PlayerRow>): void {
	const player = playerOf(world, playerId)
	Object.assign(player, change)
	world.tell(acquaintances(world, playerId), 'USER_UPDATE', userOnWire(player))
}

export function presenceOf(world: World, playerId: string): Presence {
	return world.presences.get(playerId) ?? { status: 'online', activities: [] }
}

interface SaidActivity {
	secrets?: object
	buttons?: { label: string }[]
	party?: { id?: string }
}

/** Without secrets, and without where buttons lead. */
function activitiesOnWire(world: World, playerId: string): { party?: { id?: string } }[] {
	const { activities, sessionId } = presenceOf(world, playerId)
	return activities.map((activity) => {
		const { secrets: _, buttons, ...shown } = activity as SaidActivity
		const parent = world.publisherId && { parent_application_id: world.publisherId }
		const more = {
			application_id: world.applicationId,
			...parent,
			created_at: world.clock.now(),
			session_id: sessionId,
		}
		return { name: 'Game', ...more, ...shown, ...(buttons && { buttons: buttons.map(({ label }) => label) }) }
	})
}

/** What a player's own sessions are told of them. */
export function sessionsOf(world: World, playerId: string): object[] {
	const { status, sessionId } = presenceOf(world, playerId)
	const client_info = { client: 'desktop', os: 'linux', version: 0 }
	const activities = activitiesOnWire(world, playerId)
	return sessionId ? [{ session_id: sessionId, status, activities, client_info, active: true }] : []
}

/** What friends see of a player; whoever has no socket is offline. */
export function presenceOnWire(world: World, playerId: string): object {
	const { status } = presenceOf(world, playerId)
	const isSeen = world.isConnected(playerId) && status !== 'invisible'
	return isSeen ? { ...absent(playerId), status, activities: activitiesOnWire(world, playerId) } : absent(playerId)
}

const absent = (playerId: string) => ({ user: { id: playerId }, status: 'offline', activities: [], client_status: {} })

export function setPresence(world: World, playerId: string, presence: Presence): void {
	world.presences.set(playerId, presence)
	tellPresence(world, playerId)
}

export function tellPresence(world: World, playerId: string): void {
	const told = new Set(friends(world, playerId))
	for (const [followerId, followed] of world.follows) if (followed.has(playerId)) told.add(followerId)
	for (const id of told) world.tell([id], 'PRESENCE_UPDATE', presenceFor(world, playerId, id))
	if (world.isConnected(playerId)) world.tell([playerId], 'SESSIONS_REPLACE', sessionsOf(world, playerId))
}

/** What somebody sees of a player whose party they may follow. */
export function presenceFor(world: World, playerId: string, viewerId: string): object {
	const isFriend = friends(world, playerId).includes(viewerId)
	const { status } = presenceOf(world, playerId)
	const shown = isFriend ? presenceOnWire(world, playerId) : absent(playerId)
	if (!world.follows.get(viewerId)?.has(playerId)) return shown
	const { partyId } = world.invites.get(`${playerId} ${viewerId}`) ?? {}
	const isShown = isFriend && status !== 'invisible'
	const hidden = isShown || !world.isConnected(playerId) ? [] : activitiesOnWire(world, playerId)
	return { ...shown, hidden_activities: hidden.filter(({ party }) => party?.id === partyId) }
}

export function friends(world: World, playerId: string): string[] {
	const ids = new Set<string>()
	for (const [key, { type }] of world.relations) {
		const [, from, to] = key.split(' ')
		if (type === 1 && from === playerId && to) ids.add(to)
	}
	return [...ids]
}
