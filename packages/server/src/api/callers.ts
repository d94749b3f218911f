import { timingSafeEqual } from 'node:crypto'
import { ApiError, type EventData, type Operation, type TokensRevoked } from '@guildhall/protocol'
import {
	type BearerCaller,
	type BotCaller,
	bearerOf,
	botOf,
	type Caller,
	hashToken,
	type OperatorCaller,
} from '../domain/access/caller.ts'
import type { Bus } from '../ports/bus.ts'
import type { Store } from '../ports/store.ts'

/** Tokens looked up lately. Those that die are forgotten; emptied when an application changes, on every node. */
const MOST_KEPT = 10_000
const ANYONE: Caller = { kind: 'anyone' }

export interface Callers {
	/**
	 * Who sent this `Authorization` header over this connection. Operators say in `X-Operator` what they are called.
	 * @throws InvalidToken for a bad bot token, InvalidAccessToken for a bad or expired access token.
	 */
	of(authorization: string | undefined, connection: object, name?: string): Promise<Caller>
	close(): void
}

/** Who a header was found to be from, and how many tokens had died before. */
interface Found {
	authorization: string
	caller: BotCaller | BearerCaller
	deaths: number
}

/** Finds callers by their tokens. */
export function createCallers(store: Store, bus: Bus, operatorToken: string | undefined): Callers {
	const kept = new Map<string, BotCaller | BearerCaller>()
	/** Most connections say the same header each time; so does a request that is asked again once its body has come. */
	const lastOn = new WeakMap<object, Found>()
	// Counts what died, so that a look-up that began before is not kept after.
	let deaths = 0
	const stop = bus.subscribe('internal.tokens', ({ data }) => {
		deaths++
		const { token_hashes: hashes = [] } = data as EventData<typeof TokensRevoked>
		// A refresh names the tokens it replaced, and the others stay; whoever names none means all of somebody's.
		if (hashes.length === 0) kept.clear()
		for (const hash of hashes) kept.delete(`bearer ${hash}`)
	})

	const expected = operatorToken === undefined ? undefined : Buffer.from(hashToken(operatorToken))
	const isOperatorToken = (given: string): boolean =>
		expected !== undefined && timingSafeEqual(Buffer.from(hashToken(given)), expected)

	async function find(scheme: string, token: string): Promise<BotCaller | BearerCaller | undefined> {
		const key = `${scheme} ${hashToken(token)}`
		const known = kept.get(key)
		if (known) return known
		const before = deaths
		const found = scheme === 'bot' ? await botOf(store, token) : await bearerOf(store, token)
		if (!found || deaths !== before) return found
		if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string)
		kept.set(key, found)
		return found
	}

	/** @throws InvalidToken, InvalidAccessToken */
	async function look(authorization: string, name: string): Promise<Found['caller'] | OperatorCaller> {
		const [, scheme, token] = /^(bot|bearer|operator) +(\S+)$/i.exec(authorization) ?? []
		if (!scheme || !token) throw new ApiError('InvalidToken')
		if (scheme.toLowerCase() === 'operator') {
			if (!isOperatorToken(token)) throw new ApiError('InvalidToken')
			return { kind: 'operator', name }
		}
		const caller = await find(scheme.toLowerCase(), token)
		if (scheme.toLowerCase() === 'bot') {
			if (!caller) throw new ApiError('InvalidToken')
			return caller
		}
		if (caller?.kind !== 'bearer' || caller.expiresAt <= store.now()) throw new ApiError('InvalidAccessToken')
		return caller
	}

	const isStill = ({ caller, deaths: before }: Found): boolean =>
		deaths === before && (caller.kind === 'bot' || caller.expiresAt > store.now())

	return {
		async of(authorization, connection, name = 'operator') {
			if (authorization === undefined) return ANYONE
			const last = lastOn.get(connection)
			if (last?.authorization === authorization && isStill(last)) return last.caller
			const before = deaths
			const caller = await look(authorization, name)
			if (caller.kind !== 'operator') lastOn.set(connection, { authorization, caller, deaths: before })
			return caller
		},
		close: stop,
	}
}

/**
 * Whether this caller may use the operation at all.
 * @throws InvalidToken, BotsNotAllowed, OnlyBots, MissingScope (HC-28)
 */
export function admit(operation: Operation, caller: Caller): void {
	const { callers, scopes } = operation
	if (callers.includes('anyone')) return
	if (caller.kind === 'anyone') throw new ApiError('InvalidToken')
	// Neither side hears that there is another.
	if (!callers.includes(caller.kind) && (caller.kind === 'operator' || callers.includes('operator'))) {
		throw new ApiError('InvalidToken')
	}
	if (!callers.includes(caller.kind))
		throw new ApiError(caller.kind === 'bot' || !callers.includes('bot') ? 'BotsNotAllowed' : 'OnlyBots')
	if (caller.kind === 'bearer' && scopes && !scopes.some((scope) => caller.scopes.has(scope))) {
		throw new ApiError('MissingScope')
	}
}
