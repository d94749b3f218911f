import { randomBytes } from 'node:crypto'
import { ApiError, type EventData, formError, type HeadlessSession, type TokensRevoked } from '@guildhall/protocol'
import type { Bus } from '../../ports/bus.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Reading } from '../../ports/store.ts'
import { hasLivingToken } from '../access/caller.ts'
import { getApplication } from '../applications/applications.ts'
import { readActivities, type SaidActivity } from './activity.ts'
import type { Game } from './merge.ts'
import { hasPictures, withPictures } from './pictures.ts'
import type { Presences } from './presences.ts'
import { WrongActivity } from './wrong-activity.ts'

/** Q26 */
const LIFE_MS = 20 * 60 * 1000
const MOST_OF_PLAYER = 3

/** Whose session it is. */
interface Owner {
	userId: string
	applicationId: string
}

interface Headless extends Owner {
	token: string
	sessionId: string
	said: readonly SaidActivity[]
	cancel: () => void
}

/** Sessions of players who have no socket: they are there with one activity until it is over (Q26). */
export interface HeadlessSessions {
	/** Gives a session its activity; a new one, or the one that has this token. @throws InvalidFormBody, UnknownSession */
	put(owner: Owner, activities: readonly unknown[], token: string | undefined): Promise<HeadlessSession>
	/** Ends the session that has this token; none is no mistake. */
	end(owner: Owner, token: string): void
	/** Resolves when those whose tokens died have ended. */
	settled(): Promise<void>
	close(): void
}

export interface HeadlessOptions {
	store: Reading
	bus: Bus
	/** The platform's time. */
	clock: Clock
	presences: Presences
	onError(error: unknown): void
}

export function createHeadlessSessions(options: HeadlessOptions): HeadlessSessions {
	const { store, bus, clock, presences } = options
	/** By token, oldest first. */
	const sessions = new Map<string, Headless>()
	let ending: Promise<void> = Promise.resolve()
	// Counts what died, so that a session is not begun behind the end of its token.
	let deaths = 0

	const stop = bus.subscribe('internal.tokens', ({ data }) => {
		deaths++
		ending = ending.then(() => endOf(data as EventData<typeof TokensRevoked>)).catch(options.onError)
	})

	async function endOf({ application_id, user_id }: EventData<typeof TokensRevoked>): Promise<void> {
		if (application_id === undefined && user_id === undefined) return
		for (const session of [...sessions.values()]) {
			if (application_id !== undefined && application_id !== session.applicationId) continue
			if (user_id !== undefined && user_id !== session.userId) continue
			if (!(await hasLivingToken(store, session))) remove(session)
		}
	}

	function remove(session: Headless): void {
		if (!sessions.delete(session.token)) return
		session.cancel()
		presences.set(session.userId, session.sessionId, undefined)
	}

	/** The session that has this token; another player's is none. */
	function find({ userId, applicationId }: Owner, token: string): Headless | undefined {
		const session = sessions.get(token)
		return session?.userId === userId && session.applicationId === applicationId ? session : undefined
	}

	/** @throws InvalidAccessToken */
	async function requireAlive(owner: Owner): Promise<void> {
		for (let before = -1; before !== deaths; ) {
			before = deaths
			if (!(await hasLivingToken(store, owner))) throw new ApiError('InvalidAccessToken')
		}
	}

	function begin(owner: Owner): Headless {
		const own = [...sessions.values()].filter(
			({ userId, applicationId }) => userId === owner.userId && applicationId === owner.applicationId,
		)
		for (const oldest of own.slice(0, Math.max(0, own.length + 1 - MOST_OF_PLAYER))) remove(oldest)
		return {
			...owner,
			token: randomBytes(32).toString('base64url'),
			sessionId: randomBytes(16).toString('hex'),
			said: [],
			cancel: () => {},
		}
	}

	return {
		async put(owner, given, token) {
			const { userId, applicationId } = owner
			const before = token === undefined ? undefined : find(owner, token)
			if (token !== undefined && !before) throw new ApiError('UnknownSession')
			const { name, parent_application_id: parent } = await getApplication(store, applicationId)
			const actor = { kind: 'player', applicationId, applicationName: name, parentId: parent ?? undefined } as const
			const game: Game = { applicationId, familyId: parent ?? applicationId }
			const read = reading(() => readActivities(given, actor, clock.now(), before?.said))
			const said = hasPictures(read) ? await withPictures(store, game, read) : read
			await requireAlive(owner)
			// It may have ended meanwhile.
			if (token !== undefined && !find(owner, token)) throw new ApiError('UnknownSession')
			const session = before ?? begin(owner)
			session.cancel()
			session.cancel = clock.after(LIFE_MS, () => remove(session))
			session.said = said
			sessions.set(session.token, session)
			presences.set(userId, session.sessionId, {
				status: 'online',
				activities: said,
				client: 'web',
				os: 'unknown',
				game,
			})
			const shown = said.map(({ shown: { buttons: _, ...activity } }) => activity)
			return { session_id: session.sessionId, token: session.token, activities: shown }
		},
		end(owner, token) {
			const session = find(owner, token)
			if (session) remove(session)
		},
		async settled() {
			await ending
		},
		close() {
			stop()
			for (const session of [...sessions.values()]) remove(session)
		},
	}
}

/** @throws InvalidFormBody where the activity is wrong */
function reading(read: () => SaidActivity[]): SaidActivity[] {
	try {
		return read()
	} catch (error) {
		if (!(error instanceof WrongActivity)) throw error
		throw formError(
			['activities', ...error.path],
			'ACTIVITY_INVALID',
			'This is not what the field of an activity can be.',
		)
	}
}
