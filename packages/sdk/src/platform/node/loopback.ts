import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { failure } from '../../core/failure.ts'
import type { Landing, OpenUrl } from '../platform.ts'

/** Takes the redirect of a consent page on this machine (RFC 8252 §7.3): open for as long as the flow takes. */
export async function loopbackLanding(openUrl: OpenUrl): Promise<Landing> {
	const server = createServer()
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	const host = `127.0.0.1:${port}`
	const answer = new Promise<URLSearchParams>((resolve) => {
		server.on('request', (request, response) => receive(request, response, host, resolve))
	})
	return {
		redirectUri: `http://${host}/callback`,
		async visit(url) {
			try {
				await openUrl(url)
			} catch (cause) {
				throw failure('AuthorizationFailed', `The consent page could not be opened: ${cause}`, { cause })
			}
			return answer
		},
		close() {
			server.close()
			server.closeIdleConnections()
		},
	}
}

function receive(
	request: IncomingMessage,
	response: ServerResponse,
	host: string,
	resolve: (answer: URLSearchParams) => void,
): void {
	const url = new URL(request.url ?? '/', `http://${host}`)
	// Another name for this address is a page of somebody else that had it resolved to us.
	const isOurs = request.method === 'GET' && url.pathname === '/callback' && request.headers.host === host
	response.writeHead(isOurs ? 200 : 404, {
		'Content-Type': 'text/html; charset=utf-8',
		'Content-Security-Policy': "default-src 'none'",
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		Connection: 'close',
	})
	response.end(isOurs ? page('You can close this window and go back to the game.') : page('There is nothing here.'))
	if (isOurs) resolve(url.searchParams)
}

function page(sentence: string): string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Authorization</title><p>${sentence}</p></html>\n`
}
