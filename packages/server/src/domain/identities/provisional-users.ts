import { randomInt } from 'node:crypto'
import { ApiError } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { createUser, isNameTaken, type UserRow } from '../accounts/accounts.ts'
import type { IdentityKey, IdentityRow } from './identities.ts'

/** Nothing that reads as a word, nothing that looks like something else. */
const LETTERS = 'bcdfghjkmnpqrstvwxz23456789'
const NAME_LENGTH = 14
const TRIES = 5

/** An account that stands in for a player: it belongs to a game, and nobody can sign in to it. @throws UsernameGeneration */
export async function createProvisionalUser(tx: Transaction, displayName: string | undefined): Promise<UserRow> {
	for (let tries = 0; tries < TRIES; tries++) {
		const username = `player_${Array.from({ length: NAME_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
		if (await isNameTaken(tx, username)) continue
		return createUser(tx, { username, globalName: displayName ?? null, isProvisional: true })
	}
	throw new ApiError('UsernameGeneration')
}

/** A new identity with its own account. Of two made at once for one key the second fails, and finds the first. */
export async function createIdentity(
	tx: Transaction,
	key: IdentityKey,
	displayName: string | undefined,
): Promise<IdentityRow> {
	const user = await createProvisionalUser(tx, displayName)
	return tx.db
		.insertInto('external_identities')
		.values({
			id: tx.newId(),
			application_id: key.applicationId,
			type: key.type,
			issuer: key.issuer,
			subject: key.subject,
			user_id: user.id,
			state: 'provisional',
			restricted_for: null,
			created_at: tx.now(),
			updated_at: tx.now(),
		})
		.returningAll()
		.executeTakeFirstOrThrow()
}
