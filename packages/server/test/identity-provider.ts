/** Somebody else's server: an identity provider that tests make tell the truth, or lie. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, SignJWT } from 'jose'

/** What it answers at a path: JSON with status 200, or whatever the function writes. */
export type Told =
	| { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
	/** Never answers. */
	| 'silence'

export interface Asked {
	method: string
	path: string
	headers: Record<string, string | string[] | undefined>
	body: string
}

export interface SigningKey {
	jwk: JWK
	sign(claims: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>
}

export interface IdentityProvider extends AsyncDisposable {
	/** Its issuer, without a slash at the end. */
	origin: string
	/** What it tells by path, without the query. */
	tells: Map<string, Told>
	/** What it was asked, oldest first. */
	asked: Asked[]
	/** How often a path was asked for. */
	count(path: string): number
	/** Publishes these keys, and the discovery document that leads to them. */
	publish(keys: readonly SigningKey[], changes?: Record<string, unknown>): void
	close(): Promise<void>
}

export async function identityProvider(): Promise<IdentityProvider> {
	const tells = new Map<string, Told>()
	const asked: Asked[] = []
	const server = createServer(async (request, response) => {
		const path = (request.url ?? '').split('?')[0] as string
		let body = ''
		for await (const chunk of request) body += chunk
		asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
		const told = tells.get(path)
		if (told === 'silence') return
		const { status = told ? 200 : 404, headers = {}, json, text = JSON.stringify(json ?? {}) } = told ?? {}
		response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
	})
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const close = async () => {
		server.closeAllConnections()
		await new Promise((closed) => server.close(closed))
	}
	return {
		origin,
		tells,
		asked,
		count: (path) => asked.filter((one) => one.path.split('?')[0] === path).length,
		publish(keys, changes = {}) {
			tells.set('/.well-known/openid-configuration', {
				json: {
					issuer: origin,
					jwks_uri: `${origin}/keys`,
					id_token_signing_alg_values_supported: ['RS256', 'ES256', 'HS256'],
					...changes,
				},
			})
			tells.set('/keys', { json: { keys: keys.map(({ jwk }) => jwk) } })
		},
		close,
		[Symbol.asyncDispose]: close,
	}
}

export async function signingKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
	const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
	return {
		jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig' },
		sign: (claims, header = {}) =>
			new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT', ...header }).sign(privateKey),
	}
}
