/** A match that is going on: the lobby, read as a match, and what the player does in it. */
import type { Client, MessageHandle, Snowflake } from '@guildhall/socialsdk'
import { ACTS, type Match, readMatch, type Said, type Seats, sideOf } from './match.ts'
import { isLegal, otherSide, type Side, sideToMove } from './rules.ts'

export interface ChatLine {
	author: string
	isMine: boolean
	words: string
}

export interface Table {
	readonly code: string
	readonly lobbyId: Snowflake
	match(): Match
	/** Undefined for who watches. */
	side(): Side | undefined
	/** The id of the other player; none for who watches, or while nobody is across. */
	opponent(): string | undefined
	isMyTurn(): boolean
	/** The name of who sits there, and whether their game is connected. */
	seated(side: Side): { name: string; isHere: boolean } | undefined
	chat(): ChatLine[]
	play(column: number): Promise<void>
	resign(): Promise<void>
	nextRound(): Promise<void>
	say(words: string): Promise<void>
	leave(): Promise<void>
	/** Forgets the table; the player stays in the match. */
	close(): void
}

/** A lobby remembers so many messages. */
const HISTORY = 200
const GAME = 'harbor-lights'
const LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** A code for a new match: who has it comes in. */
export function newCode(): string {
	const random = crypto.getRandomValues(new Uint8Array(8))
	return [...random].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/**
 * Comes to the match with this code. `changed` is called whenever there is something new to show, `gone` when there is no match any more.
 * @throws where there is no such match and none is to be made
 */
export async function openTable(
	client: Client,
	{ code, isNew, changed, gone }: { code: string; isNew: boolean; changed(): void; gone(): void },
): Promise<Table> {
	const me = String(client.GetCurrentUserV2()?.Id() ?? '')
	const secret = `${GAME}:${code}`
	const lobbyId = isNew
		? await client.CreateOrJoinLobbyWithMetadata(secret, { game: GAME, port: me }, {})
		: await client.CreateOrJoinLobby(secret)
	const lobby = () => client.GetLobbyHandle(lobbyId)
	if (lobby()?.Metadata().game !== GAME) {
		await client.LeaveLobby(lobbyId)
		throw new Error(`There is no match with the code ${code}.`)
	}
	/** Who was seen to sit somewhere stays there, whatever is written into the metadata later. */
	const seats: Seats = {}
	const messages = new Map<Snowflake, MessageHandle>()
	let isCut = false
	const offs = listen()
	const history = await client.GetLobbyMessagesWithLimit(lobbyId, HISTORY)
	for (const message of history) messages.set(message.Id(), message)
	isCut = history.length >= HISTORY
	seat()

	function match(): Match {
		return readMatch(seats, [...messages.values()].map(saidIn), isCut)
	}

	/** Who opened the match gives the free seat to whoever comes first. */
	function seat(): void {
		const { port, starboard } = lobby()?.Metadata() ?? {}
		if (port) seats.port ??= port
		if (starboard) seats.starboard ??= starboard
		const [other] =
			lobby()
				?.LobbyMemberIds()
				.map(String)
				.filter((id) => id !== me) ?? []
		if (seats.port !== me || starboard || !other) return
		// Told to everybody by an update of the lobby; who is refused tries again when the next member comes.
		client
			.CreateOrJoinLobbyWithMetadata(secret, { game: GAME, port: me, starboard: other }, {})
			.catch((error: unknown) => console.warn('The seat was not given.', error))
	}

	function listen(): (() => void)[] {
		const ours = (id: Snowflake) => {
			if (id !== lobbyId) return
			seat()
			changed()
		}
		return [
			client.on('lobbyCreated', ours),
			client.on('lobbyUpdated', ours),
			client.on('lobbyMemberAdded', ours),
			client.on('lobbyMemberUpdated', ours),
			client.on('lobbyMemberRemoved', ours),
			client.on('userUpdated', changed),
			client.on('lobbyDeleted', (id) => {
				if (id === lobbyId) gone()
			}),
			client.on('messageCreated', (id) => {
				const message = client.GetMessageHandle(id)
				if (message?.ChannelId() !== lobbyId) return
				messages.set(id, message)
				changed()
			}),
		]
	}

	const act = async (words: string, metadata: Record<string, string>) => {
		await client.SendLobbyMessageWithMetadata(lobbyId, words, metadata)
	}
	const close = () => {
		for (const off of offs.splice(0)) off()
	}

	return {
		code,
		lobbyId,
		match,
		side: () => sideOf({ seats }, me),
		opponent() {
			const side = sideOf({ seats }, me)
			return side && seats[otherSide(side)]
		},
		isMyTurn() {
			const { round } = match()
			return !round.end && seats.starboard !== undefined && sideToMove(round) === sideOf({ seats }, me)
		},
		seated(side) {
			const id = seats[side]
			if (!id) return undefined
			const name = client.GetUser(id)?.DisplayName() ?? 'somebody'
			return { name, isHere: lobby()?.GetLobbyMemberHandle(id)?.Connected() ?? false }
		},
		chat: () =>
			[...messages.values()]
				.filter((message) => message.Metadata().act === undefined)
				.toSorted((a, b) => (a.Id() < b.Id() ? -1 : 1))
				.map((message) => ({
					author: message.Author()?.DisplayName() ?? 'somebody',
					isMine: String(message.AuthorId()) === me,
					words: message.Content(),
				})),
		async play(column) {
			const { round } = match()
			if (isLegal(round, column)) await act(`A light in column ${column + 1}`, ACTS.move(round, column))
		},
		resign: () => act('I resign', ACTS.resign(match().round)),
		nextRound: () => act('Another round', ACTS.next(match().round)),
		async say(words) {
			await client.SendLobbyMessage(lobbyId, words)
		},
		async leave() {
			close()
			await client.LeaveLobby(lobbyId)
		},
		close,
	}
}

function saidIn(message: MessageHandle): Said {
	return { id: message.Id(), authorId: String(message.AuthorId()), metadata: message.Metadata() }
}
