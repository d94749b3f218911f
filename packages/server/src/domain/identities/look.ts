import { type Web, WebError, type WebRequest } from '../../ports/web.ts'

/** What somebody else's server said, or why that is no use, as a sentence. */
export type Looked<T> = { value: T } | { problem: string }

const TIMEOUT_MS = 5000
const MOST_BYTES = 256 * 1024

/** What somebody else's server answered. */
export interface Answer {
	status: number
	/** The body as JSON; undefined where it is none. */
	json: unknown
}

/** Asks within five seconds for at most 256 KiB; nobody follows a redirect. */
export async function ask(
	web: Web,
	request: Pick<WebRequest, 'url' | 'body'> & Partial<WebRequest>,
): Promise<Looked<Answer>> {
	const { headers, ...rest } = request
	try {
		const { status, body } = await web.send({
			method: 'GET',
			...rest,
			headers: { accept: 'application/json', ...headers },
			timeoutMs: TIMEOUT_MS,
			mostBytes: MOST_BYTES,
		})
		return { value: { status, json: jsonIn(body) } }
	} catch (error) {
		if (error instanceof WebError) return { problem: error.message }
		throw error
	}
}

/** The JSON object at an address. */
export async function askObject(web: Web, url: string): Promise<Looked<Record<string, unknown>>> {
	const asked = await ask(web, { url })
	if ('problem' in asked) return asked
	const { status, json } = asked.value
	if (status >= 300 && status < 400) return { problem: `${url} answers with a redirect, which is not followed.` }
	if (status !== 200) return { problem: `${url} answers with status ${status}.` }
	return isObject(json) ? { value: json } : { problem: `${url} is no JSON object.` }
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function jsonIn(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'))
	} catch {
		// It is no JSON, which is for the caller to say.
		return undefined
	}
}
