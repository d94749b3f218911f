import { hash } from 'node:crypto'
import { ApiError, expandScopes, type Scope } from '@guildhall/protocol'
import { prepared } from '../../ports/prepared.ts'
import type { Reading } from '../../ports/store.ts'

/** An application acting through its bot. */
export interface BotCaller {
	kind: 'bot'
	userId: string
	applicationId: string
	/** The application's flags: which privileged intents it holds. */
	applicationFlags: number
}

/** A person's access token, used by an application. */
export interface BearerCaller {
	kind: 'bearer'
	userId: string
	applicationId: string
	/** What was granted, and what it stands for. */
	scopes: ReadonlySet<Scope>
	/** As granted, unexpanded. */
	granted: readonly string[]
	/** user, client, provisional, child. */
	tokenKind: string
	expiresAt: number
}

/** A person signed in to this site. */
export interface LoginCaller {
	kind: 'login'
	userId: string
	/** When they last proved who they are, in milliseconds. */
	authTime: number
}

/** Whoever holds the operator's token of this installation. Acts as no user. */
export interface OperatorCaller {
	kind: 'operator'
	/** As they call themselves. */
	name: string
}

/** Nobody in particular. */
export interface Anonymous {
	kind: 'anyone'
}

/** A caller that is somebody. */
export type Somebody = BotCaller | BearerCaller | LoginCaller
/** Who is asking. */
export type Caller = Somebody | OperatorCaller | Anonymous

/** The user a caller acts as. @throws InvalidToken for nobody, and for operators */
export function userIdOf(caller: Caller): string {
	if (!('userId' in caller)) throw new ApiError('InvalidToken')
	return caller.userId
}

/** What is kept of a token: its SHA-256 in hex. Tokens carry 256 bits of chance, so nothing slower is needed. */
export function hashToken(token: string): string {
	return hash('sha256', token, 'hex')
}

const botByHash = prepared((db, hash: string) =>
	db
		.selectFrom('bot_tokens')
		.innerJoin('applications', 'applications.id', 'bot_tokens.application_id')
		.select(['bot_tokens.user_id', 'bot_tokens.application_id', 'applications.flags'])
		.where('bot_tokens.token_hash', '=', hash),
)

/** Whose bot token this is; undefined for none. */
export async function botOf(from: Reading, token: string): Promise<BotCaller | undefined> {
	const [row] = await botByHash(from, hashToken(token))
	if (!row) return undefined
	return { kind: 'bot', userId: row.user_id, applicationId: row.application_id, applicationFlags: row.flags }
}

const bearerByHash = prepared((db, hash: string) =>
	db
		.selectFrom('access_tokens')
		.select(['user_id', 'application_id', 'scopes', 'kind', 'expires_at'])
		.where('hash', '=', hash),
)

/** Whose access token this is, expired or not; undefined for none. Whoever uses it compares `expiresAt`. */
export async function bearerOf(from: Reading, token: string): Promise<BearerCaller | undefined> {
	const [row] = await bearerByHash(from, hashToken(token))
	if (!row) return undefined
	const granted = JSON.parse(row.scopes) as string[]
	return {
		kind: 'bearer',
		userId: row.user_id,
		applicationId: row.application_id,
		scopes: expandScopes(granted),
		granted,
		tokenKind: row.kind,
		expiresAt: row.expires_at,
	}
}

const approvedAt = prepared((db, applicationId: string) =>
	db.selectFrom('applications').select('communication_approved_at').where('id', '=', applicationId),
)

/** Whether the operator freed the application of the limits of development. */
export async function hasApprovedCommunication(from: Reading, applicationId: string): Promise<boolean> {
	const [row] = await approvedAt(from, applicationId)
	return row !== undefined && row.communication_approved_at !== null
}

/** Whether the user has a token of the application that has not expired. */
export async function hasLivingToken(
	from: Reading,
	{ userId, applicationId }: { userId: string; applicationId: string },
): Promise<boolean> {
	const row = await from.db
		.selectFrom('access_tokens')
		.select('hash')
		.where('application_id', '=', applicationId)
		.where('user_id', '=', userId)
		.where('expires_at', '>', from.now())
		.limit(1)
		.executeTakeFirst()
	return row !== undefined
}
