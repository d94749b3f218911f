import { ApiError, formError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { holdApplication } from './applications.ts'
import { type ClientSecret, newClientSecret, secretsOf } from './client-secret.ts'

/** Two, so that a server can be given the new one before the old one goes; one more for a slip. */
const MOST_SECRETS = 3

/** Gives the application one more secret, shown this once; those before go on working. @throws InvalidFormBody */
export async function addClientSecret(tx: Transaction, applicationId: string): Promise<string> {
	const before = secretsOf(await holdApplication(tx, applicationId))
	if (before.length >= MOST_SECRETS) {
		throw formError(['client_secret'], 'APPLICATION_SECRETS_MAX', `An application has at most ${MOST_SECRETS} secrets.`)
	}
	const { secret, kept } = newClientSecret(tx.now())
	await keepSecrets(tx, applicationId, [...before, kept])
	return secret
}

/** Takes a secret away; it stops working at once. @throws InvalidFormBody for the last one, NotFound */
export async function removeClientSecret(tx: Transaction, applicationId: string, secretId: string): Promise<void> {
	const before = secretsOf(await holdApplication(tx, applicationId))
	const after = before.filter(({ id }) => id !== secretId)
	if (after.length === before.length) throw new ApiError('NotFound')
	if (after.length === 0) {
		throw formError(['client_secret'], 'APPLICATION_SECRETS_MIN', 'Make another secret before you remove the last one.')
	}
	await keepSecrets(tx, applicationId, after)
}

/** Gives the application one new secret in place of all it had. */
export async function resetClientSecret(tx: Transaction, applicationId: string): Promise<string> {
	const { secret, kept } = newClientSecret(tx.now())
	await keepSecrets(tx, applicationId, [kept])
	return secret
}

async function keepSecrets(
	{ db }: Transaction,
	applicationId: string,
	secrets: readonly ClientSecret[],
): Promise<void> {
	await db
		.updateTable('applications')
		.set({ secrets: JSON.stringify(secrets) })
		.where('id', '=', applicationId)
		.execute()
}
