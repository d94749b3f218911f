import { startChild } from './child.ts'

export interface FanOutResult {
	/** Frames heard a second, all sockets together. */
	deliveriesPerSecond: number
	/** Microseconds of the server's CPU for one frame to one socket. */
	cpuMicros: number
	/** Bytes of an idle session, socket included. */
	idleBytes: number
}

/** Sends `messages` to `sockets` listeners, from Guildhall's gateway and from a bare loop over sockets. */
export async function measureFanOut(
	sockets: number,
	messages: number,
): Promise<{ guildhall: FanOutResult; floor: FanOutResult }> {
	const guildhall = await fromGuildhall(sockets, messages)
	const floor = await fromLoop(sockets, messages, guildhall.frame)
	return { guildhall, floor }
}

async function fromGuildhall(sockets: number, messages: number): Promise<FanOutResult & { frame: string }> {
	const server = await startChild('guildhall.ts', { sync: 'full' })
	const { url, socketUrl, botToken } = server.ready as Record<string, string>
	const empty = await server.read()
	const identify = { token: botToken, intents: 513, properties: { os: 'linux', browser: 'bench', device: 'bench' } }
	const listeners = await startChild('listeners.ts', { url: socketUrl, sockets, identify })
	const post = async () => {
		const response = await fetch(String(url), {
			method: 'POST',
			headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
			body: JSON.stringify({ content: 'The gate is open, come in.' }),
		})
		if (!response.ok) throw new Error(`Creating a message was refused with ${response.status}.`)
		return response.text()
	}
	try {
		const idle = await server.read()
		const warm = listeners.ask('hear', sockets * 20)
		for (let count = 0; count < 20; count++) await post()
		await warm
		const before = await server.read()
		const heard = listeners.ask('hear', sockets * messages)
		let body = ''
		for (let count = 0; count < messages; count++) body = await post()
		const ms = (await heard) as number
		const after = await server.read()
		return {
			...resultOf(before.cpuMicros, after.cpuMicros, ms, sockets * messages),
			idleBytes: (idle.bytes - empty.bytes) / sockets,
			frame: `{"t":"MESSAGE_CREATE","s":1000,"op":0,"d":${body}}`,
		}
	} finally {
		await listeners.stop()
		await server.stop()
	}
}

async function fromLoop(sockets: number, messages: number, frame: string): Promise<FanOutResult> {
	const server = await startChild('bare-sockets.ts', { frame })
	const empty = await server.read()
	const listeners = await startChild('listeners.ts', { url: server.ready.url, sockets })
	try {
		const idle = await server.read()
		const warm = listeners.ask('hear', sockets * 20)
		await server.ask('send', 20)
		await warm
		const before = await server.read()
		const heard = listeners.ask('hear', sockets * messages)
		await server.ask('send', messages)
		const ms = (await heard) as number
		const after = await server.read()
		return {
			...resultOf(before.cpuMicros, after.cpuMicros, ms, sockets * messages),
			idleBytes: (idle.bytes - empty.bytes) / sockets,
		}
	} finally {
		await listeners.stop()
		await server.stop()
	}
}

function resultOf(before: number, after: number, ms: number, frames: number) {
	return { deliveriesPerSecond: Math.round((frames / ms) * 1000), cpuMicros: (after - before) / frames }
}
