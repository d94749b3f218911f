/**
 * Every bound of what players, their games and their friends can say: the list of the reference, and each at, under and over
 * its edge through the door. What is more than a shape (sums, bytes, how many there may be) stands with the rules it is of.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AnyOperation } from '@guildhall/protocol'
import { ACTIVITY_HANDLERS } from '../src/api/activities.ts'
import { DIRECT_MESSAGE_HANDLERS } from '../src/api/direct-messages.ts'
import { INVITE_HANDLERS } from '../src/api/invites.ts'
import { LOBBY_HANDLERS } from '../src/api/lobbies.ts'
import { PARTNER_SDK_HANDLERS } from '../src/api/partner-sdk.ts'
import { PROFILE_HANDLERS } from '../src/api/profiles.ts'
import { RELATIONSHIP_HANDLERS } from '../src/api/relationships.ts'
import { type Bound, boundsOf, leastOf } from './bounds/walk.ts'
import { makeSocialWorld } from './fuzz/social-world.ts'
import { leaf } from './home.ts'
import { type TestServer, testServer } from './server.ts'

const characters = (least: number, most: number) => `${least}–${most} characters`
const entries = (least: number, most: number) => `${least}–${most} entries`
const address = (most: number) => `${characters(0, most)} of a uri`
/** Values of at most 1,024; that all of it has at most 1,000 is more than a shape (L4). */
const map = (at: string) => ({ [at]: '0–25 keys', [`${at}.k`]: characters(0, 1024) })
const BIT = '0 or 1'
const IDLE = '5–604800'

const NEW_LOBBY = {
	...map('metadata'),
	...{ members: entries(0, 25), ...map('members.0.metadata'), 'members.0.flags': BIT },
	...{ idle_timeout_seconds: IDLE, flags: BIT, override_event_webhooks_url: address(512) },
}
const WRITTEN = { content: characters(0, 2000), ...map('metadata') }
const NEW_MESSAGE = { ...WRITTEN, flags: '0–2147483647', nonce: characters(0, 25) }
const MODERATION = { '': '0–5 keys of 0–1024 characters', k: characters(0, 2000) }
const HISTORY = { limit: '1–200' }
const EXTERNAL_ID = { external_id: characters(1, 1024) }
const PROVIDER = { provider_type: characters(1, 100), ...EXTERNAL_ID }
const SESSION = { session_id: characters(1, 64) }
const ACCEPTANCE = { ...SESSION, action: '0–100', own_session_id: characters(1, 64) }
const CODE = { code: characters(1, 100) }
const PROOF = {
	client_secret: characters(0, 1024),
	external_auth_type: [
		...['OIDC', 'STEAM_SESSION_TICKET', 'EPIC_ONLINE_SERVICES_ACCESS_TOKEN', 'EPIC_ONLINE_SERVICES_ID_TOKEN'],
		...['UNITY_SERVICES_ID_TOKEN', 'APPLE_ID_TOKEN', 'PLAYSTATION_NETWORK_ID_TOKEN', 'DISCORD_BOT_ISSUED_ACCESS_TOKEN'],
	].join(' or '),
	external_auth_token: characters(1, 10_240),
}
const figures = (says: string, ...names: string[]) =>
	Object.fromEntries(names.map((name) => [`data.primary.${name}`, says]))

/** By operation and field: social.md §3, §6, §7.1, §8 and §10, behaviour.md §11, and our rules where these say nothing. */
const REFERENCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	create_lobby: NEW_LOBBY,
	create_or_join_lobby: {
		...{ secret: characters(1, 250), ...map('lobby_metadata'), ...map('member_metadata') },
		...{ idle_timeout_seconds: IDLE, flags: BIT },
	},
	edit_lobby: NEW_LOBBY,
	add_lobby_member: { ...map('metadata'), flags: BIT, additional_name: characters(1, 80) },
	bulk_update_lobby_members: {
		...{ '': entries(1, 25), ...map('0.metadata'), '0.flags': BIT, '0.additional_name': characters(1, 80) },
	},
	create_lobby_message: NEW_MESSAGE,
	get_lobby_messages: HISTORY,
	update_lobby_message: WRITTEN,
	update_lobby_message_external_moderation_metadata: MODERATION,
	request_friend_by_name: { username: characters(1, 32) },
	put_relationship: { type: '-1 or 1 or 2' },
	request_game_friend_by_name: { username: characters(1, 32) },
	put_game_relationship: { type: '-1 or 1' },
	create_user_message: {
		...NEW_MESSAGE,
		'activity.type': '0–100',
		'activity.party_id': characters(2, 128),
		'activity.session_id': characters(1, 64),
	},
	list_user_messages: HISTORY,
	update_user_message: WRITTEN,
	update_user_message_external_moderation_metadata: MODERATION,
	get_application_identity_profile: EXTERNAL_ID,
	update_application_identity_profile: {
		...{ ...EXTERNAL_ID, username: characters(1, 1024) },
		...figures(characters(1, 1024), 'season', 'rank_name', 'highest_rank', 'featured_played_character'),
		...figures(address(2048), 'rank_image.url', 'highest_rank_image.url', 'featured_played_character_image.url'),
		...figures(
			'0 or more',
			...['playtime_hours', 'total_wins', 'current_period_wins', 'total_games', 'current_period_games', 'total_kills'],
			...['current_period_kills', 'total_assists', 'current_period_assists', 'total_deaths', 'current_period_deaths'],
		),
		'data.dynamic': entries(0, 30),
		'data.dynamic.0.name': characters(1, 1024),
		'data.dynamic.0.value': characters(0, 2048),
		'data.dynamic.0.value.url': address(2048),
	},
	get_application_identities_by_external_id: PROVIDER,
	delete_application_identity: { ...PROVIDER, provider_id: characters(1, 2048) },
	list_channel_linked_accounts: { user_ids: entries(1, 100) },
	get_activity_metadata: SESSION,
	get_activity_secret: ACCEPTANCE,
	accept_activity_invite: ACCEPTANCE,
	subscribe_to_activities: { subscriptions: entries(1, 100), 'subscriptions.0.party_id': characters(1, 128) },
	put_headless_session: { activities: entries(0, 1), token: characters(1, 128) },
	end_headless_session: { token: characters(1, 128) },
	create_application_asset: { name: characters(1, 300), type: '1 or 2' },
	create_external_assets: { urls: entries(1, 2), 'urls.0': address(256) },
	create_channel_invite: {
		...{ max_age: '0–5184000', max_uses: '0–100', target_type: '1 or 2', role_ids: entries(0, 250) },
	},
	invite_resolve: CODE,
	invite_revoke: CODE,
	accept_invite: CODE,
	get_invite_target_users: CODE,
	update_invite_target_users: CODE,
	get_invite_target_users_job_status: CODE,
	partner_sdk_token: PROOF,
	bot_partner_sdk_token: { external_user_id: characters(1, 1024), preferred_global_name: characters(1, 32) },
	partner_sdk_unmerge_provisional_account: PROOF,
	bot_partner_sdk_unmerge_provisional_account: { external_user_id: characters(1, 1024) },
}

const OPERATIONS = [
	...LOBBY_HANDLERS,
	...RELATIONSHIP_HANDLERS,
	...DIRECT_MESSAGE_HANDLERS,
	...PROFILE_HANDLERS,
	...ACTIVITY_HANDLERS,
	...INVITE_HANDLERS,
	...PARTNER_SDK_HANDLERS,
].map(({ operation }) => operation)

test('bounds are those of the reference, and there are no others', () => {
	const declared = OPERATIONS.map((operation) => [
		operation.id,
		Object.fromEntries(boundsOf(operation).map(({ path, says }) => [path.join('.'), says])),
	])
	assert.deepEqual(
		Object.fromEntries(declared.filter(([, bounds]) => Object.keys(bounds as object).length > 0)),
		REFERENCE,
	)
})

/** An address is called before it is kept (L11): whether it may have this length is not all that is asked. */
const IS_CALLED = 'override_event_webhooks_url'

describe('Z2 at, under and over each edge', () => {
	let server: TestServer
	let world: Awaited<ReturnType<typeof makeSocialWorld>>
	before(async () => {
		server = await testServer()
		world = await makeSocialWorld(server)
	})
	after(async () => {
		await world?.[Symbol.asyncDispose]()
		await server?.[Symbol.asyncDispose]()
	})

	for (const operation of OPERATIONS.filter(({ id }) => id in REFERENCE)) {
		test(operation.id, async () => {
			for (const bound of boundsOf(operation)) {
				const what = `${bound.path.join('.')}: ${bound.says}`
				assert.ok(bound.good.length > 0 && bound.bad.length > 0, what)
				const refusals = new Set<string>()
				for (const { value, at } of bound.bad) {
					const { status, body } = await ask(operation, bound, value)
					assert.deepEqual([status, body.code], [400, 50035], `${what}: ${JSON.stringify(body)}`)
					assert.ok(leaf(body, ...at).length > 0, `${what}: ${JSON.stringify(body).slice(0, 300)}`)
					for (const code of leaf(body, ...at)) refusals.add(code)
				}
				for (const value of bound.path.at(-1) === IS_CALLED ? [] : bound.good) {
					const { status, body } = await ask(operation, bound, value)
					assert.ok(status < 500, what)
					const refused = leaf(body, ...bound.path).filter((code) => refusals.has(code))
					assert.deepEqual(refused, [], `${what}, ${JSON.stringify(value)?.slice(0, 200)}`)
				}
			}
		})
	}

	/** Asks for an operation with one part of the request given, and as little else as there can be. */
	async function ask(operation: AnyOperation, { part }: Bound, value: unknown) {
		const given = { ...(operation.params && paramsOf()), ...(part === 'params' ? whole(value) : {}) }
		const path = (operation.path as string).replaceAll(/\{(\w+)\}/g, (_, name) =>
			encodeURIComponent(given[name] ?? '7'),
		)
		const query = new URLSearchParams(part === 'query' ? whole(value) : {}).toString()
		const body = part === 'body' ? value : operation.body && leastOf(operation.body)
		const type = body === undefined ? {} : { 'content-type': 'application/json' }
		const response = await server.app.http.inject({
			method: operation.method,
			url: `/api/v10${path}${query ? `?${query}` : ''}`,
			headers: { ...caller(operation), ...type },
			...(body === undefined ? {} : { payload: JSON.stringify(body) }),
		})
		return { status: response.statusCode, body: response.body === '' ? undefined : JSON.parse(response.body) }
	}

	function caller({ callers }: AnyOperation): Record<string, string> {
		const { bot, bearer, login = [] } = world.credentials
		if (callers.includes('bot')) return { authorization: bot[0] ?? '' }
		if (callers.includes('bearer')) return { authorization: bearer[0] ?? '' }
		return callers.includes('login') ? { ...login[0] } : {}
	}

	function paramsOf(): Record<string, string> {
		return Object.fromEntries(Object.entries(world.ids).map(([name, [first = '']]) => [name, first]))
	}
})

/** As an address has it. */
function whole(value: unknown): Record<string, string> {
	return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, String(one)]))
}
