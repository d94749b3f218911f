import type { AnyOperation, Body, Operation, Params, Query, Returns } from '@guildhall/protocol'
import type { Config } from '../config.ts'
import type { ChannelAccess, GuildAccess } from '../domain/access/access.ts'
import type { Caller } from '../domain/access/caller.ts'
import type { SessionStarts } from '../domain/access/session-starts.ts'
import type { Keyring } from '../domain/applications/keyring.ts'
import type { ExternalWorld } from '../domain/identities/verify.ts'
import type { StagedFile } from '../domain/media/staged.ts'
import type { OperatedNode } from '../domain/operators/departures.ts'
import type { HeadlessSessions } from '../domain/presence/headless.ts'
import type { Presences } from '../domain/presence/presences.ts'
import type { Limits } from '../http/limits.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Store } from '../ports/store.ts'
import type { Web } from '../ports/web.ts'

/** What every handler can reach. Made once, by app.ts. */
export interface World {
	store: Store
	blobs: Blobs
	/** The way out over HTTP; never inside a transaction. */
	web: Web
	config: Config
	/** How often bots begin sessions at the gateway. */
	starts: SessionStarts
	/** The gateway of this process, for operators. */
	node: OperatedNode
	/** Who is there. */
	presences: Presences
	/** Players who are there without a socket. */
	headless: HeadlessSessions
	keyring: Keyring
	/** What the word of other identity providers is verified with. */
	externals: ExternalWorld
	/** What no operation declares. */
	limits: Limits
}

/** One request for an operation, checked against its declaration. */
export interface Call<O extends AnyOperation> {
	params: Params<O>
	query: Query<O>
	body: Body<O>
	/** In the order they came; already stored, given up again after the call unless it claims them. */
	files: readonly StagedFile[]
	/** Files of text that the operation declares, by the names of their parts. */
	texts: ReadonlyMap<string, string>
	caller: Caller
	/** Where the request came from. */
	address: string
	/** The caller's standing in the guild of the path, where the operation declares a permission on it. */
	guild?: GuildAccess
	/** The caller's standing in the channel of the path, likewise. */
	channel?: ChannelAccess
	/** `X-Audit-Log-Reason`, decoded (HC-57). */
	reason: string | undefined
	/** The version in the path; 10 unless another was asked for. */
	version: number
}

/** An operation and the function that carries it out. */
export interface Handler {
	operation: Operation
	run(call: Call<AnyOperation>, world: World): Promise<unknown>
}

/** An answer with another status than the operation's own. */
export class Answer {
	readonly status: number
	readonly body: unknown
	/** Of a body that is text, its type; absent: JSON. */
	readonly contentType: string | undefined

	constructor(status: number, body?: unknown, contentType?: string) {
		this.status = status
		this.body = body
		this.contentType = contentType
	}
}

/** What a handler resolves with: nothing, where the answer has no body. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a body ends without a value
type Outcome<O> = Returns<O> extends undefined ? void : Returns<O>

/** Binds an operation to its function. The types of the call and of the answer follow from the declaration. */
export function handle<O extends AnyOperation>(
	operation: O,
	run: (call: Call<O>, world: World) => Promise<Outcome<O> | Answer>,
): Handler {
	return { operation, run: run as Handler['run'] }
}
