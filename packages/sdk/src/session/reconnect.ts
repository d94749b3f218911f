const DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
const JITTER = 0.2

/** How long to wait before a retry after `failures` in a row (S10). `random` is in [0, 1). */
export function reconnectDelay(failures: number, random: number): number {
	const delay = DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)] ?? 0
	return Math.round(delay * (1 - JITTER + 2 * JITTER * random))
}
