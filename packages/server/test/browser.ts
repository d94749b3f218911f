/** A person's browser, as far as the server can tell: it keeps cookies, says where requests come from, follows nothing. */
import { createLogin } from '../src/domain/accounts/logins.ts'
import type { Answered, TestServer } from './server.ts'

export interface Page {
	status: number
	headers: Answered['headers']
	text: string
	/** Where it leads, if anywhere. */
	location: string
}

export interface Browser {
	cookies: Map<string, string>
	get(path: string, headers?: Record<string, string>): Promise<Page>
	/** Sends a form of the site's own. */
	submit(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Page>
	/** A script of the site's own asks. */
	send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
	/** Is signed in as this person from now on, without a password. */
	become(userId: string): Promise<void>
	/** Signs in; the person has a password already. */
	signIn(name: string, password: string): Promise<void>
	/** What a form of this login carries. */
	csrfToken(): Promise<string>
	/** Sends a form of a page of the account that does one thing. */
	act(path: string, act: string, fields?: Record<string, string>): Promise<Page>
}

export function openBrowser(server: TestServer): Browser {
	const cookies = new Map<string, string>()
	const { origin } = server.config

	async function request(method: string, url: string, headers: Record<string, string>, payload?: string) {
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
		const response = await server.app.http.inject({
			method: method as 'GET',
			url,
			headers: { ...(cookie ? { cookie } : {}), ...headers },
			...(payload === undefined ? {} : { payload }),
		})
		for (const { name, value, ...rest } of response.cookies) {
			if (value === '' || rest.maxAge === 0) cookies.delete(name)
			else cookies.set(name, value)
		}
		return response
	}

	const asPage = (response: Awaited<ReturnType<typeof request>>): Page => ({
		status: response.statusCode,
		headers: response.headers as Answered['headers'],
		text: response.body,
		location: String(response.headers.location ?? ''),
	})

	const browser: Browser = {
		cookies,
		get: async (path, headers = {}) => asPage(await request('GET', path, { accept: 'text/html', ...headers })),
		submit: async (path, fields, headers = {}) =>
			asPage(
				await request(
					'POST',
					path,
					{ origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
					String(new URLSearchParams(fields)),
				),
			),
		async send(method, path, body, headers = {}) {
			const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
			const payload = body === undefined ? undefined : JSON.stringify(body)
			const response = await request(method, path, { origin, ...type, ...headers }, payload)
			const isJson = String(response.headers['content-type'] ?? '') === 'application/json'
			return {
				status: response.statusCode,
				headers: response.headers as Answered['headers'],
				body: isJson ? JSON.parse(response.body) : response.body,
			}
		},
		async become(userId) {
			const token = await server.store.transaction((tx) => createLogin(tx, userId, { userAgent: 'test' }))
			cookies.set('session', token)
		},
		async signIn(name, password) {
			const { status, text } = await browser.submit('/login', { name, password })
			if (status !== 303) throw new Error(`${name} could not sign in: ${text}`)
		},
		async csrfToken() {
			const { text } = await browser.get('/account')
			return fieldOf(text, 'csrf_token')
		},
		async act(path, act, fields = {}) {
			return browser.submit(path, { csrf_token: await browser.csrfToken(), act, ...fields })
		},
	}
	return browser
}

/** The value of a hidden field of a page. */
export function fieldOf(text: string, name: string): string {
	return new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
}
