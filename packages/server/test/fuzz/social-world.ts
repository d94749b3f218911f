/** A world in which people know each other, play, and talk: what the social layer can be asked about. */
import { openBrowser } from '../browser.ts'
import type { GatewayClient } from '../gateway-client.ts'
import { multipart } from '../home.ts'
import { bits, PIXEL } from '../people.ts'
import { befriend, enter, play } from '../playing.ts'
import type { Answered, TestServer } from '../server.ts'
import { makeWorld, type World } from './world.ts'

const MAP = { map: 'moon', seed: '7' }
const PARTY = {
	...{
		name: 'Racer',
		details: 'On the moon',
		party: { id: 'p-1', size: [1, 4] },
		secrets: { join: 'come in' },
		flags: 1 << 6,
	},
	buttons: [{ label: 'Watch', url: 'https://example.com' }],
}

export async function makeSocialWorld(server: TestServer): Promise<World & AsyncDisposable> {
	const world = await makeWorld(server)
	const { game, ada, ben, cleo, guildId, textId, lobbyId } = world.cast
	const { body: provisional } = await done(game.post('/partner-sdk/token/bot', { external_user_id: 'kid' }))
	const kid = server.as('', `Bearer ${provisional.access_token}`)
	const { body: me } = await done(kid.get('/users/@me'))
	const sessions: GatewayClient[] = []
	for (const player of [ada, ben]) sessions.push(await enter(server, player))
	const sessionIds = sessions.map(({ frames }) => frames.find(({ t }) => t === 'READY')?.d.session_id as string)
	play(sessions[0] as GatewayClient, PARTY)
	for (const session of sessions) await session.settled()

	await befriend(ada, ben)
	await done(cleo.put(`/users/@me/game-relationships/${ben.id}`, {}))
	await done(cleo.put(`/users/@me/relationships/${ada.id}`, {}))
	const written = [
		(await done(ada.post(`/users/${ben.id}/messages`, { content: 'psst' }))).body.id as string,
		(await done(ben.post(`/users/${ada.id}/messages`, { content: 'what' }))).body.id as string,
	]
	await done(ada.post(`/users/${ben.id}/messages`, { activity: { type: 1 } }))
	await done(game.patch(`/applications/${game.id}/users/${ada.id}/identities/a-1/profile`, { username: 'Ada' }))

	const { body: role } = await done(game.post(`/guilds/${guildId}/roles`, { permissions: bits('ManageChannels') }))
	await done(game.put(`/guilds/${guildId}/members/${ada.id}/roles/${role.id}`))
	await done(game.put(`/lobbies/${lobbyId}/members/${ada.id}`, { flags: 1 }))
	await done(ada.patch(`/lobbies/${lobbyId}/channel-linking`, { channel_id: textId }))
	const { body: invite } = await done(ada.post(`/lobbies/${lobbyId}/members/@me/invites`))
	const { body: secret } = await done(ada.put('/lobbies', { secret: 'attic' }))
	const { body: loose } = await done(game.post('/lobbies', { members: [{ id: ada.id, flags: 1 }, { id: me.id }] }))
	const said = [lobbyId, secret.id, loose.id].map((id) => ada.post(`/lobbies/${id}/messages`, { content: 'hi' }))
	const { body: headless } = await done(ada.post('/users/@me/headless-sessions', { activities: [PARTY] }))
	const picture = { name: 'moon', image: PIXEL }
	const { body: asset } = await done(game.post(`/oauth2/applications/${game.id}/assets`, picture))
	const list = multipart({}, [{ name: 'target_users_file', filename: 'users.csv', content: `${ben.id}\n` }])
	const type = { 'content-type': list.type }
	const { body: listed } = await done(game.call('POST', `/channels/${textId}/invites`, list.payload, type))
	await server.app.idle()

	const { ids, credentials } = world
	return {
		...world,
		ids: {
			...ids,
			lobby_id: [lobbyId, lobbyId, secret.id, loose.id],
			message_id: [...(await Promise.all(said)).map(({ body }) => body.id as string), ...written],
			// Those who have something to do with each other are meant most.
			user_id: [...[ada, ada, ada, ben, ben].map(({ id }) => id), ...(ids.user_id ?? []), me.id],
			application_id: [game.id, game.id, game.id, ...(ids.application_id ?? [])],
			channel_id: [textId, textId, ...(ids.channel_id ?? [])],
			user_id_1: [ada.id],
			user_id_2: [ben.id],
			invite_code: [invite.code, listed.code],
			code: [invite.code, listed.code, listed.code],
			asset_id: [asset.id],
			session_id: [...sessionIds, headless.session_id],
			own_session_id: sessionIds,
			token: [headless.token],
			party_id: ['p-1'],
			action: ['1', '1', '5'],
			secret: ['attic', 'cellar'],
			username: ['Ada', 'ben', 'kid'].map(
				(name) => `${name.toLowerCase()}-${game.application.name.slice('Game-'.length)}`,
			),
			external_id: ['a-1', 'kid', 'b-1'],
			provider_type: ['DISCORD_BOT_ISSUED_ACCESS_TOKEN', 'OIDC'],
		},
		credentials: {
			...credentials,
			bearer: [...[ben, ben].map(({ token }) => `Bearer ${token}`), ...credentials.bearer, `Bearer ${kid.token}`],
			login: [await signedIn(server, ada.id), await signedIn(server, ben.id)],
		},
		bodies: {
			create_lobby: [{ metadata: MAP, members: [{ id: ada.id, metadata: MAP, flags: 1 }], idle_timeout_seconds: 60 }],
			edit_lobby: [
				{ metadata: MAP, members: [{ id: ada.id, flags: 1 }, { id: ben.id }] },
				{ flags: 1, metadata: null },
			],
			create_or_join_lobby: [{ secret: 'attic', lobby_metadata: MAP, member_metadata: MAP, idle_timeout_seconds: 60 }],
			add_lobby_member: [{ metadata: MAP, flags: 1, additional_name: 'Queen' }],
			bulk_update_lobby_members: [
				[ada, ben, me].map(({ id }, n) => ({ id, metadata: MAP, flags: 1, remove_member: n === 1 })),
			],
			edit_lobby_channel_link: [{ channel_id: textId }, {}],
			create_lobby_message: [{ content: 'hi', metadata: MAP, nonce: 'n', enforce_nonce: true }],
			update_lobby_message: [{ content: 'ho', metadata: MAP }],
			update_lobby_message_external_moderation_metadata: [MAP],
			update_user_message_external_moderation_metadata: [MAP],
			create_user_message: [
				{ content: 'hi', metadata: MAP, nonce: 7, enforce_nonce: true },
				{ content: 'come', activity: { type: 1, party_id: 'p-1' } },
			],
			update_user_message: [{ content: 'ho', metadata: MAP }],
			put_relationship: [{}, { type: 1 }, { type: 2 }],
			put_game_relationship: [{}, { type: 1 }],
			update_my_settings: [{ friend_source_flags: { all: false, mutual_friends: true, mutual_guilds: true } }],
			update_application_identity_profile: [
				{
					...{ username: 'Ada', metadata: { a: [1] } },
					data: { primary: { rank_name: 'gold' }, dynamic: [{ type: 1, name: 'a', value: 'b' }] },
				},
			],
			put_headless_session: [{ activities: [PARTY] }, { activities: [PARTY], token: headless.token }],
			end_headless_session: [{ token: headless.token }],
			create_application_asset: [{ ...picture, name: 'sun' }],
			create_external_assets: [{ urls: ['https://example.com/a.png'] }],
			accept_activity_invite: [{}],
		},
		async [Symbol.asyncDispose]() {
			for (const session of sessions) await session[Symbol.asyncDispose]()
		},
	}
}

/** What the browser of somebody who is signed in sends. */
async function signedIn(server: TestServer, userId: string): Promise<Record<string, string>> {
	const browser = openBrowser(server)
	await browser.become(userId)
	const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	return { cookie, origin: server.config.origin, 'x-csrf-token': await browser.csrfToken() }
}

async function done(answered: Promise<Answered>): Promise<Answered> {
	const answer = await answered
	if (answer.status >= 300) throw new Error(`The world could not be made: ${JSON.stringify(answer.body)}`)
	return answer
}
