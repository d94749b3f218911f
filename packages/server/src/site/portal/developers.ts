import { ApiError, formError, isSnowflake } from '@guildhall/protocol'
import { developersPage } from '@guildhall/web'
import { createApplication } from '../../domain/applications/applications.ts'
import { applicationName } from '../../domain/applications/details.ts'
import { listOwnApplications } from '../../domain/applications/ownership.ts'
import { acceptTeamInvitation, createTeam, listTeams, removeFromTeam } from '../../domain/applications/teams.ts'
import { applicationCardOf } from '../../http/cards.ts'
import type { Room } from '../room.ts'
import type { SiteDoor } from '../world.ts'

/** More than anybody needs, fewer than a script makes. */
const MOST_APPLICATIONS = 100

/** The first page of a developer: applications and teams. */
export function developersRoom({ store }: SiteDoor): Room {
	return {
		path: '/developers',

		async show({ userId, page }) {
			const teams = await listTeams(store, userId)
			const names = new Map(teams.map(({ team }) => [team.id, team.name]))
			const applications = await listOwnApplications(store, userId)
			return developersPage({
				...page,
				applications: applications.map((application) => ({
					...applicationCardOf(store, application),
					id: application.id,
					description: application.description,
					team: application.team_id === null ? null : (names.get(application.team_id) ?? null),
				})),
				teams: teams.map(({ team, role, isInvited }) => ({ id: team.id, name: team.name, role, isInvited })),
			})
		},

		acts: {
			create: {
				async run({ userId, login }, { fields }) {
					if (!login.user.is_verified) throw new ApiError('VerifyAccount')
					const name = applicationName(fields.name ?? '')
					const id = await store.transaction(async (tx) => {
						const { length } = await listOwnApplications(tx, userId)
						if (length >= MOST_APPLICATIONS) {
							throw formError(['name'], 'APPLICATIONS_MAX', `One person has at most ${MOST_APPLICATIONS} applications.`)
						}
						const { application } = await createApplication(tx, { name, ownerId: userId })
						return application.id
					})
					return { go: `/developers/applications/${id}/general` }
				},
			},

			'create-team': {
				async run({ userId, login }, { fields }) {
					if (!login.user.is_verified) throw new ApiError('VerifyAccount')
					try {
						const { id } = await store.transaction((tx) => createTeam(tx, userId, fields.team ?? ''))
						return { go: `/developers/teams/${id}` }
					} catch (error) {
						// This page has two fields for a name.
						if (error instanceof ApiError && error.errors?.name) {
							throw new ApiError('InvalidFormBody', { errors: { team: error.errors.name } })
						}
						throw error
					}
				},
			},

			accept: {
				async run({ userId }, { fields }) {
					const { team = '' } = fields
					if (!isSnowflake(team)) throw new ApiError('NotFound')
					await store.transaction((tx) => acceptTeamInvitation(tx, userId, team))
					return { go: `/developers/teams/${team}` }
				},
			},

			decline: {
				async run({ userId }, { fields }) {
					const { team = '' } = fields
					if (!isSnowflake(team)) throw new ApiError('NotFound')
					await store.transaction((tx) => removeFromTeam(tx, userId, team, userId))
					return { go: '/developers' }
				},
			},
		},
	}
}
