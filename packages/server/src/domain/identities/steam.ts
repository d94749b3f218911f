import { ApiError } from '@guildhall/protocol'
import type { Web } from '../../ports/web.ts'
import { ask, isObject, type Looked } from './look.ts'
import { displayNameOf } from './names.ts'

/** Who asks Steam, and where. */
export interface SteamAccess {
	/** Root of Steam's Web API. */
	api: string
	webApiKey: string
	appId: string
	/** Only tickets that were made for this are good. */
	identity: string
}

interface Ticket {
	steamId: string
}

/** What Steam says to a ticket: whose it is, that it is none, or why nothing can be said. */
export type TicketAnswer = Looked<Ticket | 'refused'>

const STEAM_ID = /^\d{1,20}$/
/** Binary in hex, as games write it. */
const TICKET = /^(?:[0-9a-f]{2}){1,5120}$/i

/** Asks Steam whose ticket this is (ISteamUserAuth/AuthenticateUserTicket). */
export async function askSteam(web: Web, access: SteamAccess, ticket: string): Promise<TicketAnswer> {
	if (!TICKET.test(ticket)) return { value: 'refused' }
	const query = new URLSearchParams({ appid: access.appId, ticket, identity: access.identity })
	const answer = await call(web, access, `/ISteamUserAuth/AuthenticateUserTicket/v1/?${query}`)
	if ('problem' in answer) return answer
	const { params } = answer.value as { params?: { result?: unknown; steamid?: unknown } }
	if (params?.result !== 'OK') return { value: 'refused' }
	const { steamid } = params
	if (typeof steamid !== 'string' || !STEAM_ID.test(steamid))
		return { problem: 'Steam did not say whose ticket it is.' }
	return { value: { steamId: steamid } }
}

/** The persona of a player; none where Steam does not say. */
export async function personaOf(web: Web, access: SteamAccess, steamId: string): Promise<{ displayName?: string }> {
	const answer = await call(
		web,
		access,
		`/ISteamUser/GetPlayerSummaries/v2/?${new URLSearchParams({ steamids: steamId })}`,
	)
	if ('problem' in answer) return {}
	const { players } = answer.value as { players?: { steamid?: unknown; personaname?: unknown }[] }
	const player = Array.isArray(players) ? players.find((one) => one?.steamid === steamId) : undefined
	return displayNameOf(player?.personaname)
}

/** The `response` of a call. The key goes in a header: addresses are logged on the way. */
async function call(web: Web, { api, webApiKey }: SteamAccess, path: string): Promise<Looked<object>> {
	const asked = await ask(web, { url: `${api}${path}`, headers: { 'x-webapi-key': webApiKey } })
	if ('problem' in asked) return { problem: `Steam could not be asked. ${asked.problem}` }
	const { status, json } = asked.value
	if (status === 401 || status === 403) return { problem: 'Steam refuses the Web API key.' }
	const response = isObject(json) ? json.response : undefined
	if (status !== 200 || !isObject(response)) {
		return { problem: `Steam answers with status ${status}.` }
	}
	return { value: response }
}

/** @throws OidcConfigurationNotFound where Steam could not say, InvalidIdToken where it says no */
export function ownerOf(answer: TicketAnswer): string {
	if ('problem' in answer) throw new ApiError('OidcConfigurationNotFound')
	if (answer.value === 'refused') throw new ApiError('InvalidIdToken')
	return answer.value.steamId
}
