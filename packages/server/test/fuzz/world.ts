/** Something to break: a guild with all kinds of channels, people, messages, a lobby. Made anew when much of it is gone. */
import { CHANNEL_TYPES } from '@guildhall/protocol'
import type { Bot, Client, TestServer } from '../server.ts'
import type { Credentials } from './requests.ts'
import type { Ids } from './values.ts'

export interface World {
	ids: Ids
	credentials: Credentials
	/** Bodies that fit, by operation. */
	bodies?: Readonly<Record<string, readonly unknown[]>>
	/** Who and what is in it. */
	cast: { game: Bot; ada: Client; ben: Client; cleo: Client; guildId: string; textId: string; lobbyId: string }
}

let worlds = 0
const SCOPES = [
	'identify',
	'email',
	'guilds',
	'guilds.join',
	'guilds.members.read',
	'connections',
	'openid',
	'sdk.social_layer',
]

export async function makeWorld(server: TestServer): Promise<World> {
	const name = `w${worlds++}`
	const game = await server.bot(`Game-${name}`, { hasSocialTerms: true, flags: (1 << 13) | (1 << 15) | (1 << 19) })
	const weak = await server.bot(`Weak-${name}`)
	const people = await Promise.all(
		['ada', 'ben', 'cleo'].map((person) => server.player(`${person}-${name}`, SCOPES, game.application)),
	)
	const [ada, ben, cleo] = people as [Client, Client, Client]
	const home = await server.guild(game.id, {
		name: 'Harbor',
		features: ['COMMUNITY'],
		memberIds: [weak.id, ada.id, ben.id],
		roles: [{ id: '1' }, { id: '2', name: 'Crew' }, { id: '3', name: 'Guests' }],
		channels: Object.values(CHANNEL_TYPES)
			.filter((type) => [0, 2, 4, 5, 13, 15].includes(type))
			.map((type) => ({ name: `c${type}`, type })),
	})
	const channelIds = home.channels.map(({ id }) => id)
	const textId = home.channels.find(({ type }) => type === CHANNEL_TYPES.text)?.id ?? ''
	const messages = []
	for (const content of ['one', 'two', 'three', 'four'])
		messages.push(await game.post(`/channels/${textId}/messages`, { content }))
	await game.put(`/channels/${textId}/messages/${messages[0]?.body.id}/reactions/${encodeURIComponent('🍕')}/@me`)
	const direct = await game.post('/users/@me/channels', { recipient_id: ada.id })
	const lobby = await game.post('/lobbies', {
		members: [{ id: ada.id }, { id: ben.id }],
		idle_timeout_seconds: 604_800,
	})
	const said = await ada.post(`/lobbies/${lobby.body.id}/messages`, { content: 'hi' })
	const roleIds = home.roles.map(({ id }) => id)
	const userIds = [game.id, weak.id, ada.id, ben.id, cleo.id]
	return {
		cast: { game, ada, ben, cleo, guildId: home.guild.id, textId, lobbyId: lobby.body.id },
		ids: {
			guild_id: [home.guild.id],
			channel_id: [...channelIds, textId, textId, textId, direct.body.id],
			parent_id: channelIds,
			message_id: [...messages.map(({ body }) => body.id as string), said.body.id],
			user_id: userIds,
			recipient_id: userIds,
			role_id: roleIds,
			role: roleIds,
			overwrite_id: [...roleIds, ...userIds],
			lobby_id: [lobby.body.id],
			application_id: [game.id, weak.id],
			authorization_id: [game.id],
			id: [...roleIds, ...channelIds, ...userIds],
		},
		credentials: {
			bot: [game, game, game, game, weak].map((bot) => `Bot ${bot.token}`),
			bearer: [ada, ada, ben, cleo].map((player) => `Bearer ${player.token}`),
			wrong: [
				`Bot ${ada.token}`,
				`Bearer ${game.token}`,
				'Bot',
				'Bearer ',
				'Bot x.y.z',
				`Basic ${game.token}`,
				game.token,
				'Bot é',
			],
		},
	}
}
