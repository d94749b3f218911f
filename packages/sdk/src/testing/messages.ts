import { lobbyOf, tellMembers } from './lobbies.ts'
import { playerOf, relationOf, userOnWire } from './users.ts'
import { type MessageRow, type Metadata, Refusal, unknown, type World } from './world.ts'

export interface Saying {
	content: string
	metadata?: Metadata | undefined
	/** Whatever else the message carries on the wire. */
	more?: object | undefined
}

export function sayInLobby(world: World, authorId: string, lobbyId: string, given: Saying): MessageRow {
	const lobby = lobbyOf(world, lobbyId, authorId)
	const { additionalName } = lobby.members.get(authorId) ?? {}
	const message = add(world, { ...saying(given), authorId, lobbyId, additionalName })
	tell(world, message, 'CREATE')
	return message
}

export function writeTo(world: World, authorId: string, recipientId: string, given: Saying): MessageRow {
	playerOf(world, recipientId)
	const relations = [
		relationOf(world, 'platform', authorId, recipientId),
		relationOf(world, 'platform', recipientId, authorId),
	]
	if (authorId === recipientId || relations.some((relation) => relation?.type === 2)) {
		throw new Refusal(403, 50007, 'Cannot send messages to this user')
	}
	const message = add(world, { ...saying(given), authorId, recipientId, additionalName: undefined })
	tell(world, message, 'CREATE')
	return message
}

const NONCE_MS = 5 * 60_000

/** The message that was written with this nonce a short while ago, or a new one. */
export function onceFor(world: World, key: string, write: () => MessageRow): MessageRow {
	const known = world.nonces.get(key)
	if (known && world.clock.now() < known.at + NONCE_MS) return known.message
	const message = write()
	world.nonces.set(key, { message, at: world.clock.now() })
	return message
}

export function edit(world: World, authorId: string, messageId: string, content: string): MessageRow {
	const message = ownMessage(world, authorId, messageId)
	Object.assign(message, { content, editedAt: world.clock.now(), moderationMetadata: undefined })
	tell(world, message, 'UPDATE')
	return message
}

export function remove(world: World, authorId: string, messageId: string): void {
	const message = ownMessage(world, authorId, messageId)
	world.messages.splice(world.messages.indexOf(message), 1)
	if (message.lobbyId !== undefined) {
		const lobby = world.lobbies.get(message.lobbyId)
		if (lobby) tellMembers(world, lobby, 'LOBBY_MESSAGE_DELETE', { id: message.id, lobby_id: lobby.id })
		return
	}
	for (const id of sides(message)) {
		world.tell([id], 'MESSAGE_DELETE', { id: message.id, channel_id: channelFor(world, message, id) })
	}
}

/** What the game's server says of a message. */
export function moderate(world: World, messageId: string, metadata: Metadata): void {
	const message = world.messages.find(({ id }) => id === messageId)
	if (!message) throw unknown('Message', 10008)
	message.moderationMetadata = Object.keys(metadata).length === 0 ? undefined : metadata
	tell(world, message, 'UPDATE')
}

const OLDEST_MS = 72 * 3_600_000

/** Newest first. */
export function lobbyHistory(world: World, lobbyId: string, limit: number): object[] {
	return history(world, limit, (message) => message.lobbyId === lobbyId).map((message) => messageOnWire(world, message))
}

/** Newest first; a conversation that never began is an unknown channel. */
export function conversation(world: World, playerId: string, otherId: string, limit: number): object[] {
	const messages = history(world, limit, (message) => isBetween(message, playerId, otherId))
	if (messages.length === 0) throw unknown('Channel', 10003)
	return messages.map((message) => messageOnWire(world, message, playerId))
}

/** The last message of each conversation of a player. */
export function summaries(world: World, playerId: string): object[] {
	const newest = new Map<string, string>()
	for (const message of world.messages) {
		const [other] = sides(message).filter((id) => id !== playerId)
		if (sides(message).includes(playerId) && other) newest.set(other, message.id)
	}
	return [...newest].map(([user_id, last_message_id]) => ({ user_id, last_message_id }))
}

function history(world: World, limit: number, isWanted: (message: MessageRow) => boolean): MessageRow[] {
	const oldest = BigInt(world.clock.now() - OLDEST_MS - 1_420_070_400_000) << 22n
	return world.messages
		.filter((message) => isWanted(message) && BigInt(message.id) >= oldest)
		.reverse()
		.slice(0, limit)
}

function saying({ content, metadata, more = {} }: Saying) {
	return { content, metadata, more, moderationMetadata: undefined, editedAt: undefined }
}

function add(world: World, given: Omit<MessageRow, 'id'>): MessageRow {
	const message: MessageRow = { ...given, id: world.newId() }
	world.messages.push(message)
	return message
}

function ownMessage(world: World, authorId: string, messageId: string): MessageRow {
	const message = world.messages.find(({ id }) => id === messageId)
	if (!message) throw unknown('Message', 10008)
	if (message.authorId !== authorId) throw new Refusal(403, 50005, 'Cannot edit a message authored by another user')
	return message
}

function tell(world: World, message: MessageRow, event: 'CREATE' | 'UPDATE'): void {
	const lobby = message.lobbyId === undefined ? undefined : world.lobbies.get(message.lobbyId)
	if (lobby) tellMembers(world, lobby, `LOBBY_MESSAGE_${event}`, messageOnWire(world, message))
	for (const id of sides(message)) world.tell([id], `MESSAGE_${event}`, messageOnWire(world, message, id))
}

/** The two of a conversation; nobody of a lobby's message. */
function sides({ authorId, recipientId }: MessageRow): string[] {
	return recipientId === undefined ? [] : [authorId, recipientId]
}

function isBetween(message: MessageRow, one: string, other: string): boolean {
	return sides(message).includes(one) && sides(message).includes(other)
}

/** The platform's own channel of two friends; a game's has the other one's id, and is no channel elsewhere. */
function channelFor(world: World, { authorId, recipientId = '' }: MessageRow, playerId: string): string {
	const other = playerId === authorId ? recipientId : authorId
	return isOnPlatform(world, playerId, other) ? platformChannel(playerId, other) : other
}

const TRACKS = ['platform', 'game'] as const

function isOnPlatform(world: World, one: string, other: string): boolean {
	const isFriend = TRACKS.some((track) => relationOf(world, track, one, other)?.type === 1)
	return isFriend && [one, other].some((id) => !playerOf(world, id).isProvisional)
}

/** An id that both have in common. */
function platformChannel(one: string, other: string): string {
	return String(BigInt(one) ^ BigInt(other) ^ (1n << 62n))
}

export function channelOnWire(world: World, playerId: string, otherId: string): object {
	const isReal = isOnPlatform(world, playerId, otherId)
	const recipients = [userOnWire(playerOf(world, otherId))]
	const id = isReal ? platformChannel(playerId, otherId) : otherId
	return { id, type: isReal ? 1 : 18, recipients, last_message_id: null }
}

/** A message as one of the two sees it, or as everybody in its lobby does. */
export function messageOnWire(world: World, message: MessageRow, playerId = message.authorId): object {
	const { id, authorId, lobbyId, recipientId, content, metadata, moderationMetadata, additionalName, editedAt } =
		message
	const other = playerId === authorId ? recipientId : authorId
	const place =
		lobbyId === undefined
			? {
					channel_id: channelFor(world, message, playerId),
					recipient_id: other,
					channel: channelOnWire(world, playerId, other ?? ''),
				}
			: { lobby_id: lobbyId, channel_id: lobbyId }
	return {
		id,
		type: 0,
		content,
		...place,
		author: userOnWire(playerOf(world, authorId)),
		...(metadata && { metadata }),
		...(moderationMetadata && { moderation_metadata: moderationMetadata }),
		...(additionalName !== undefined && { lobby_member: { additional_name: additionalName } }),
		...(editedAt !== undefined && { edited_timestamp: new Date(editedAt).toISOString() }),
		flags: 1 << 16,
		application_id: world.applicationId,
		...message.more,
	}
}
