import { ApiError, TokensRevoked } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { hashToken } from '../access/caller.ts'
import { findApplication } from './applications.ts'
import { hold, type Pair } from './authorizations.ts'
import { isSecret } from './client-secret.ts'
import { issueChildToken, type Tokens } from './tokens.ts'

export interface ChildTokenRequest {
	parentAccessToken: string
	childApplicationId: string
	/** Left out by public clients. */
	parentClientSecret: string | undefined
}

/** The application that a player's token is for, before anything is done with it. @throws InvalidAccessToken */
export async function publisherOf(from: Reading, parentAccessToken: string): Promise<string> {
	const token = await findParentToken(from, hashToken(parentAccessToken))
	if (!token) throw new ApiError('InvalidAccessToken')
	return token.application_id
}

/**
 * Exchanges a token for the publisher's application for one for a game below it, which ends when the first one would.
 * @throws InvalidAccessToken, InvalidClientSecret, UnknownApplication, NotAuthorizedOnApplication
 */
export async function exchangeChildToken(tx: Transaction, request: ChildTokenRequest): Promise<Tokens> {
	const hash = hashToken(request.parentAccessToken)
	const seen = await findParentToken(tx, hash)
	const parent = seen && (await findApplication(tx, seen.application_id))
	if (!seen || !parent) throw new ApiError('InvalidAccessToken')
	const { parentClientSecret: secret } = request
	if (secret === undefined ? !parent.is_public_client : !isSecret(parent, secret)) {
		throw new ApiError('InvalidClientSecret')
	}
	const child = await findApplication(tx, request.childApplicationId)
	if (!child) throw new ApiError('UnknownApplication')
	if (child.parent_application_id !== parent.id) throw new ApiError('NotAuthorizedOnApplication')
	// Read again, now that nobody else changes it: a refresh or the end of the authorization may have come between.
	if (!(await hold(tx, seen.authorization_id))) throw new ApiError('InvalidAccessToken')
	const token = await findParentToken(tx, hash)
	if (!token) throw new ApiError('InvalidAccessToken')
	return issueChildToken(tx, token, child.id)
}

export type ParentToken = Selectable<Tables['access_tokens']> & { authorization_id: string }

/** The kinds of tokens that stand for a player: neither an application's own nor one of a game below it. */
const PLAYERS = ['user', 'provisional']

async function findParentToken({ db, now }: Reading, hash: string): Promise<ParentToken | undefined> {
	const row = await db.selectFrom('access_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
	if (!row || row.authorization_id === null || !PLAYERS.includes(row.kind) || row.expires_at <= now()) return undefined
	return { ...row, authorization_id: row.authorization_id }
}

/** Ends a player's tokens for one game; what the publisher was allowed, and its other games, stay. */
export async function endChildTokens(tx: Transaction, { applicationId, userId }: Pair): Promise<void> {
	await tx.db
		.deleteFrom('access_tokens')
		.where('application_id', '=', applicationId)
		.where('user_id', '=', userId)
		.where('kind', '=', 'child')
		.execute()
	tx.emit(TokensRevoked, { internal: 'tokens' }, { application_id: applicationId, user_id: userId })
}
