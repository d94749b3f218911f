import { ApiError } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { type ApplicationRow, findApplication } from './applications.ts'

/** How somebody stands in a team, or to an application: from the most to the least. */
export const ROLES = ['owner', 'admin', 'developer', 'read_only'] as const
export type Role = (typeof ROLES)[number]

/** What can be done with an application or a team, and who may: a role, and every one above it. */
const RIGHTS = {
	/** See it, and bring its bot into servers although it is private. */
	see: 'read_only',
	/** Change settings, endpoints, secrets and the bot's token. */
	develop: 'developer',
	/** Say who is in the team and what they may. */
	manage: 'admin',
	/** Delete it, hand it over. */
	own: 'owner',
} as const satisfies Record<string, Role>

export type Right = keyof typeof RIGHTS

/** Whether the role has the right. */
export function hasRight(role: Role, right: Right): boolean {
	return ROLES.indexOf(role) <= ROLES.indexOf(RIGHTS[right])
}

/** How a person stands in a team; undefined for one who is not in it, or has not answered yet. */
export async function roleInTeam({ db }: Reading, teamId: string, userId: string): Promise<Role | undefined> {
	const team = await db.selectFrom('teams').select('owner_user_id').where('id', '=', teamId).executeTakeFirst()
	if (team?.owner_user_id === userId) return 'owner'
	const member = await db
		.selectFrom('team_members')
		.select(['role', 'state'])
		.where('team_id', '=', teamId)
		.where('user_id', '=', userId)
		.executeTakeFirst()
	return member?.state === 2 ? (member.role as Role) : undefined
}

/** How a person stands to an application; undefined for a stranger. */
export async function roleOn(
	from: Reading,
	application: Pick<ApplicationRow, 'owner_user_id' | 'team_id'>,
	userId: string,
): Promise<Role | undefined> {
	if (application.team_id !== null) return roleInTeam(from, application.team_id, userId)
	return application.owner_user_id === userId ? 'owner' : undefined
}

/**
 * The application, for a person who may do this with it.
 * @throws UnknownApplication also for strangers, who are not told that it exists; NotAuthorizedOnApplication
 */
export async function applicationFor(
	from: Reading,
	userId: string,
	applicationId: string,
	right: Right,
): Promise<{ application: ApplicationRow; role: Role }> {
	const application = await findApplication(from, applicationId)
	const role = application && (await roleOn(from, application, userId))
	if (!application || !role) throw new ApiError('UnknownApplication')
	if (!hasRight(role, right)) throw new ApiError('NotAuthorizedOnApplication')
	return { application, role }
}
