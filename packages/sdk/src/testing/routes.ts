import { accept as acceptInvite, follow, invite } from './invites.ts'
import { joinLobby, linkLobby, lobbyOf, lobbyOnWire, removeMember } from './lobbies.ts'
import {
	channelOnWire,
	conversation,
	edit,
	lobbyHistory,
	messageOnWire,
	onceFor,
	remove,
	sayInLobby,
	summaries,
	writeTo,
} from './messages.ts'
import { accept, ask, block, end, relationsOf } from './relations.ts'
import { changePlayer, playerOf, presenceOf, relationOf, userOnWire } from './users.ts'
import { type ChannelRow, type Grant, Refusal, unknown, type World } from './world.ts'

/** What a client asks. */
export interface Asked {
	world: World
	/** Of the token it came with. */
	grant: Grant
	/** Whose it is. */
	me: string
	params: readonly string[]
	query: URLSearchParams
	// biome-ignore lint/suspicious/noExplicitAny: bodies are read member by member
	body: any
}

type Handler = (asked: Asked) => unknown

/** What takes more than friends, presence and invites. */
const COMMUNICATION = /^\/lobbies|^\/guilds|\/@me\/(guilds|dms|channels)|\/messages/

/** The smaller of the two layers of scopes is without messages and lobbies; an invite is no message. */
export function requireScopes({ scopes }: Grant, path: string, body: Asked['body']): void {
	if (scopes.includes('sdk.social_layer') || !COMMUNICATION.test(path) || body?.activity) return
	throw new Refusal(403, 50026, 'Missing required OAuth2 scope')
}

/** What the platform answers to, by method and path; `:` stands for one part of it. Nothing returned is 204. */
export const ROUTES: Readonly<Record<string, Handler>> = {
	'GET /oauth2/@me': ({ world, grant, me }) => ({
		application: { id: grant.applicationId ?? world.applicationId },
		scopes: grant.scopes,
		expires: new Date(grant.expiresAt).toISOString(),
		user: userOnWire(playerOf(world, me)),
	}),
	'GET /users/@me': ({ world, me }) => userOnWire(playerOf(world, me)),
	'PATCH /users/@me/account': ({ world, me, body }) => {
		if (!playerOf(world, me).isProvisional) throw new Refusal(403, 50026, 'Missing required OAuth2 scope')
		changePlayer(world, me, { globalName: body.global_name })
		return userOnWire(playerOf(world, me))
	},

	'PUT /lobbies': ({ world, me, body }) => {
		const { secret, lobby_metadata: lobbyMetadata, member_metadata: memberMetadata } = body
		return lobbyOnWire(world, joinLobby(world, me, secret, { lobbyMetadata, memberMetadata }))
	},
	'DELETE /lobbies/:/members/@me': ({ world, me, params: [id = ''] }) => {
		const lobby = world.lobbies.get(id)
		if (!lobby) throw unknown('Lobby', 10031)
		removeMember(world, lobby, me)
	},
	'PATCH /lobbies/:/channel-linking': ({ world, me, params: [id = ''], body }) => {
		const lobby = lobbyOf(world, id, me)
		linkLobby(world, lobby, me, body?.channel_id ?? undefined)
		return lobbyOnWire(world, lobby)
	},
	'POST /lobbies/:/members/@me/invites': ({ world, me, params: [id = ''] }) => {
		if (!lobbyOf(world, id, me).linkedChannelId) throw unknown('Channel', 10003)
		if (playerOf(world, me).isProvisional) throw new Refusal(403, 50001, 'Missing Access')
		return { code: `invite${id}` }
	},
	'POST /lobbies/:/messages': ({ world, me, params: [id = ''], body }) =>
		messageOnWire(world, sayInLobby(world, me, id, body)),
	'GET /lobbies/:/messages': ({ world, me, params: [id = ''], query }) =>
		lobbyHistory(world, lobbyOf(world, id, me).id, limitOf(query)),

	'GET /users/@me/guilds': ({ world, me }) =>
		[...world.guilds.values()].filter(({ memberIds }) => memberIds.has(me)).map(({ id, name }) => ({ id, name })),
	'GET /guilds/:/channels': ({ world, me, params: [id = ''] }) => {
		const guild = world.guilds.get(id)
		if (!guild?.memberIds.has(me)) throw unknown('Guild', 10004)
		const linked = new Map([...world.lobbies.values()].map((lobby) => [lobby.linkedChannelId, lobby]))
		return inClientOrder(guild.channels).map(
			({ id: channelId, name, type, position, parentId, isLinkable, isPrivate }) => {
				const lobby = linked.get(channelId)
				return {
					id: channelId,
					name,
					type,
					position,
					parent_id: parentId,
					is_linkable: isLinkable && !lobby,
					is_viewable_and_writeable_by_all_members: !isPrivate,
					...(lobby && { linked_lobby: { application_id: world.applicationId, lobby_id: lobby.id } }),
				}
			},
		)
	},

	'POST /users/:/messages': ({ world, me, params: [id = ''], body }) => {
		if (body.activity) return invite(world, me, id, body)
		requireReach(world, me, id)
		const { content, metadata, nonce, enforce_nonce: isEnforced, ...more } = body
		const write = () => writeTo(world, me, id, { content: content ?? '', metadata, more })
		return messageOnWire(world, isEnforced && nonce ? onceFor(world, `${me} ${id} ${nonce}`, write) : write(), me)
	},
	'GET /users/:/messages': ({ world, me, params: [id = ''], query }) => conversation(world, me, id, limitOf(query)),
	'PATCH /users/:/messages/:': ({ world, me, params: [, id = ''], body }) =>
		messageOnWire(world, edit(world, me, id, body.content), me),
	'DELETE /users/:/messages/:': ({ world, me, params: [, id = ''] }) => remove(world, me, id),
	'GET /users/@me/dms': ({ world, me }) => summaries(world, me),
	'GET /partner-sdk/users/@me/channels': ({ world, me }) => summaries(world, me),
	'GET /users/@me/dms/:': ({ world, me, params: [id = ''] }) => channelOnWire(world, me, id),

	'GET /users/:/sessions/:/activities/:/1': ({ world, me, params: [id = ''], query }) =>
		acceptInvite(world, id, me, query),

	'POST /users/@me/activities/subscribe': ({ world, me, body }) => follow(world, me, body.subscriptions),

	...relationRoutes('platform', 'relationships'),
	...relationRoutes('game', 'game-relationships'),
}

function relationRoutes(track: 'platform' | 'game', name: string): Record<string, Handler> {
	return {
		[`GET /users/@me/${name}`]: ({ world, me }) => relationsOf(world, track, me),
		[`POST /users/@me/${name}`]: ({ world, me, body }) => {
			const player = [...world.players.values()].find(
				({ username }) => username === String(body.username).toLowerCase(),
			)
			if (!player || player.id === me) throw new Refusal(400, 80004, 'No users with that name exist')
			ask(world, track, me, player.id)
		},
		[`PUT /users/@me/${name}/:`]: ({ world, me, params: [id = ''], body }) => {
			if (body?.type === 2) block(world, me, id)
			else if (body?.type === 1) accept(world, track, me, id)
			else ask(world, track, me, id)
		},
		[`DELETE /users/@me/${name}/:`]: ({ world, me, params: [id = ''], query }) => {
			end(world, track, me, id)
			if (query.get('with_game_relationship') === 'true') end(world, 'game', me, id)
		},
	}
}

/** To whom one is no friend of, one writes while they play: everybody does who does not show that they are offline. */
function requireReach(world: World, me: string, other: string): void {
	const isFriend = (['platform', 'game'] as const).some((track) => relationOf(world, track, me, other)?.type === 1)
	if (isFriend || presenceOf(world, other).status !== 'offline') return
	throw new Refusal(403, 50007, 'Cannot send messages to this user')
}

function limitOf(query: URLSearchParams): number {
	return Number(query.get('limit') ?? 50)
}

const CATEGORY = 4
const isHeard = ({ type }: ChannelRow): boolean => type === 2 || type === 13

/** What stands in no category, then each category with what is in it: text before voice, by position. */
function inClientOrder(channels: readonly ChannelRow[]): ChannelRow[] {
	const byPosition = [...channels].sort((a, b) => a.position - b.position)
	const categories = byPosition.filter(({ type }) => type === CATEGORY)
	const homeOf = ({ parentId }: ChannelRow) => categories.find(({ id }) => id === parentId)?.id
	const inside = (home: string | undefined) =>
		byPosition
			.filter((channel) => channel.type !== CATEGORY && homeOf(channel) === home)
			.sort((a, b) => Number(isHeard(a)) - Number(isHeard(b)))
	return [...inside(undefined), ...categories.flatMap((category) => [category, ...inside(category.id)])]
}
