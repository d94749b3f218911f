import type { JobKind } from './worker.ts'

/** Every kind of job, by the name under which a transaction orders it. */
export const JOB_KINDS: Readonly<Record<string, JobKind>> = {}
