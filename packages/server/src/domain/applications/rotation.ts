import { type Compilable, sql } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Statement } from '../../ports/store.ts'
import { hashToken } from '../access/caller.ts'
import type { Granted } from './codes.ts'
import { replaceAccessTokens, tellReplaced } from './families.ts'
import { ACCESS_TOKEN_SECONDS, insertAccess, insertRefresh, newToken, REFRESH_TOKEN_MS } from './tokens.ts'

/** How long a used token is still recognised, so that its use is known for theft. */
export const REMEMBERED_MS = 90 * 86_400_000

/**
 * The way of nearly every refresh: an unused token of a living authorization becomes a new pair, with all its scopes.
 * Undefined where it is not as simple as that, and nothing has changed. On PostgreSQL it is one statement.
 */
export async function rotate(
	tx: Statement,
	used: { hash: string; applicationId: string },
): Promise<Granted | undefined> {
	const [accessToken, refreshToken] = [newToken(), newToken()]
	const turn: Turn = {
		...used,
		now: tx.now(),
		rememberedUntil: tx.now() + REMEMBERED_MS,
		accessHash: hashToken(accessToken),
		accessUntil: tx.now() + ACCESS_TOKEN_SECONDS * 1000,
		refreshHash: hashToken(refreshToken),
		refreshUntil: tx.now() + REFRESH_TOKEN_MS,
	}
	const family = tx.dialect === 'postgres' ? await atOnce(tx, turn) : await inSteps(tx, turn)
	if (!family) return undefined
	const scopes = JSON.parse(family.scopes) as string[]
	return {
		tokens: { accessToken, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS, scopes },
		userId: family.user_id,
		nonce: null,
		authTime: family.auth_time,
		isProvisional: family.kind === 'provisional',
	}
}

interface Turn {
	hash: string
	applicationId: string
	now: number
	rememberedUntil: number
	accessHash: string
	accessUntil: number
	refreshHash: string
	refreshUntil: number
}

/** What the new tokens take over from the used one. */
interface FamilyRow {
	family_id: string
	authorization_id: string
	user_id: string
	scopes: string
	auth_time: number
	kind: string
}

/** Where one connection writes, nothing comes between. An authorization that ended has no tokens left. */
async function inSteps(tx: Statement, turn: Turn): Promise<FamilyRow | undefined> {
	const { hash, applicationId, now, refreshHash, rememberedUntil } = turn
	const [family] = await use(tx, hash, applicationId, now, refreshHash, rememberedUntil)
	if (!family) return undefined
	await replaceAccessTokens(tx, family.family_id)
	const shared = { ...family, application_id: applicationId, issued_at: now }
	const { auth_time, ...ofAccess } = shared
	await insertAccess(tx, { ...ofAccess, hash: turn.accessHash, expires_at: turn.accessUntil })
	await insertRefresh(tx, { ...shared, hash: refreshHash, expires_at: turn.refreshUntil })
	return family
}

const use = prepared(
	(db, hash: string, applicationId: string, now: number, successor: string, rememberedUntil: number) =>
		db
			.updateTable('refresh_tokens')
			.set({
				consumed_at: now,
				successor_hash: successor,
				expires_at: sql<number>`min(expires_at, ${rememberedUntil})`,
			})
			.where('hash', '=', hash)
			.where('application_id', '=', applicationId)
			.where('consumed_at', 'is', null)
			.where('expires_at', '>', now)
			.returning(['family_id', 'authorization_id', 'user_id', 'scopes', 'auth_time', 'kind']),
)

async function atOnce(tx: Statement, turn: Turn): Promise<FamilyRow | undefined> {
	const { hash, applicationId, now, rememberedUntil, accessHash, accessUntil, refreshHash, refreshUntil } = turn
	const [row] = await allAtOnce(
		tx,
		...([hash, applicationId, now, rememberedUntil, accessHash, accessUntil, refreshHash, refreshUntil] as const),
	)
	if (row?.replaced) tellReplaced(tx, row.replaced.split(' '))
	return row
}

/**
 * The authorization is held first, like everywhere; whoever waited for it finds the token used, and does nothing. A
 * token's row is looked at again where it changed meanwhile, which is what READ COMMITTED does.
 */
const allAtOnce = prepared(
	(
		db,
		hash: string,
		applicationId: string,
		now: number,
		rememberedUntil: number,
		accessHash: string,
		accessUntil: number,
		refreshHash: string,
		refreshUntil: number,
	): Compilable<FamilyRow & { replaced: string | null }> => ({
		compile: () =>
			sql<FamilyRow & { replaced: string | null }>`
				with held as (
					select refresh_tokens.hash from refresh_tokens
					join authorizations on authorizations.id = refresh_tokens.authorization_id
					where refresh_tokens.hash = ${hash} and refresh_tokens.application_id = ${applicationId}
						and refresh_tokens.consumed_at is null and refresh_tokens.expires_at > ${now}
						and authorizations.revoked_at is null
					for update of authorizations
				), used as (
					update refresh_tokens
					set consumed_at = ${now}, successor_hash = ${refreshHash}, expires_at = least(expires_at, ${rememberedUntil})
					from held where refresh_tokens.hash = held.hash and refresh_tokens.consumed_at is null
					returning family_id, authorization_id, application_id, user_id, scopes, auth_time, kind
				), replaced as (
					delete from access_tokens using used
					where access_tokens.family_id = used.family_id and access_tokens.kind <> 'child'
					returning access_tokens.hash
				), access as (
					insert into access_tokens (hash, family_id, authorization_id, application_id, user_id, scopes, kind, issued_at, expires_at)
					select cast(${accessHash} as text), family_id, authorization_id, application_id, user_id, scopes, kind,
						cast(${now} as bigint), cast(${accessUntil} as bigint) from used
				), refresh as (
					insert into refresh_tokens (hash, family_id, authorization_id, application_id, user_id, scopes, auth_time, kind, issued_at, expires_at)
					select cast(${refreshHash} as text), family_id, authorization_id, application_id, user_id, scopes, auth_time, kind,
						cast(${now} as bigint), cast(${refreshUntil} as bigint) from used
				)
				select family_id, authorization_id, user_id, scopes, auth_time, kind, (select string_agg(hash, ' ') from replaced) as replaced
				from used`.compile(db),
	}),
)
