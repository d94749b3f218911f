import { ApiError, type ApplicationIdentity, type ExternalAuthType } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { hashToken } from '../access/caller.ts'
import { findBan } from '../accounts/bans.ts'
import { moveProfiles } from './profile-rows.ts'

export type IdentityRow = Selectable<Tables['external_identities']>

/** Who a player is elsewhere: to a game, the name that a provider knows them by. */
export interface IdentityKey {
	applicationId: string
	type: ExternalAuthType
	/** Empty where the application itself vouches for its players. */
	issuer: string
	subject: string
}

/** The type of players whom the game's own server vouches for. */
export const BOT_ISSUED = 'DISCORD_BOT_ISSUED_ACCESS_TOKEN' satisfies ExternalAuthType

/** A player of the game whom its server knows by this name. */
export function botIssued(applicationId: string, externalUserId: string): IdentityKey {
	return { applicationId, type: BOT_ISSUED, issuer: '', subject: externalUserId }
}

/** A short name of the identity, which nobody else has: to count by. */
export function nameOf({ applicationId, type, issuer, subject }: IdentityKey): string {
	return hashToken(JSON.stringify([applicationId, type, issuer, subject]))
}

export function keyOf({ application_id, type, issuer, subject }: IdentityRow): IdentityKey {
	return { applicationId: application_id, type: type as ExternalAuthType, issuer, subject }
}

/** The identity, held until the commit: whose it is changes one after the other. Waits for whoever holds it. */
export async function holdIdentity(tx: Transaction, key: IdentityKey): Promise<IdentityRow | undefined> {
	const found = byKey(tx, key)
	return (tx.dialect === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
}

/**
 * The same for a merge or an unmerge, which does not wait: another one that is under way decides.
 * @throws ResourceLocked
 */
export async function lockIdentity(tx: Transaction, key: IdentityKey): Promise<IdentityRow | undefined> {
	// With one writer nothing is ever under way.
	if (tx.dialect === 'sqlite') return byKey(tx, key).executeTakeFirst()
	try {
		return await byKey(tx, key).forUpdate().noWait().executeTakeFirst()
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)
			throw new ApiError('ResourceLocked')
		throw error
	}
}

const LOCK_NOT_AVAILABLE = '55P03'

function byKey({ db }: Transaction, { applicationId, type, issuer, subject }: IdentityKey) {
	return db
		.selectFrom('external_identities')
		.selectAll()
		.where('application_id', '=', applicationId)
		.where('type', '=', type)
		.where('issuer', '=', issuer)
		.where('subject', '=', subject)
}

/** The identity of a user in a game, held until the commit. */
export function holdIdentityOf(
	tx: Transaction,
	{ applicationId, userId }: { applicationId: string; userId: string },
): Promise<IdentityRow | undefined> {
	const found = tx.db
		.selectFrom('external_identities')
		.selectAll()
		.where('user_id', '=', userId)
		.where('application_id', '=', applicationId)
	return (tx.dialect === 'postgres' ? found.forUpdate() : found).executeTakeFirst()
}

/** Who the user is elsewhere, game by game, earliest first. */
export function listIdentities({ db }: Reading, userId: string): Promise<IdentityRow[]> {
	return db
		.selectFrom('external_identities')
		.selectAll()
		.where('user_id', '=', userId)
		.orderBy('application_id')
		.execute()
}

/** Whether a ban keeps the identity from being linked at this moment (B2). */
export async function isRestricted(from: Reading, identity: IdentityRow): Promise<boolean> {
	if (identity.state !== 'restricted' || identity.restricted_for === null) return false
	return (await findBan(from, identity.restricted_for)) !== undefined
}

/** Makes the identity that of another user; `restricted` for as long as somebody is banned. */
export async function pointIdentity(
	tx: Transaction,
	identity: IdentityRow,
	to: { userId: string } & ({ state: 'provisional' | 'linked' } | { state: 'restricted'; bannedUserId: string }),
): Promise<void> {
	const { application_id: applicationId, user_id: fromId } = identity
	await moveProfiles(tx, { applicationId, fromId, toId: to.userId })
	await tx.db
		.updateTable('external_identities')
		.set({
			user_id: to.userId,
			state: to.state,
			restricted_for: to.state === 'restricted' ? to.bannedUserId : null,
			updated_at: tx.now(),
		})
		.where('id', '=', identity.id)
		.execute()
}

/** How games are told which provider an identity is of. */
const PROVIDERS: Readonly<Record<string, string>> = {
	OIDC: 'OIDC',
	STEAM_SESSION_TICKET: 'STEAM',
	EPIC_ONLINE_SERVICES_ACCESS_TOKEN: 'EPIC_ONLINE_SERVICES',
	EPIC_ONLINE_SERVICES_ID_TOKEN: 'EPIC_ONLINE_SERVICES',
	UNITY_SERVICES_ID_TOKEN: 'UNITY_SERVICES',
	APPLE_ID_TOKEN: 'APPLE',
	PLAYSTATION_NETWORK_ID_TOKEN: 'PLAYSTATION_NETWORK',
	[BOT_ISSUED]: 'DISCORD_BOT',
}

/** An identity as the wire names it. */
export function presentIdentity(
	identity: Pick<IdentityRow, 'user_id' | 'type' | 'issuer' | 'subject'>,
): ApplicationIdentity {
	return {
		user_id: identity.user_id,
		provider_type: PROVIDERS[identity.type] ?? identity.type,
		...(identity.issuer === '' ? {} : { provider_id: identity.issuer }),
		provider_issued_user_id: identity.subject,
	}
}
