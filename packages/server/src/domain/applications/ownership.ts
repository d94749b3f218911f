import { ApiError } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ApplicationRow } from './applications.ts'
import { applicationFor } from './roles.ts'
import { listTeams, requireInTeam } from './teams.ts'

/** The applications that a person can see into, their own and their teams', latest first. */
export async function listOwnApplications(from: Reading, userId: string): Promise<ApplicationRow[]> {
	const teams = (await listTeams(from, userId)).filter(({ isInvited }) => !isInvited).map(({ team }) => team.id)
	const own = await from.db
		.selectFrom('applications')
		.selectAll()
		.where('owner_user_id', '=', userId)
		.where('team_id', 'is', null)
		.where('deleted_at', 'is', null)
		.execute()
	const shared =
		teams.length === 0
			? []
			: await from.db
					.selectFrom('applications')
					.selectAll()
					.where('team_id', 'in', teams)
					.where('deleted_at', 'is', null)
					.execute()
	return [...own, ...shared].sort((a, b) => b.created_at - a.created_at)
}

/** Gives an application to a team in which the person may do so. @throws UnknownApplication, NotAuthorizedOnApplication, NotFound */
export async function moveToTeam(
	tx: Transaction,
	actorId: string,
	applicationId: string,
	teamId: string,
): Promise<void> {
	const { application } = await applicationFor(tx, actorId, applicationId, 'own')
	if (application.team_id === teamId) throw new ApiError('NotFound')
	const { team } = await requireInTeam(tx, teamId, actorId, 'manage')
	await tx.db
		.updateTable('applications')
		.set({ team_id: teamId, owner_user_id: team.owner_user_id })
		.where('id', '=', applicationId)
		.execute()
}
