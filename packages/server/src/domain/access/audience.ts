import type { Subject } from '../../ports/bus.ts'
import type { Reading } from '../../ports/store.ts'

/** A part of a bot's guilds: those whose id falls to number `id` of `count` (GWI-05). */
export interface Shard {
	id: number
	count: number
}

/** Who listens, and to what part of it. */
export interface Listening {
	kind: 'bot' | 'player'
	userId: string
	applicationId: string
	/** Absent: the whole. */
	shard?: Shard
	/** Whether a player's token reaches lobbies. */
	hearsLobbies?: boolean
}

/** What a session listens to. Guilds come in one by one, each behind its GUILD_CREATE. */
export interface Audience {
	/** From the first moment on. */
	subjects: Subject[]
	guildIds: string[]
	lobbyIds: string[]
}

/** Whether the shard has the guild. */
export function isOnShard(guildId: string, shard: Shard | undefined): boolean {
	return shard === undefined || Number((BigInt(guildId) >> 22n) % BigInt(shard.count)) === shard.id
}

/** Whether the shard has what belongs to no guild: direct channels, entitlements, the bot's own user (GWI-05). */
export function hasDirect(shard: Shard | undefined): boolean {
	return shard === undefined || shard.id === 0
}

/** What a session of this kind hears of these guilds and lobbies, which are all that its user is in. */
export function audienceOf(
	listening: Listening,
	{ guildIds, lobbyIds }: { guildIds: readonly string[]; lobbyIds: readonly string[] },
): Audience {
	const { kind, userId, applicationId, shard } = listening
	const subjects: Subject[] = [`user.${userId}`]
	if (kind === 'bot' && hasDirect(shard)) subjects.push(`application.${applicationId}`)
	return {
		subjects,
		guildIds: kind === 'bot' ? guildIds.filter((id) => isOnShard(id, shard)) : [],
		lobbyIds: kind === 'player' && listening.hearsLobbies ? [...lobbyIds] : [],
	}
}

/** What a session hears, from what its user is in now. */
export async function findAudience(from: Reading, listening: Listening): Promise<Audience> {
	const [guildIds, lobbyIds] = await Promise.all([
		listening.kind === 'bot' ? guildsOf(from, listening.userId) : [],
		listening.hearsLobbies ? lobbiesOf(from, listening) : [],
	])
	return audienceOf(listening, { guildIds, lobbyIds })
}

/** The guilds that a user is in, oldest first. */
export async function guildsOf({ db }: Reading, userId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('members')
		.select('guild_id')
		.where('user_id', '=', userId)
		.orderBy('guild_id')
		.execute()
	return rows.map((row) => row.guild_id)
}

async function lobbiesOf({ db }: Reading, { userId, applicationId }: Listening): Promise<string[]> {
	const rows = await db
		.selectFrom('lobby_members')
		.select('lobby_id')
		.where('user_id', '=', userId)
		.where('application_id', '=', applicationId)
		.orderBy('lobby_id')
		.execute()
	return rows.map((row) => row.lobby_id)
}
