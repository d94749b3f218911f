import { Client } from '../client/client.ts'
import { AuthorizationTokenType } from '../enums/authorization.ts'
import { ClientStatus } from '../enums/clients.ts'
import { ClientCreateOptions, type ClientCreateOptionsInit } from '../records/client-create-options.ts'
import { type MovableClock, movableClock } from './clock.ts'
import { fakeGateway } from './gateway.ts'
import { type Answering, API, type FakeRequest, fakeHttp, isRoute } from './http.ts'
import type { RateLimit } from './limits.ts'
import { addLobby, deleteLobby, putMember } from './lobbies.ts'
import { moderate } from './messages.ts'
import { type FakePlayer, fakePlayer } from './player.ts'
import { endAuthorization, identityOf, openConsentPage, setAnswerer } from './sign-in.ts'
import { addPlayer, playerOf } from './users.ts'
import { type ChannelRow, type Metadata, newWorld, type PlayerRow } from './world.ts'

/** A platform in memory, for tests of a game: it opens no socket, and time moves when it is moved. */
export interface FakePlatform {
	readonly clock: MovableClock
	/** Decimal text. */
	readonly applicationId: string
	/** Everything that clients asked over HTTP, in order. */
	readonly requests: readonly FakeRequest[]
	/** Everything that clients said to the gateway, in order. */
	readonly frames: readonly { op: number; d: unknown }[]
	/** For `new Client`: a client that reaches this platform and nothing else. */
	options(more?: ClientCreateOptionsInit): ClientCreateOptions
	/** The player of a name, who is there from the first time on. */
	player(name: string, facts?: Partial<Omit<PlayerRow, 'id' | 'username'>>): FakePlayer
	/**
	 * Who answers consent pages and codes of devices from now on, and those that are open: a player agrees, `'refuses'` does
	 * not. Until it is said nobody is there.
	 */
	signIn(who: FakePlayer | 'refuses' | undefined): void
	/**
	 * The player whom a proof of an identity elsewhere stands for, from now on the given one. One that nobody was given stands
	 * for a placeholder account that is made.
	 */
	identity(proof: string, player?: FakePlayer): FakePlayer
	/** The player takes the game off their account, or is banned: their tokens are dead, and their clients are closed. */
	unlink(player: FakePlayer): void
	/** A client of a player, connected and Ready. */
	play(player: FakePlayer, more?: ClientCreateOptionsInit): Promise<Client>
	/**
	 * What `METHOD /path` answers from now on instead of what the platform would; a function may leave a request to the
	 * platform by giving nothing. Without an answer the route is the platform's again.
	 *
	 * @example platform.answer('PUT /lobbies', { status: 429, body: { message: 'slow', retry_after: 2 } })
	 */
	answer(route: string, answer?: Answering | ((request: FakeRequest) => Answering | undefined)): void
	/** Sends a dispatch of the gateway to every client of these players. */
	dispatch(to: FakePlayer | readonly FakePlayer[], name: string, data: unknown): void
	/** Closes sockets with a code, of one player or of all; clients take their sessions up again if the code lets them. */
	drop(code?: number, player?: FakePlayer): void
	/** Sessions whose sockets were closed cannot be taken up again: clients begin anew. */
	forget(): void
	/** Closes every further session with a code, `undefined` lets them in again. */
	refuse(code: number | undefined): void
	/**
	 * How often each player may ask for `METHOD /path` from now on, in which `:` stands for any one part: what is beyond it is
	 * answered with 429. Without a limit there is none.
	 *
	 * @example platform.limit('POST /lobbies/:/messages', { count: 5, seconds: 10 })
	 */
	limit(route: string, limit?: RateLimit): void
	/**
	 * Functions of clients and events of the gateway that are switched off, for sessions that begin from now on; without any all
	 * are on again.
	 *
	 * @example platform.disable('SendUserMessage')
	 */
	disable(...names: string[]): void
	/** A lobby that the game's server made; gives its id. */
	lobby(members: readonly FakePlayer[], metadata?: Metadata): string
	/** The lobby is gone, as after a time without anybody. */
	endLobby(lobbyId: string): void
	/** What the game's server says of a message; an empty map takes it back. */
	moderate(messageId: string, metadata: Metadata): void
	/** A guild with channels; gives its id. */
	guild(name: string, members: readonly FakePlayer[], channels?: readonly Partial<ChannelRow>[]): string
	/** Resolves when nothing more happens by itself. */
	settled(): Promise<void>
	/** Moves the clock step by step, and waits until what became due is done. */
	advance(ms: number): Promise<void>
}

interface FakePlatformOptions {
	applicationId?: string
	/** How many friends somebody may have on the platform. */
	mostFriends?: number
	/**
	 * The application of a publisher whose game this is: players sign in to that, and tokens of it are exchanged for those of
	 * the game.
	 */
	publisherId?: string
	/** Its other games. */
	siblingIds?: readonly string[]
	/** Milliseconds since the Unix epoch. */
	now?: number
}

/**
 * @example
 * const platform = fakePlatform()
 * const [alice, bob] = [platform.player('alice'), platform.player('bob')]
 * const client = await platform.play(alice)
 * const lobbyId = await client.CreateOrJoinLobby('room-7')
 * bob.says(bob.joins('room-7'), 'hello')
 */
export function fakePlatform({
	applicationId = '1100000000000000001',
	mostFriends = 1000,
	publisherId,
	siblingIds = [],
	now = 1_790_000_000_000,
}: FakePlatformOptions = {}): FakePlatform {
	const clock = movableClock(now)
	const gateway = fakeGateway(() => world)
	const world = newWorld(clock, { applicationId, mostFriends, publisherId, siblingIds }, gateway)
	const http = fakeHttp(world)

	function options(more: ClientCreateOptionsInit = {}): ClientCreateOptions {
		const { fetch } = http
		const { WebSocket: webSocket } = gateway
		// A game that shows pages itself has them lead where it will.
		const pages = more.openUrl ? {} : consentPages()
		return new ClientCreateOptions({ apiBase: API, fetch, webSocket, clock, ...pages, ...more })
	}

	/** Consent pages of one client. They redirect as to an app with a scheme of its own: nothing has to listen for that. */
	function consentPages(): ClientCreateOptionsInit {
		const links = new Set<(url: string) => void>()
		const deepLinks = {
			onUrl(listener: (url: string) => void) {
				links.add(listener)
				return () => void links.delete(listener)
			},
		}
		const redirect = (url: string) => {
			for (const listener of links) listener(url)
		}
		return { deepLinks, openUrl: (url) => openConsentPage(world, url, redirect) }
	}

	function player(name: string, facts: Partial<PlayerRow> = {}): FakePlayer {
		const username = name.toLowerCase()
		const present = [...world.players.values()].find((row) => row.username === username)
		return fakePlayer(world, Object.assign(present ?? addPlayer(world, { username }), facts))
	}

	async function settled(): Promise<void> {
		const activity = () => [http.requests.length, gateway.frames.length, clock.next()].join()
		for (let quiet = 0, before = ''; quiet < QUIET_TURNS; ) {
			await turn()
			const after = activity()
			quiet = after === before ? quiet + 1 : 0
			before = after
		}
	}

	return {
		clock,
		applicationId,
		requests: http.requests,
		frames: gateway.frames,
		options,
		player,
		signIn: (who) => setAnswerer(world, who),
		identity(proof, who) {
			if (who) world.signIns.identities.set(proof, who.id)
			return fakePlayer(world, playerOf(world, identityOf(world, proof)))
		},
		unlink: ({ id }) => endAuthorization(world, id),
		async play(who, more) {
			const client = new Client(options(more))
			await client.UpdateToken(AuthorizationTokenType.Bearer, who.token())
			const isReady = new Promise<void>((resolve) => {
				const off = client.on('statusChanged', (status) => {
					if (status !== ClientStatus.Ready) return
					off()
					resolve()
				})
			})
			client.Connect()
			await isReady
			return client
		},
		answer(route, answer) {
			if (answer === undefined) http.answers.delete(route)
			else http.answers.set(route, typeof answer === 'function' ? answer : () => answer)
		},
		dispatch(to, name, data) {
			const ids = 'id' in to ? [to.id] : to.map(({ id }) => id)
			world.tell(ids, name, data)
		},
		drop: (code = 1006, who) => gateway.close(code, who?.id),
		forget: () => gateway.forget(),
		refuse(code) {
			gateway.refuseWith = code
		},
		limit(route, limit) {
			if (!isRoute(route)) throw new Error(`There is no route ${route}`)
			if (limit) world.limits.set(route, limit)
			else world.limits.delete(route)
			for (const key of world.taken.keys()) if (key.startsWith(`${route} `)) world.taken.delete(key)
		},
		disable(...names) {
			const isEvent = (name: string) => /^[A-Z_]+$/.test(name)
			world.disabled = {
				disabled_functions: names.filter((name) => !isEvent(name)),
				disabled_gateway_events: names.filter(isEvent),
			}
		},
		lobby(members, metadata) {
			const lobby = addLobby(world, undefined, metadata)
			for (const { id } of members) putMember(world, lobby, id, {})
			return lobby.id
		},
		endLobby(lobbyId) {
			const lobby = world.lobbies.get(lobbyId)
			if (lobby) deleteLobby(world, lobby)
		},
		moderate: (messageId, metadata) => moderate(world, messageId, metadata),
		guild(name, members, channels = []) {
			const id = world.newId()
			const rows = channels.map((channel, position) => ({
				id: world.newId(),
				name: `channel-${position}`,
				type: 0,
				position,
				parentId: null,
				isLinkable: true,
				isPrivate: false,
				...channel,
			}))
			world.guilds.set(id, { id, name, memberIds: new Set(members.map((member) => member.id)), channels: rows })
			return id
		},
		settled,
		async advance(ms) {
			await settled()
			const until = clock.now() + ms
			for (let next = clock.next(); next !== undefined && clock.now() + next <= until; next = clock.next()) {
				clock.advance(next)
				await settled()
			}
			clock.advance(until - clock.now())
			await settled()
		},
	}
}

const QUIET_TURNS = 3

/** Microtasks are over, and so is what other code arranged for the next turn of the event loop. */
function turn(): Promise<void> {
	return new Promise((resolve) => {
		if (typeof setImmediate === 'function') setImmediate(() => resolve())
		else setTimeout(resolve, 4)
	})
}
