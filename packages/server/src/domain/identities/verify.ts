import { ApiError } from '@guildhall/protocol'
import type { Store } from '../../ports/store.ts'
import type { Vault } from '../../ports/vault.ts'
import type { Web } from '../../ports/web.ts'
import type { Documents, Keys } from './documents.ts'
import { epicAccountOf } from './epic.ts'
import { type Claims, checkClaims, claimedIssuer, readHeader, verified } from './id-token.ts'
import { ask, isObject } from './look.ts'
import { displayNameOf } from './names.ts'
import { type Provider, type ProviderType, providersOf, webApiKeyOf } from './providers.ts'
import type { AddressRules } from './rules.ts'
import { askSteam, ownerOf, personaOf } from './steam.ts'
import type { TokenVendor, Vendors } from './vendors.ts'

/** What verifying the word of others needs. Made once, by app.ts. */
export interface ExternalWorld extends AddressRules {
	store: Store
	web: Web
	vault: Vault
	documents: Documents
	vendors: Vendors
}

/** Who somebody is, by the word of a provider. */
export interface ExternalIdentity {
	type: ProviderType
	issuer: string
	/** Unique at its issuer. */
	subject: string
	/** 1 to 32 characters, where the provider gave such a name. */
	displayName?: string
}

/** Tokens of platforms are signed with this alone. */
const VENDOR_ALGORITHMS = ['RS256']

/**
 * Whose credential this is, by the providers that the application configured. Calls other servers: never inside a
 * transaction.
 * @throws ProvisionalNotPermitted where the type is not configured, OidcConfigurationNotFound, JwksNotFound,
 * IdTokenExpired, IssuerMismatch, AudienceMismatch, IdTokenTooOld, InvalidIdToken, KidMissing
 */
export async function verifyExternal(
	world: ExternalWorld,
	applicationId: string,
	type: ProviderType,
	token: string,
): Promise<ExternalIdentity> {
	const providers = await providersOf(world.store, applicationId, type)
	const [first] = providers
	if (!first) throw new ApiError(type === 'OIDC' ? 'OidcConfigurationNotFound' : 'ProvisionalNotPermitted')
	switch (type) {
		case 'OIDC':
			return verifyOidc(world, providers, token)
		case 'STEAM_SESSION_TICKET':
			return verifySteam(world, first, token)
		case 'EPIC_ONLINE_SERVICES_ACCESS_TOKEN': {
			const { issuer, api } = world.vendors[type]
			const now = world.store.now()
			return { type, issuer, ...(await epicAccountOf(world.web, { api, clientIds: first.audiences, now }, token)) }
		}
		default:
			return verifyVendor(world, first, world.vendors[type], token)
	}
}

async function verifyOidc(
	world: ExternalWorld,
	providers: readonly Provider[],
	token: string,
): Promise<ExternalIdentity> {
	const claimed = claimedIssuer(token)
	const provider = providers.find(({ issuer }) => issuer === claimed)
	if (!provider) throw new ApiError('IssuerMismatch')
	const { issuer, audiences } = provider
	const discovery = await world.documents.discovery(issuer)
	if ('problem' in discovery) throw new ApiError('OidcConfigurationNotFound')
	const { jwksUri, algorithms } = discovery.value
	const claims = await signedClaims(world, { jwksUri, algorithms }, token)
	const subject = checkClaims(claims, { issuers: [issuer], audiences, now: world.store.now() })
	return { type: 'OIDC', issuer, subject, ...displayNameOf(claims.preferred_username) }
}

async function verifyVendor(
	world: ExternalWorld,
	{ type, audiences }: Provider,
	{ sources, audiencePrefix = '', names }: TokenVendor,
	token: string,
): Promise<ExternalIdentity> {
	const claimed = claimedIssuer(token)
	const source = sources.find(({ issuers }) => issuers.some((issuer) => issuer === claimed))
	if (!source) throw new ApiError('IssuerMismatch')
	const claims = await signedClaims(world, { jwksUri: source.jwksUri, algorithms: VENDOR_ALGORITHMS }, token)
	const subject = checkClaims(claims, {
		issuers: source.issuers,
		audiences: audiences.map((audience) => `${audiencePrefix}${audience}`),
		...(source.requires ? { requires: source.requires } : {}),
		now: world.store.now(),
	})
	const name = source.nameClaim === undefined ? undefined : claims[source.nameClaim]
	const displayName = names
		? await playerName(world.web, names + encodeURIComponent(subject), token)
		: displayNameOf(name)
	return { type, issuer: source.issuers[0], subject, ...displayName }
}

/** The claims of a token that the provider signed. Keys may have changed since they were read: they are read again once. */
async function signedClaims(
	{ documents }: ExternalWorld,
	{ jwksUri, algorithms }: { jwksUri: string; algorithms: readonly string[] },
	token: string,
): Promise<Claims> {
	readHeader(token, algorithms)
	const looked = await documents.keys(jwksUri)
	if ('problem' in looked) throw new ApiError('JwksNotFound')
	const keys: Keys = looked.value
	const claims = await verified(token, keys, algorithms)
	if (claims) return claims
	const newer = await documents.newerKeys(jwksUri)
	const again = newer && newer !== keys ? await verified(token, newer, algorithms) : undefined
	if (!again) throw new ApiError('InvalidIdToken')
	return again
}

async function playerName(web: Web, url: string, token: string): Promise<{ displayName?: string }> {
	const asked = await ask(web, { url, headers: { authorization: `Bearer ${token}` } })
	return 'value' in asked && asked.value.status === 200 && isObject(asked.value.json)
		? displayNameOf(asked.value.json.name)
		: {}
}

async function verifySteam(world: ExternalWorld, provider: Provider, ticket: string): Promise<ExternalIdentity> {
	const { store, web, vault, vendors } = world
	const { issuer, api } = vendors.STEAM_SESSION_TICKET
	const webApiKey = await webApiKeyOf(store, provider, vault)
	if (webApiKey === undefined) throw new ApiError('OidcConfigurationNotFound')
	const access = { api, webApiKey, appId: provider.audiences[0] ?? '', identity: provider.ticketIdentity }
	const subject = ownerOf(await askSteam(web, access, ticket))
	return { type: 'STEAM_SESSION_TICKET', issuer, subject, ...(await personaOf(web, access, subject)) }
}
