/** Somebody's server that hears webhooks: a real one, over HTTP on this machine, which checks signatures. */
import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Bot } from './server.ts'

export interface Received {
	headers: IncomingMessage['headers']
	/** The exact text. */
	text: string
	// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
	body: any
	isGenuine: boolean
}

export interface Receiver extends AsyncDisposable {
	url: string
	/** Whatever came, PINGs and forgeries too. */
	received: Received[]
	/** Events that came with a good signature. */
	// biome-ignore lint/suspicious/noExplicitAny: events are looked at freely in tests
	events(type?: string): any[]
	/** How it answers what is genuine and no PING; by default 204. */
	answer(request: Received, response: ServerResponse): void
	/** How it answers PINGs; by default as it must. */
	answerPing(request: Received, response: ServerResponse): void
	/** How it answers a wrong signature; by default with 401. */
	answerForgery(request: Received, response: ServerResponse): void
	/** Events under way at this moment, and the most there ever were. */
	underWay: { now: number; most: number }
	/** Resolves when so many events have come. */
	heard(count: number): Promise<void>
}

/** What comes before the 32 bytes of a key in its SPKI form. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

function isSigned(publicKey: string, headers: IncomingMessage['headers'], text: string): boolean {
	const signature = headers['x-signature-ed25519']
	const timestamp = headers['x-signature-timestamp']
	if (typeof signature !== 'string' || typeof timestamp !== 'string') return false
	const der = Buffer.concat([SPKI, Buffer.from(publicKey, 'hex')])
	const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
	return verify(null, Buffer.from(timestamp + text), key, Buffer.from(signature, 'hex'))
}

const taken = (_: Received, response: ServerResponse) =>
	void response.writeHead(204, { 'content-type': 'application/json' }).end()

/** Listens on a free port for what the holder of this key signs. */
export async function openReceiver(publicKey: string): Promise<Receiver> {
	const waiting: { count: number; resolve(): void }[] = []
	const eventsOf = () => receiver.received.filter(({ isGenuine, body }) => isGenuine && body.type === 1 && body.event)
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk)
		const text = Buffer.concat(chunks).toString('utf8')
		const isGenuine = isSigned(publicKey, request.headers, text)
		const received = { headers: request.headers, text, body: JSON.parse(text), isGenuine }
		receiver.received.push(received)
		const isEvent = isGenuine && received.body.event !== undefined
		if (isEvent) {
			receiver.underWay.now++
			receiver.underWay.most = Math.max(receiver.underWay.most, receiver.underWay.now)
			response.once('close', () => receiver.underWay.now--)
		}
		for (const { count, resolve } of waiting) if (eventsOf().length >= count) resolve()
		if (!isGenuine) receiver.answerForgery(received, response)
		else if (isEvent) receiver.answer(received, response)
		else receiver.answerPing(received, response)
	})
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	const receiver: Receiver = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hear?of=1`,
		received: [],
		events: (type) =>
			eventsOf()
				.map(({ body }) => body.event)
				.filter((event) => type === undefined || event.type === type),
		answer: taken,
		answerPing: taken,
		answerForgery: (_, response) => void response.writeHead(401).end(),
		underWay: { now: 0, most: 0 },
		heard: (count) =>
			new Promise((resolve) => {
				if (eventsOf().length >= count) resolve()
				else waiting.push({ count, resolve })
			}),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			await new Promise((closed) => server.close(closed))
		},
	}
	return receiver
}

/** Sets the receiver as the application's endpoint, enabled for these events. */
export async function subscribe(bot: Bot, receiver: Pick<Receiver, 'url'>, types: readonly string[]): Promise<void> {
	const { status, body } = await bot.patch('/applications/@me', {
		event_webhooks_url: receiver.url,
		event_webhooks_status: 2,
		event_webhooks_types: types,
	})
	if (status !== 200) throw new Error(JSON.stringify(body))
}
