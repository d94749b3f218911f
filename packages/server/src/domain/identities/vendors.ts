import { isObject } from './look.ts'

/** Where a game platform publishes the keys of the tokens it issues. */
export interface TokenSource {
	/** The `iss` of such tokens. The first one is kept with identities, whichever a token carries. */
	issuers: readonly [string, ...string[]]
	jwksUri: string
	/** Claims that only the right kind of token has, for players of the right environment. */
	requires?: Readonly<Record<string, string | number>>
	/** The claim with the player's name. */
	nameClaim?: string
}

/** A game platform whose id tokens are verified by its published keys. */
export interface TokenVendor {
	sources: readonly TokenSource[]
	/** What stands before the configured text in `aud`, where the vendor writes it so. */
	audiencePrefix?: string
	/** Where the player's name is asked for, with the player's own token: the player's id follows. */
	names?: string
}

/** The game platforms, and where they are reached. Documented by their owners; an operator can set others. */
export interface Vendors {
	EPIC_ONLINE_SERVICES_ID_TOKEN: TokenVendor
	UNITY_SERVICES_ID_TOKEN: TokenVendor
	APPLE_ID_TOKEN: TokenVendor
	PLAYSTATION_NETWORK_ID_TOKEN: TokenVendor
	/** `issuer` is kept with identities; requests go below `api`. */
	STEAM_SESSION_TICKET: { issuer: string; api: string }
	EPIC_ONLINE_SERVICES_ACCESS_TOKEN: { issuer: string; api: string }
}

export const VENDORS: Vendors = {
	EPIC_ONLINE_SERVICES_ID_TOKEN: {
		sources: [
			// The Auth interface: people with an Epic account.
			{
				issuers: ['https://api.epicgames.dev/epic/oauth/v1', 'https://api.epicgames.dev/epic/oauth/v2'],
				jwksUri: 'https://api.epicgames.dev/epic/oauth/v2/.well-known/jwks.json',
				nameClaim: 'dn',
			},
			// The Connect interface: users of a product, who have no name.
			{
				issuers: ['https://api.epicgames.dev/auth/v1/oauth'],
				jwksUri: 'https://api.epicgames.dev/auth/v1/oauth/jwks',
				requires: { tokenType: 'idToken' },
			},
		],
	},
	UNITY_SERVICES_ID_TOKEN: {
		sources: [
			{
				issuers: ['https://player-auth.services.api.unity.com'],
				jwksUri: 'https://player-auth.services.api.unity.com/.well-known/jwks.json',
			},
		],
		audiencePrefix: 'upid:',
		names: 'https://social.services.api.unity.com/v1/names/',
	},
	APPLE_ID_TOKEN: {
		sources: [{ issuers: ['https://appleid.apple.com'], jwksUri: 'https://appleid.apple.com/auth/keys' }],
	},
	PLAYSTATION_NETWORK_ID_TOKEN: {
		sources: [
			{
				issuers: ['https://auth.api.sonyentertainmentnetwork.com'],
				jwksUri: 'https://auth.api.sonyentertainmentnetwork.com/2.0/oauth/jwks',
				// The environment of players; those of developers have other numbers.
				requires: { env_iss_id: 256 },
				nameClaim: 'online_id',
			},
		],
	},
	STEAM_SESSION_TICKET: { issuer: 'https://steamcommunity.com', api: 'https://partner.steam-api.com' },
	EPIC_ONLINE_SERVICES_ACCESS_TOKEN: {
		issuer: 'https://api.epicgames.dev/epic/oauth/v1',
		api: 'https://api.epicgames.dev',
	},
}

/** The vendors of `text`, JSON by type, in place of the documented ones; undefined where it is none. */
export function readVendors(text: string): Partial<Vendors> | undefined {
	let given: unknown
	try {
		given = JSON.parse(text)
	} catch {
		// The setting says what it must be.
	}
	if (!isObject(given)) return undefined
	const isGood = Object.entries(given).every(([type, vendor]) => {
		if (!Object.hasOwn(VENDORS, type) || !isObject(vendor)) return false
		return 'sources' in VENDORS[type as keyof Vendors] ? isTokenVendor(vendor) : areTexts(vendor, ['issuer', 'api'])
	})
	return isGood ? (given as Partial<Vendors>) : undefined
}

function isTokenVendor({ sources, audiencePrefix = '', names = '' }: Record<string, unknown>): boolean {
	if (!Array.isArray(sources) || sources.length === 0) return false
	if (typeof audiencePrefix !== 'string' || typeof names !== 'string') return false
	return sources.every(
		(source) =>
			isObject(source) &&
			Array.isArray(source.issuers) &&
			source.issuers.length > 0 &&
			source.issuers.every((issuer) => typeof issuer === 'string') &&
			areTexts(source, ['jwksUri']) &&
			isObject(source.requires ?? {}),
	)
}

const areTexts = (value: Record<string, unknown>, names: readonly string[]): boolean =>
	names.every((name) => typeof value[name] === 'string')
