/** The shape of the fixture file, key by key, as third-party scripts read it. Keys may be added, none changed. */

type Shape =
	| RegExp
	| string
	| number
	| boolean
	| null
	| { [key: string]: Shape }
	| [Shape]
	| ((value: unknown) => boolean)

const ID = /^\d{17,19}$/
const ADDRESS = /^http:\/\/127\.0\.0\.1:\d+(\/.*)?$/
const TOKEN = /^[\w-]{30,}$/
const isText = (value: unknown) => typeof value === 'string' && value !== ''
const moreThan = (least: number) => (value: unknown) => typeof value === 'number' && value > least

const BOT = {
	user_id: ID,
	token: /^[\w-]{20,}\.[\w-]+\.[\w-]{20,}$/,
	administrator: (value: unknown) => typeof value === 'boolean',
	application: {
		id: ID,
		name: isText,
		public_key: /^[0-9a-f]{64}$/,
		client_secret: TOKEN,
		sku_id: ID,
		redirect_uris: [/^http:\/\/127\.0\.0\.1/] as [Shape],
	},
}

const USER = {
	id: ID,
	username: isText,
	global_name: isText,
	access_token: TOKEN,
	refresh_token: TOKEN,
	scopes: [isText] as [Shape],
}

export const FIXTURE_SHAPE: Shape = {
	fixture_version: 1,
	origin: /^http:\/\/127\.0\.0\.1:\d+$/,
	api_base: /^http:\/\/127\.0\.0\.1:\d+\/api$/,
	api_version: 10,
	gateway_url: /^ws:\/\/127\.0\.0\.1:\d+$/,
	cdn_base: /^http:\/\/127\.0\.0\.1:\d+$/,
	oauth: {
		authorize_url: /\/oauth2\/authorize$/,
		token_url: /\/api\/oauth2\/token$/,
		revoke_url: /\/api\/oauth2\/token\/revoke$/,
		issuer: ADDRESS,
	},
	tls: null,
	voice: { tls: (value) => typeof value === 'boolean' },
	bots: [BOT],
	users: [USER],
	narrow_token: { user_id: ID, access_token: TOKEN, scopes: ['identify'] },
	guild: {
		id: ID,
		name: isText,
		owner_id: ID,
		member_count: 25,
		text_channel_id: ID,
		other_text_channel_id: ID,
		announcement_channel_id: ID,
		voice_channel_id: ID,
		other_voice_channel_id: ID,
		stage_channel_id: ID,
		forum_channel_id: ID,
		category_id: ID,
		spare_member_id: ID,
		member_prefix: 'member',
	},
	big_guild: { id: ID, member_count: moreThan(1000) },
	other_guild_ids: [ID],
	redirect_uri: 'http://127.0.0.1:9/callback',
	lobby_id: ID,
	control: { url: /\/__control$/, token: TOKEN },
}

/** Where a value differs from a shape; empty where it fits. An array's shape is that of each of its elements. */
export function misfits(value: unknown, shape: Shape, path = 'fixture'): string[] {
	if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value) ? [] : [path]
	if (typeof shape === 'function') return shape(value) ? [] : [path]
	if (Array.isArray(shape)) {
		if (!Array.isArray(value) || value.length === 0) return [path]
		return value.flatMap((element, index) => misfits(element, shape[0], `${path}[${index}]`))
	}
	if (shape === null || typeof shape !== 'object') return value === shape ? [] : [path]
	if (value === null || typeof value !== 'object') return [path]
	return Object.entries(shape).flatMap(([key, inner]) =>
		misfits((value as Record<string, unknown>)[key], inner, `${path}.${key}`),
	)
}
