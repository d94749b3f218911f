import { findUsers } from '../domain/accounts/accounts.ts'
import { getApplication } from '../domain/applications/applications.ts'
import { guildRow } from '../domain/guilds/guilds.ts'
import type { Reading } from '../ports/store.ts'
import type { StudioCredentials } from './credentials.ts'
import { MEMBER_PREFIX, NARROW_SCOPES, PLAYER_SCOPES, REDIRECT_URI } from './people.ts'
import type { Studio } from './studio.ts'

export interface FixtureOptions {
	studio: Studio & { lobbyId: string }
	credentials: StudioCredentials
	controlToken: string
}

/**
 * What a test needs to act on a running development server. Third-party scripts read nothing else: keys may be added,
 * none changed.
 */
export async function fixtureOf(from: Reading, { studio, credentials, controlToken }: FixtureOptions) {
	const { origin, gateway, cdn } = from.links
	const { community, playerIds } = studio
	const guild = await guildRow(from, community.id)
	const others = [studio.bigGuildId, studio.annexId].filter((id) => id !== undefined)
	return {
		fixture_version: 1,
		origin,
		api_base: `${origin}/api`,
		api_version: 10,
		gateway_url: gateway,
		cdn_base: cdn,
		oauth: {
			authorize_url: `${origin}/oauth2/authorize`,
			token_url: `${origin}/api/oauth2/token`,
			revoke_url: `${origin}/api/oauth2/token/revoke`,
			issuer: origin,
		},
		tls: null,
		voice: { tls: false },
		bots: await botsOf(from, studio, credentials),
		users: await usersOf(from, studio, credentials),
		narrow_token: { user_id: playerIds[1], access_token: credentials.narrowToken, scopes: NARROW_SCOPES },
		guild: {
			...community,
			name: guild.name,
			owner_id: guild.owner_id,
			member_count: guild.member_count,
			spare_member_id: playerIds[2],
			member_prefix: MEMBER_PREFIX,
		},
		...(studio.bigGuildId
			? { big_guild: { id: studio.bigGuildId, member_count: (await guildRow(from, studio.bigGuildId)).member_count } }
			: {}),
		other_guild_ids: others,
		redirect_uri: REDIRECT_URI,
		lobby_id: studio.lobbyId,
		control: { url: `${origin}/__control`, token: controlToken },
	}
}

async function botsOf(from: Reading, studio: Studio, credentials: StudioCredentials) {
	const bots = []
	for (const [index, id] of studio.applicationIds.entries()) {
		const application = await getApplication(from, id)
		bots.push({
			user_id: application.bot_user_id,
			token: credentials.bots[index]?.botToken,
			administrator: index === 0,
			application: {
				id,
				name: application.name,
				public_key: application.public_key,
				client_secret: credentials.bots[index]?.clientSecret,
				sku_id: application.sku_id,
				redirect_uris: JSON.parse(application.redirect_uris) as string[],
			},
		})
	}
	return bots
}

async function usersOf(from: Reading, { playerIds }: Studio, { players }: StudioCredentials) {
	const users = await findUsers(from, playerIds)
	return playerIds.map((id, index) => ({
		id,
		username: users.get(id)?.username,
		global_name: users.get(id)?.global_name,
		access_token: players[index]?.accessToken,
		refresh_token: players[index]?.refreshToken,
		scopes: PLAYER_SCOPES,
	}))
}
