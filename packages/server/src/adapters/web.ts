import { type LookupAddress, lookup } from 'node:dns'
import ipaddr from 'ipaddr.js'
import type { Agent } from 'undici'
import { type Web, type WebAnswer, WebError, type WebRequest } from '../ports/web.ts'

export interface WebOptions {
	/** Whether `http`, and addresses of this machine and of private networks, may be called. */
	allowsLocal: boolean
	/** How names are resolved; by default as the system does. */
	resolve?: (hostname: string, answer: (error: Error | null, addresses: LookupAddress[]) => void) => void
}

const bySystem: NonNullable<WebOptions['resolve']> = (hostname, answer) =>
	lookup(hostname, { all: true, verbatim: true }, answer)

/** Calls other servers with undici; connections live for a moment, so that an address is looked at again soon. */
export function outgoingWeb({ allowsLocal, resolve = bySystem }: WebOptions): Web {
	let agent: Agent | undefined

	/** Loaded when somebody first goes out: a server that starts has other things to do. */
	async function client() {
		const { Agent, request } = await import('undici')
		agent ??= new Agent({
			keepAliveTimeout: 1000,
			keepAliveMaxTimeout: 1000,
			maxHeaderSize: 16 * 1024,
			connect: { lookup: checkedLookup },
		})
		return { request, agent }
	}

	/** Answers with addresses that were checked; the connection goes to one of these and nowhere else. */
	function checkedLookup(
		hostname: string,
		_options: unknown,
		answer: (error: Error | null, addresses: LookupAddress[]) => void,
	): void {
		resolve(hostname, (error, addresses) => {
			if (error) return answer(error, [])
			if (!allowsLocal && !addresses.every(({ address }) => isPublic(address))) {
				return answer(new WebError('refused', 'The address does not lead to a public server.'), [])
			}
			answer(null, addresses)
		})
	}

	function checked(url: string): URL {
		const parsed = URL.canParse(url) ? new URL(url) : undefined
		if (!parsed || !(parsed.protocol === 'https:' || (allowsLocal && parsed.protocol === 'http:'))) {
			throw new WebError('refused', 'The address must begin with https://.')
		}
		if (parsed.username !== '' || parsed.password !== '') {
			throw new WebError('refused', 'The address must not have a user or a password.')
		}
		// An address in numbers is never looked up.
		const host = parsed.hostname.replace(/^\[|\]$/g, '')
		if (!allowsLocal && ipaddr.isValid(host) && !isPublic(host)) {
			throw new WebError('refused', 'The address does not lead to a public server.')
		}
		return parsed
	}

	return {
		async send(asked: WebRequest): Promise<WebAnswer> {
			const { method, headers = {}, body, timeoutMs, mostBytes } = asked
			const url = checked(asked.url)
			const { request, agent } = await client()
			const signal = AbortSignal.timeout(timeoutMs)
			try {
				const answer = await request(url, {
					method,
					headers,
					...(body === undefined ? {} : { body }),
					dispatcher: agent,
					signal,
				})
				return { status: answer.statusCode, headers: flat(answer.headers), body: await bodyOf(answer.body, mostBytes) }
			} catch (error) {
				throw troubleOf(error, signal)
			}
		},
		close: async () => agent?.destroy(),
	}
}

async function bodyOf(stream: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of stream) {
		size += chunk.length
		if (size > mostBytes) throw new WebError('too-large', `The answer is longer than ${mostBytes} bytes.`)
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}

function troubleOf(error: unknown, signal: AbortSignal): WebError {
	for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof WebError) return cause
	if (signal.aborted) return new WebError('too-slow', 'The server took too long to answer.')
	return new WebError('unreachable', 'The server could not be reached.')
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))
}

/** Global unicast, also where it is wrapped: IPv4 in IPv6, NAT64, 6to4, Teredo. */
export function isPublic(address: string): boolean {
	if (!ipaddr.isValid(address)) return false
	const parsed = ipaddr.process(address)
	// `process` unwraps IPv4 in IPv6. Every other kind of tunnel has a range of its own here, and none is `unicast`.
	return parsed.range() === 'unicast'
}
