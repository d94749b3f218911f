import { createLocalJWKSet, type JSONWebKeySet } from 'jose'
import type { Web } from '../../ports/web.ts'
import { type Discovery, discover } from './discovery.ts'
import { askObject, type Looked } from './look.ts'
import type { AddressRules } from './rules.ts'

/** The keys of a provider, ready to verify with. */
export type Keys = ReturnType<typeof createLocalJWKSet>

const KEPT_MS = 10 * 60_000
/** A provider that gave no good answer is asked again after this. */
const FAILURE_KEPT_MS = 10_000
/** Tokens of unknown keys make us ask again, but no more often than this. */
const AGAIN_MS = 60_000
const MOST_KEPT = 1000

/** What identity providers publish, kept for ten minutes. */
export interface Documents {
	discovery(issuer: string): Promise<Looked<Discovery>>
	keys(jwksUri: string): Promise<Looked<Keys>>
	/** Keys read anew, because a token does not fit those that are kept; undefined where that was done a moment ago. */
	newerKeys(jwksUri: string): Promise<Keys | undefined>
}

interface Kept<T> {
	looked: Promise<Looked<T>>
	/** Until when it is good; while it is being read, for ever. */
	until: number
	/** When it was last read out of turn, and what came of that. */
	again?: { at: number; looked: Promise<Looked<T>> }
}

/** Many may ask at once; the provider is asked once. */
export function createDocuments(web: Web, now: () => number, rules: AddressRules): Documents {
	const discoveries = new Map<string, Kept<Discovery>>()
	const keySets = new Map<string, Kept<Keys>>()

	/** Keeps what is being read, and gives up the oldest where there are too many. */
	function put<T>(kept: Map<string, Kept<T>>, key: string, entry: Kept<T>): Promise<Looked<T>> {
		kept.delete(key)
		if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string)
		kept.set(key, entry)
		entry.looked.then(
			(looked) => {
				entry.until = now() + ('problem' in looked ? FAILURE_KEPT_MS : KEPT_MS)
			},
			() => kept.delete(key),
		)
		return entry.looked
	}

	function keep<T>(kept: Map<string, Kept<T>>, key: string, look: () => Promise<Looked<T>>): Promise<Looked<T>> {
		const known = kept.get(key)
		if (known && known.until > now()) return known.looked
		const entry: Kept<T> = { looked: look(), until: Number.POSITIVE_INFINITY }
		return put(kept, key, known?.again ? { ...entry, again: known.again } : entry)
	}

	return {
		discovery: (issuer) => keep(discoveries, issuer, () => discover(web, issuer, rules)),
		keys: (jwksUri) => keep(keySets, jwksUri, () => readKeys(web, jwksUri)),
		async newerKeys(jwksUri) {
			const known = keySets.get(jwksUri)
			// Whoever else asks within the minute gets what comes of this.
			if (known?.again && now() - known.again.at < AGAIN_MS) return found(await known.again.looked)
			const again = { at: now(), looked: readKeys(web, jwksUri) }
			if (known) known.again = again
			const newer = found(await again.looked)
			// A provider that fails now has not taken its keys back.
			if (newer) void put(keySets, jwksUri, { looked: again.looked, until: Number.POSITIVE_INFINITY, again })
			return newer
		},
	}
}

const found = <T>(looked: Looked<T>): T | undefined => ('value' in looked ? looked.value : undefined)

/** The key set at an address, as it is now. */
export async function readKeys(web: Web, jwksUri: string): Promise<Looked<Keys>> {
	const document = await askObject(web, jwksUri)
	if ('problem' in document) return document
	try {
		return { value: createLocalJWKSet(document.value as unknown as JSONWebKeySet) }
	} catch {
		// jose says only that it is malformed.
		return { problem: `${jwksUri} is no set of keys.` }
	}
}
