/** oidc-provider configured like our token endpoint: opaque tokens of the same lives, rotation, PKCE, either store. */
import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Provider, { type Configuration } from 'oidc-provider'
import { argumentOf, serveParent } from '../../child.ts'
import type { MadeTokens, OAuthSubject } from '../oauth-subject.ts'
import { oidcAdapter, oidcOnPostgres, oidcOnSqlite } from '../oidc-store.ts'

const { at } = argumentOf<{ at?: { url: string; schema: string; connections: number } }>()
const run = at
	? await oidcOnPostgres(at.url, at.schema, at.connections)
	: oidcOnSqlite(join(mkdtempSync(join(tmpdir(), 'guildhall-bench-')), 'oidc.sqlite'))

const client = { id: '1234567890123456789', secret: 'a-secret-of-the-length-that-ours-have-0000' }
const REDIRECT = 'https://game.example/callback'
const SCOPE = 'openid identify guilds'
const WEEK = 604_800

const configuration: Configuration = {
	adapter: oidcAdapter(run),
	clients: [
		{
			client_id: client.id,
			client_secret: client.secret,
			redirect_uris: [REDIRECT],
			grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
			token_endpoint_auth_method: 'client_secret_post',
			// Signing an id_token costs more than the rest; neither side signs one here.
			response_types: ['code'],
		},
	],
	scopes: ['openid', 'identify', 'guilds'],
	features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
	ttl: { AccessToken: WEEK, ClientCredentials: WEEK, AuthorizationCode: 100, RefreshToken: 400 * 86_400, Grant: WEEK },
	issueRefreshToken: () => true,
	rotateRefreshToken: true,
	pkce: { required: () => false },
	findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
}

const server = createServer()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const provider = new Provider(origin, configuration)
server.on('request', provider.callback())
const known = await provider.Client.find(client.id)
if (!known) throw new Error('The client is not there.')

async function grantOf(at: number): Promise<{ accountId: string; grantId: string; client: NonNullable<typeof known> }> {
	const accountId = `person${at % 200}`
	const grant = new provider.Grant({ accountId, clientId: client.id })
	grant.addOIDCScope(SCOPE)
	return { accountId, grantId: await grant.save(), client: known as NonNullable<typeof known> }
}

const each = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
	Promise.all(Array.from({ length: count }, (_, at) => make(at)))

const ready: OAuthSubject = {
	origin,
	paths: { token: '/token', bearer: '/me' },
	client,
	redirectUri: REDIRECT,
}
serveParent(
	{ ...ready },
	{
		codes: ({ count, verifier }: { count: number; verifier: string }) =>
			each(count, async (at) =>
				new provider.AuthorizationCode({
					...(await grantOf(at)),
					...{ scope: 'identify guilds', redirectUri: REDIRECT, authTime: Math.floor(Date.now() / 1000) },
					gty: 'authorization_code',
					codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
					codeChallengeMethod: 'S256',
				}).save(),
			),
		tokens: ({ count }: { count: number }): Promise<MadeTokens[]> =>
			each(count, async (at) => {
				const owned = { ...(await grantOf(at)), gty: 'authorization_code' }
				const access = new provider.AccessToken({ ...owned, scope: SCOPE, expiresWithSession: false })
				const refresh = new provider.RefreshToken({
					...owned,
					...{ scope: 'identify guilds', authTime: Math.floor(Date.now() / 1000), rotations: 0 },
				})
				return { accessToken: await access.save(), refreshToken: await refresh.save() }
			}),
	},
)
