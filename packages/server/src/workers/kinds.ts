import { LOBBY_IDLE, removeIdleLobby } from '../domain/lobbies/idle.ts'
import { REMOVE_BLOBS } from '../domain/media/staged.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { JobKind } from './worker.ts'

/** What jobs reach besides the database. */
export interface JobWorld {
	blobs: Blobs
}

/** Every kind of job, by the name under which a transaction orders it. */
export function jobKinds({ blobs }: JobWorld): Readonly<Record<string, JobKind>> {
	return {
		[LOBBY_IDLE]: { inTransaction: removeIdleLobby },
		[REMOVE_BLOBS]: {
			async outside({ keys }: { keys: readonly string[] }) {
				for (const key of keys) await blobs.remove(key)
			},
		},
	}
}
