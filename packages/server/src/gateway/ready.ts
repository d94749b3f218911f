import { ApiError, type GameRelationship, type GatewayLobby, INTENTS, type Presence } from '@guildhall/protocol'
import { findUsers } from '../domain/accounts/accounts.ts'
import { presentPrivateUser } from '../domain/accounts/present.ts'
import { getApplication } from '../domain/applications/applications.ts'
import { membersAmong, notableMembers } from '../domain/guilds/member-lookup.ts'
import { guildSnapshot } from '../domain/guilds/snapshot.ts'
import { voiceStatesSeenBy } from '../domain/guilds/voice-view.ts'
import { presentGatewayLobby } from '../domain/lobbies/present.ts'
import { getLobby } from '../domain/lobbies/rows.ts'
import type { Presences } from '../domain/presence/presences.ts'
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
): Promise<unknown> {
	const user = (await findUsers(from, [session.userId])).get(session.userId)
	if (!user) throw new Error('A session is opened for a user who is not there.')
	const application = await getApplication(from, session.applicationId)
	return {
		v: isIn.version,
		user: presentPrivateUser(user, { seesEmail: session.readsEmail, seesPremium: session.readsPremium }),
		user_settings: {},
		session_type: 'normal',
		session_id: session.id,
		resume_gateway_url: from.links.gateway,
		guilds: isIn.guildIds.map((id) => ({ id, unavailable: true })),
		private_channels: [],
		relationships: session.readsRelationships
			? await listRelationships(from, session.userId, session.applicationId)
			: [],
		presences: [],
		...(session.kind === 'player'
			? {
					game_relationships: await gameRelationshipsOf(from, session),
					lobbies: await lobbiesOf(from, session, isIn.lobbyIds),
				}
			: {}),
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

async function gameRelationshipsOf(from: Reading, session: OpenSession): Promise<GameRelationship[]> {
	return session.readsRelationships ? listGameRelationships(from, session.userId, session.applicationId) : []
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
): Promise<unknown> {
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
	const online = isShown ? await membersAmong(from, guildId, presences.online()) : always
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
		presences: presencesIn(guildId, online, presences),
		stage_instances: [],
		guild_scheduled_events: [],
		soundboard_sounds: [],
	}
}

/** The presences of those who are not offline, as they are told in a guild. */
export function presencesIn(guildId: string, userIds: Iterable<string>, presences: Presences): Presence[] {
	return presences.of(userIds).map((presence) => ({ ...presence, guild_id: guildId }))
}
