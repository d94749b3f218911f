/** Milliseconds since the Unix epoch at which the ids of the public platform begin: 2015-01-01T00:00:00Z. */
export const SNOWFLAKE_EPOCH = 1_420_070_400_000

/** The largest id that fits the 64 bits of the wire (unsigned, but the platform never sets the sign bit). */
export const MAX_SNOWFLAKE = (1n << 63n) - 1n

/** The parts of an id: 42 bits of milliseconds, 5 of worker, 5 of process, 12 of increment (HC-90). */
export interface SnowflakeParts {
	/** Milliseconds since the Unix epoch. */
	at: number
	/** 0–1023: worker and process taken together. */
	node: number
	/** 0–4095. */
	increment: number
}

/** Puts an id together. The caller keeps the parts within their bounds. */
export function makeSnowflake({ at, node, increment }: SnowflakeParts): string {
	return ((BigInt(at - SNOWFLAKE_EPOCH) << 22n) | (BigInt(node) << 12n) | BigInt(increment)).toString()
}

/** Takes an id apart. */
export function readSnowflake(id: string): SnowflakeParts {
	const bits = BigInt(id)
	return {
		at: Number(bits >> 22n) + SNOWFLAKE_EPOCH,
		node: Number((bits >> 12n) & 0x3ffn),
		increment: Number(bits & 0xfffn),
	}
}

/** Whether `text` is a decimal id of at most 63 bits. `0` counts: clients page with it. */
export function isSnowflake(text: string): boolean {
	return /^\d{1,19}$/.test(text) && BigInt(text) <= MAX_SNOWFLAKE
}

/** Orders ids by age without leaving strings: shorter is older, then by digits. */
export function compareSnowflakes(a: string, b: string): number {
	if (a.length !== b.length) return a.length - b.length
	return a < b ? -1 : a > b ? 1 : 0
}

/** The smallest id that could have been made at `at`; pages by time with it. */
export function snowflakeAt(at: number): string {
	return (BigInt(Math.max(0, at - SNOWFLAKE_EPOCH)) << 22n).toString()
}
