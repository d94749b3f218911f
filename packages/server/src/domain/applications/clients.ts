import { timingSafeEqual } from 'node:crypto'
import { isSnowflake } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'
import type { ApplicationRow } from './applications.ts'

/** An application, if the text is the id of one. */
export async function findApplication({ db }: Reading, id: string): Promise<ApplicationRow | undefined> {
	if (!isSnowflake(id)) return undefined
	return db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst()
}

/** An application that has shown who it is at an endpoint for applications. */
export interface Client {
	application: ApplicationRow
	/** False for a public client that gave only its id. */
	hasSecret: boolean
}

/**
 * The application of these credentials; undefined for none. Without a secret only where it is a public client; a secret
 * that is given must be right even then.
 */
export async function findClient(from: Reading, id: string, secret: string | undefined): Promise<Client | undefined> {
	const application = await findApplication(from, id)
	if (!application) return undefined
	if (secret === undefined) return application.is_public_client ? { application, hasSecret: false } : undefined
	return isSecret(application, secret) ? { application, hasSecret: true } : undefined
}

/** The secret has full entropy: a plain hash, compared in constant time, is enough. */
function isSecret(application: ApplicationRow, secret: string): boolean {
	return timingSafeEqual(Buffer.from(hashToken(secret), 'hex'), Buffer.from(application.secret_hash, 'hex'))
}
