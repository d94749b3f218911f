/** A game that asks people for their accounts: its side of the authorization code flow. */
import { createHash, randomBytes } from 'node:crypto'
import type { NewApplication } from '../src/domain/applications/applications.ts'
import { type Browser, fieldOf, openBrowser } from './browser.ts'
import type { Answered, Bot, TestServer } from './server.ts'

export const CALLBACK = 'https://game.example/callback'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

export interface Game {
	bot: Bot
	id: string
	/** The address of the authorization page, with a good request where `changes` do not say otherwise. */
	url(changes?: Record<string, string | undefined>): string
	/** Posts a form to an endpoint of OAuth, as this application. */
	post(path: string, fields: Record<string, string | undefined>, headers?: Record<string, string>): Promise<Answered>
	/** Posts to the token endpoint with the secret in the form. */
	token(fields: Record<string, string | undefined>): Promise<Answered>
	/** Asks for the codes of a device. */
	device(scope: string, headers?: Record<string, string>): Promise<Answered>
	/** Asks as a device what became of its code. */
	poll(deviceCode: string): Promise<Answered>
	redeem(code: string, changes?: Record<string, string | undefined>): Promise<Answered>
	refresh(refreshToken: string, changes?: Record<string, string | undefined>): Promise<Answered>
}

export async function game(server: TestServer, name = 'Lantern', options: Partial<NewApplication> = {}): Promise<Game> {
	const bot = await server.bot(name, { redirectUris: [CALLBACK], hasSocialTerms: true, ...options })
	const { id } = bot.application

	const post: Game['post'] = async (path, fields, headers = {}) => {
		const response = await server.app.http.inject({
			method: 'POST',
			url: `/api/oauth2${path}`,
			headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
			payload: String(new URLSearchParams(present(fields))),
		})
		const { 'content-type': type } = response.headers
		return {
			status: response.statusCode,
			headers: response.headers as Answered['headers'],
			body: type === 'application/json' ? JSON.parse(response.body) : response.body,
		}
	}
	const credentials = options.isPublicClient ? { client_id: id } : { client_id: id, client_secret: bot.clientSecret }
	const token: Game['token'] = (fields) => post('/token', { ...credentials, ...fields })

	return {
		bot,
		id,
		url: (changes = {}) =>
			`/oauth2/authorize?${new URLSearchParams(
				present({
					client_id: id,
					response_type: 'code',
					redirect_uri: CALLBACK,
					scope: 'identify',
					state: 'opaque',
					...changes,
				}),
			)}`,
		post,
		token,
		device: (scope, headers) => post('/device/authorize', { ...credentials, scope }, headers),
		poll: (deviceCode) => token({ grant_type: DEVICE_GRANT, device_code: deviceCode }),
		redeem: (code, changes = {}) =>
			token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...changes }),
		refresh: (refreshToken, changes = {}) =>
			token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...changes }),
	}
}

function present(fields: Record<string, string | undefined>): Record<string, string> {
	return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** A browser in which a person is signed in. */
export async function browserOf(server: TestServer, userId: string): Promise<Browser> {
	const browser = openBrowser(server)
	await browser.become(userId)
	return browser
}

/** Opens the consent page and answers it; where the person ends up. */
export async function consent(browser: Browser, url: string, isAllowed = true): Promise<URL> {
	const page = await browser.get(url)
	if (page.status === 302) return new URL(page.location)
	const decided = await browser.send(
		'POST',
		'/api/oauth2/authorize',
		{ request: fieldOf(page.text, 'request'), authorize: isAllowed },
		{ 'x-csrf-token': fieldOf(page.text, 'csrf_token') },
	)
	if (decided.status !== 200) throw new Error(`${decided.status} ${JSON.stringify(decided.body)}`)
	return new URL(decided.body.location)
}

/** A code that the person has allowed. */
export async function codeFor(browser: Browser, url: string): Promise<string> {
	const code = (await consent(browser, url)).searchParams.get('code')
	if (!code) throw new Error('There is no code.')
	return code
}

export function pkce(): { verifier: string; challenge: { code_challenge: string; code_challenge_method: string } } {
	const verifier = randomBytes(32).toString('base64url')
	const code_challenge = createHash('sha256').update(verifier).digest('base64url')
	return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } }
}
