/** A 64-bit id as getters and callbacks give it. */
export type Snowflake = bigint

/** A 64-bit id as setters and parameters take it: decimal text, a bigint, or a number that is exact. */
export type SnowflakeLike = bigint | string | number

const LARGEST = (1n << 64n) - 1n
const EPOCH = 1_420_070_400_000n

/** Reads an id given by the game. Numbers beyond 2^53 have already lost digits and are refused. */
export function toSnowflake(value: SnowflakeLike, where: string): Snowflake {
	const id = exact(value, where)
	if (id < 0n || id > LARGEST) throw new RangeError(`${where}: an id has 64 bits, ${id} does not fit`)
	return id
}

/** Milliseconds since the Unix epoch at which the platform made `id`. */
export function snowflakeTime(id: Snowflake): number {
	return Number((id >> 22n) + EPOCH)
}

function exact(value: SnowflakeLike, where: string): bigint {
	if (typeof value === 'bigint') return value
	if (typeof value === 'number') {
		if (!Number.isSafeInteger(value)) throw new RangeError(`${where}: ${value} is not an exact integer`)
		return BigInt(value)
	}
	if (typeof value !== 'string') throw new TypeError(`${where}: an id is a bigint, decimal text or an integer`)
	if (!/^\d{1,20}$/.test(value)) throw new RangeError(`${where}: ${JSON.stringify(value)} is not a decimal id`)
	return BigInt(value)
}
