import type { Kysely } from 'kysely'
import type { Tables } from '../../../ports/tables.ts'
import type { Vault } from '../../../ports/vault.ts'
import { platform } from './0001-platform.ts'
import { accounts } from './0002-accounts.ts'
import { applications } from './0003-applications.ts'
import { guilds } from './0004-guilds.ts'
import { messages } from './0005-messages.ts'
import { lobbies } from './0006-lobbies.ts'
import { settings } from './0007-settings.ts'
import { webhooks } from './0008-webhooks.ts'
import { logins } from './0009-logins.ts'
import { devices } from './0010-devices.ts'
import { installs } from './0011-installs.ts'
import { external } from './0012-external.ts'
import { provisional } from './0013-provisional.ts'
import { portal } from './0014-portal.ts'
import { operators } from './0015-operators.ts'
import { publishers } from './0016-publishers.ts'
import { relationships } from './0017-relationships.ts'
import { webhookDeliveries } from './0018-webhook-deliveries.ts'
import { voice } from './0019-voice.ts'
import { invites } from './0020-invites.ts'
import { directMessages } from './0021-direct-messages.ts'
import { activities } from './0022-activities.ts'
import { players } from './0026-players.ts'
import { sessionStarts } from './0027-session-starts.ts'
import type { MigrationDialect, MigrationStep } from './types.ts'

/** In order; a store's version is how many of them it has had. */
const STEPS: readonly MigrationStep[] = [
	platform,
	accounts,
	applications,
	guilds,
	messages,
	lobbies,
	settings,
	webhooks,
	logins,
	devices,
	installs,
	external,
	provisional,
	portal,
	operators,
	publishers,
	relationships,
	webhookDeliveries,
	voice,
	invites,
	directMessages,
	activities,
	players,
	sessionStarts,
]

/** The version this server writes. */
export const STORE_VERSION = STEPS.length

/** The store was written by a newer server; this one would lose what it does not know. */
export class NewerStoreError extends Error {
	constructor(found: number) {
		super(
			`The store has version ${found}, this server knows versions up to ${STORE_VERSION}. Start a newer server, or another data directory.`,
		)
		this.name = 'NewerStoreError'
	}
}

/** Brings the store to this server's version, in one transaction. @throws NewerStoreError */
export async function migrate(
	db: Kysely<Tables>,
	dialect: MigrationDialect,
	vault: Vault,
): Promise<{ from: number; to: number }> {
	return db.transaction().execute(async (tx) => {
		await dialect.lock(tx)
		const from = (await dialect.hasTables(tx)) ? await storeVersion(tx) : 0
		if (from > STORE_VERSION) throw new NewerStoreError(from)
		for (const step of STEPS.slice(from)) await step.up(tx, dialect, vault)
		if (from < STORE_VERSION) await keepVersion(tx)
		return { from, to: STORE_VERSION }
	})
}

async function storeVersion(db: Kysely<Tables>): Promise<number> {
	const row = await db.selectFrom('meta').select('value').where('key', '=', 'version').executeTakeFirst()
	return row ? Number(row.value) : 0
}

async function keepVersion(db: Kysely<Tables>): Promise<void> {
	const value = String(STORE_VERSION)
	await db
		.insertInto('meta')
		.values({ key: 'version', value })
		.onConflict((c) => c.column('key').doUpdateSet({ value }))
		.execute()
}
