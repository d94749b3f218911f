import { mailRetryAfterMs, SEND_MAIL } from '../domain/accounts/mails.ts'
import { CLEAR_APPLICATION } from '../domain/applications/delete.ts'
import { clearApplication } from '../domain/guilds/farewell.ts'
import { LOBBY_IDLE, removeIdleLobby } from '../domain/lobbies/idle.ts'
import { REMOVE_BLOBS } from '../domain/media/staged.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Mail, Mailer } from '../ports/mailer.ts'
import type { Web } from '../ports/web.ts'
import type { JobKind } from './worker.ts'

/** What jobs reach besides the database. */
export interface JobWorld {
	blobs: Blobs
	mailer: Mailer
	web: Web
}

/** Every kind of job, by the name under which a transaction orders it. */
export function jobKinds({ blobs, mailer }: JobWorld): Readonly<Record<string, JobKind>> {
	return {
		[SEND_MAIL]: { outside: (mail: Mail) => mailer.send(mail), retryAfterMs: mailRetryAfterMs },
		[CLEAR_APPLICATION]: { inTransaction: clearApplication },
		[LOBBY_IDLE]: { inTransaction: removeIdleLobby },
		[REMOVE_BLOBS]: {
			async outside({ keys }: { keys: readonly string[] }) {
				for (const key of keys) await blobs.remove(key)
			},
		},
	}
}
