import { SCOPES, type ScopeDeclaration } from '@guildhall/protocol'
import type { FastifyInstance } from 'fastify'
import { sendJson } from '../http/answers.ts'
import { GRANTS } from './grants.ts'
import type { OAuthDoor } from './world.ts'

/** Adds the documents that clients configure themselves from (RFC 8414, OpenID Connect Discovery). */
export async function addDiscovery(http: FastifyInstance, { config }: OAuthDoor): Promise<void> {
	const document = metadataOf(config.origin)
	for (const name of ['openid-configuration', 'oauth-authorization-server']) {
		http.get(`/.well-known/${name}`, async (_request, reply) =>
			sendJson(reply.header('cache-control', 'public, max-age=3600'), 200, document),
		)
	}
}

function metadataOf(origin: string): Record<string, unknown> {
	const api = `${origin}/api/oauth2`
	const declared = Object.entries(SCOPES) as [string, ScopeDeclaration][]
	return {
		issuer: origin,
		authorization_endpoint: `${origin}/oauth2/authorize`,
		token_endpoint: `${api}/token`,
		device_authorization_endpoint: `${api}/device/authorize`,
		userinfo_endpoint: `${api}/userinfo`,
		revocation_endpoint: `${api}/token/revoke`,
		jwks_uri: `${api}/keys`,
		scopes_supported: declared
			.filter(([, { approval, flows }]) => approval !== 'internal' && flows?.length !== 0)
			.map(([name]) => name),
		response_types_supported: ['code', 'token'],
		response_modes_supported: ['query', 'fragment'],
		grant_types_supported: [...Object.keys(GRANTS), 'implicit'],
		subject_types_supported: ['public'],
		id_token_signing_alg_values_supported: ['RS256'],
		token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
		revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
		code_challenge_methods_supported: ['S256'],
		prompt_values_supported: ['none', 'consent'],
		claims_supported: [
			...['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'at_hash'],
			...['email', 'email_verified', 'preferred_username', 'nickname', 'picture', 'locale'],
		],
	}
}
