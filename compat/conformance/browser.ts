/** A person's browser, as far as a server can tell: it keeps cookies, says where requests come from, runs no script. */
import { type Answer, FORM, formOf } from './http.ts'
import type { Stage } from './stage.ts'

export interface Browser {
	/** Opens an address of the site, or a path on it. Follows nothing. */
	open(address: string, headers?: Record<string, string | undefined>): Promise<Answer>
	/** A form of the site is sent. */
	submit(path: string, fields: Record<string, string>, headers?: Record<string, string | undefined>): Promise<Answer>
	/** A script of the site asks. */
	ask(method: string, path: string, body?: unknown, headers?: Record<string, string | undefined>): Promise<Answer>
	/** Opens the consent page and answers it. Where the person ends up, as it was written. */
	consent(address: string, isAllowed?: boolean): Promise<string>
	/** The parameters that came back to the client after a consent. */
	allow(address: string): Promise<URLSearchParams>
	/** The code of a consent. */
	code(address: string): Promise<string>
	/** Puts a login into the browser. */
	keep(cookie: string): void
}

export function openBrowser(stage: Stage): Browser {
	const { origin } = stage
	const cookies = new Map<string, string>()

	async function request(method: string, address: string, headers: Record<string, string | undefined>, body?: string) {
		const target = address.startsWith(origin) ? address.slice(origin.length) : address
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
		const answer = await stage.send(method, target, { headers: { cookie: cookie || undefined, ...headers }, body })
		for (const line of answer.headers['set-cookie'] ?? []) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
			if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
			else cookies.set(name, value)
		}
		return answer
	}

	const browser: Browser = {
		open: (address, headers = {}) => request('GET', address, { accept: 'text/html', ...headers }),
		submit: (path, fields, headers = {}) => request('POST', path, { origin, ...FORM, ...headers }, formOf(fields)),
		ask: (method, path, body, headers = {}) =>
			request(
				method,
				path,
				{ origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
				body === undefined ? undefined : JSON.stringify(body),
			),
		async consent(address, isAllowed = true) {
			const page = await arrive(await browser.open(address))
			if (typeof page === 'string') return page
			const decided = await browser.ask(
				'POST',
				'/api/oauth2/authorize',
				{ request: fieldOf(page.text, 'request'), authorize: isAllowed },
				{ 'x-csrf-token': fieldOf(page.text, 'csrf_token') },
			)
			if (decided.status !== 200) throw new Error(`No consent: ${decided.status} ${decided.text.slice(0, 300)}`)
			const { location } = decided.json as { location: string }
			const end = location.startsWith(origin) ? await arrive(await browser.open(location)) : location
			if (typeof end !== 'string') throw new Error(`A consent ended on a page: ${end.status} ${end.text.slice(0, 300)}`)
			return end
		},
		async allow(address) {
			return answerIn(await browser.consent(address))
		},
		async code(address) {
			const answer = await browser.allow(address)
			const code = answer.get('code')
			if (!code) throw new Error(`There is no code: ${answer}`)
			return code
		},
		keep(cookie) {
			const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie) ?? []
			cookies.set(name, value)
		},
	}

	/** The page that redirects on the site lead to, or the address off the site. */
	async function arrive(answer: Answer): Promise<Answer | string> {
		for (let hops = 0, at = answer; ; hops++) {
			const { location } = at.headers
			if (at.status < 300 || at.status > 399 || location === undefined) return at
			const isOnSite = location.startsWith('/') || location.startsWith(origin)
			if (!isOnSite) return location
			if (hops === 10) throw new Error('The site leads in circles.')
			at = await browser.open(location)
		}
	}

	return browser
}

/** The value of a hidden field of a page. */
export function fieldOf(text: string, name: string): string {
	const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]
	if (value === undefined) throw new Error(`The page has no field ${name}: ${text.slice(0, 300)}`)
	return value
}

/** What an address carries back to a client: the parameters of its query, or of its fragment. */
export function answerIn(location: string): URLSearchParams {
	const [withoutFragment = '', fragment] = location.split('#')
	if (fragment !== undefined) return new URLSearchParams(fragment)
	const question = withoutFragment.indexOf('?')
	return new URLSearchParams(question < 0 ? '' : withoutFragment.slice(question + 1))
}
