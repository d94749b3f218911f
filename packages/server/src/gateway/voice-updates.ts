import type { VoiceStateInput } from '@guildhall/protocol'
import { isOnShard } from '../domain/access/audience.ts'
import { changeVoice, endVoice } from '../domain/guilds/voice.ts'
import type { Store } from '../ports/store.ts'
import type { OpenSession } from './open-session.ts'

/** Where sessions are in voice: what one of them asks is done in its order, and ends with it (G28). */
export class VoiceUpdates {
	readonly #store: Store
	readonly #onError: (error: unknown) => void
	/** By session that has asked for something, until it ends. */
	readonly #work = new Map<OpenSession, Promise<void>>()
	readonly #ending = new Set<Promise<void>>()

	constructor(store: Store, onError: (error: unknown) => void) {
		this.#store = store
		this.#onError = onError
	}

	change(
		session: OpenSession,
		{ guild_id: guildId, channel_id: channelId, self_mute, self_deaf }: VoiceStateInput,
	): void {
		if (!guildId || session.isEnded || session.kind !== 'bot' || !isOnShard(guildId, session.shard)) return
		const { userId, id: sessionId } = session
		const wish = { guildId, channelId, isSelfMute: self_mute === true, isSelfDeaf: self_deaf === true }
		const { node } = this.#store
		const before = this.#work.get(session) ?? Promise.resolve()
		const work = before.then(async () => {
			if (session.isEnded) return
			await this.#store.transaction((tx) => changeVoice(tx, { userId, sessionId, node }, wish))
		})
		this.#work.set(session, work.catch(this.#onError))
	}

	/** The session has ended: nobody is in voice by it any more. */
	end(session: OpenSession): void {
		const before = this.#work.get(session)
		if (!before) return
		this.#work.delete(session)
		const ending = before
			.then(() => this.#store.transaction((tx) => endVoice(tx, { sessionId: session.id })))
			.catch(this.#onError)
			.finally(() => this.#ending.delete(ending))
		this.#ending.add(ending)
	}

	/** Resolves when all that was asked is done. */
	async settled(): Promise<void> {
		await Promise.all([...this.#work.values(), ...this.#ending])
	}
}
