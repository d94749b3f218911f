import { ApiError, ApplicationDeauthorized, TokensRevoked } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { getUser } from '../accounts/accounts.ts'
import { requireNotBanned } from '../accounts/bans.ts'
import { presentUser } from '../accounts/present.ts'
import { detachIdentity } from '../identities/detach.ts'
import { holdIdentityOf } from '../identities/identities.ts'
import { removeProfiles } from '../identities/profile-rows.ts'
import { notifyApplication } from '../webhooks/notify.ts'
import { authorizedAt } from './publishers.ts'

export type AuthorizationRow = Selectable<Tables['authorizations']>

/** A person and an application that person uses. */
export interface Pair {
	applicationId: string
	userId: string
}

/** What the person has allowed the application, if anything. */
export function findAuthorization({ db }: Reading, pair: Pair): Promise<AuthorizationRow | undefined> {
	return db
		.selectFrom('authorizations')
		.selectAll()
		.where('application_id', '=', pair.applicationId)
		.where('user_id', '=', pair.userId)
		.where('revoked_at', 'is', null)
		.executeTakeFirst()
}

/** Which of these people use the application: have allowed it, or its publisher's, something that still holds. */
export async function usersAmong(
	from: Reading,
	applicationId: string,
	userIds: readonly string[],
): Promise<Set<string>> {
	if (userIds.length === 0) return new Set()
	const rows = await usingRows(from, await authorizedAt(from, applicationId), userIds).execute()
	return new Set(rows.map((row) => row.user_id))
}

/** The same, and none of them ceases to before the commit. */
export async function steadyUsersAmong(
	tx: Transaction,
	applicationId: string,
	userIds: readonly string[],
): Promise<Set<string>> {
	if (userIds.length === 0) return new Set()
	const using = usingRows(tx, await authorizedAt(tx, applicationId), userIds)
	const rows = await (tx.dialect === 'postgres' ? using.forShare() : using).execute()
	return new Set(rows.map((row) => row.user_id))
}

const usingRows = ({ db }: Reading, applicationId: string, userIds: readonly string[]) =>
	db
		.selectFrom('authorizations')
		.select('user_id')
		.where('application_id', '=', applicationId)
		.where('user_id', 'in', userIds)
		.where('revoked_at', 'is', null)

/** The games that two people both use: of a publisher all that are below it. */
export async function gamesOfBoth({ db }: Reading, oneId: string, otherId: string): Promise<string[]> {
	const rows = await db
		.selectFrom('authorizations as mine')
		.innerJoin('authorizations as theirs', 'theirs.application_id', 'mine.application_id')
		.leftJoin('applications as child', 'child.parent_application_id', 'mine.application_id')
		.select(({ fn }) => fn.coalesce('child.id', 'mine.application_id').as('id'))
		.where('mine.user_id', '=', oneId)
		.where('mine.revoked_at', 'is', null)
		.where('theirs.user_id', '=', otherId)
		.where('theirs.revoked_at', 'is', null)
		.execute()
	return rows.map(({ id }) => id)
}

/** Where an application is installed: 0 in a guild, 1 in a person's account. */
export type IntegrationType = 0 | 1

/**
 * Keeps a consent: what was allowed before and what is allowed now, together. Holds the row until the commit. Where a
 * person has just decided, `accept` is the one to call: it tells the application too.
 * @throws AccountBanned, UnknownUser
 */
export async function allow(
	tx: Transaction,
	pair: Pair,
	scopes: readonly string[],
	installedAs?: IntegrationType,
): Promise<{ id: string }> {
	await requireNotBanned(tx, pair.userId)
	// Somebody decided, and was gone before it was written down.
	if ((await getUser(tx, pair.userId)).deleted_at !== null) throw new ApiError('UnknownUser')
	const row = await tx.db
		.insertInto('authorizations')
		.values({
			id: tx.newId(),
			application_id: pair.applicationId,
			user_id: pair.userId,
			scopes: JSON.stringify(scopes),
			integration_types: JSON.stringify(installedAs === undefined ? [] : [installedAs]),
			created_at: tx.now(),
			updated_at: tx.now(),
			revoked_at: null,
			revoke_cause: null,
		})
		.onConflict((conflict) =>
			conflict
				.columns(['application_id', 'user_id'])
				.where('revoked_at', 'is', null)
				.doUpdateSet({ updated_at: tx.now() }),
		)
		.returning(['id', 'scopes', 'integration_types'])
		.executeTakeFirstOrThrow()
	const columns = {
		scopes: together(row.scopes, scopes),
		integration_types: together(row.integration_types, installedAs === undefined ? [] : [installedAs]),
	}
	if (columns.scopes !== row.scopes || columns.integration_types !== row.integration_types) {
		await tx.db.updateTable('authorizations').set(columns).where('id', '=', row.id).execute()
	}
	return { id: row.id }
}

/** A list of before, as it is kept, with what comes to it. */
function together(before: string, added: readonly (string | number)[]): string {
	return JSON.stringify([...new Set([...(JSON.parse(before) as (string | number)[]), ...added])])
}

/**
 * Takes hold of an authorization until the commit; false where it has ended. Whatever changes codes or tokens takes
 * hold first, so that all of it happens one after the other and none slips past the end of the authorization.
 */
export async function hold(tx: Transaction, authorizationId: string): Promise<boolean> {
	return (await holdRow(tx, authorizationId, tx.now())).length > 0
}

const holdRow = prepared((db, authorizationId: string, now: number) =>
	db
		.updateTable('authorizations')
		.set({ updated_at: now })
		.where('id', '=', authorizationId)
		.where('revoked_at', 'is', null)
		.returning('id'),
)

/** Why an authorization ends. */
export type DeauthorizeCause =
	/** The application gave a token up. */
	| 'revoked'
	/** The person took the application's access back. */
	| 'removed'
	/** The game cut the link to its own account. */
	| 'unmerged'
	/** The person was banned from the platform. */
	| 'banned'
	/** The account is gone. */
	| 'user-deleted'
	/** The application is gone. */
	| 'application-deleted'
	/** The application came below a publisher's, which is asked from now on. */
	| 'adopted'

/** Ends everything a person has allowed anybody: `deauthorize` for each application. */
export async function deauthorizeEverywhere(tx: Transaction, userId: string, cause: DeauthorizeCause): Promise<void> {
	const rows = await tx.db
		.selectFrom('authorizations')
		.select('application_id')
		.where('user_id', '=', userId)
		.where('revoked_at', 'is', null)
		.orderBy('application_id')
		.execute()
	for (const { application_id: applicationId } of rows) await deauthorize(tx, { applicationId, userId }, cause)
}

/**
 * Ends what a person has allowed an application, with every code and token, and tells the application. The only way an
 * authorization ends. Where the game knows the person from elsewhere, it gets a new provisional account for them (U2).
 * False where nothing was allowed.
 */
export async function deauthorize(tx: Transaction, pair: Pair, cause: DeauthorizeCause): Promise<boolean> {
	// Before the authorization, as a merge does; and again behind it, where a merge was a moment quicker.
	const before = await holdIdentityOf(tx, pair)
	const ended = await tx.db
		.updateTable('authorizations')
		.set({ revoked_at: tx.now(), revoke_cause: cause })
		.where('application_id', '=', pair.applicationId)
		.where('user_id', '=', pair.userId)
		.where('revoked_at', 'is', null)
		.returning('id')
		.executeTakeFirst()
	if (!ended) return false
	const games = await endTokens(tx, pair, ended.id)
	await tx.db
		.deleteFrom('role_connections')
		.where('application_id', '=', pair.applicationId)
		.where('user_id', '=', pair.userId)
		.execute()
	const user = await getUser(tx, pair.userId)
	if (user.is_provisional) return true
	for (const applicationId of [pair.applicationId, ...games]) {
		await notifyApplication(tx, ApplicationDeauthorized, applicationId, { user: presentUser(user) })
	}
	const identity = before ?? (await holdIdentityOf(tx, pair))
	// Where the game forgets its players, there is nobody to give back.
	const isForgotten = cause === 'application-deleted' || cause === 'adopted'
	if (identity?.state === 'linked' && !isForgotten) {
		await detachIdentity(tx, identity, user, cause)
	} else {
		await removeProfiles(tx, pair.applicationId, pair.userId)
	}
	return true
}

/** Ends the authorization of an account that is merged into another: what it allowed goes on there, nobody is told. */
export async function endMerged(tx: Transaction, pair: Pair): Promise<void> {
	const ended = await tx.db
		.updateTable('authorizations')
		.set({ revoked_at: tx.now(), revoke_cause: 'merged' })
		.where('application_id', '=', pair.applicationId)
		.where('user_id', '=', pair.userId)
		.where('revoked_at', 'is', null)
		.returning('id')
		.executeTakeFirst()
	if (ended) await endTokens(tx, pair, ended.id)
}

/**
 * Ends codes and tokens of an authorization, those for games of the publisher too. Answers the games for which one was
 * alive: they hear of the end like the publisher (WHR-02).
 */
async function endTokens(tx: Transaction, { applicationId, userId }: Pair, authorizationId: string): Promise<string[]> {
	for (const table of ['oauth_codes', 'device_codes', 'refresh_tokens'] as const) {
		await tx.db.deleteFrom(table).where('authorization_id', '=', authorizationId).execute()
	}
	const ended = await tx.db
		.deleteFrom('access_tokens')
		.where('authorization_id', '=', authorizationId)
		.returning(['application_id', 'expires_at'])
		.execute()
	for (const application_id of new Set([applicationId, ...ended.map((row) => row.application_id)])) {
		tx.emit(TokensRevoked, { internal: 'tokens' }, { application_id, user_id: userId })
	}
	const alive = ended.filter((row) => row.application_id !== applicationId && row.expires_at > tx.now())
	return [...new Set(alive.map((row) => row.application_id))]
}
