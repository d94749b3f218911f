import type { EventData, Presence, Ready, ReadySupplemental } from '@guildhall/protocol'
import type { Game } from '../domain/presence/merge.ts'
import type { Presences } from '../domain/presence/presences.ts'
import type { SharedText, Watcher } from '../domain/presence/watchers.ts'
import { type Dispatch, dispatchOf } from './dispatch.ts'
import type { OpenSession } from './open-session.ts'

type Supplemental = EventData<typeof ReadySupplemental>

/** What READY says of others, and what follows it. */
export interface ShownPresences {
	ready: Partial<EventData<typeof Ready>>
	/** READY_SUPPLEMENTAL, for clients that ask for it (Q17). */
	supplemental: Supplemental | undefined
}

const NOTHING: ShownPresences = { ready: {}, supplemental: undefined }
/** Bit of `capabilities`: READY has only what matters first. */
const PRIORITISED_READY = 1 << 5

/** Lets players' sessions see their friends, and their user's other sessions (presence.md Q15–Q19). */
export class PresenceWatch {
	readonly #presences: Presences
	readonly #now: () => number
	readonly #watching = new Map<OpenSession, () => void>()
	/** Texts that many sessions are sent, encoded once. */
	readonly #dispatches = new WeakMap<SharedText, Dispatch>()

	constructor(presences: Presences, now: () => number) {
		this.#presences = presences
		this.#now = now
	}

	/**
	 * From now on the session hears of others, behind its READY. The answer, to be called when READY is said, is what it
	 * is shown of them.
	 */
	async begin(session: OpenSession, game: Game | undefined): Promise<() => ShownPresences> {
		if (!game || !session.readsPresences) return () => NOTHING
		const watcher: Watcher = {
			userId: session.userId,
			...game,
			seesActivities: session.readsActivities,
			ownTold: undefined,
			hear: ({ name }, text) => this.#hear(session, name, text),
		}
		this.#watching.set(session, this.#presences.watch(watcher))
		const shown = await this.#presences.shownTo(watcher)
		const isPrioritised = (session.capabilities & PRIORITISED_READY) !== 0
		return () => {
			const { friends, own } = shown()
			return {
				ready: { sessions: own, presences: isPrioritised ? [] : friends },
				supplemental: isPrioritised ? supplementalOf(friends) : undefined,
			}
		}
	}

	end(session: OpenSession): void {
		this.#watching.get(session)?.()
		this.#watching.delete(session)
	}

	#hear(session: OpenSession, name: string, text: SharedText): void {
		let dispatch = this.#dispatches.get(text)
		if (!dispatch) {
			dispatch = dispatchOf(name, text.json, this.#now())
			this.#dispatches.set(text, dispatch)
		}
		const own = session.listeners.get(`user.${session.userId}`)
		if (own?.held) own.held.push(dispatch)
		else session.hear(dispatch)
	}
}

function supplementalOf(friends: Presence[]): Supplemental {
	return {
		guilds: [],
		merged_members: [],
		merged_presences: { guilds: [], friends },
		lazy_private_channels: [],
	}
}
