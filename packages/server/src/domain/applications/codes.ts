import { randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { hashToken } from '../access/caller.ts'
import { hold, type Pair } from './authorizations.ts'
import { endFamily } from './families.ts'
import { verifies } from './pkce.ts'
import { issuePair, type Tokens } from './tokens.ts'

const CODE_MS = 100_000
const CODE_LENGTH = 30
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export interface NewCode extends Pair {
	/** Held by the transaction that makes the code. */
	authorizationId: string
	scopes: readonly string[]
	/** As the client sent it; null where it sent none. */
	redirectUri: string | null
	codeChallenge: string | null
	nonce: string | null
	authTime: number
	/** What waits for the code's redemption. */
	install: CodeInstall | null
}

/** What was chosen at the consent and goes along with the code: what the answer names, or what happens only then. */
export interface CodeInstall {
	/** The guild the application came into, or comes into with the code where `joins` is true. */
	guildId?: string
	joins?: boolean
	/** Bits, decimal. */
	permissions?: string
	/** The channel that gets a webhook. */
	channelId?: string
}

/** Makes the code that the application exchanges for tokens. */
export async function createCode(tx: Transaction, grant: NewCode): Promise<string> {
	const code = Array.from({ length: CODE_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('')
	await tx.db
		.insertInto('oauth_codes')
		.values({
			hash: hashToken(code),
			application_id: grant.applicationId,
			user_id: grant.userId,
			authorization_id: grant.authorizationId,
			scopes: JSON.stringify(grant.scopes),
			redirect_uri: grant.redirectUri,
			code_challenge: grant.codeChallenge,
			nonce: grant.nonce,
			auth_time: grant.authTime,
			expires_at: tx.now() + CODE_MS,
			consumed_at: null,
			family_id: null,
			install: grant.install && JSON.stringify(grant.install),
		})
		.execute()
	return code
}

/** What a client shows to get tokens for a code. */
export interface Redemption {
	code: string
	applicationId: string
	/** Undefined where the request has none. */
	redirectUri: string | undefined
	verifier: string | undefined
	/** Whether the client showed its secret; without one only a verifier proves that the code is its own. */
	hasSecret: boolean
	/** Where an answer without a `redirect_uri` in its request went. */
	defaultRedirectUri: string | undefined
	/** Called with whose code it is before it is used; what it throws leaves the code as it was. */
	beforeUse?: (userId: string) => Promise<void>
}

/** Whose tokens these are, for the id_token. */
export interface Granted {
	tokens: Tokens
	userId: string
	/** All of the grant; the access token may carry fewer. */
	nonce: string | null
	authTime: number
	/** The user is a player who has no account of their own: an id_token goes along whatever was asked for. */
	isProvisional?: boolean
}

/** What a redeemed code gives. */
export interface Redeemed extends Granted {
	install: CodeInstall | null
}

/**
 * Exchanges a code for tokens, once. A request that does not fit leaves the code as it was, so that a stolen code cannot
 * be used to break a login; one that fits a second time ends what the first one got. Undefined where refused.
 */
export async function redeemCode(tx: Transaction, request: Redemption): Promise<Redeemed | undefined> {
	const hash = hashToken(request.code)
	const [seen] = await codeByHash(tx, hash)
	if (!seen || seen.application_id !== request.applicationId) return undefined
	if (!(await hold(tx, seen.authorization_id))) return undefined
	// Read again, now that nobody else changes it.
	const [row] = await codeByHash(tx, hash)
	if (!row || row.expires_at <= tx.now() || !fits(row, request)) return undefined
	if (row.consumed_at !== null) {
		const pair = { applicationId: row.application_id, userId: row.user_id }
		if (row.family_id !== null) await endFamily(tx, pair, row.family_id)
		return undefined
	}
	await request.beforeUse?.(row.user_id)
	const familyId = tx.newId()
	await consume(tx, row.hash, tx.now(), familyId)
	const tokens = await issuePair(tx, {
		applicationId: row.application_id,
		userId: row.user_id,
		authorizationId: row.authorization_id,
		familyId,
		scopes: JSON.parse(row.scopes) as string[],
		authTime: row.auth_time,
	})
	const install = row.install === null ? null : (JSON.parse(row.install) as CodeInstall)
	return { tokens, userId: row.user_id, nonce: row.nonce, authTime: row.auth_time, install }
}

type CodeRow = Selectable<Tables['oauth_codes']>

const codeByHash = prepared((db, hash: string) => db.selectFrom('oauth_codes').selectAll().where('hash', '=', hash))

const consume = prepared((db, hash: string, now: number, familyId: string) =>
	db.updateTable('oauth_codes').set({ consumed_at: now, family_id: familyId }).where('hash', '=', hash),
)

function fits(row: CodeRow, { redirectUri, defaultRedirectUri, verifier, hasSecret }: Redemption): boolean {
	const isSameRedirect =
		row.redirect_uri === null
			? redirectUri === undefined || redirectUri === defaultRedirectUri
			: redirectUri === row.redirect_uri
	if (!isSameRedirect) return false
	// A verifier for a code without a challenge is a downgrade (RFC 9700 §4.8.2).
	if (row.code_challenge === null) return verifier === undefined && hasSecret
	return verifier !== undefined && verifies(verifier, row.code_challenge)
}
