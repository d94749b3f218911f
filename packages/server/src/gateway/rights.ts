import type { Overwrite, PermissionOverwrite } from '@guildhall/protocol'
import { overwritesOf } from '../domain/access/access.ts'
import { bitsOf, type Standings, standingsIn } from '../domain/access/standings.ts'
import type { Reading } from '../ports/store.ts'

/** Bits by user. Who is missing has none. */
export type Bits = ReadonlyMap<string, bigint>

/**
 * What the listeners of one guild may do in it and in those of its channels that are spoken of: worked out when it is
 * asked for, kept until it is forgotten (G18). A channel that is not there, or not the guild's, gives nobody anything.
 */
export class GuildRights {
	readonly #from: Reading
	readonly #guildId: string
	readonly #listeners: () => string[]
	#standings: Standings | undefined
	#guild: Bits | undefined
	#channels = new Map<string, Bits>()
	/** Grows with every `forget`, so that what was read before it is not kept after it. */
	#version = 0

	constructor(from: Reading, guildId: string, listeners: () => string[]) {
		this.#from = from
		this.#guildId = guildId
		this.#listeners = listeners
	}

	/** Roles, overwrites, members or listeners are others than before. */
	forget(): void {
		this.#version++
		this.#standings = undefined
		this.#guild = undefined
		this.#channels.clear()
	}

	/** What is kept of the channel, or of the guild as a whole; undefined where it must be worked out. */
	kept(channelId: string | undefined): Bits | undefined {
		if (this.#standings && this.#standings.goodUntil <= this.#from.now()) this.forget()
		return channelId === undefined ? this.#guild : this.#channels.get(channelId)
	}

	/** Works it out and keeps it. */
	async load(channelId: string | undefined): Promise<Bits> {
		for (;;) {
			const kept = this.kept(channelId)
			if (kept) return kept
			const version = this.#version
			const standings = await this.#read()
			const overwrites = channelId === undefined ? undefined : await this.#overwrites(channelId)
			if (version !== this.#version) continue
			const bits = channelId !== undefined && !overwrites ? NOBODY : bitsOf(standings, overwrites)
			if (channelId === undefined) this.#guild = bits
			else this.#channels.set(channelId, bits)
			return bits
		}
	}

	/** For a channel that says itself who may view it, as it does when it is made, changed, or gone. */
	async loadBy(overwrites: readonly PermissionOverwrite[]): Promise<Bits> {
		return bitsOf(
			await this.#read(),
			overwrites.map(({ id, type, allow, deny }) => ({ id, type, allow: BigInt(allow), deny: BigInt(deny) })),
		)
	}

	async #read(): Promise<Standings> {
		if (this.#standings) return this.#standings
		const version = this.#version
		const standings = await standingsIn(this.#from, this.#guildId, this.#listeners())
		if (version === this.#version) this.#standings = standings
		return standings
	}

	async #overwrites(channelId: string): Promise<Overwrite[] | undefined> {
		const channel = await this.#from.db
			.selectFrom('channels')
			.select('guild_id')
			.where('id', '=', channelId)
			.executeTakeFirst()
		return channel?.guild_id === this.#guildId ? overwritesOf(this.#from, channelId) : undefined
	}
}

const NOBODY: Bits = new Map()
