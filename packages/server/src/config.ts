import type { AnswerCheck } from './api/kernel.ts'
import type { RateLimitConfig } from './api/rate-limit.ts'

/** What the application must be told; everything with a default has it in `DEFAULTS`. */
export interface Config {
	/** Root of the site as people reach it, no slash at the end. */
	origin: string
	/** What GET /gateway answers. */
	gatewayUrl: string
	/** Root of stored images and attachments. */
	cdnUrl: string
	rateLimits: RateLimitConfig
	/** What to do with an answer that does not fit its declaration. */
	answerCheck: AnswerCheck
	/** Milliseconds between heartbeats of the gateway. */
	heartbeatIntervalMs: number
	/** How many Identify a bot may send at once (`max_concurrency`). */
	maxConcurrency: number
	/** How long a lost session waits for its Resume, in milliseconds. */
	resumeWindowMs: number
	/** Signs addresses of attachments. */
	linkSecret: string
}

export const DEFAULTS = {
	rateLimits: { factor: 1, globalPerSecond: 50, invalidPerTenMinutes: 10_000 },
	answerCheck: 'off',
	heartbeatIntervalMs: 41_250,
	maxConcurrency: 16,
	resumeWindowMs: 300_000,
} as const satisfies Partial<Config>
