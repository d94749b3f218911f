import { INTENTS } from '@guildhall/protocol'
import { findAudience, isOnShard } from '../domain/access/audience.ts'
import type { Presences } from '../domain/presence/presences.ts'
import type { Logger } from '../log.ts'
import type { Subject } from '../ports/bus.ts'
import type { Reading } from '../ports/store.ts'
import type { Hub, Listener } from './hub.ts'
import type { AccessChange, OpenSession } from './open-session.ts'
import { guildCreate, readyOf } from './ready.ts'

export interface ArrivalsOptions {
	store: Reading
	hub: Hub
	presences: Presences
	log: Logger
}

/**
 * Brings sessions to what they hear. A session listens before it is shown anything, and is shown it before it hears
 * anything: what happens meanwhile comes behind (G9).
 */
export class Arrivals {
	readonly #options: ArrivalsOptions

	constructor(options: ArrivalsOptions) {
		this.#options = options
	}

	/** READY, and whatever came since. What is left to bring in are the guilds, whose ids are the answer. */
	async begin(session: OpenSession, version: number, onReady: () => void): Promise<string[]> {
		const { store, hub } = this.#options
		if (session.isEnded) return []
		const own = this.#join(session, `user.${session.userId}`)
		const audience = await findAudience(store, session.listening)
		if (session.isEnded) return []
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
	change(session: OpenSession, { guild_id: guildId, lobby_id: lobbyId, gained }: AccessChange): void {
		if (guildId !== undefined && session.kind === 'bot' && isOnShard(guildId, session.shard)) {
			if (!gained) {
				if (this.#leave(session, `guild.${guildId}`)) this.#sayGone(session, guildId)
			} else {
				this.#bringGuild(session, guildId).catch((err) =>
					this.#options.log.error({ err }, 'a session was not shown the guild it came into'),
				)
			}
		}
		// LOBBY_CREATE and LOBBY_DELETE are told to the player by whoever changed the lobby.
		if (lobbyId !== undefined && session.hearsLobbies) {
			const subject: Subject = `lobby.${lobbyId}`
			if (!gained) this.#leave(session, subject)
			else if (!session.listeners.has(subject)) this.#options.hub.release(this.#join(session, subject))
		}
	}

	/** Hears nothing any more. */
	leaveAll(session: OpenSession): void {
		for (const listener of [...session.listeners.values()]) this.#options.hub.leave(listener)
	}

	async #bringGuild(session: OpenSession, guildId: string): Promise<void> {
		const { hub, store, presences } = this.#options
		const subject: Subject = `guild.${guildId}`
		if (session.isEnded || session.listeners.has(subject)) return
		const listener = this.#join(session, subject)
		if (session.intents & INTENTS.Guilds) {
			let shown: unknown
			try {
				shown = await guildCreate(store, session, guildId, presences)
			} finally {
				if (shown === undefined) hub.leave(listener)
			}
			if (listener.isGone || session.isEnded) return
			session.say('GUILD_CREATE', shown)
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
