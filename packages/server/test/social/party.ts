/** Players of one game who do all kinds of things to each other, and the game that looks after their lobbies. */
import fc from 'fast-check'
import { type Arcade, arcade, type Player } from '../players.ts'
import { enter } from '../playing.ts'
import type { Answered, TestServer } from '../server.ts'

export type Session = Awaited<ReturnType<typeof enter>>

export interface Guest {
	player: Player
	/** One after the other; each was there before the one before it went. */
	sessions: Session[]
}

export interface Party {
	game: Arcade
	guests: Guest[]
	/** What each of them wrote last, and to whom. */
	written: Map<Guest, { path: string }>
	/** The lobby that a secret led to last. */
	lobbies: Map<string, string>
}

/** What somebody does. Numbers are looked up among what there is. */
export type Deed =
	| { does: 'ask' | 'end' | 'ask in game' | 'end in game' | 'end both' | 'block'; by: number; other: number }
	| { does: 'come' | 'go' | 'say of oneself'; by: number; lobby: number }
	| { does: 'bring' | 'take out' | 'give'; lobby: number; other: number }
	| { does: 'close' | 'change'; lobby: number }
	| { does: 'write'; by: number; other: number }
	| { does: 'rewrite' | 'take back' | 'rename' | 'come back'; by: number }

const some = fc.nat({ max: 11 })
const is = fc.constant
const between = (...deeds: ('ask' | 'end' | 'ask in game' | 'end in game' | 'end both' | 'block')[]) =>
	fc.record({ does: fc.constantFrom(...deeds), by: some, other: some })

export const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
	{ weight: 5, arbitrary: between('ask', 'ask in game') },
	{ weight: 3, arbitrary: between('end', 'end in game', 'end both', 'block') },
	{ weight: 4, arbitrary: fc.record({ does: is('come'), by: some, lobby: some }) },
	{ weight: 3, arbitrary: fc.record({ does: fc.constantFrom('go', 'say of oneself'), by: some, lobby: some }) },
	{
		weight: 4,
		arbitrary: fc.record({ does: fc.constantFrom('bring', 'take out', 'give'), lobby: some, other: some }),
	},
	{ weight: 2, arbitrary: fc.record({ does: fc.constantFrom('close', 'change'), lobby: some }) },
	{ weight: 3, arbitrary: fc.record({ does: is('write'), by: some, other: some }) },
	{ weight: 2, arbitrary: fc.record({ does: fc.constantFrom('rewrite', 'take back'), by: some }) },
	{ weight: 2, arbitrary: fc.record({ does: fc.constantFrom('rename', 'come back'), by: some }) },
) as fc.Arbitrary<Deed>

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dan']
/** Few enough that deeds meet. */
const SECRETS = ['attic', 'cellar']

export async function party(server: TestServer): Promise<Party> {
	const game = await arcade(server)
	const guests: Guest[] = []
	for (const name of NAMES) {
		const player = await game.vouch(name, { preferred_global_name: name })
		guests.push({ player, sessions: [await enter(server, player)] })
	}
	return { game, guests, written: new Map(), lobbies: new Map() }
}

const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T

/** Does it. What cannot be is refused, as anywhere. */
export async function perform(server: TestServer, place: Party, deed: Deed, n: number): Promise<void> {
	const answer = await act(server, place, deed, n)
	if (answer && answer.status >= 500) throw new Error(`${deed.does}: ${answer.status} ${JSON.stringify(answer.body)}`)
}

async function act(server: TestServer, place: Party, deed: Deed, n: number): Promise<Answered | undefined> {
	const { game, guests, written, lobbies } = place
	const { bot } = game
	const guest = pick(guests, 'by' in deed ? deed.by : 0)
	const { player } = guest
	// Never oneself.
	const others = 'by' in deed ? guests.filter((one) => one !== guest) : guests
	const other = pick(others, 'other' in deed ? deed.other : 0).player
	const secret = pick(SECRETS, 'lobby' in deed ? deed.lobby : 0)
	const related = `/users/@me/relationships/${other.id}`
	const inGame = `/users/@me/game-relationships/${other.id}`
	switch (deed.does) {
		case 'ask':
			return player.put(related, {})
		case 'ask in game':
			return player.put(inGame, {})
		case 'end':
			return player.delete(related)
		case 'end in game':
			return player.delete(inGame)
		case 'end both':
			return player.delete(`${related}?with_game_relationship=true`)
		case 'block':
			return player.put(related, { type: 2 })
		case 'come':
		case 'say of oneself': {
			const said = deed.does === 'come' ? {} : { lobby_metadata: { n: String(n) } }
			const answer = await player.put('/lobbies', { secret, member_metadata: { n: String(n) }, ...said })
			if (answer.status === 200) lobbies.set(secret, answer.body.id)
			return answer
		}
		case 'write': {
			const answer = await player.post(`/users/${other.id}/messages`, { content: `words ${n}` })
			if (answer.status === 200) written.set(guest, { path: `/users/${other.id}/messages/${answer.body.id}` })
			return answer
		}
		case 'rewrite':
		case 'take back': {
			const { path } = written.get(guest) ?? {}
			if (!path) return undefined
			return deed.does === 'rewrite' ? player.patch(path, { content: `other words ${n}` }) : player.delete(path)
		}
		case 'rename':
			return player.patch('/users/@me/account', { global_name: `${NAMES[guests.indexOf(guest)]} ${n}` })
		case 'come back': {
			// As a client that lost its connection and begins anew, while all else goes on.
			const before = guest.sessions.at(-1)
			const after = await enter(server, player)
			// Twice at the same moment: the one stays that came first.
			const goes = guest.sessions.at(-1) === before ? before : after
			if (goes === before) guest.sessions.push(after)
			goes?.ws.close(1000)
			return undefined
		}
	}
	const lobbyId = lobbies.get(secret)
	if (lobbyId === undefined) return undefined
	const path = `/lobbies/${lobbyId}`
	switch (deed.does) {
		case 'go':
			return player.delete(`${path}/members/@me`)
		case 'bring':
			return bot.put(`${path}/members/${other.id}`, { additional_name: `Sir ${n}` })
		case 'give':
			return bot.post(`${path}/members/bulk`, [{ id: other.id, metadata: { given: String(n) } }])
		case 'take out':
			return bot.delete(`${path}/members/${other.id}`)
		case 'close':
			return bot.delete(path)
		case 'change':
			return bot.patch(path, { metadata: { changed: String(n) } })
	}
}
