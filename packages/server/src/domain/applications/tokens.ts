import { randomFillSync } from 'node:crypto'
import { TokensRevoked } from '@guildhall/protocol'
import { preparedInsert } from '../../ports/prepared.ts'
import type { Statement, Transaction } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'
import { requireNotBanned } from '../accounts/bans.ts'
import { allow, type Pair } from './authorizations.ts'

/** How long an access token is good for: a week. */
export const ACCESS_TOKEN_SECONDS = 604_800
const DAY_MS = 86_400_000
/** A refresh token that nobody used for so long is dropped. */
export const REFRESH_TOKEN_MS = 400 * DAY_MS

/** What the token endpoint gives out. */
export interface Tokens {
	accessToken: string
	/** Absent where the grant has none. */
	refreshToken?: string
	/** Seconds. */
	expiresIn: number
	/** As asked for, unexpanded. */
	scopes: readonly string[]
}

/** Whom tokens are for. A family is what descends from one code: rotation replaces it, reuse ends it. */
export interface Family extends Pair {
	familyId: string
	authorizationId: string
	scopes: readonly string[]
	/** When the person last proved who they are. */
	authTime: number
	/** `provisional` for players who have no account of their own; by default `user`. */
	kind?: TokenKind
}

type TokenKind = 'user' | 'provisional'

export const insertAccess = preparedInsert('access_tokens', [
	...(['hash', 'family_id', 'authorization_id', 'application_id', 'user_id', 'scopes', 'kind'] as const),
	...(['issued_at', 'expires_at'] as const),
])

export const insertRefresh = preparedInsert('refresh_tokens', [
	...(['hash', 'family_id', 'authorization_id', 'application_id', 'user_id', 'scopes'] as const),
	...(['issued_at', 'expires_at', 'auth_time', 'kind'] as const),
])

const TOKEN_BYTES = 32
/** Chance for many tokens, fetched at once: to ask the system for it costs more than all else about a token. */
const chance = { pool: Buffer.alloc(128 * TOKEN_BYTES), at: Number.POSITIVE_INFINITY }

/** 256 bits of chance. Nothing of them is left behind. */
export function newToken(): string {
	if (chance.at >= chance.pool.length) {
		randomFillSync(chance.pool)
		chance.at = 0
	}
	const bytes = chance.pool.subarray(chance.at, chance.at + TOKEN_BYTES)
	chance.at += TOKEN_BYTES
	const token = bytes.toString('base64url')
	bytes.fill(0)
	return token
}

/** An access and a refresh token; the access token may carry fewer scopes than the refresh token stands for. */
export async function issuePair(
	tx: Transaction,
	family: Family,
	accessScopes: readonly string[] = family.scopes,
): Promise<Tokens & { refreshToken: string }> {
	const refreshToken = newToken()
	const accessToken = await insertAccessToken(tx, { kind: 'user', ...family, scopes: accessScopes })
	await insertRefresh(tx, {
		hash: hashToken(refreshToken),
		family_id: family.familyId,
		authorization_id: family.authorizationId,
		application_id: family.applicationId,
		user_id: family.userId,
		scopes: JSON.stringify(family.scopes),
		issued_at: tx.now(),
		expires_at: tx.now() + REFRESH_TOKEN_MS,
		auth_time: family.authTime,
		kind: family.kind ?? 'user',
	})
	return { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS, scopes: accessScopes }
}

/** An access token alone, where no refresh token goes with it. */
export async function issueAccessToken(tx: Transaction, family: Omit<Family, 'authTime'>): Promise<Tokens> {
	const accessToken = await insertAccessToken(tx, { kind: 'user', ...family })
	return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, scopes: family.scopes }
}

/** An access token that acts for the application's owner (client credentials). @throws AccountBanned */
export async function issueClientToken(tx: Transaction, pair: Pair, scopes: readonly string[]): Promise<Tokens> {
	await requireNotBanned(tx, pair.userId)
	const accessToken = await insertAccessToken(tx, {
		...pair,
		familyId: tx.newId(),
		authorizationId: null,
		scopes,
		kind: 'client',
	})
	return { accessToken, expiresIn: ACCESS_TOKEN_SECONDS, scopes }
}

/** Ends the tokens with which applications act for their owner. */
export async function endOwnersTokens(tx: Transaction, ownerId: string): Promise<void> {
	const owned = tx.db.selectFrom('applications').select('id').where('owner_user_id', '=', ownerId)
	const ended = await tx.db
		.deleteFrom('access_tokens')
		.where('application_id', 'in', owned)
		.where('user_id', '=', ownerId)
		.where('kind', '=', 'client')
		.returning('hash')
		.execute()
	if (ended.length === 0) return
	tx.emit(TokensRevoked, { internal: 'tokens' }, { token_hashes: ended.map(({ hash }) => hash) })
}

/** Tokens as after a consent and a redeemed code: for fixtures, where nobody sits before a page. */
export async function grantTokens(
	tx: Transaction,
	grant: Pair & { scopes: readonly string[] },
): Promise<Tokens & { refreshToken: string }> {
	const { id } = await allow(tx, grant, grant.scopes)
	return issuePair(tx, { ...grant, authorizationId: id, familyId: tx.newId(), authTime: tx.now() })
}

/** A token for a game below the publisher's application: of the same player, scopes and end. */
export async function issueChildToken(
	tx: Transaction,
	parent: { user_id: string; family_id: string; authorization_id: string; scopes: string; expires_at: number },
	applicationId: string,
): Promise<Tokens> {
	const scopes = JSON.parse(parent.scopes) as string[]
	const accessToken = await insertAccessToken(tx, {
		...{ applicationId, userId: parent.user_id, familyId: parent.family_id, scopes },
		...{ authorizationId: parent.authorization_id, kind: 'child', expiresAt: parent.expires_at },
	})
	return { accessToken, expiresIn: Math.floor((parent.expires_at - tx.now()) / 1000), scopes }
}

interface NewAccessToken extends Pair {
	familyId: string
	authorizationId: string | null
	scopes: readonly string[]
	kind: TokenKind | 'client' | 'child'
	/** By default in a week. */
	expiresAt?: number
}

async function insertAccessToken(tx: Statement, token: NewAccessToken): Promise<string> {
	const accessToken = newToken()
	await insertAccess(tx, {
		hash: hashToken(accessToken),
		family_id: token.familyId,
		authorization_id: token.authorizationId,
		application_id: token.applicationId,
		user_id: token.userId,
		scopes: JSON.stringify(token.scopes),
		kind: token.kind,
		issued_at: tx.now(),
		expires_at: token.expiresAt ?? tx.now() + ACCESS_TOKEN_SECONDS * 1000,
	})
	return accessToken
}
