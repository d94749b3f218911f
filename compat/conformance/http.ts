/** Requests as they leave a client, to the byte: nothing is followed, kept or put right. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Answer {
	status: number
	headers: IncomingHttpHeaders
	text: string
	/** The body where it is JSON, else undefined. */
	// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in checks
	json: any
}

export interface Sent {
	headers?: Record<string, string | undefined>
	body?: string | undefined
}

/** As many sockets as requests at once: who races must not wait for each other. */
const agent = new Agent({ keepAlive: true, maxSockets: 100 })

/** Sends one request. `target` is the path and query as it stands in the request line. */
export function send(
	origin: string,
	method: string,
	target: string,
	{ headers = {}, body }: Sent = {},
): Promise<Answer> {
	const { hostname, port } = new URL(origin)
	return new Promise((resolve, reject) => {
		const sending = request({ agent, hostname, port, method, path: target, headers: withLength(headers, body) })
		sending.once('error', reject)
		sending.once('response', (response) => {
			const chunks: Buffer[] = []
			response.on('data', (chunk: Buffer) => chunks.push(chunk))
			response.once('error', reject)
			response.once('end', () => {
				const text = Buffer.concat(chunks).toString('utf8')
				const isJson = /^application\/([\w.-]+\+)?json\b/.test(response.headers['content-type'] ?? '')
				resolve({
					status: response.statusCode ?? 0,
					headers: response.headers,
					text,
					json: isJson && text !== '' ? JSON.parse(text) : undefined,
				})
			})
		})
		sending.end(body)
	})
}

function withLength(headers: Record<string, string | undefined>, body: string | undefined): Record<string, string> {
	const all = { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) }
	return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** A form's fields as a body; those that are undefined are left out. */
export function formOf(fields: Record<string, string | undefined>): string {
	return String(
		new URLSearchParams(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined)),
	)
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export function basic(id: string, secret: string): { authorization: string } {
	const text = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
	return { authorization: `Basic ${Buffer.from(text).toString('base64')}` }
}
