/** The site of the game: its pages, and the little that a game's own server does. Runs beside a development server alone. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type GameFile, gameFiles } from './files.ts'
import { GuestProblem, guestToken } from './guests.ts'
import type { GameOptions } from './options.ts'

export type { GameOptions }

const MOST_BODY_BYTES = 4096

/** Not listening yet. What it serves is built when somebody first asks for it. */
export function createGameServer(options: GameOptions): Server {
	let building: Promise<ReadonlyMap<string, GameFile>> | undefined
	const files = () => {
		building ??= gameFiles(options)
		return building
	}
	return createServer((request, response) => {
		answer(request, response, options, files).catch((error: unknown) => {
			response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error))
		})
	})
}

async function answer(
	request: IncomingMessage,
	response: ServerResponse,
	options: GameOptions,
	files: () => Promise<ReadonlyMap<string, GameFile>>,
): Promise<void> {
	const { pathname, search } = new URL(request.url ?? '/', options.origin)
	// Its redirects are registered for this name alone, and a foreign name that leads here gets nothing.
	if (request.headers.host !== new URL(options.origin).host) {
		response.writeHead(307, { location: options.origin + pathname + search }).end()
		return
	}
	if (pathname === '/guest' && request.method === 'POST') return answerGuest(request, response, options)
	const file = (await files()).get(pathname)
	if (!file) {
		response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Nothing is here.')
		return
	}
	if (request.method !== 'GET' && request.method !== 'HEAD') {
		response.writeHead(405, { allow: 'GET, HEAD' }).end()
		return
	}
	response.writeHead(200, file.headers).end(request.method === 'HEAD' ? undefined : file.content)
}

/** Gives a guest a token. Only the game's own pages ask: JSON from elsewhere would need a leave that nobody gives. */
async function answerGuest(request: IncomingMessage, response: ServerResponse, options: GameOptions): Promise<void> {
	const send = (status: number, value: object) =>
		response
			.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
			.end(JSON.stringify(value))
	if (request.headers['content-type'] !== 'application/json') return void send(415, { message: 'JSON is needed.' })
	let text = ''
	for await (const chunk of request) {
		text += chunk
		if (text.length > MOST_BODY_BYTES) return void send(413, { message: 'That is too much.' })
	}
	try {
		send(200, await guestToken(options, text))
	} catch (error) {
		if (!(error instanceof GuestProblem)) throw error
		send(error.status, { message: error.message })
	}
}
