import type { PrivateApplication, Team, User } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { getUser } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { findEndpoint } from '../webhooks/endpoints.ts'
import { findInteractionsUrl } from '../webhooks/interactions.ts'
import type { ApplicationRow } from './applications.ts'
import { presentApplication, settingsOf } from './present.ts'
import { findTeam, presentTeam } from './teams.ts'

/** An application as it sees itself, with how far it has spread. */
export async function viewOwnApplication(from: Reading, application: ApplicationRow): Promise<PrivateApplication> {
	const team = await teamOf(from, application)
	const owner = team ? presentTeamAsUser(team) : presentUser(await getUser(from, application.owner_user_id))
	const bot = application.bot_user_id === null ? undefined : await getUser(from, application.bot_user_id)
	const { explicit_content_filter = 0 } = settingsOf(application)
	const endpoint = await findEndpoint(from, application.id)
	return {
		...presentApplication(application, bot),
		redirect_uris: JSON.parse(application.redirect_uris) as string[],
		interactions_endpoint_url: (await findInteractionsUrl(from, application.id)) ?? null,
		role_connections_verification_url: null,
		owner,
		...(await countSpread(from, application)),
		event_webhooks_url: endpoint?.url ?? null,
		event_webhooks_status: endpoint?.status ?? 1,
		event_webhooks_types: [...(endpoint?.types ?? [])],
		explicit_content_filter,
		team: team ?? null,
		eligible_oauth2_scopes: JSON.parse(application.eligible_scopes) as string[],
	}
}

async function teamOf(from: Reading, { team_id }: ApplicationRow): Promise<Team | undefined> {
	const team = team_id === null ? undefined : await findTeam(from, team_id)
	return team && presentTeam(from, team)
}

/** The bit of users who stand for a team. */
const TEAM_PSEUDO_USER = 1 << 10

/** The owner of what a team owns: a user who is nobody. */
function presentTeamAsUser({ id }: Team): User {
	return {
		id,
		username: `team${id}`,
		avatar: null,
		discriminator: '0000',
		public_flags: TEAM_PSEUDO_USER,
		flags: TEAM_PSEUDO_USER,
		global_name: null,
		primary_guild: null,
	}
}

/** How many people use an application. */
export async function countUsers({ db }: Reading, applicationId: string): Promise<number> {
	const row = await db
		.selectFrom('authorizations')
		.select((authorization) => authorization.fn.countAll<number>().as('count'))
		.where('application_id', '=', applicationId)
		.where('revoked_at', 'is', null)
		.executeTakeFirst()
	return Number(row?.count ?? 0)
}

async function countSpread({ db }: Reading, application: ApplicationRow) {
	const guilds = await db
		.selectFrom('members')
		.select((member) => member.fn.countAll<number>().as('count'))
		.where('user_id', '=', application.bot_user_id ?? application.id)
		.executeTakeFirst()
	const live = db
		.selectFrom('authorizations')
		.select((authorization) => authorization.fn.countAll<number>().as('count'))
		.where('application_id', '=', application.id)
		.where('revoked_at', 'is', null)
	const authorizations = await live.executeTakeFirst()
	// Who only brought it into a guild has not installed it for themselves.
	const installs = await live
		.where('scopes', 'like', '%"applications.commands"%')
		.where('integration_types', '<>', '[0]')
		.executeTakeFirst()
	return {
		approximate_guild_count: Number(guilds?.count ?? 0),
		approximate_user_install_count: Number(installs?.count ?? 0),
		approximate_user_authorization_count: Number(authorizations?.count ?? 0),
	}
}
