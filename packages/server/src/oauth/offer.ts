import { hasPermissions, type MyGuild } from '@guildhall/protocol'
import { findUser } from '../domain/accounts/accounts.ts'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import { type IncomingPlace, listIncomingPlaces } from '../domain/channel-webhooks/incoming.ts'
import { countGuilds, listMyGuilds } from '../domain/guilds/mine.ts'
import type { Reading } from '../ports/store.ts'
import type { PendingRequest } from './pending.ts'

/** Who asks a person, as far as that helps them decide. */
export interface Asker {
	application: ApplicationRow
	/** The operator has looked at who is behind it. */
	isVerified: boolean
	/** How many servers its bot is in. */
	guildCount: number
}

/** What is left to the person to choose. */
export interface Offer {
	/** Guilds that the application can be brought into; none where nothing goes into one, or the channel says which. */
	guilds: readonly MyGuild[]
	/** Channels that a webhook can be made in, by guild. */
	places: readonly IncomingPlace[]
}

const VERIFIED_BOT = 1 << 16
/** More than anybody is in. */
const MOST_GUILDS = 200

export async function askerOf(from: Reading, application: ApplicationRow): Promise<Asker> {
	const botId = application.bot_user_id ?? application.id
	const bot = await findUser(from, botId)
	return {
		application,
		isVerified: ((bot?.flags ?? 0) & VERIFIED_BOT) !== 0,
		guildCount: await countGuilds(from, botId),
	}
}

/** What this person can choose in answer to a request: nothing that they would not be allowed. */
export async function offerTo(from: Reading, userId: string, { scopes, install }: PendingRequest): Promise<Offer> {
	const goesIntoGuild = install.options.some(({ integrationType }) => integrationType === 0)
	const needsChannel = scopes.includes('webhook.incoming')
	if (!goesIntoGuild && !needsChannel) return { guilds: [], places: [] }
	const isOffered = (guildId: string) => !install.isGuildFixed || guildId === install.guildId
	const guilds = goesIntoGuild ? (await manageableGuilds(from, userId)).filter(({ id }) => isOffered(id)) : []
	if (!needsChannel) return { guilds, places: [] }
	const places = (await listIncomingPlaces(from, userId)).filter(({ guild }) => isOffered(guild.id))
	if (!goesIntoGuild) return { guilds: [], places }
	const manageable = new Set(guilds.map(({ id }) => id))
	return { guilds: [], places: places.filter(({ guild }) => manageable.has(guild.id)) }
}

/** Guilds in which the person may manage the guild itself, which is what bringing something in takes. */
async function manageableGuilds(from: Reading, userId: string): Promise<MyGuild[]> {
	const page = { before: undefined, after: undefined, limit: MOST_GUILDS, onlineIds: undefined }
	const guilds = await listMyGuilds(from, userId, page)
	return guilds.filter(({ permissions }) => hasPermissions(BigInt(permissions), 'ManageGuild'))
}
