/** A game that asks people for their accounts, and the people: what a check plays with. */
import { createHash, randomBytes } from 'node:crypto'
import { type Browser, openBrowser } from './browser.ts'
import { type Answer, FORM, formOf } from './http.ts'
import type { ApplicationOrder, MadeApplication, MadePerson, PersonOrder } from './orders.ts'
import type { Stage } from './stage.ts'

type Fields = Record<string, string | undefined>

export const CALLBACK = 'https://game.example/callback'
export const TOKEN = '/api/oauth2/token'
export const REVOKE = '/api/oauth2/token/revoke'

export interface Game extends MadeApplication {
	/** The address of the authorization page: a good request where `changes` do not say otherwise. */
	url(changes?: Fields): string
	/** Sends a form as this application: with its secret, or only its id where it is a public client. */
	post(path: string, fields: Fields, headers?: Record<string, string>): Promise<Answer>
	token(fields: Fields, headers?: Record<string, string>): Promise<Answer>
	redeem(code: string, changes?: Fields): Promise<Answer>
	refresh(refreshToken: string, changes?: Fields): Promise<Answer>
	revoke(token: string): Promise<Answer>
}

export async function game(stage: Stage, options: ApplicationOrder = {}): Promise<Game> {
	const made = await stage.order('application', { redirectUris: [CALLBACK], hasSocialTerms: true, ...options })
	const { id, secret } = made
	const credentials = options.isPublicClient ? { client_id: id } : { client_id: id, client_secret: secret }
	const first = options.redirectUris?.[0] ?? CALLBACK
	const post: Game['post'] = (path, fields, headers = {}) =>
		stage.send('POST', path, { headers: { ...FORM, ...headers }, body: formOf({ ...credentials, ...fields }) })
	const token: Game['token'] = (fields, headers) => post(TOKEN, fields, headers)
	return {
		...made,
		url: (changes = {}) =>
			`/oauth2/authorize?${formOf({
				client_id: id,
				response_type: 'code',
				redirect_uri: first,
				scope: 'identify',
				state: 'opaque',
				...changes,
			})}`,
		post,
		token,
		redeem: (code, changes = {}) => token({ grant_type: 'authorization_code', code, redirect_uri: first, ...changes }),
		refresh: (refreshToken, changes = {}) =>
			token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changes }),
		revoke: (token) => post(REVOKE, { token }),
	}
}

export interface Person extends MadePerson {
	browser: Browser
}

/** Somebody who is signed in. */
export async function person(stage: Stage, order: PersonOrder = {}): Promise<Person> {
	const made = await stage.order('person', order)
	const browser = openBrowser(stage)
	browser.keep(await stage.order('login', { userId: made.id }))
	return { ...made, browser }
}

export interface Tokens {
	access_token: string
	refresh_token: string
	scope: string
	expires_in: number
	id_token?: string
}

/** A game, somebody, and the tokens of a first consent. */
export async function signedIn(
	stage: Stage,
	{ scope = 'openid identify', ...options }: ApplicationOrder & { scope?: string } = {},
): Promise<{ lantern: Game; alice: Person; tokens: Tokens; again(scope?: string): Promise<Tokens> }> {
	const lantern = await game(stage, options)
	const alice = await person(stage)
	const again = async (wanted = scope) => {
		const { verifier, challenge } = pkce()
		const code = await alice.browser.code(lantern.url({ scope: wanted, ...challenge }))
		return tokensOf(await lantern.redeem(code, { code_verifier: verifier }))
	}
	return { lantern, alice, tokens: await again(), again }
}

/** A script of the site asks for somebody. */
export async function asScript(
	{ browser }: Person,
	lantern: Game,
	method: string,
	path: string,
	body?: unknown,
): Promise<Answer> {
	const { csrf_token } = (await browser.ask('GET', `/api${lantern.url()}`)).json
	return browser.ask(method, path, body, { 'x-csrf-token': csrf_token })
}

/** The tokens of an answer. @throws where it is none */
export function tokensOf(answer: Answer): Tokens {
	if (answer.status !== 200) throw new Error(`No tokens: ${answer.status} ${answer.text.slice(0, 300)}`)
	return answer.json as Tokens
}

export function pkce(): { verifier: string; challenge: { code_challenge: string; code_challenge_method: string } } {
	const verifier = randomBytes(32).toString('base64url')
	const code_challenge = createHash('sha256').update(verifier).digest('base64url')
	return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } }
}

/** The answer to a request with an access token. */
export function asBearer(stage: Stage, token: string, path = '/api/v10/oauth2/@me', method = 'GET'): Promise<Answer> {
	return stage.send(method, path, { headers: { authorization: `Bearer ${token}` } })
}

/** Whether an access token opens anything. On a server that is not ours: the userinfo, so it needs `openid`. */
export async function opens(stage: Stage, accessToken: string): Promise<boolean> {
	const path = stage.kind === 'oracle' ? '/api/oauth2/userinfo' : '/api/v10/oauth2/@me'
	const { status } = await asBearer(stage, accessToken, path)
	return status === 200
}
