import {
	type CloseName,
	type IdentifyInput,
	KNOWN_INTENTS,
	PRIVILEGED_INTENTS,
	SOCIAL_INTENTS,
} from '@guildhall/protocol'
import { guildsOf, isOnShard, type Shard } from '../domain/access/audience.ts'
import { type BearerCaller, type BotCaller, bearerOf, botOf, hashToken } from '../domain/access/caller.ts'
import type { SessionStarts, Start } from '../domain/access/session-starts.ts'
import { isParent } from '../domain/applications/publishers.ts'
import type { Reading } from '../ports/store.ts'

/** Whose token a client showed. */
export interface Holder {
	caller: BotCaller | BearerCaller
	tokenHash: string
}

/** What an Identify that passed all checks asks for. */
export interface Admission extends Holder {
	intents: number
	shard: Shard | undefined
	largeThreshold: number
	compress: boolean
	/** What a player's client can do, as bits (sdk/server-needs.md §2). */
	capabilities: number
}

/** Guilds that one connection may carry. */
const MOST_GUILDS = 2500

/** A token as a client writes it, with or without `Bot ` or `Bearer ` before it. */
function readToken(given: string): { scheme: string | undefined; token: string | undefined } {
	const [, scheme, token] = /^(?:(bot|bearer) +)?(\S+)$/i.exec(given.trim()) ?? []
	return { scheme, token }
}

/** What is kept of a token that a client has written; empty where it is none. */
export function hashOfGiven(given: string): string {
	const { token } = readToken(given)
	return token ? hashToken(token) : ''
}

/** Who holds the token, where it lets them in; undefined where it does not (G7). */
export async function holderOf(from: Reading, given: string): Promise<Holder | undefined> {
	const { scheme, token } = readToken(given)
	if (!token) return undefined
	const isBearer = scheme?.toLowerCase() === 'bearer'
	const bot = isBearer ? undefined : await botOf(from, token)
	const caller = bot ?? (scheme?.toLowerCase() === 'bot' ? undefined : await bearerOf(from, token))
	if (!caller) return undefined
	if (caller.kind === 'bearer' && (caller.expiresAt <= from.now() || !caller.scopes.has('gateway.connect')))
		return undefined
	// Players of a publisher come in with tokens for its games (H3).
	if (caller.kind === 'bearer' && (await isParent(from, caller.applicationId))) return undefined
	return { caller, tokenHash: hashToken(token) }
}

/** G7, G8: the checks of Identify, in their order. */
export async function admit(
	from: Reading,
	starts: SessionStarts,
	identify: IdentifyInput,
	version: number,
): Promise<Admission | { refused: CloseName } | { start: Exclude<Start, 'taken'>; holder: Holder }> {
	const holder = await holderOf(from, identify.token)
	if (!holder) return { refused: 'authenticationFailed' }
	const { caller } = holder
	const intents = identify.intents ?? intentsWithout(caller, version)
	const known = caller.kind === 'bearer' ? KNOWN_INTENTS | SOCIAL_INTENTS : KNOWN_INTENTS
	if (typeof intents !== 'number' || !Number.isInteger(intents) || intents < 0 || intents > known || intents & ~known) {
		return { refused: 'invalidIntents' }
	}
	if (caller.kind === 'bot' && !mayUse(caller, intents)) return { refused: 'disallowedIntents' }
	const shard = identify.shard === undefined || identify.shard === null ? undefined : readShard(identify.shard)
	if (shard === 'wrong') return { refused: 'invalidShard' }
	if (caller.kind === 'bot') {
		const guildIds = await guildsOf(from, caller.userId)
		if (shard && !starts.mayDivide(shard.count, guildIds.length)) return { refused: 'invalidShard' }
		if (guildIds.filter((id) => isOnShard(id, shard)).length > MOST_GUILDS) return { refused: 'shardingRequired' }
		const start = { guildCount: guildIds.length, ...(shard ? { shardId: shard.id } : {}) }
		const taken = await starts.take(caller.applicationId, start)
		if (taken !== 'taken') return { start: taken, holder }
	}
	return {
		...holder,
		intents,
		shard,
		largeThreshold: Math.min(250, Math.max(50, identify.large_threshold ?? 50)),
		compress: identify.compress === true,
		capabilities: Number.isSafeInteger(identify.capabilities) ? (identify.capabilities as number) : 0,
	}
}

/** The first version that asks bots for their intents. */
const ASKS_FOR_INTENTS = 8

/** What one hears who names no intents: a player nothing that needs one, an old client of a bot all that it may. */
function intentsWithout(caller: BotCaller | BearerCaller, version: number): number | undefined {
	if (caller.kind === 'bearer') return 0
	if (version >= ASKS_FOR_INTENTS) return undefined
	return PRIVILEGED_INTENTS.reduce(
		(bits, { intent }) => (mayUse(caller, intent) ? bits : bits & ~intent),
		KNOWN_INTENTS,
	)
}

function mayUse(caller: BotCaller, intents: number): boolean {
	return PRIVILEGED_INTENTS.every(({ intent, flags }) => !(intents & intent) || (caller.applicationFlags & flags) !== 0)
}

/** More shards than this nobody needs. */
const MOST_SHARDS = 65_536

function readShard(value: unknown): Shard | 'wrong' {
	if (!Array.isArray(value) || value.length !== 2) return 'wrong'
	const [id, count] = value as unknown[]
	if (typeof id !== 'number' || typeof count !== 'number' || !Number.isInteger(id) || !Number.isInteger(count))
		return 'wrong'
	return id >= 0 && id < count && count <= MOST_SHARDS ? { id, count } : 'wrong'
}
