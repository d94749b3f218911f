import {
	GuildMembersChunk,
	INTENTS,
	type Member,
	OPCODES,
	RateLimited,
	type RequestMembersInput,
} from '@guildhall/protocol'
import { countMembers, membersById } from '../domain/guilds/member-lookup.ts'
import { findMember, listMembers, searchMembers } from '../domain/guilds/members.ts'
import type { Presences } from '../domain/presence/presences.ts'
import type { Reading } from '../ports/store.ts'
import type { OpenSession } from './open-session.ts'
import { presencesIn } from './ready.ts'

/** Every chunk but the last has so many: a client takes the first smaller one for the last (clients.md 13). */
const CHUNK = 1000
const MOST_FOUND = 100
const MOST_NONCE_BYTES = 32
/** All members of a guild, once in so long for each bot. */
const ALL_EVERY_MS = 30_000

/** What was asked, in one form. */
interface Request {
	guildId: string
	find: { all: true } | { query: string; limit: number } | { ids: string[] }
	withPresences: boolean
	nonce: string | undefined
}

/** Answers requests for members (G21, events.md §5.1). */
export class MembersRequests {
	readonly #from: Reading
	readonly #presences: Presences
	/** When a bot may ask again for all members of a guild. */
	readonly #againAt = new Map<string, number>()

	constructor(from: Reading, presences: Presences) {
		this.#from = from
		this.#presences = presences
	}

	async answer(session: OpenSession, input: RequestMembersInput): Promise<void> {
		const request = readRequest(input, session)
		if (!request) return
		const { guildId, find, nonce } = request
		const isMember = await findMember(this.#from, guildId, session.userId)
		if (!isMember || !session.listeners.has(`guild.${guildId}`)) return this.#chunk(session, request, [], [0, 1])
		if (!('all' in find)) {
			const members =
				'ids' in find ? await membersById(this.#from, guildId, find.ids) : await this.#search(guildId, find)
			const found = new Set(members.map((member) => member.user.id))
			const missing = 'ids' in find ? find.ids.filter((id) => !found.has(id)) : undefined
			return this.#chunk(session, request, members, [0, 1], missing)
		}
		if (!(session.intents & INTENTS.GuildMembers)) return this.#chunk(session, request, [], [0, 1])
		const retryAfterMs = this.#takeAll(session.userId, guildId)
		if (retryAfterMs > 0) {
			session.say(RateLimited, {
				opcode: OPCODES.requestGuildMembers,
				retry_after: retryAfterMs / 1000,
				meta: { guild_id: guildId, ...(nonce === undefined ? {} : { nonce }) },
			})
			return
		}
		await this.#all(session, request)
	}

	/**
	 * Chunk by chunk, so that a guild of any size takes the memory of one. How many there will be is counted before; who
	 * leaves meanwhile makes the last ones smaller, who comes is told of by GUILD_MEMBER_ADD.
	 */
	async #all(session: OpenSession, request: Request): Promise<void> {
		const { guildId } = request
		const count = Math.max(1, Math.ceil((await countMembers(this.#from, guildId)) / CHUNK))
		let after: string | undefined
		for (let index = 0; index < count; index++) {
			await session.room()
			if (session.isEnded) return
			const members = await listMembers(this.#from, guildId, { limit: CHUNK, after })
			this.#chunk(session, request, members, [index, count])
			after = members.at(-1)?.user.id ?? after
			// A large guild does not keep others waiting.
			await new Promise(setImmediate)
		}
	}

	async #search(guildId: string, { query, limit }: { query: string; limit: number }): Promise<Member[]> {
		return query === ''
			? listMembers(this.#from, guildId, { limit, after: undefined })
			: searchMembers(this.#from, guildId, { query, limit })
	}

	#chunk(
		session: OpenSession,
		{ guildId, withPresences, nonce }: Request,
		members: Member[],
		[index, count]: [number, number],
		missing?: readonly string[],
	): void {
		const userIds = members.map((member) => member.user.id)
		session.say(GuildMembersChunk, {
			guild_id: guildId,
			members,
			chunk_index: index,
			chunk_count: count,
			...(missing && missing.length > 0 ? { not_found: missing.map(asGiven) } : {}),
			...(withPresences
				? { presences: presencesIn(guildId, userIds, { presences: this.#presences, ownId: session.userId }) }
				: {}),
			...(nonce === undefined ? {} : { nonce }),
		})
	}

	/** Milliseconds until the bot may ask for all members of this guild; 0 where it may now, which is then used up. */
	#takeAll(userId: string, guildId: string): number {
		const now = this.#from.now()
		for (const [key, at] of this.#againAt) {
			if (at > now) break
			this.#againAt.delete(key)
		}
		const key = `${userId} ${guildId}`
		const at = this.#againAt.get(key) ?? 0
		if (at > now) return at - now
		this.#againAt.set(key, now + ALL_EVERY_MS)
		return 0
	}
}

function readRequest(input: RequestMembersInput, { intents }: OpenSession): Request | undefined {
	const guildId = Array.isArray(input.guild_id) ? input.guild_id[0] : input.guild_id
	if (guildId === undefined) return undefined
	const { query, user_ids: ids, limit } = input
	const nonce = typeof input.nonce === 'string' || typeof input.nonce === 'number' ? String(input.nonce) : undefined
	const given = ids === undefined || ids === null ? undefined : Array.isArray(ids) ? ids : [ids]
	const find: Request['find'] = given
		? { ids: given.slice(0, MOST_FOUND).map(String) }
		: !query && !limit
			? { all: true }
			: { query: query ?? '', limit: Math.min(MOST_FOUND, Math.max(1, limit || MOST_FOUND)) }
	return {
		guildId,
		find,
		withPresences: Boolean(input.presences) && (intents & INTENTS.GuildPresences) !== 0,
		nonce: nonce !== undefined && Buffer.byteLength(nonce) <= MOST_NONCE_BYTES ? nonce : undefined,
	}
}

/** Ids go back as text; whatever is too short to be one as the number it was. */
function asGiven(id: string): string | number {
	return /^\d{1,15}$/.test(id) ? Number(id) : id
}
