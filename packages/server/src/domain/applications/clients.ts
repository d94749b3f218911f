import type { Reading } from '../../ports/store.ts'
import { type ApplicationRow, findApplication } from './applications.ts'
import { isSecret } from './client-secret.ts'

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
