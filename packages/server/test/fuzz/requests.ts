/** Requests as clients send them, and as nobody should. */
import type { AnyOperation } from '@guildhall/protocol'
import type { Chance } from './chance.ts'
import { brokenJson, mutated, oddId, oddText, oddValue } from './mutations.ts'
import { type Ids, idOf, sampleOf } from './values.ts'

export interface Request {
	method: string
	url: string
	headers: Record<string, string>
	payload?: string | Buffer
}

/** Who calls: values of `Authorization` by the kind of caller. */
export interface Credentials {
	bot: readonly string[]
	bearer: readonly string[]
	/** What browsers of people who are signed in send. */
	login?: readonly Readonly<Record<string, string>>[]
	/** Headers that are not whose they say. */
	wrong: readonly string[]
}

export interface Asking {
	ids: Ids
	credentials: Credentials
	mischief: number
	/** Bodies that fit, by operation: half of those that are sent begin as one of them. */
	bodies?: Readonly<Record<string, readonly unknown[]>>
}

/** A request for an operation, with about as much wrong as `mischief` (0 to 1) asks for. */
export function requestFor(
	chance: Chance,
	operation: AnyOperation,
	{ ids, credentials, mischief, bodies = {} }: Asking,
): Request {
	const goesWrong = () => chance.is(mischief)
	const headers: Record<string, string> = { ...whoCalls(chance, operation, credentials) }
	if (chance.is(0.1))
		headers['x-audit-log-reason'] = chance.is(0.5)
			? 'because'
			: chance.pick([encodeURIComponent('…'.repeat(600)), 'a%00b'])
	if (goesWrong() && chance.is(0.2)) headers['x-audit-log-reason'] = '%zz%'
	const path = (operation.path as string).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		goesWrong() && chance.is(0.3) ? encodeURIComponent(oddId(chance)) : parameterOf(chance, ids, name),
	)
	const url = `/api/${chance.is(0.95) ? 'v10' : chance.pick(['v9', 'v6', 'v99', 'v010', 'vx', 'v1e1'])}${path}`
	const request: Request = {
		method: operation.method,
		url: url + queryOf(chance, operation, ids, goesWrong()),
		headers,
	}
	const body = bodies[operation.id] ?? []
	const given = body.length > 0 && chance.is(0.5) ? structuredClone(chance.pick(body)) : undefined
	if (operation.body || goesWrong()) addBody(chance, request, { operation, ids, given }, goesWrong())
	return request
}

function whoCalls(chance: Chance, operation: AnyOperation, credentials: Credentials): Readonly<Record<string, string>> {
	if (chance.is(0.04)) return { authorization: chance.pick(credentials.wrong) }
	if (chance.is(0.02)) return {}
	const kinds = (operation.callers as readonly string[]).filter((kind) => kind in credentials)
	const kind = chance.is(0.05) || kinds.length === 0 ? chance.pick(['bot', 'bearer']) : chance.pick(kinds)
	if (kind === 'login' && credentials.login) return chance.pick(credentials.login)
	return { authorization: chance.pick(credentials[kind as 'bot' | 'bearer']) }
}

function parameterOf(chance: Chance, ids: Ids, name: string): string {
	if (name === 'emoji_name')
		return encodeURIComponent(chance.pick(['🍕', '👍', 'blob:123456789012345678', 'x', '%', '🏳️‍🌈']))
	return idOf(chance, ids, name)
}

function queryOf(chance: Chance, operation: AnyOperation, ids: Ids, goesWrong: boolean): string {
	if (!operation.query && !goesWrong) return ''
	const given = operation.query ? (sampleOf(chance, ids, operation.query) as Record<string, unknown>) : {}
	const wrong = goesWrong && chance.is(0.5) ? (mutated(chance, given) as Record<string, unknown>) : given
	const pairs = Object.entries(wrong ?? {}).map(
		([key, value]) => `${encodeURIComponent(fit(key))}=${encodeURIComponent(fit(String(value)))}`,
	)
	if (goesWrong && chance.is(0.2))
		pairs.push(...pairs, chance.pick(['__proto__=1', 'limit[]=1', 'limit[a]=b', '%', '%ff=%fe', '&&=', 'a=%00']))
	return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Half of a surrogate pair cannot stand in an address. */
const fit = (text: string) => text.toWellFormed()

function addBody(
	chance: Chance,
	request: Request,
	{ operation, ids, given }: { operation: AnyOperation; ids: Ids; given: unknown },
	goesWrong: boolean,
): void {
	const value = given ?? sampleOf(chance, ids, operation.body ?? {})
	const body = goesWrong ? mutated(chance, value) : value
	if (goesWrong && chance.is(0.15)) {
		const type = chance.pick(['application/json', 'application/json; charset=utf-16', 'APPLICATION/JSON', 'text/json'])
		request.headers['content-type'] = type
		request.payload = chance.is(0.2)
			? Buffer.from([0xff, 0xfe, 0x22, 0xc3, 0x28, 0x22])
			: brokenJson(chance, JSON.stringify(body) ?? 'null')
		return
	}
	if (chance.is(operation.files ? 0.3 : 0.04)) {
		Object.assign(request, multipart(chance, body, request.headers, goesWrong))
		return
	}
	if (chance.is(0.05)) {
		request.headers['content-type'] = chance.pick([
			'application/x-www-form-urlencoded',
			'text/plain',
			'image/png',
			'',
			'multipart/form-data',
			'/',
			'a',
		])
		request.payload = formOf(body)
		return
	}
	request.headers['content-type'] = 'application/json'
	request.payload = JSON.stringify(body) ?? ''
}

function formOf(body: unknown): string {
	if (body === null || typeof body !== 'object') return String(body)
	return Object.entries(body)
		.map(
			([key, value]) =>
				`${encodeURIComponent(fit(key))}=${encodeURIComponent(fit(typeof value === 'object' ? JSON.stringify(value) : String(value)))}`,
		)
		.join('&')
}

function multipart(
	chance: Chance,
	body: unknown,
	headers: Record<string, string>,
	goesWrong: boolean,
): Pick<Request, 'headers' | 'payload'> {
	const boundary = 'edge'
	const parts: string[] = []
	const part = (disposition: string, content: string, type?: string) =>
		parts.push(
			`--${boundary}\r\nContent-Disposition: form-data; ${disposition}${type ? `\r\nContent-Type: ${type}` : ''}\r\n\r\n${content}\r\n`,
		)
	const json = JSON.stringify(body) ?? ''
	if (chance.is(0.7))
		part('name="payload_json"', goesWrong && chance.is(0.3) ? brokenJson(chance, json) : json, 'application/json')
	else if (body !== null && typeof body === 'object')
		for (const [key, value] of Object.entries(body))
			part(`name="${key}"`, typeof value === 'string' ? value : JSON.stringify(value))
	const files = chance.pick([0, 1, 1, 2, goesWrong ? 12 : 3])
	for (let n = 0; n < files; n++) {
		const name = goesWrong
			? chance.pick([`files[${n}]`, 'files[-1]', 'files[0]', 'files[99999999999]', 'file', '', '__proto__', 'files[a]'])
			: `files[${n}]`
		const filename = goesWrong
			? chance.pick(['a.txt', '', '../../x', 'é🎉.png', 'x'.repeat(400), '.', 'a\u0000b'])
			: `file${n}.txt`
		part(
			`name="${name}"; filename="${filename}"`,
			goesWrong ? oddText(chance) : 'content',
			chance.pick(['text/plain', 'image/png', 'x']),
		)
	}
	let text = `${parts.join('')}--${boundary}--\r\n`
	if (goesWrong && chance.is(0.4)) text = text.slice(0, chance.below(text.length))
	if (goesWrong && chance.is(0.1)) text = text.replace('Content-Disposition', 'Content-Whatever')
	const type =
		goesWrong && chance.is(0.2)
			? chance.pick([
					'multipart/form-data',
					'multipart/form-data; boundary=',
					'multipart/form-data; boundary=other',
					'multipart/mixed; boundary=edge',
				])
			: `multipart/form-data; boundary=${boundary}`
	return { headers: { ...headers, 'content-type': type }, payload: text }
}

/** Addresses that are no operations: tokens, pages, pictures, files. */
const OTHER_DOORS: readonly (readonly [method: string, url: string, fields: readonly string[]])[] = [
	[
		'POST',
		'/api/oauth2/token',
		['grant_type', 'code', 'refresh_token', 'redirect_uri', 'client_id', 'client_secret', 'code_verifier', 'scope'],
	],
	['POST', '/api/oauth2/token/revoke', ['token', 'token_type_hint', 'client_id', 'client_secret']],
	[
		'GET',
		'/oauth2/authorize',
		['client_id', 'response_type', 'redirect_uri', 'scope', 'state', 'prompt', 'code_challenge', 'permissions'],
	],
	['POST', '/oauth2/authorize', ['request', 'decision', 'csrf']],
	['POST', '/login', ['login', 'password', 'csrf', 'next']],
	['POST', '/register', ['username', 'email', 'password', 'csrf']],
	['POST', '/logout', ['csrf']],
	['GET', '/account', []],
	['GET', '/account/security', []],
	['GET', '/account/logins', []],
	['GET', '/account/apps', []],
	['GET', '/login/second-step', ['next']],
	['POST', '/login/second-step', ['code', 'next']],
	['GET', '/register/confirm', ['token']],
	['POST', '/register/confirm', ['token', 'password', 'username']],
	['POST', '/register/again', []],
	['POST', '/login/reset', ['name']],
	['GET', '/login/reset/choose', ['token']],
	['POST', '/login/reset/choose', ['token', 'password']],
	['GET', '/email/confirm', ['token']],
	['POST', '/email/confirm', ['token']],
	['POST', '/passkeys/challenge', ['for']],
	['POST', '/passkeys/answer', ['for', 'response', 'next', 'name']],
	['POST', '/account', ['act', 'csrf_token', 'name', 'username', 'picture']],
	['POST', '/account/security', ['act', 'csrf_token', 'passkey', 'name']],
	['POST', '/account/proof', ['csrf_token', 'password', 'next']],
	['GET', '/console', []],
	['GET', '/', []],
	['GET', '/.well-known/openid-configuration', []],
	['GET', '/attachments/:id/:id/file.txt', ['ex', 'is', 'hm']],
	['GET', '/avatars/:id/:id.png', ['size']],
	['GET', '/icons/:id/abc.webp', ['size']],
	['GET', '/embed/avatars/:id.png', []],
	['GET', '/assets/:id', []],
	['GET', '/api/v10/:id', []],
	['DELETE', '/api/users/@me', []],
	['OPTIONS', '/api/v10/users/@me', []],
	['HEAD', '/api/v10/gateway', []],
]
const FIELDS: Readonly<Record<string, readonly string[]>> = {
	grant_type: [
		'authorization_code',
		'refresh_token',
		'client_credentials',
		'urn:ietf:params:oauth:grant-type:device_code',
	],
	response_type: ['code', 'token', 'id_token', 'code token'],
	scope: ['identify', 'openid sdk.social_layer', 'bot', 'nonsense', ''],
	redirect_uri: ['http://127.0.0.1:9/callback', 'javascript:alert(1)', '//evil', 'http://127.0.0.1:1/callback?x#y'],
	prompt: ['none', 'consent', 'login'],
}

export function requestElsewhere(chance: Chance, ids: Ids, credentials: Credentials): Request {
	const [method, path, fields] = chance.pick(OTHER_DOORS)
	const url = path.replaceAll(':id', () =>
		encodeURIComponent(chance.is(0.6) ? idOf(chance, ids, 'user') : fit(oddText(chance))),
	)
	const pairs = fields
		.filter(() => chance.is(0.7))
		.map((name) => {
			const known = name === 'client_id' ? ids.application_id : FIELDS[name]
			const value = known && chance.is(0.8) ? chance.pick(known) : String(oddValue(chance))
			return `${name}=${encodeURIComponent(fit(value))}`
		})
	const headers: Record<string, string> = {}
	if (chance.is(0.3))
		headers.authorization = chance.pick([...credentials.wrong, ...credentials.bearer, 'Basic eDp5', 'Basic !', 'Basic'])
	if (chance.is(0.2))
		headers.cookie = chance.pick(['a=b', 'login=x; csrf=y', '=', '__Host-login=%00', 'x='.repeat(2000)])
	if (chance.is(0.1)) headers.range = chance.pick(['bytes=0-', 'bytes=-1', 'bytes=9-1', 'x', 'bytes=0-0,1-1'])
	if (method !== 'POST') return { method, url: pairs.length > 0 ? `${url}?${pairs.join('&')}` : url, headers }
	headers['content-type'] = chance.is(0.9)
		? 'application/x-www-form-urlencoded'
		: chance.pick(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
	return {
		method,
		url,
		headers,
		payload: chance.is(0.9) ? pairs.join('&') : brokenJson(chance, '{"grant_type":"authorization_code"}'),
	}
}
