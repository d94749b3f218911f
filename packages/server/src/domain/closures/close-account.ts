import { randomBytes } from 'node:crypto'
import type { Reading, Transaction } from '../../ports/store.ts'
import { getUser, holdUser, WITHOUT_TAG } from '../accounts/accounts.ts'
import { orderLetter } from '../accounts/letters.ts'
import { endLogins } from '../accounts/logins.ts'
import { deauthorize } from '../applications/authorizations.ts'
import { removeMember } from '../guilds/membership.ts'
import { leaveLobby } from '../lobbies/members.ts'
import { tryHoldLobby } from '../lobbies/rows.ts'
import { endAllRelationships } from '../relationships/rows.ts'

/** What belongs to a person alone, and would be nobody's without them. */
export interface Holdings {
	guilds: readonly { id: string; name: string }[]
	applications: readonly { id: string; name: string }[]
	teams: readonly { id: string; name: string }[]
}

/** What a person must hand over, or delete, before their account can be. */
export async function holdingsOf({ db }: Reading, userId: string): Promise<Holdings> {
	const guilds = db.selectFrom('guilds').select(['id', 'name']).where('owner_id', '=', userId)
	const teams = db.selectFrom('teams').select(['id', 'name']).where('owner_user_id', '=', userId)
	const applications = db
		.selectFrom('applications')
		.select(['id', 'name'])
		.where('owner_user_id', '=', userId)
		// What a team owns goes with the team.
		.where('team_id', 'is', null)
		.where('deleted_at', 'is', null)
	return {
		guilds: await guilds.execute(),
		applications: await applications.execute(),
		teams: await teams.execute(),
	}
}

const holdsNothing = ({ guilds, applications, teams }: Holdings): boolean =>
	guilds.length + applications.length + teams.length === 0

/** Tables whose rows say how somebody signs in, or what they set. */
const OWN_TABLES = [
	'passwords',
	'totp_secrets',
	'backup_codes',
	'passkeys',
	'account_settings',
	'tickets',
	'friend_sources',
] as const

/**
 * Deletes an account. Everything that it had allowed and every login ends, it leaves guilds and lobbies, and what says
 * who it was is gone. Its row stays without a name, as the author of what it wrote. False where it holds something that
 * would be nobody's, or is gone already.
 */
export async function closeAccount(tx: Transaction, userId: string): Promise<boolean> {
	await holdUser(tx, userId)
	const user = await getUser(tx, userId)
	if (user.deleted_at !== null || user.is_bot || !holdsNothing(await holdingsOf(tx, userId))) return false
	await leaveEverything(tx, userId)
	await endLogins(tx, userId)
	for (const table of OWN_TABLES) await tx.db.deleteFrom(table).where('user_id', '=', userId).execute()
	if (user.email && user.is_verified) {
		await orderLetter(tx, { kind: 'account-deleted', to: user.email, username: user.username })
	}
	await tx.db
		.updateTable('users')
		.set({
			username: `deleted_user_${randomBytes(8).toString('hex')}`,
			global_name: null,
			avatar: null,
			banner: null,
			accent_color: null,
			bio: null,
			flags: 0,
			premium_type: 0,
			email: null,
			is_verified: 0,
			has_mfa: 0,
			...WITHOUT_TAG,
			deleted_at: tx.now(),
		})
		.where('id', '=', userId)
		.execute()
	return true
}

async function leaveEverything(tx: Transaction, userId: string): Promise<void> {
	const user = await getUser(tx, userId)
	const authorizations = tx.db.selectFrom('authorizations').select('application_id').where('user_id', '=', userId)
	const lobbies = tx.db.selectFrom('lobby_members').select(['lobby_id', 'application_id']).where('user_id', '=', userId)
	const guilds = tx.db.selectFrom('members').select('guild_id').where('user_id', '=', userId)
	for (const { lobby_id, application_id } of await lobbies.orderBy('lobby_id').execute()) {
		// It may have gone a moment ago.
		if (await tryHoldLobby(tx, lobby_id)) await leaveLobby(tx, { applicationId: application_id, userId }, lobby_id)
	}
	for (const { guild_id } of await guilds.execute()) await removeMember(tx, guild_id, user)
	for (const { application_id } of await authorizations.where('revoked_at', 'is', null).execute()) {
		await deauthorize(tx, { applicationId: application_id, userId }, 'user-deleted')
	}
	await endAllRelationships(tx, userId)
	await tx.db.deleteFrom('team_members').where('user_id', '=', userId).execute()
}
