import { playerOf, userOnWire } from './users.ts'
import { invalid, type LobbyRow, type Metadata, Refusal, unknown, type World } from './world.ts'

export interface Joining {
	lobbyMetadata?: Metadata | null | undefined
	memberMetadata?: Metadata | null | undefined
}

/** Comes into the lobby of a secret, which is made where there is none. */
export function joinLobby(world: World, playerId: string, secret: string, given: Joining = {}): LobbyRow {
	const now = world.clock.now()
	const present = [...world.lobbies.values()].find((lobby) => lobby.secret === secret && now < lobby.admitsUntil)
	const lobby = present ?? addLobby(world, secret)
	if (given.lobbyMetadata !== undefined) lobby.metadata = given.lobbyMetadata
	putMember(world, lobby, playerId, { metadata: given.memberMetadata })
	if (present && given.lobbyMetadata !== undefined) tellMembers(world, lobby, 'LOBBY_UPDATE', lobbyOnWire(world, lobby))
	return lobby
}

const SECRET_MS = 30 * 86_400_000
const MOST_MEMBERS = 1000
const MOST_LOBBIES = 100

/** A lobby as the game's server makes it. */
export function addLobby(world: World, secret?: string, metadata: Metadata | null = null): LobbyRow {
	const admitsUntil = world.clock.now() + SECRET_MS
	const lobby: LobbyRow = {
		...{ id: world.newId(), secret, admitsUntil, metadata },
		members: new Map(),
		linkedChannelId: undefined,
	}
	world.lobbies.set(lobby.id, lobby)
	return lobby
}

interface MemberChange {
	metadata?: Metadata | null | undefined
	flags?: number | undefined
	additionalName?: string | undefined
}

/** Brings somebody in, or changes what is known of a member. */
export function putMember(world: World, lobby: LobbyRow, playerId: string, change: MemberChange): void {
	playerOf(world, playerId)
	const present = lobby.members.get(playerId)
	if (!present) requireRoom(world, lobby, playerId)
	lobby.members.set(playerId, {
		metadata: change.metadata === undefined ? (present?.metadata ?? null) : change.metadata,
		flags: change.flags ?? present?.flags ?? 0,
		additionalName: change.additionalName ?? present?.additionalName,
	})
	if (present) tellMember(world, lobby, playerId, 'LOBBY_MEMBER_UPDATE')
	else {
		world.tell([playerId], 'LOBBY_CREATE', lobbyOnWire(world, lobby))
		tellMember(world, lobby, playerId, 'LOBBY_MEMBER_ADD', playerId)
	}
}

function requireRoom(world: World, lobby: LobbyRow, playerId: string): void {
	if (lobby.members.size >= MOST_MEMBERS) throw invalid('The lobby is full', 'MAX_LOBBY_MEMBERS')
	const own = [...world.lobbies.values()].filter(({ members }) => members.has(playerId))
	if (own.length >= MOST_LOBBIES) throw invalid('The user is in too many lobbies', 'MAX_LOBBIES_PER_USER')
}

/** Another account in the place of a member, where it has none of its own. */
export function moveMember(world: World, lobby: LobbyRow, from: string, into: string): void {
	const member = lobby.members.get(from)
	if (!member) return
	if (!lobby.members.has(into)) putMember(world, lobby, into, member)
	removeMember(world, lobby, from)
}

export function removeMember(world: World, lobby: LobbyRow, playerId: string): void {
	if (!lobby.members.has(playerId)) return
	const data = memberEvent(world, lobby, playerId)
	lobby.members.delete(playerId)
	world.tell([playerId], 'LOBBY_DELETE', { id: lobby.id, reason: 'removed' })
	tellMembers(world, lobby, 'LOBBY_MEMBER_REMOVE', data)
}

export function deleteLobby(world: World, lobby: LobbyRow): void {
	world.lobbies.delete(lobby.id)
	world.messages.splice(0, Infinity, ...world.messages.filter(({ lobbyId }) => lobbyId !== lobby.id))
	tellMembers(world, lobby, 'LOBBY_DELETE', { id: lobby.id, reason: 'deleted' })
}

/** A lobby that the player is in: of others nobody learns anything. */
export function lobbyOf(world: World, lobbyId: string, playerId: string): LobbyRow {
	const lobby = world.lobbies.get(lobbyId)
	if (!lobby) throw unknown('Lobby', 10031)
	if (!lobby.members.has(playerId)) throw new Refusal(403, 50001, 'Missing Access')
	return lobby
}

/** Links a channel, or takes the link away. */
export function linkLobby(world: World, lobby: LobbyRow, playerId: string, channelId: string | undefined): void {
	if (((lobby.members.get(playerId)?.flags ?? 0) & 1) === 0) throw new Refusal(403, 50001, 'Missing Access')
	if (channelId !== undefined) {
		if (lobby.secret !== undefined) throw invalid('This lobby cannot be linked', 'LOBBY_NOT_LINKABLE')
		const channel = channelOf(world, channelId)
		if (!channel) throw unknown('Channel', 10003)
		if (!channel.isLinkable) throw new Refusal(403, 50013, 'Missing Permissions')
	}
	lobby.linkedChannelId = channelId
	tellMembers(world, lobby, 'LOBBY_UPDATE', lobbyOnWire(world, lobby))
}

/** A member's session came or went. */
export function tellConnected(world: World, playerId: string): void {
	for (const lobby of world.lobbies.values()) {
		if (lobby.members.has(playerId)) tellMember(world, lobby, playerId, 'LOBBY_MEMBER_UPDATE', playerId)
	}
}

export function lobbyOnWire(world: World, lobby: LobbyRow): object {
	const { id, metadata, members, linkedChannelId } = lobby
	const channel = linkedChannelId === undefined ? undefined : channelOf(world, linkedChannelId)
	return {
		id,
		application_id: world.applicationId,
		metadata,
		flags: 0,
		members: [...members.keys()].map((memberId) => memberOnWire(world, lobby, memberId)),
		...(channel && {
			linked_channel: { id: channel.id, name: channel.name, type: channel.type, guild_id: channel.guildId },
		}),
	}
}

function memberOnWire(world: World, { members }: LobbyRow, playerId: string): object {
	const member = members.get(playerId)
	return {
		id: playerId,
		metadata: member?.metadata ?? null,
		flags: member?.flags ?? 0,
		...(member?.additionalName !== undefined && { additional_name: member.additionalName }),
		connected: world.isConnected(playerId),
		user: userOnWire(playerOf(world, playerId)),
	}
}

function memberEvent(world: World, lobby: LobbyRow, playerId: string): object {
	return {
		lobby_id: lobby.id,
		application_id: world.applicationId,
		member: memberOnWire(world, lobby, playerId),
	}
}

function tellMember(world: World, lobby: LobbyRow, playerId: string, event: string, except?: string): void {
	tellMembers(world, lobby, event, memberEvent(world, lobby, playerId), except)
}

export function tellMembers(world: World, lobby: LobbyRow, event: string, data: unknown, except?: string): void {
	const ids = [...lobby.members.keys()].filter((id) => id !== except)
	world.tell(ids, event, data)
}

function channelOf(world: World, channelId: string) {
	for (const guild of world.guilds.values()) {
		const channel = guild.channels.find(({ id }) => id === channelId)
		if (channel) return { ...channel, guildId: guild.id }
	}
	return undefined
}
