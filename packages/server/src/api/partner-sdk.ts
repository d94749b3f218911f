import { ApiError, type ExternalCredential, formError, type ProvisionalToken, partnerSdk } from '@guildhall/protocol'
import type { Caller } from '../domain/access/caller.ts'
import { networkOf } from '../domain/access/networks.ts'
import { type ApplicationRow, findApplication, getApplication } from '../domain/applications/applications.ts'
import { type Client, findClient } from '../domain/applications/clients.ts'
import { idTokenOf } from '../domain/applications/id-token.ts'
import { type Arrival, arrive, requireProvisional, unmerge } from '../domain/applications/provisional.ts'
import { BOT_ISSUED, botIssued, nameOf } from '../domain/identities/identities.ts'
import { verifyExternal } from '../domain/identities/verify.ts'
import { type Handler, handle, type World } from './handle.ts'
import { asBot } from './standing.ts'

export const PARTNER_SDK_HANDLERS: readonly Handler[] = [
	handle(partnerSdk.createProvisionalToken, async (call, world) => {
		const { application, hasSecret } = await clientOf(call, world)
		requireProvisional(application)
		const { key, displayName } = await verified(application, call.body, world)
		return tokenFor(world, application, { key, displayName, isRefreshable: hasSecret && key.type === 'OIDC' })
	}),
	handle(partnerSdk.createProvisionalTokenAsBot, async (call, world) => {
		const application = await gameOf(call, world)
		requireProvisional(application)
		const { external_user_id, preferred_global_name, provisional_user_id } = call.body
		return tokenFor(world, application, {
			key: botIssued(application.id, external_user_id),
			displayName: preferred_global_name ?? undefined,
			expectedUserId: provisional_user_id,
			isRefreshable: false,
		})
	}),
	handle(partnerSdk.unmergeProvisionalAccount, async (call, world) => {
		const { application } = await clientOf(call, world)
		const { key } = await verified(application, call.body, world)
		await world.store.transaction((tx) => unmerge(tx, key))
	}),
	handle(partnerSdk.unmergeProvisionalAccountAsBot, async (call, world) => {
		const { id } = await gameOf(call, world)
		await world.store.transaction((tx) => unmerge(tx, botIssued(id, call.body.external_user_id)))
	}),
]

/** The game whose bot asks. @throws RateLimited */
async function gameOf({ caller }: { caller: Caller }, { store, limits }: World): Promise<ApplicationRow> {
	const application = await getApplication(store, asBot({ caller }).applicationId)
	limits.take('partnerToken', application.id)
	return application
}

/**
 * The game that asks: by its secret, by its bot, or by its id alone where it is a public client. Who is wrong is counted,
 * by application and address. @throws UnknownApplication, InvalidClientSecret, RateLimited
 */
async function clientOf(
	{ caller, body, address }: { caller: Caller; body: ExternalCredential; address: string },
	{ store, limits }: World,
): Promise<Client> {
	const application = await findApplication(store, body.client_id)
	const secret = body.client_secret || undefined
	const isOwnBot = secret === undefined && caller.kind === 'bot' && caller.applicationId === application?.id
	const client =
		application && isOwnBot ? { application, hasSecret: true } : await findClient(store, body.client_id, secret)
	if (!client) {
		limits.takeGlobal(address)
		await limits.keep('wrongClient', `${application?.id ?? ''}:${networkOf(address)}`)
		throw new ApiError(application ? 'InvalidClientSecret' : 'UnknownApplication')
	}
	limits.take('partnerToken', client.application.id)
	return client
}

/** Who the player is elsewhere. The game's own word is no proof here: it has an endpoint of its own. */
async function verified({ id: applicationId }: ApplicationRow, body: ExternalCredential, { externals }: World) {
	if (body.external_auth_type === BOT_ISSUED) {
		throw formError(
			['external_auth_type'],
			'EXTERNAL_AUTH_TYPE_INVALID',
			'This proves who a player is at a merge only.',
		)
	}
	const { type, issuer, subject, displayName } = await verifyExternal(
		externals,
		applicationId,
		body.external_auth_type,
		body.external_auth_token,
	)
	return { key: { applicationId, type, issuer, subject }, displayName }
}

async function tokenFor(world: World, application: ApplicationRow, arrival: Arrival): Promise<ProvisionalToken> {
	const { keyring, config, store, limits } = world
	limits.take('externalIdentity', nameOf(arrival.key))
	const granted = await store.transaction((tx) => arrive(tx, arrival))
	const { accessToken, refreshToken, expiresIn, scopes } = granted.tokens
	const about = { issuer: config.origin, applicationId: application.id, now: store.now() }
	return {
		token_type: 'Bearer',
		access_token: accessToken,
		expires_in: expiresIn,
		scope: scopes.join(' '),
		id_token: await idTokenOf(keyring, granted, about),
		...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
		scopes: [...scopes],
		expires_at_s: Math.floor(granted.authTime / 1000) + expiresIn,
	}
}
