/** discord-interactions as it is on the registry: the middleware that applications put before their webhooks. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { verifyKeyMiddleware, verifyWebhookEventMiddleware } from 'discord-interactions'
import { type Platform, startPlatform } from './platform.ts'

type Middleware = (request: never, response: never, next: () => void) => unknown

/** Serves a middleware made for Express, which gives requests a `header` and, with a parser of JSON before it, a `body`. */
async function serve(
	middleware: Middleware,
	{ parses, heard }: { parses: boolean; heard(body: unknown): void },
): Promise<Server> {
	const server = createServer(async (request, response: ServerResponse) => {
		const dressed = Object.assign(request, {
			body: parses ? JSON.parse(await textOf(request)) : undefined,
			header: (name: string) => request.headers[name.toLowerCase()],
		})
		await middleware(dressed as never, response as never, () => heard(dressed.body))
	})
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	return server
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = []
	for await (const chunk of request) chunks.push(chunk)
	return Buffer.concat(chunks).toString('utf8')
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

describe('discord-interactions', () => {
	let platform: Platform

	before(async () => {
		platform = await startPlatform('--fixture-size', 'small')
	})
	after(async () => platform?.[Symbol.asyncDispose]())

	const call = async (method: string, path: string, authorization: string, body: object) => {
		const response = await fetch(`${platform.fixture.api_base}/v10${path}`, {
			method,
			headers: { authorization, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		})
		return { status: response.status, body: await response.json() }
	}

	// A parser before it makes it sign what it writes anew, which only works where that is what was sent.
	for (const parses of [false, true]) {
		test(`it takes events ${parses ? 'that a parser has read before' : 'from the wire'}`, async () => {
			const [bot] = platform.fixture.bots
			const [player] = platform.fixture.users
			const { promise, resolve } = Promise.withResolvers<unknown>()
			const middleware = verifyWebhookEventMiddleware(bot.application.public_key)
			const server = await serve(middleware as Middleware, { parses, heard: resolve })
			const set = await call('PATCH', '/applications/@me', `Bot ${bot.token}`, {
				event_webhooks_url: urlOf(server),
				event_webhooks_status: 2,
				event_webhooks_types: ['LOBBY_MESSAGE_CREATE'],
			})
			assert.equal(set.status, 200, JSON.stringify(set.body))
			const said = await call(
				'POST',
				`/lobbies/${platform.fixture.lobby_id}/messages`,
				`Bearer ${player.access_token}`,
				{
					content: 'ahoy "ü" \u2028 </x>',
					metadata: { b: '1', 10: 'x', 9: 'y' },
				},
			)
			assert.equal(said.status, 201, JSON.stringify(said.body))
			const heard = (await promise) as { event: { type: string; data: { content: string } } }
			assert.equal(heard.event.type, 'LOBBY_MESSAGE_CREATE')
			assert.equal(heard.event.data.content, 'ahoy "ü" \u2028 </x>')
			server.closeAllConnections()
			server.close()
		})
	}

	test('its endpoint for interactions is one', async () => {
		const [bot] = platform.fixture.bots
		const server = await serve(verifyKeyMiddleware(bot.application.public_key) as Middleware, {
			parses: false,
			heard() {},
		})
		const set = await call('PATCH', '/applications/@me', `Bot ${bot.token}`, {
			interactions_endpoint_url: urlOf(server),
		})
		assert.deepEqual([set.status, set.body.interactions_endpoint_url], [200, urlOf(server)], JSON.stringify(set.body))
		server.closeAllConnections()
		server.close()
	})
})
