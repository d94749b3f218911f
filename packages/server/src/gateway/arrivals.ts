import {
	type EventData,
	GuildCreate,
	GuildDelete,
	INTENTS,
	Ready,
	ReadySupplemental,
	type VoiceState,
} from '@guildhall/protocol'
import { findAudience, isOnShard } from '../domain/access/audience.ts'
import type { Game } from '../domain/presence/merge.ts'
import type { Presences } from '../domain/presence/presences.ts'
import type { Logger } from '../log.ts'
import type { Subject } from '../ports/bus.ts'
import type { Clock } from '../ports/clock.ts'
import type { Reading } from '../ports/store.ts'
import type { Hub, Listener } from './hub.ts'
import type { AccessChange, OpenSession } from './open-session.ts'
import type { PresenceWatch } from './presence-watch.ts'
import { guildCreate, readyOf } from './ready.ts'
import { noteShown } from './sight.ts'

export interface ArrivalsOptions {
	store: Reading
	hub: Hub
	presences: Presences
	watch: PresenceWatch
	/** The time of sockets. */
	clock: Clock
	log: Logger
	/** G35: what games are told to leave alone. */
	disabledFunctions: readonly string[]
}

/** How long a guild that could not be shown is left alone. */
const AGAIN_MS = 5000

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
	async begin(
		session: OpenSession,
		{ version, game }: { version: number; game: Game | undefined },
		onReady: () => void,
	): Promise<string[]> {
		const { store, hub, watch, disabledFunctions } = this.#options
		if (session.isEnded) return []
		const own = this.#join(session, `user.${session.userId}`)
		const audience = await findAudience(store, session.listening)
		if (session.isEnded) return []
		const more = audience.subjects.filter((subject) => subject !== own.subject)
		const lobbies = audience.lobbyIds.map((id): Subject => `lobby.${id}`)
		const listeners = [own, ...[...more, ...lobbies].map((subject) => this.#join(session, subject))]
		const others = await watch.begin(session, game)
		const ready = await readyOf(store, session, { ...audience, version }, disabledFunctions)
		if (session.isEnded) return []
		const seen = others()
		session.say(Ready, { ...ready, ...seen.ready })
		if (seen.supplemental) session.say(ReadySupplemental, seen.supplemental)
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
			const became = await this.#bringGuild(session, guildId)
			// READY has named it, and it was left since.
			if (became !== 'unavailable' && !session.listeners.has(`guild.${guildId}`)) this.#sayGone(session, guildId)
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

	async #bringGuild(session: OpenSession, guildId: string): Promise<'there' | 'gone' | 'unavailable'> {
		const { hub, log } = this.#options
		const subject: Subject = `guild.${guildId}`
		if (session.isEnded || session.listeners.has(subject)) return 'there'
		const listener = this.#join(session, subject)
		if (session.intents & INTENTS.Guilds) {
			let shown: EventData<typeof GuildCreate> | undefined
			try {
				shown = await guildCreate(this.#options.store, session, guildId, this.#options.presences)
			} catch (err) {
				log.error({ err }, 'a guild cannot be shown')
				hub.leave(listener)
				this.#putOff(session, guildId)
				return 'unavailable'
			}
			if (!shown) hub.leave(listener)
			if (!shown || listener.isGone || session.isEnded) return 'gone'
			session.say(GuildCreate, shown)
			noteShown(listener, statesIn(shown))
		}
		hub.release(listener)
		return 'there'
	}

	/** G9: a guild that cannot be shown now is unavailable until it can. */
	#putOff(session: OpenSession, guildId: string): void {
		const { clock, log } = this.#options
		session.say(GuildDelete, { id: guildId, unavailable: true })
		clock.after(AGAIN_MS, () => {
			if (session.isEnded) return
			this.#bringGuild(session, guildId)
				.then((became) => became === 'gone' && this.#sayGone(session, guildId))
				.catch((err) => log.error({ err }, 'a session was not shown a guild'))
		})
	}

	/** True where it was shown to the client, which must be told that it is gone. */
	#leave(session: OpenSession, subject: Subject): boolean {
		const listener = session.listeners.get(subject)
		if (!listener) return false
		this.#options.hub.leave(listener)
		return !listener.held
	}

	#sayGone(session: OpenSession, guildId: string): void {
		if (session.intents & INTENTS.Guilds) session.say(GuildDelete, { id: guildId })
	}

	#join(session: OpenSession, subject: Subject): Listener {
		return this.#options.hub.join(session, subject)
	}
}

/** Who is in voice, as each of them is told of by itself. */
function statesIn({ id, voice_states, members }: EventData<typeof GuildCreate>): VoiceState[] {
	return voice_states.flatMap((state) => {
		const member = members.find(({ user }) => user.id === state.user_id)
		return member ? [{ ...state, guild_id: id, member }] : []
	})
}
