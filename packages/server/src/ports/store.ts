import type { EventData, EventDeclaration } from '@guildhall/protocol'
import type { Kysely } from 'kysely'
import type { Links } from './links.ts'
import type { Tables } from './tables.ts'
import type { Vault } from './vault.ts'

/** Whom an event is for. A channel of a guild names both; a direct channel names its recipients. */
export type Target =
	| {
			guildId: string
			channelId?: string
			/** Not for those who may view this channel too. */
			exceptChannelId?: string
			onlyUserIds?: readonly string[]
			exceptUserId?: string
	  }
	/** With `applicationId` only for sessions that this application opened. */
	| {
			userIds: readonly string[]
			applicationId?: string
			/** Not for sessions that these applications opened. */
			exceptApplicationIds?: readonly string[]
			/** Not for this session. */
			exceptSessionId?: string
	  }
	| { lobbyId: string; exceptUserId?: string }
	| { applicationId: string }
	| { internal: string }

/** What is committed, to look at. */
export interface Reading {
	readonly db: Kysely<Tables>
	readonly dialect: 'sqlite' | 'postgres'
	/**
	 * Runs SQL that was compiled before; ports/prepared.ts makes it. Rows, or none where the statement answers none; others
	 * may be given the same ones, so nobody changes them.
	 */
	run<R>(sql: string, parameters: readonly unknown[]): Promise<readonly R[]>
	/** Milliseconds since the Unix epoch, by the platform's clock. */
	now(): number
	/** Addresses that answers carry. */
	readonly links: Links
	/** Seals what the store keeps and nobody who copies it may read. */
	readonly vault: Vault
}

/** Work that happens whole or not at all. Everything awaited inside must be the database. */
export interface Transaction extends Reading {
	/** A new id: unique, greater than every id before it. */
	newId(): string
	/** Says what happened; heard after the commit, by whoever listens then (at most once). */
	emit<E extends EventDeclaration>(event: E, target: Target, data: EventData<E>): void
	/** Orders what must happen: a row in `jobs`, done at least once, not before `runAt` (default: at once). */
	enqueue(kind: string, payload: unknown, runAt?: number): Promise<void>
}

/** What runs in one statement. An order of a job would be a second one. */
export type Statement = Omit<Transaction, 'enqueue'>

/** A job whose turn has come. */
export interface DueJob {
	id: string
	kind: string
	payload: unknown
	/** How often it was begun, this time included. */
	attempts: number
}

/** The rows of `jobs`, as far as taking them differs between databases. */
export interface Jobs {
	/**
	 * Takes up to `most` jobs of these kinds that are due, oldest first. Nobody else gets them for `leaseMs`; a job that
	 * is not removed until then is due again.
	 */
	claim(kinds: readonly string[], most: number, leaseMs: number): Promise<DueJob[]>
	/** Calls `look` after each commit of this process that ordered a job, until the answer is called. */
	onOrdered(look: () => void): () => void
}

export interface Store extends Reading {
	/** Number of this process among those that write the store. */
	readonly node: number
	readonly jobs: Jobs
	/**
	 * Runs `work` and commits; the promise resolves when the commit is safe on disk. A throw rolls everything back and
	 * is thrown again. `work` may run more than once where the database asks for it.
	 */
	transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
	/**
	 * A transaction of one statement, which commits by itself: for what is done so often that a begin and a commit around
	 * it would be most of the work. `work` runs that statement and nothing else that writes.
	 */
	statement<T>(work: (tx: Statement) => Promise<T>): Promise<T>
	/**
	 * Whether a transaction threw this because what it refers to went, or what it makes came, since that was looked at
	 * outside of it: to look again may help, to run it again alone does not.
	 */
	isOvertaken(error: unknown): boolean
	close(): Promise<void>
}
