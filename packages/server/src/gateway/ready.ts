import {
	ApiError,
	type EventData,
	type GatewayLobby,
	type GuildCreate,
	INTENTS,
	type Presence,
	type Ready,
} from '@guildhall/protocol'
import { findUsers } from '../domain/accounts/accounts.ts'
import { presentPrivateUser } from '../domain/accounts/present.ts'
import { getApplication } from '../domain/applications/applications.ts'
import { listPrivateChannels } from '../domain/direct-messages/read.ts'
import { membersAmong, notableMembers } from '../domain/guilds/member-lookup.ts'
import { guildSnapshot } from '../domain/guilds/snapshot.ts'
import { voiceStatesSeenBy } from '../domain/guilds/voice-view.ts'
import { presentGatewayLobby } from '../domain/lobbies/present.ts'
import { getLobby } from '../domain/lobbies/rows.ts'
import type { Presences } from '../domain/presence/presences.ts'
import { knownAmong, presentForPlayers } from '../domain/profiles/present.ts'
import { listGameRelationships, listRelationships } from '../domain/relationships/list.ts'
import { presentWithoutGuild } from '../domain/voice/states.ts'
import type { Reading } from '../ports/store.ts'
import type { OpenSession } from './open-session.ts'

/** Bits beyond this are only in `flags_new` (HC-61). */
const MOST_FLAGS = 0x7fffffff

/** READY: who one is, and what one is in (events.md §3; for players social.md §7). */
export async function readyOf(
	from: Reading,
	session: OpenSession,
	isIn: { guildIds: readonly string[]; lobbyIds: readonly string[]; version: number },
	disabledFunctions: readonly string[],
): Promise<EventData<typeof Ready>> {
	const user = (await findUsers(from, [session.userId])).get(session.userId)
	if (!user) throw new Error('A session is opened for a user who is not there.')
	const application = await getApplication(from, session.applicationId)
	const forPlayer =
		session.kind === 'player' ? await forPlayerOf(from, session, isIn.lobbyIds, disabledFunctions) : NOTHING_OF_PLAYERS
	return {
		v: isIn.version,
		user: presentPrivateUser(user, { seesEmail: session.readsEmail, seesPremium: session.readsPremium }),
		user_settings: {},
		session_type: 'normal',
		session_id: session.id,
		resume_gateway_url: from.links.gateway,
		guilds: isIn.guildIds.map((id) => ({ id, unavailable: true })),
		...forPlayer,
		presences: [],
		...(session.shard ? { shard: [session.shard.id, session.shard.count] } : {}),
		application: {
			id: application.id,
			flags: application.flags & MOST_FLAGS,
			flags_new: String(application.flags),
		},
		geo_ordered_rtc_regions: [],
		_trace: [],
	}
}

const NOTHING_OF_PLAYERS = { private_channels: [], relationships: [] }

/** What READY tells players besides: whom they know, where they are, and who all of these are in the game (N10). */
async function forPlayerOf(
	from: Reading,
	session: OpenSession,
	lobbyIds: readonly string[],
	disabledFunctions: readonly string[],
) {
	const { userId, applicationId, readsRelationships, readsDirect } = session
	const relationships = readsRelationships ? await listRelationships(from, userId, applicationId) : []
	const gameRelationships = readsRelationships ? await listGameRelationships(from, userId, applicationId) : []
	const privateChannels = readsDirect ? await listPrivateChannels(from, session) : []
	const lobbies = await lobbiesOf(from, session, lobbyIds)
	const seen = [
		userId,
		...[...relationships, ...gameRelationships].map(({ id }) => id),
		...lobbies.flatMap(({ members }) => members.map(({ id }) => id)),
		...privateChannels.flatMap(({ recipients }) => recipients.map(({ id }) => id)),
	]
	const users = [
		...[...relationships, ...gameRelationships, ...lobbies.flatMap(({ members }) => members)].map(({ user }) => user),
		...privateChannels.flatMap(({ recipients }) => recipients),
	]
	const known = await knownAmong(from, applicationId, [...new Set(seen)])
	return {
		private_channels: privateChannels,
		relationships,
		game_relationships: gameRelationships,
		lobbies,
		...(session.capabilities & LISTS_USERS ? { users: onceEach(users) } : {}),
		feature_flags: { disabled_functions: [...disabledFunctions], disabled_gateway_events: [] },
		user_application_profiles: Object.fromEntries([...known].map(([id, one]) => [id, [presentForPlayers(one)]])),
	}
}

/** Bit of `capabilities`: users whom READY names are in a list of their own, each once. */
const LISTS_USERS = 1 << 4

function onceEach<U extends { id: string }>(users: readonly (U | undefined)[]): U[] {
	return [...new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : []))).values()]
}

async function lobbiesOf(from: Reading, session: OpenSession, ids: readonly string[]): Promise<GatewayLobby[]> {
	const lobbies: GatewayLobby[] = []
	for (const lobbyId of ids) {
		const lobby = await lobbyOf(from, session, lobbyId)
		if (lobby) lobbies.push(lobby)
	}
	return lobbies
}

/** The lobby as the session's user sees it; undefined where they are not in it. */
async function lobbyOf(
	from: Reading,
	{ userId, applicationId }: OpenSession,
	lobbyId: string,
): Promise<GatewayLobby | undefined> {
	try {
		const lobby = await presentGatewayLobby(from, await getLobby(from, { applicationId, lobbyId }))
		return lobby.members.some((member) => member.id === userId) ? lobby : undefined
	} catch (error) {
		// It was removed a moment ago: not to be told of.
		if (error instanceof ApiError) return undefined
		throw error
	}
}

/** Guilds of more members than this show hardly any of them, whatever the intents. */
const MOST_SHOWN_MEMBERS = 75_000

/** GUILD_CREATE for the session; undefined where its user is not in the guild (events.md §3). */
export async function guildCreate(
	from: Reading,
	session: OpenSession,
	guildId: string,
	presences: Presences,
): Promise<EventData<typeof GuildCreate> | undefined> {
	const seesPresences = (session.intents & INTENTS.GuildPresences) !== 0
	const inVoice = await voiceStatesSeenBy(from, session.userId, guildId)
	const always = [...new Set([session.userId, ...inVoice.map((state) => state.user_id)])]
	const snapshot = await guildSnapshot(from, guildId, {
		members: seesPresences ? session.largeThreshold : 0,
		include: always,
	})
	const own = snapshot?.members.find((member) => member.user.id === session.userId)
	if (!snapshot || !own) return undefined
	const { guild, memberCount, channels } = snapshot
	const isLarge = memberCount > session.largeThreshold
	const isShown = seesPresences && memberCount <= MOST_SHOWN_MEMBERS
	const online = isShown ? await membersAmong(from, guildId, [session.userId, ...presences.online()]) : always
	return {
		...guild,
		joined_at: own.joined_at,
		large: isLarge,
		unavailable: false,
		member_count: memberCount,
		voice_states: inVoice.flatMap((state) => {
			const member = snapshot.members.find(({ user }) => user.id === state.user_id)
			return member ? [presentWithoutGuild(state, member)] : []
		}),
		members:
			isShown && isLarge ? await notableMembers(from, guildId, [...new Set([...always, ...online])]) : snapshot.members,
		channels: channels.map(({ channel }) => channel),
		threads: [],
		presences: presencesIn(guildId, online, { presences, ownId: session.userId }),
		stage_instances: [],
		guild_scheduled_events: [],
		soundboard_sounds: [],
	}
}

/** The presences of those who are not offline, as they are told in a guild; one's own as it is now. */
export function presencesIn(
	guildId: string,
	userIds: Iterable<string>,
	{ presences, ownId }: { presences: Presences; ownId: string },
): Presence[] {
	return presences.of(userIds, ownId).map((presence) => ({ ...presence, guild_id: guildId }))
}
