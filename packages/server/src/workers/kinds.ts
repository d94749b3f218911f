import { END_BAN, endBan } from '../domain/accounts/bans.ts'
import { SEND_LETTER } from '../domain/accounts/letters.ts'
import { mailRetryAfterMs, SEND_MAIL } from '../domain/accounts/mails.ts'
import { CLEAR_APPLICATION } from '../domain/applications/delete.ts'
import { END_INTENT, endIntent } from '../domain/applications/intents.ts'
import { CLEAR_ADOPTED } from '../domain/applications/publishers.ts'
import { clearApplication } from '../domain/closures/clear-application.ts'
import { createDelivery } from '../domain/deliveries/deliver.ts'
import { probeEndpoint } from '../domain/deliveries/probing.ts'
import { DRESS_MEMBERS, dressMembers } from '../domain/guilds/tags.ts'
import { MOVE_ACCOUNT } from '../domain/identities/moves.ts'
import { FILL_INVITE_LIST, fillList } from '../domain/invites/users.ts'
import { END_STAY, endStay } from '../domain/lobbies/connections.ts'
import { LOBBY_IDLE, removeIdleLobby } from '../domain/lobbies/idle.ts'
import { REMOVE_BLOBS } from '../domain/media/staged.ts'
import { continueMove } from '../domain/merging/moves.ts'
import { clearAdopted } from '../domain/operators/adoption.ts'
import { DELIVER_EVENTS } from '../domain/webhooks/notify.ts'
import { PROBE_ENDPOINT, type ProbeJob } from '../domain/webhooks/probes.ts'
import type { Blobs } from '../ports/blobs.ts'
import type { Mail, Mailer } from '../ports/mailer.ts'
import type { Store } from '../ports/store.ts'
import type { Web } from '../ports/web.ts'
import { letterKind } from './letters.ts'
import type { JobKind } from './worker.ts'

/** What jobs reach besides the database. */
export interface JobWorld {
	store: Store
	blobs: Blobs
	/** None on a server that sends no mail: what is ordered is thrown away. */
	mailer: Mailer | undefined
	web: Web
}

/** Other people's servers may be slow: calls to them take no places of other jobs. */
const MOST_OUTGOING = 20
const MOST_PROBES = 4

/** Every kind of job, by the name under which a transaction orders it. */
export function jobKinds({ store, blobs, mailer, web }: JobWorld): Readonly<Record<string, JobKind>> {
	return {
		[END_BAN]: { inTransaction: endBan },
		[END_INTENT]: { inTransaction: endIntent },
		[CLEAR_ADOPTED]: { inTransaction: clearAdopted },
		[CLEAR_APPLICATION]: { inTransaction: clearApplication },
		[SEND_MAIL]: { outside: async (mail: Mail) => mailer?.send(mail), retryAfterMs: mailRetryAfterMs },
		[SEND_LETTER]: letterKind(store, mailer),
		[DELIVER_EVENTS]: { outside: createDelivery({ store, web }), mostAtOnce: MOST_OUTGOING },
		[PROBE_ENDPOINT]: {
			outside: (job: ProbeJob) => probeEndpoint({ store, web }, job),
			mostAtOnce: MOST_PROBES,
		},
		[DRESS_MEMBERS]: { inTransaction: dressMembers },
		[MOVE_ACCOUNT]: { inTransaction: continueMove },
		[FILL_INVITE_LIST]: { inTransaction: fillList },
		[LOBBY_IDLE]: { inTransaction: removeIdleLobby },
		[END_STAY]: { inTransaction: endStay },
		[REMOVE_BLOBS]: {
			async outside({ keys }: { keys: readonly string[] }) {
				for (const key of keys) await blobs.remove(key)
			},
		},
	}
}
