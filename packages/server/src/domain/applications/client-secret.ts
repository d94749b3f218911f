import { randomBytes, timingSafeEqual } from 'node:crypto'
import { hashToken } from '../access/caller.ts'
import type { ApplicationRow } from './applications.ts'

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
