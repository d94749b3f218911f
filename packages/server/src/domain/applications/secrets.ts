import { randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError, formError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'
import type { ApplicationRow } from './applications.ts'

/** Two, so that a server can be given the new one before the old one goes; one more for a slip. */
const MOST_SECRETS = 3

/** What is kept of a client secret. */
export interface ClientSecret {
	/** Names it among those of its application. */
	id: string
	/** SHA-256, hex. */
	hash: string
	/** Milliseconds since the epoch. */
	created_at: number
}

type WithSecrets = Pick<ApplicationRow, 'secrets'>

/** The secrets that work, oldest first. */
export function secretsOf(application: WithSecrets): ClientSecret[] {
	return JSON.parse(application.secrets) as ClientSecret[]
}

/** Whether this is one of the application's secrets. They have full entropy: a plain hash, compared in constant time. */
export function isSecret(application: WithSecrets, given: string): boolean {
	const hash = Buffer.from(hashToken(given), 'hex')
	return secretsOf(application).some((secret) => timingSafeEqual(hash, Buffer.from(secret.hash, 'hex')))
}

/** A new secret, and how it is kept. */
export function newClientSecret(now: number): { secret: string; kept: ClientSecret } {
	const secret = randomBytes(32).toString('base64url')
	return { secret, kept: { id: randomBytes(6).toString('base64url'), hash: hashToken(secret), created_at: now } }
}

/** Gives the application one more secret, shown this once; those before go on working. @throws InvalidFormBody */
export async function addClientSecret(tx: Transaction, applicationId: string): Promise<string> {
	const before = await holdSecrets(tx, applicationId)
	if (before.length >= MOST_SECRETS) {
		throw formError(['client_secret'], 'APPLICATION_SECRETS_MAX', `An application has at most ${MOST_SECRETS} secrets.`)
	}
	const { secret, kept } = newClientSecret(tx.now())
	await keepSecrets(tx, applicationId, [...before, kept])
	return secret
}

/** Takes a secret away; it stops working at once. @throws InvalidFormBody for the last one, NotFound */
export async function removeClientSecret(tx: Transaction, applicationId: string, secretId: string): Promise<void> {
	const before = await holdSecrets(tx, applicationId)
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

/** The secrets, held until the commit so that two changes at once are both kept. @throws UnknownApplication */
async function holdSecrets({ db }: Transaction, applicationId: string): Promise<ClientSecret[]> {
	const row = await db
		.updateTable('applications')
		.set((application) => ({ secrets: application.ref('secrets') }))
		.where('id', '=', applicationId)
		.returning('secrets')
		.executeTakeFirst()
	if (!row) throw new ApiError('UnknownApplication')
	return secretsOf(row)
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
