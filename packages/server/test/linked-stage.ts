/** A guild, a game with a lobby that can be linked to a channel of it, and two who play. */
import { bits, type Home, home } from './people.ts'
import type { Bot, Client, TestServer } from './server.ts'

export const SOCIAL = ['openid', 'sdk.social_layer', 'guilds.join']

export interface Stage extends Home {
	game: Bot
	/** Member of the lobby and of the guild, where she may do what it takes. */
	ada: Client
	/** Member of the lobby alone. */
	ben: Client
	lobbyId: string
	link(channelId: string | null, as?: Client): ReturnType<Client['patch']>
}

export async function stage(server: TestServer): Promise<Stage> {
	const place = await home(server)
	const game = await server.bot('Lantern', { hasSocialTerms: true })
	const [ada, ben] = [
		await server.player('ada', SOCIAL, game.application),
		await server.player('ben', SOCIAL, game.application),
	]
	const { body: role } = await place.bot.post(`/guilds/${place.guildId}/roles`, { permissions: bits('ManageChannels') })
	await server.join(place.guildId, ada.id, { roleIds: [role.id] })
	const { body: lobby } = await game.post('/lobbies', { members: [{ id: ada.id, flags: 1 }, { id: ben.id }] })
	return {
		...place,
		game,
		ada,
		ben,
		lobbyId: lobby.id,
		link: (channel_id, as = ada) => as.patch(`/lobbies/${lobby.id}/channel-linking`, { channel_id }),
	}
}
