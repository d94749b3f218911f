import { ApiError, formError, type Team } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { findUserByName, findUsers, getUser, type UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { hasRight, type Right, type Role, roleInTeam } from './roles.ts'

export type TeamRow = Selectable<Tables['teams']>

/** A role that a member can be given; the owner is one person. */
export type MemberRole = Exclude<Role, 'owner'>
export const MEMBER_ROLES = ['admin', 'developer', 'read_only'] as const satisfies readonly MemberRole[]

const INVITED = 1
const ACCEPTED = 2
const LONGEST_NAME = 100
const MOST_TEAMS = 50
const MOST_MEMBERS = 200

/** Makes a team with nobody but its owner in it. @throws InvalidFormBody */
export async function createTeam(tx: Transaction, ownerId: string, name: string): Promise<TeamRow> {
	const owned = await tx.db
		.selectFrom('teams')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.where('owner_user_id', '=', ownerId)
		.executeTakeFirst()
	if (Number(owned?.count ?? 0) >= MOST_TEAMS) {
		throw formError(['name'], 'TEAMS_MAX', `One person owns at most ${MOST_TEAMS} teams.`)
	}
	return tx.db
		.insertInto('teams')
		.values({ id: tx.newId(), name: teamName(name), owner_user_id: ownerId, created_at: tx.now() })
		.returningAll()
		.executeTakeFirstOrThrow()
}

/** Gives a team another name. @throws InvalidFormBody, NotFound, MissingPermissions */
export async function renameTeam(tx: Transaction, actorId: string, teamId: string, name: string): Promise<void> {
	await requireInTeam(tx, teamId, actorId, 'manage')
	await tx.db
		.updateTable('teams')
		.set({ name: teamName(name) })
		.where('id', '=', teamId)
		.execute()
}

function teamName(given: string): string {
	const name = given.trim()
	if (name.length < 1 || name.length > LONGEST_NAME) {
		throw formError(['name'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${LONGEST_NAME} in length.`)
	}
	return name
}

/** The team, for a person who may do this in it. @throws NotFound also for strangers; MissingPermissions */
export async function requireInTeam(
	from: Reading,
	teamId: string,
	userId: string,
	right: Right,
): Promise<{ team: TeamRow; role: Role }> {
	const team = await findTeam(from, teamId)
	const role = team && (await roleInTeam(from, teamId, userId))
	if (!team || !role) throw new ApiError('NotFound')
	if (!hasRight(role, right)) throw new ApiError('MissingPermissions')
	return { team, role }
}

export function findTeam({ db }: Reading, teamId: string): Promise<TeamRow | undefined> {
	return db.selectFrom('teams').selectAll().where('id', '=', teamId).executeTakeFirst()
}

/** A team as a person finds it among theirs: they own it, are in it, or are asked to be. */
export interface OwnTeam {
	team: TeamRow
	role: Role
	isInvited: boolean
}

/** The person's teams, by name. */
export async function listTeams({ db }: Reading, userId: string): Promise<OwnTeam[]> {
	const owned = await db.selectFrom('teams').selectAll().where('owner_user_id', '=', userId).execute()
	const joined = await db
		.selectFrom('team_members')
		.innerJoin('teams', 'teams.id', 'team_members.team_id')
		.selectAll('teams')
		.select(['role', 'state'])
		.where('user_id', '=', userId)
		.execute()
	return [
		...owned.map((team): OwnTeam => ({ team, role: 'owner', isInvited: false })),
		...joined.map(({ role, state, ...team }): OwnTeam => ({ team, role: role as Role, isInvited: state === INVITED })),
	].sort((a, b) => a.team.name.localeCompare(b.team.name))
}

/** One who is in a team, or asked to be. */
export interface TeamMember {
	user: UserRow
	role: Role
	isInvited: boolean
}

/** Everybody of a team, the owner first, then in the order they were asked. */
export async function listTeamMembers(from: Reading, team: TeamRow): Promise<TeamMember[]> {
	const rows = await from.db
		.selectFrom('team_members')
		.selectAll()
		.where('team_id', '=', team.id)
		.orderBy('invited_at')
		.orderBy('user_id')
		.execute()
	const users = await findUsers(from, [team.owner_user_id, ...rows.map((row) => row.user_id)])
	const owner: TeamMember = { user: await getUser(from, team.owner_user_id), role: 'owner', isInvited: false }
	const members = rows.flatMap(({ user_id, role, state }) => {
		const user = users.get(user_id)
		return user ? [{ user, role: role as Role, isInvited: state === INVITED }] : []
	})
	return [owner, ...members]
}

/** A team as it stands in an application (TeamResponse). */
export async function presentTeam(from: Reading, team: TeamRow): Promise<Team> {
	const members = await listTeamMembers(from, team)
	return {
		id: team.id,
		icon: null,
		name: team.name,
		owner_user_id: team.owner_user_id,
		members: members.map(({ user, role, isInvited }) => ({
			user: presentUser(user),
			team_id: team.id,
			membership_state: isInvited ? INVITED : ACCEPTED,
			// The wire has no word for the owner's role: `owner_user_id` says who it is.
			role: role === 'owner' ? 'admin' : role,
			permissions: ['*'],
		})),
	}
}

/** Asks somebody, by username, to be in the team. @throws NotFound, MissingPermissions, InvalidFormBody */
export async function inviteToTeam(
	tx: Transaction,
	actorId: string,
	teamId: string,
	{ username, role }: { username: string; role: MemberRole },
): Promise<void> {
	const { team } = await requireInTeam(tx, teamId, actorId, 'manage')
	const user = await findUserByName(tx, username.trim().replace(/^@/, '').toLowerCase())
	if (!user || user.deleted_at !== null || user.is_provisional) {
		throw formError(['username'], 'USER_UNKNOWN', 'Nobody here has this username.')
	}
	const members = await listTeamMembers(tx, team)
	if (members.some((member) => member.user.id === user.id)) {
		throw formError(['username'], 'TEAM_MEMBER_EXISTS', 'This person is in the team already, or has been invited.')
	}
	if (members.length >= MOST_MEMBERS) {
		throw formError(['username'], 'TEAM_MEMBERS_MAX', `A team has at most ${MOST_MEMBERS} members.`)
	}
	await tx.db
		.insertInto('team_members')
		.values({ team_id: teamId, user_id: user.id, role, state: INVITED, invited_at: tx.now() })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
}

/** Says yes to an invitation. @throws NotFound where there is none */
export async function acceptTeamInvitation(tx: Transaction, userId: string, teamId: string): Promise<void> {
	const { numUpdatedRows } = await tx.db
		.updateTable('team_members')
		.set({ state: ACCEPTED })
		.where('team_id', '=', teamId)
		.where('user_id', '=', userId)
		.where('state', '=', INVITED)
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw new ApiError('NotFound')
}

/** Gives a member another role. @throws NotFound, MissingPermissions */
export async function setTeamRole(
	tx: Transaction,
	actorId: string,
	teamId: string,
	{ userId, role }: { userId: string; role: MemberRole },
): Promise<void> {
	await requireInTeam(tx, teamId, actorId, 'manage')
	const { numUpdatedRows } = await tx.db
		.updateTable('team_members')
		.set({ role })
		.where('team_id', '=', teamId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw new ApiError('NotFound')
}

/** Takes somebody out; anybody may take themselves out, or turn an invitation down. @throws NotFound, MissingPermissions */
export async function removeFromTeam(tx: Transaction, actorId: string, teamId: string, userId: string): Promise<void> {
	if (actorId !== userId) await requireInTeam(tx, teamId, actorId, 'manage')
	const { numDeletedRows } = await tx.db
		.deleteFrom('team_members')
		.where('team_id', '=', teamId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	if (numDeletedRows === 0n) throw new ApiError('NotFound')
}

/** Makes a member the owner; the owner of before stays as an admin. @throws NotFound, MissingPermissions */
export async function handOverTeam(tx: Transaction, actorId: string, teamId: string, userId: string): Promise<void> {
	const { team } = await requireInTeam(tx, teamId, actorId, 'own')
	// One who hands over twice at once does it once.
	const { numUpdatedRows } = await tx.db
		.updateTable('teams')
		.set({ owner_user_id: actorId })
		.where('id', '=', teamId)
		.where('owner_user_id', '=', actorId)
		.executeTakeFirst()
	if (numUpdatedRows === 0n) throw new ApiError('MissingPermissions')
	if (userId === team.owner_user_id || (await roleInTeam(tx, teamId, userId)) === undefined) {
		throw new ApiError('NotFound')
	}
	await tx.db.deleteFrom('team_members').where('team_id', '=', teamId).where('user_id', '=', userId).execute()
	await tx.db.updateTable('teams').set({ owner_user_id: userId }).where('id', '=', teamId).execute()
	await tx.db.updateTable('applications').set({ owner_user_id: userId }).where('team_id', '=', teamId).execute()
	await tx.db
		.insertInto('team_members')
		.values({ team_id: teamId, user_id: actorId, role: 'admin', state: ACCEPTED, invited_at: tx.now() })
		.execute()
}

/** Ends a team that owns nothing any more. @throws NotFound, MissingPermissions, InvalidFormBody */
export async function deleteTeam(tx: Transaction, actorId: string, teamId: string): Promise<void> {
	await requireInTeam(tx, teamId, actorId, 'own')
	const left = await tx.db
		.selectFrom('applications')
		.select('id')
		.where('team_id', '=', teamId)
		.limit(1)
		.executeTakeFirst()
	if (left)
		throw formError(['team'], 'TEAM_HAS_APPLICATIONS', 'Hand over or delete the applications of the team first.')
	await tx.db.deleteFrom('teams').where('id', '=', teamId).execute()
}
