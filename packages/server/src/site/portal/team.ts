import { ApiError, formError, isSnowflake } from '@guildhall/protocol'
import { teamPage } from '@guildhall/web'
import { listOwnApplications } from '../../domain/applications/ownership.ts'
import { hasRight } from '../../domain/applications/roles.ts'
import {
	deleteTeam,
	handOverTeam,
	inviteToTeam,
	listTeamMembers,
	MEMBER_ROLES,
	type MemberRole,
	removeFromTeam,
	renameTeam,
	requireInTeam,
	setTeamRole,
} from '../../domain/applications/teams.ts'
import { personCardOf } from '../../http/cards.ts'
import type { Room, Visit } from '../room.ts'
import type { SiteDoor } from '../world.ts'

/** The page of a team. */
export function teamRoom({ store }: SiteDoor): Room {
	return {
		path: '/developers/teams/:team',

		async show(visit) {
			const { userId, page } = visit
			const { team, role } = await requireInTeam(store, teamOf(visit), userId, 'see')
			const members = await listTeamMembers(store, team)
			const applications = (await listOwnApplications(store, userId)).filter(({ team_id }) => team_id === team.id)
			return teamPage({
				...page,
				team,
				members: members.map(({ user, role, isInvited }) => ({
					...personCardOf(store, user),
					...{ id: user.id, username: user.username, role, isInvited, isSelf: user.id === userId },
				})),
				applications,
				canManage: hasRight(role, 'manage'),
				isOwner: hasRight(role, 'own'),
			})
		},

		acts: {
			invite: {
				async run(visit, { fields }) {
					const invitation = { username: fields.username ?? '', role: roleOf(fields.role) }
					await store.transaction((tx) => inviteToTeam(tx, visit.userId, teamOf(visit), invitation))
					return { done: 'saved' }
				},
			},
			role: {
				async run(visit, { fields }) {
					const change = { userId: userOf(fields.user), role: roleOf(fields.role) }
					await store.transaction((tx) => setTeamRole(tx, visit.userId, teamOf(visit), change))
					return { done: 'saved' }
				},
			},
			remove: {
				async run(visit, { fields }) {
					await store.transaction((tx) => removeFromTeam(tx, visit.userId, teamOf(visit), userOf(fields.user)))
					return { done: 'saved' }
				},
			},
			leave: {
				async run(visit) {
					await store.transaction((tx) => removeFromTeam(tx, visit.userId, teamOf(visit), visit.userId))
					return { go: '/developers' }
				},
			},
			rename: {
				async run(visit, { fields }) {
					await store.transaction((tx) => renameTeam(tx, visit.userId, teamOf(visit), fields.name ?? ''))
					return { done: 'saved' }
				},
			},
			'hand-over': {
				needsProof: true,
				async run(visit, { fields }) {
					await store.transaction((tx) => handOverTeam(tx, visit.userId, teamOf(visit), userOf(fields.heir)))
					return { done: 'saved' }
				},
			},
			delete: {
				needsProof: true,
				async run(visit) {
					await store.transaction((tx) => deleteTeam(tx, visit.userId, teamOf(visit)))
					return { go: '/developers' }
				},
			},
		},
	}
}

function teamOf({ params }: Visit): string {
	if (!isSnowflake(params.team ?? '')) throw new ApiError('NotFound')
	return params.team as string
}

function userOf(given = ''): string {
	if (!isSnowflake(given)) throw new ApiError('NotFound')
	return given
}

function roleOf(given = ''): MemberRole {
	const role = MEMBER_ROLES.find((one) => one === given)
	if (!role) throw formError(['role'], 'BASE_TYPE_CHOICES', 'There is no such role.')
	return role
}
