/** Guilds that one connection should carry; a bot in more is told to open several. */
const GUILDS_PER_SHARD = 1000
/** A bot in more guilds is a large one, which must count its shards in steps. */
const LARGE = 150_000

export function isLargeBot(guildCount: number): boolean {
	return guildCount > LARGE
}

/** How many shards a bot in so many guilds should have. Those of large bots fill all keys of `max_concurrency`. */
export function shardsFor(guildCount: number, maxConcurrency: number): number {
	const shards = Math.max(1, Math.ceil(guildCount / GUILDS_PER_SHARD))
	return isLargeBot(guildCount) ? Math.ceil(shards / maxConcurrency) * maxConcurrency : shards
}

/** Whether a bot in so many guilds may divide them so (GWI-05, 4010). */
export function mayDivide(shardCount: number, guildCount: number, maxConcurrency: number): boolean {
	return !isLargeBot(guildCount) || shardCount % maxConcurrency === 0
}
