import { type IdentifyInput, Resumed, type ResumeInput } from '@guildhall/protocol'
import type { Config } from '../config.ts'
import type { SessionStarts } from '../domain/access/session-starts.ts'
import { endSpentToken } from '../domain/applications/spent.ts'
import type { Clock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'
import type { Arrivals } from './arrivals.ts'
import { admit, type Holder, holderOf } from './identify.ts'
import type { GatewayMeters } from './meters.ts'
import { OpenSession, type SessionHost } from './open-session.ts'
import type { PresenceUpdates } from './presence-updates.ts'
import type { Sessions } from './sessions.ts'
import type { GatewaySocket } from './socket.ts'

/** G8: how long a client waits for its Invalid Session, as some identify again as soon as they have it. */
const AGAIN_MS = 1000

export interface BeginningsOptions {
	store: Store
	starts: SessionStarts
	socketClock: Clock
	config: Pick<Config, 'resetsSpentTokens'>
	host: SessionHost
	meters: GatewayMeters
	sessions: Sessions
	arrivals: Arrivals
	presenceUpdates: PresenceUpdates
}

/** Sessions begin on a socket, or go on there. */
export class Beginnings {
	readonly #options: BeginningsOptions

	constructor(options: BeginningsOptions) {
		this.#options = options
	}

	/** G7 */
	async identify(socket: GatewaySocket, d: IdentifyInput): Promise<void> {
		const { store, starts, host, meters, sessions, arrivals, presenceUpdates } = this.#options
		const admission = await admit(store, starts, d, socket.query.version)
		if (socket.isClosed) return
		if ('start' in admission) return this.#tooMany(socket, admission.start === 'too many today', admission.holder)
		if ('refused' in admission) return socket.input({ on: 'refused', close: admission.refused })
		const session = new OpenSession(host, admission)
		const isRead = await presenceUpdates.begin(session, d.presence, d.properties)
		if (!isRead) return socket.input({ on: 'refused', close: 'decodeError' })
		if (socket.isClosed) return presenceUpdates.end(session)
		try {
			await sessions.begin(session, socket)
			const start = { version: socket.query.version, game: presenceUpdates.gameOf(session) }
			const guildIds = await arrivals.begin(session, start, () => socket.input({ on: 'opened' }))
			meters.identified++
			await arrivals.bringGuilds(session, guildIds)
		} catch (error) {
			// A session that did not begin whole is not to be resumed.
			sessions.end(session)
			throw error
		}
	}

	/** G12 */
	async resume(socket: GatewaySocket, { token, session_id, seq }: ResumeInput): Promise<void> {
		const { store, meters, sessions, presenceUpdates } = this.#options
		const holder = await holderOf(store, token)
		if (socket.isClosed) return
		if (!holder) return socket.input({ on: 'refused', close: 'authenticationFailed' })
		const session = sessions.find(session_id)
		if (!session?.canGoOnWith(holder)) {
			meters.resumesRefused++
			return socket.input({ on: 'invalid' })
		}
		const resumption = sessions.resume(session, socket, seq)
		if (resumption !== 'resumed') {
			meters.resumesRefused++
			// Clients that are closed with 4007 may come back with the same number for ever: only for one that is no number of ours.
			return socket.input(resumption === 'never said' ? { on: 'refused', close: 'invalidSequence' } : { on: 'invalid' })
		}
		meters.resumed++
		presenceUpdates.resumed(session)
		session.tokenHash = holder.tokenHash
		session.say(Resumed, { _trace: [] })
		socket.pump()
		socket.input({ on: 'opened' })
	}

	/** G8: a session that cannot begin now. */
	async #tooMany(socket: GatewaySocket, isSpent: boolean, { caller, tokenHash }: Holder): Promise<void> {
		const { store, config, socketClock } = this.#options
		if (isSpent && config.resetsSpentTokens) {
			await store.transaction((tx) => endSpentToken(tx, caller.applicationId, tokenHash))
			return socket.input({ on: 'refused', close: 'authenticationFailed' })
		}
		socketClock.after(AGAIN_MS, () => socket.input({ on: 'invalid' }))
	}
}
