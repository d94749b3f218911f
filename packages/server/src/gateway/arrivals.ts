import { INTENTS } from '@guildhall/protocol'
import { findAudience, isOnShard } from '../domain/access/audience.ts'
import type { Presences } from '../domain/presence/presences.ts'
import type { Logger } from '../log.ts'
import type { Subject } from '../ports/bus.ts'
import type { Reading } from '../ports/store.ts'
import type { Hub, Listener } from './hub.ts'
import type { AccessChange, OpenSession } from './open-session.ts'
import { guildCreate, lobbyCreate, readyOf } from './ready.ts'

export interface ArrivalsOptions {
	store: Reading
	hub: Hub
	presences: Presences
	log: Logger
}

/**
 * Brings sessions to what they hear. A session listens before it is shown anything, and is shown it before it hears
 * anything: what happens meanwhile comes behind (G13).
 */
export class Arrivals {
	readonly #options: ArrivalsOptions

	constructor(options: ArrivalsOptions) {
		this.#options = options
	}

	/** READY, and whatever came since. What is left to bring in are the guilds, whose ids are the answer. */
	async begin(session: OpenSession, version: number, onReady: () => void): Promise<string[]> {
		const { store, hub } = this.#options
		const own = this.#join(session, `user.${session.userId}`)
		const audience = await findAudience(store, session.listening)
		const others = audience.subjects.filter((subject) => subject !== own.subject)
		const lobbies = audience.lobbyIds.map((id): Subject => `lobby.${id}`)
		const listeners = [own, ...[...others, ...lobbies].map((subject) => this.#join(session, subject))]
		const ready = await readyOf(store, session, { ...audience, version })
		if (session.isEnded) return []
		session.say('READY', ready)
		onReady()
		for (const listener of listeners) hub.release(listener)
		const { early = [] } = session
		session.early = undefined
		for (const change of early) this.change(session, change)
		return audience.guildIds
	}

	/** GUILD_CREATE for each, one after the other, no faster than the client reads. */
	async bringGuilds(session: OpenSession, guildIds: readonly string[]): Promise<void> {
		for (const guildId of guildIds) {
			await session.room()
			if (session.isEnded) return
			await this.#bringGuild(session, guildId)
			// READY has named it, and it was left since.
			if (!session.listeners.has(`guild.${guildId}`)) this.#sayGone(session, guildId)
			// Others have their turn between two guilds.
			await new Promise(setImmediate)
		}
	}

	/** The session's user came into a guild or a lobby, or is out of one. */
	change(session: OpenSession, change: AccessChange): void {
		const { guild_id: guildId, lobby_id: lobbyId, gained } = change
		const work = async () => {
			if (guildId !== undefined && session.kind === 'bot' && isOnShard(guildId, session.shard)) {
				if (gained) await this.#bringGuild(session, guildId)
				else if (this.#leave(session, `guild.${guildId}`)) this.#sayGone(session, guildId)
			}
			if (lobbyId !== undefined && session.hearsLobbies) {
				if (gained) await this.#bringLobby(session, lobbyId)
				else if (this.#leave(session, `lobby.${lobbyId}`)) {
					session.say('LOBBY_DELETE', { id: lobbyId, reason: 'removed' })
				}
			}
		}
		work().catch((err) => this.#options.log.error({ err }, 'a session was not shown what it came into'))
	}

	/** Hears nothing any more. */
	leaveAll(session: OpenSession): void {
		for (const listener of [...session.listeners.values()]) this.#options.hub.leave(listener)
	}

	async #bringGuild(session: OpenSession, guildId: string): Promise<void> {
		const { store, presences } = this.#options
		const isShown = (session.intents & INTENTS.Guilds) !== 0
		await this.#bring(session, `guild.${guildId}`, isShown ? 'GUILD_CREATE' : undefined, () =>
			guildCreate(store, session, guildId, presences),
		)
	}

	async #bringLobby(session: OpenSession, lobbyId: string): Promise<void> {
		await this.#bring(session, `lobby.${lobbyId}`, 'LOBBY_CREATE', () =>
			lobbyCreate(this.#options.store, session, lobbyId),
		)
	}

	/** `read` answers undefined where the session's user is not in it. */
	async #bring(
		session: OpenSession,
		subject: Subject,
		name: string | undefined,
		read: () => Promise<unknown>,
	): Promise<void> {
		const { hub } = this.#options
		if (session.isEnded || session.listeners.has(subject)) return
		const listener = this.#join(session, subject)
		if (name !== undefined) {
			let shown: unknown
			try {
				shown = await read()
			} finally {
				if (shown === undefined) this.#options.hub.leave(listener)
			}
			if (listener.isGone || session.isEnded) return
			session.say(name, shown)
		}
		hub.release(listener)
	}

	/** True where it was shown to the client, which must be told that it is gone. */
	#leave(session: OpenSession, subject: Subject): boolean {
		const listener = session.listeners.get(subject)
		if (!listener) return false
		this.#options.hub.leave(listener)
		return !listener.held
	}

	#sayGone(session: OpenSession, guildId: string): void {
		if (session.intents & INTENTS.Guilds) session.say('GUILD_DELETE', { id: guildId })
	}

	#join(session: OpenSession, subject: Subject): Listener {
		return this.#options.hub.join(session, subject)
	}
}
