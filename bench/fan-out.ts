import { type Child, startChild } from './child.ts'

export interface FanOutResult {
	/** Frames heard a second, all sockets together. */
	deliveriesPerSecond: number
	/** Microseconds of the server's CPU for one frame to one socket. */
	cpuMicros: number
	/** Bytes of an idle session, socket included. */
	idleBytes: number
}

export interface GuildhallFanOut extends FanOutResult {
	/** Microseconds of CPU for making one of the messages with nobody listening; not in `cpuMicros`. */
	makingMicros: number
}

/** Rounds before anything is measured: the compiler is not what is measured. */
const WARM_MESSAGES = 300
const WARM_ROUNDS = 30
/** How many post at the same time. */
const SPEAKERS = 4

/** Sends `messages` to `sockets` listeners, from Guildhall's gateway and, in the same bytes, from a bare loop. */
export async function measureFanOut(
	sockets: number,
	messages: number,
): Promise<{ guildhall: GuildhallFanOut; floor: FanOutResult }> {
	const { frame, ...guildhall } = await fromGuildhall(sockets, messages)
	return { guildhall, floor: await fromLoop(sockets, messages, frame) }
}

async function fromGuildhall(sockets: number, messages: number): Promise<GuildhallFanOut & { frame: string }> {
	const server = await startChild('guildhall.ts', { sync: 'full' })
	const { url, socketUrl, botToken } = server.ready as Record<string, string>
	const post = async (count: number) => {
		let left = count
		const speak = async () => {
			while (left-- > 0) await postMessage(String(url), String(botToken))
		}
		await Promise.all(Array.from({ length: SPEAKERS }, speak))
	}
	await post(WARM_MESSAGES)
	const before = await server.cpuMicros()
	await post(WARM_MESSAGES)
	const makingMicros = ((await server.cpuMicros()) - before) / WARM_MESSAGES
	const empty = await server.bytes()
	const identify = { token: botToken, intents: 513, properties: { os: 'linux', browser: 'bench', device: 'bench' } }
	const listeners = await startChild('listeners.ts', { url: socketUrl, sockets, identify })
	try {
		const idle = await server.bytes()
		const { cpuMicros, ms } = await measure(server, listeners, { sockets, messages, send: post })
		return {
			...resultOf(cpuMicros - messages * makingMicros, ms, sockets * messages),
			makingMicros,
			idleBytes: (idle - empty) / sockets,
			frame: (await listeners.ask('frame')) as string,
		}
	} finally {
		await listeners.stop()
		await server.stop()
	}
}

async function postMessage(url: string, botToken: string): Promise<void> {
	const response = await fetch(url, {
		method: 'POST',
		headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
		body: JSON.stringify({ content: 'The gate is open, come in.' }),
	})
	if (!response.ok) throw new Error(`Creating a message was refused with ${response.status}.`)
	await response.arrayBuffer()
}

async function fromLoop(sockets: number, messages: number, frame: string): Promise<FanOutResult> {
	const server = await startChild('bare-sockets.ts', { frame })
	const empty = await server.bytes()
	const listeners = await startChild('listeners.ts', { url: server.ready.url, sockets })
	try {
		const idle = await server.bytes()
		const send = async (count: number) => {
			await server.ask('send', count)
		}
		const { cpuMicros, ms } = await measure(server, listeners, { sockets, messages, send })
		return { ...resultOf(cpuMicros, ms, sockets * messages), idleBytes: (idle - empty) / sockets }
	} finally {
		await listeners.stop()
		await server.stop()
	}
}

interface Round {
	sockets: number
	messages: number
	send(count: number): Promise<void>
}

async function measure(server: Child, listeners: Child, { sockets, messages, send }: Round) {
	await listeners.ask('expect', sockets * WARM_ROUNDS)
	await send(WARM_ROUNDS)
	await listeners.ask('heard')
	const before = await server.cpuMicros()
	await listeners.ask('expect', sockets * messages)
	await send(messages)
	const ms = (await listeners.ask('heard')) as number
	return { cpuMicros: (await server.cpuMicros()) - before, ms }
}

function resultOf(cpuMicros: number, ms: number, frames: number) {
	return { deliveriesPerSecond: Math.round((frames / ms) * 1000), cpuMicros: cpuMicros / frames }
}
