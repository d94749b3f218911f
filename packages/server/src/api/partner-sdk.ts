import { ApiError, type ExternalCredential, formError, type ProvisionalToken, partnerSdk } from '@guildhall/protocol'
import type { Caller } from '../domain/access/caller.ts'
import { type ApplicationRow, findApplication, getApplication } from '../domain/applications/applications.ts'
import { type Client, findClient } from '../domain/applications/clients.ts'
import type { Granted } from '../domain/applications/codes.ts'
import { idTokenOf } from '../domain/applications/id-token.ts'
import { arrive, requireProvisional, unmerge } from '../domain/applications/provisional.ts'
import { BOT_ISSUED, botIssued } from '../domain/identities/identities.ts'
import { verifyExternal } from '../domain/identities/verify.ts'
import { type Handler, handle, type World } from './handle.ts'
import { asBot } from './standing.ts'

export const PARTNER_SDK_HANDLERS: readonly Handler[] = [
	handle(partnerSdk.createProvisionalToken, async ({ caller, body }, world) => {
		const { application, hasSecret } = await clientOf(caller, body, world)
		requireProvisional(application)
		const { key, displayName } = await verified(application, body, world)
		const isRefreshable = hasSecret && key.type === 'OIDC'
		const granted = await world.store.transaction((tx) => arrive(tx, { key, displayName, isRefreshable }))
		return answerOf(granted, application, world)
	}),
	handle(partnerSdk.createProvisionalTokenAsBot, async (call, world) => {
		const application = await getApplication(world.store, asBot(call).applicationId)
		requireProvisional(application)
		const { external_user_id, preferred_global_name, provisional_user_id } = call.body
		const arrival = {
			key: botIssued(application.id, external_user_id),
			displayName: preferred_global_name ?? undefined,
			expectedUserId: provisional_user_id,
			isRefreshable: false,
		}
		return answerOf(await world.store.transaction((tx) => arrive(tx, arrival)), application, world)
	}),
	handle(partnerSdk.unmergeProvisionalAccount, async ({ caller, body }, world) => {
		const { application } = await clientOf(caller, body, world)
		const { key } = await verified(application, body, world)
		await world.store.transaction((tx) => unmerge(tx, key))
	}),
	handle(partnerSdk.unmergeProvisionalAccountAsBot, async (call, { store }) => {
		const key = botIssued(asBot(call).applicationId, call.body.external_user_id)
		await store.transaction((tx) => unmerge(tx, key))
	}),
]

/** The game that asks: by its secret, by its bot, or by its id alone where it is a public client. @throws UnknownApplication, InvalidClientSecret */
async function clientOf(caller: Caller, body: ExternalCredential, { store }: World): Promise<Client> {
	const application = await findApplication(store, body.client_id)
	if (!application) throw new ApiError('UnknownApplication')
	const secret = body.client_secret || undefined
	if (secret === undefined && caller.kind === 'bot' && caller.applicationId === application.id) {
		return { application, hasSecret: true }
	}
	const client = await findClient(store, application.id, secret)
	if (!client) throw new ApiError('InvalidClientSecret')
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

async function answerOf(
	granted: Granted,
	{ id: applicationId }: ApplicationRow,
	{ keyring, config, store }: World,
): Promise<ProvisionalToken> {
	const { accessToken, refreshToken, expiresIn, scopes } = granted.tokens
	const now = store.now()
	return {
		token_type: 'Bearer',
		access_token: accessToken,
		expires_in: expiresIn,
		scope: scopes.join(' '),
		id_token: await idTokenOf(keyring, granted, { issuer: config.origin, applicationId, now }),
		...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
		scopes: [...scopes],
		expires_at_s: Math.floor(granted.authTime / 1000) + expiresIn,
	}
}
