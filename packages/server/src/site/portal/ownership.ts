import { ApiError, formError, isSnowflake } from '@guildhall/protocol'
import { ownershipSection, STRINGS } from '@guildhall/web'
import { getUser } from '../../domain/accounts/accounts.ts'
import { deleteApplication } from '../../domain/applications/delete.ts'
import { moveToTeam } from '../../domain/applications/ownership.ts'
import { hasRight, roleOn } from '../../domain/applications/roles.ts'
import { findTeam, listTeams } from '../../domain/applications/teams.ts'
import type { SiteDoor } from '../world.ts'
import type { Section } from './section.ts'

/** Who has a say about an application, and its end. */
export function ownership({ store }: SiteDoor): Section {
	return {
		name: 'ownership',

		async show(application, about, { userId }) {
			const team = application.team_id === null ? undefined : await findTeam(store, application.team_id)
			const teams = (await listTeams(store, userId))
				.filter(({ role, isInvited }) => !isInvited && hasRight(role, 'manage'))
				.map(({ team: { id, name } }) => ({ id, name }))
				.filter(({ id }) => id !== application.team_id)
			const owner = await getUser(store, application.owner_user_id)
			return ownershipSection({
				...about,
				section: 'ownership',
				owner: owner.global_name ?? owner.username,
				team: team ?? null,
				teams,
				canDelete: (await roleOn(store, application, userId)) === 'owner',
			})
		},

		acts: {
			move: {
				needsProof: true,
				right: 'own',
				async run(application, { fields }, { userId }) {
					const { team = '' } = fields
					if (!isSnowflake(team)) throw new ApiError('NotFound')
					await store.transaction((tx) => moveToTeam(tx, userId, application.id, team))
					return { done: 'saved' }
				},
			},
			delete: {
				needsProof: true,
				right: 'own',
				async run(application, { fields }, { userId }) {
					if (fields.confirm?.trim() !== application.name) {
						throw formError(['confirm'], 'BASE_TYPE_CHOICES', STRINGS.portal.ownership.notTheName)
					}
					await store.transaction((tx) => deleteApplication(tx, userId, application.id))
					return { go: '/developers' }
				},
			},
		},
	}
}
