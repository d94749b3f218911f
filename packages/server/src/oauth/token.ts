import { ApiError } from '@guildhall/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../domain/access/networks.ts'
import type { Client } from '../domain/applications/clients.ts'
import type { Granted } from '../domain/applications/codes.ts'
import { createDeviceCode } from '../domain/applications/devices.ts'
import { idTokenOf } from '../domain/applications/id-token.ts'
import { revokeToken } from '../domain/applications/revoke.ts'
import { createRpcToken, mayUseRpc } from '../domain/applications/rpc-tokens.ts'
import { readScopes, scopeProblem } from '../domain/applications/scopes.ts'
import { RateLimited, sendJson } from '../http/answers.ts'
import { admitClient } from './client-auth.ts'
import { OAuthError } from './errors.ts'
import { fieldsOf, required } from './fields.ts'
import { GRANTS } from './grants.ts'
import type { GivenByCode } from './install-by-code.ts'
import { BELOW_A_PUBLISHER } from './steps.ts'
import type { OAuthDoor } from './world.ts'

const BODY_LIMIT = 64 * 1024

/** Adds what applications call with their credentials. Scripts of any site may: it goes by what is in the form. */
export async function addTokenEndpoints(http: FastifyInstance, door: OAuthDoor): Promise<void> {
	http.setErrorHandler((error, _request, reply) => sendOAuthError(reply, error))
	http.addHook('onRequest', async (_request, reply) => {
		reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
	})

	endpoint('/api/oauth2/token', async (request, reply) => {
		const fields = await fieldsOf(request)
		const client = await admitClient(door, request, fields)
		requireNoParent(client)
		door.limits.take('token', client.application.id, reply)
		const grant =
			fields.grant_type !== undefined && Object.hasOwn(GRANTS, fields.grant_type) && GRANTS[fields.grant_type]
		if (!grant) throw new OAuthError('unsupported_grant_type', 'Unsupported "grant_type".')
		const granted = await grant(door, client, fields)
		return answerOf(granted, client)
	})

	endpoint('/api/oauth2/token/revoke', async (request, reply) => {
		const fields = await fieldsOf(request)
		const { application } = await admitClient(door, request, fields)
		door.limits.take('revoke', application.id, reply)
		const token = required(fields, 'token')
		await door.store.transaction((tx) => revokeToken(tx, application.id, token))
		return {}
	})

	endpoint('/api/oauth2/token/rpc', async (request, reply) => {
		const fields = await fieldsOf(request)
		const { application, hasSecret } = await admitClient(door, request, fields)
		door.limits.take('token', application.id, reply)
		if (!hasSecret) throw new OAuthError('unauthorized_client', 'This needs the client secret.')
		if (!mayUseRpc(application))
			throw new OAuthError('unauthorized_client', 'This application is not approved for RPC.')
		return { rpc_token: await door.store.transaction((tx) => createRpcToken(tx, application.id)) }
	})

	endpoint('/api/oauth2/device/authorize', async (request, reply) => {
		door.limits.take('device', networkOf(request.ip), reply)
		const fields = await fieldsOf(request)
		const client = await admitClient(door, request, fields)
		const { application } = client
		requireNoParent(client)
		door.limits.take('deviceApplication', application.id)
		const scopes = readScopes(fields.scope ?? '')
		const problem = scopeProblem(scopes, application, 'device')
		if (problem) throw new OAuthError('invalid_scope', problem)
		const device = {
			applicationId: application.id,
			scopes,
			address: request.ip,
			userAgent: request.headers['user-agent'] ?? '',
		}
		const code = await door.store.transaction((tx) => createDeviceCode(tx, device))
		const page = `${door.config.origin}/activate`
		return {
			device_code: code.deviceCode,
			user_code: code.userCode,
			verification_uri: page,
			verification_uri_complete: `${page}?${new URLSearchParams({ user_code: code.userCode })}`,
			expires_in: code.expiresInSeconds,
			interval: code.intervalSeconds,
		}
	})

	function endpoint(url: string, run: (request: FastifyRequest, reply: FastifyReply) => Promise<object>): void {
		http.post(url, { bodyLimit: BODY_LIMIT }, async (request, reply) => sendJson(reply, 200, await run(request, reply)))
		http.route({
			method: ['GET', 'PUT', 'PATCH', 'DELETE'],
			url,
			handler: async () => {
				throw new ApiError('MethodNotAllowed')
			},
		})
	}

	async function answerOf(granted: Granted & { given?: GivenByCode }, { application }: Client): Promise<object> {
		const { accessToken, refreshToken, expiresIn, scopes } = granted.tokens
		const now = door.store.now()
		const about = { issuer: door.config.origin, applicationId: application.id, now }
		return {
			access_token: accessToken,
			token_type: 'Bearer',
			expires_in: expiresIn,
			...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
			scope: scopes.join(' '),
			...(scopes.includes('openid') || granted.isProvisional
				? { id_token: await idTokenOf(door.keyring, granted, about) }
				: {}),
			...granted.given,
		}
	}
}

/** @throws invalid_client for applications whose publisher gets tokens in their place (H4) */
function requireNoParent({ application }: Client): void {
	if (application.parent_application_id !== null) throw new OAuthError('invalid_client', BELOW_A_PUBLISHER)
}

/** Refusals in the form of RFC 6749; what is of the platform's own form, or our mistake, goes on to the server's handler. */
function sendOAuthError(reply: FastifyReply, error: unknown): void {
	const refusal = asOAuthError(error)
	if (!refusal) throw error
	if (refusal.error === 'invalid_client') reply.header('www-authenticate', 'Basic realm="oauth2"')
	sendJson(reply, refusal.status, refusal)
}

function asOAuthError(error: unknown): OAuthError | undefined {
	if (error instanceof OAuthError) return error
	if (error instanceof RateLimited || !(error instanceof Error)) return undefined
	const isUnreadable =
		(error instanceof ApiError && error.named === 'InvalidJson') ||
		('code' in error && String(error.code).startsWith('FST_ERR_CTP_'))
	return isUnreadable ? new OAuthError('invalid_request', 'The body could not be read.') : undefined
}
