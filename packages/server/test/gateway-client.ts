/** A client of the gateway that does nothing by itself, so that a test can do anything wrong. */
import { once } from 'node:events'
import {
	constants,
	createInflate,
	createZstdDecompress,
	type Inflate,
	inflateSync,
	type ZstdDecompress,
} from 'node:zlib'
import { KNOWN_INTENTS, PRIVILEGED_INTENTS } from '@guildhall/protocol'
import { pack, unpack } from 'etf.js'
import { WebSocket } from 'ws'
import type { NewApplication } from '../src/domain/applications/applications.ts'
import { isWrittenByGateway } from './event-shapes.ts'
import type { Bot, TestServer } from './server.ts'

/** A frame as it came. */
export interface Frame {
	op: number
	// biome-ignore lint/suspicious/noExplicitAny: what comes is looked at freely in tests
	d: any
	s: number | null
	t: string | null
}

export interface GatewayClient extends AsyncDisposable {
	ws: WebSocket
	/** Every frame so far. */
	frames: Frame[]
	/** As bytes, as they came. */
	raw: Buffer[]
	/** The number of the last dispatch. */
	readonly seq: number | null
	send(op: number, d?: unknown): void
	/** The first frame that fits, of those that have come and those to come; each is given out once. */
	next(fits: (frame: Frame) => boolean): Promise<Frame>
	/** The next dispatch of this name, its data. */
	// biome-ignore lint/suspicious/noExplicitAny: as above
	event(name: string): Promise<any>
	/** The `t` of all dispatches so far. */
	names(): string[]
	/** All that was on the way has come: answers to a heartbeat come behind it. */
	settled(): Promise<void>
	/** The code of the close, once it has come. */
	closed: Promise<number>
}

/** What a bot needs no grant for. */
export const PLAIN_INTENTS = PRIVILEGED_INTENTS.reduce((bits, { intent }) => bits & ~intent, KNOWN_INTENTS)

export interface Identify {
	token: string
	intents?: number
	[field: string]: unknown
}

/** A bot in a guild with one text channel that everybody sees. */
export async function house(
	server: TestServer,
	options: Partial<NewApplication> = {},
): Promise<{ bot: Bot; guildId: string; channelId: string; ownerId: string }> {
	const bot = await server.bot('Herald', options)
	const owner = await server.person('alice')
	const { guild, channels } = await server.guild(owner.id, { memberIds: [bot.id] })
	const channel = channels.find(({ type }) => type === 0)
	return { bot, guildId: guild.id, channelId: channel?.id as string, ownerId: owner.id }
}

/** The next so many dispatches of this name. */
export async function reads(client: GatewayClient, name: string, count: number): Promise<Frame['d'][]> {
	const heard: Frame['d'][] = []
	while (heard.length < count) heard.push(await client.event(name))
	return heard
}

/** Connects to the server's gateway. */
export async function connect(server: TestServer, query = '?v=10&encoding=json'): Promise<GatewayClient> {
	if (!server.origin) await server.listen()
	const ws = new WebSocket(`${server.origin.replace('http', 'ws')}/${query}`)
	const inflate = query.includes('compress=zlib-stream')
		? createInflate()
		: query.includes('compress=zstd-stream')
			? createZstdDecompress()
			: undefined
	const isEtf = query.includes('encoding=etf')
	const frames: Frame[] = []
	const raw: Buffer[] = []
	const given = new Set<Frame>()
	const waiting = new Set<() => void>()
	let order = Promise.resolve()
	ws.on('message', (data: Buffer) => {
		raw.push(data)
		order = order.then(async () => {
			const bytes = inflate ? await inflated(inflate, data) : data[0] === 0x78 ? inflateSync(data) : data
			const frame = isEtf ? (unpack(bytes) as Frame) : (JSON.parse(bytes.toString()) as Frame)
			frames.push(frame)
			if (frame.t && isWrittenByGateway(frame.t)) server.check(frame.t, frame.d)
			for (const look of [...waiting]) look()
		})
	})
	ws.on('error', () => {})
	const closed = once(ws, 'close').then(([code]) => code as number)

	const client: GatewayClient = {
		ws,
		frames,
		raw,
		closed,
		get seq() {
			return frames.findLast((frame) => frame.s !== null)?.s ?? null
		},
		send(op, d = null) {
			ws.send(isEtf ? pack({ op, d }) : JSON.stringify({ op, d }))
		},
		next(fits) {
			return new Promise((resolve, reject) => {
				const look = () => {
					const frame = frames.find((one) => !given.has(one) && fits(one))
					if (!frame) return
					given.add(frame)
					waiting.delete(look)
					resolve(frame)
				}
				waiting.add(look)
				look()
				void closed.then((code) => reject(new Error(`The socket was closed with ${code} before it came.`)))
			})
		},
		event: async (name) => (await client.next((frame) => frame.t === name)).d,
		names: () => frames.flatMap((frame) => frame.t ?? []),
		async settled() {
			await server.app.idle()
			client.send(1)
			await client.next((frame) => frame.op === 11)
		},
		async [Symbol.asyncDispose]() {
			ws.terminate()
			await closed
		},
	}
	await Promise.race([once(ws, 'open'), closed])
	return client
}

/** Connects and identifies; READY has come. */
export async function login(
	server: TestServer,
	{ token, ...rest }: Identify,
	query?: string,
): Promise<GatewayClient & { ready: Frame['d'] }> {
	const client = await connect(server, query)
	await client.next((frame) => frame.op === 10)
	client.send(2, {
		token,
		properties: { os: 'test', browser: 'test', device: 'test' },
		intents: PLAIN_INTENTS,
		...rest,
	})
	const ready = await client.event('READY')
	return Object.assign(client, { ready })
}

/** What comes of the next message; listens while it comes, as a large one waits until it is taken. */
async function inflated(inflate: Inflate | ZstdDecompress, data: Buffer): Promise<Buffer> {
	const parts: Buffer[] = []
	const take = (part: Buffer) => parts.push(part)
	inflate.on('data', take)
	inflate.write(data)
	const flush = 'params' in inflate ? constants.Z_SYNC_FLUSH : constants.ZSTD_e_flush
	await new Promise<void>((resolve) => inflate.flush(flush, resolve))
	inflate.off('data', take)
	return Buffer.concat(parts)
}
