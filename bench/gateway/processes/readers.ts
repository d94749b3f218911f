/**
 * Clients that read as fast as a machine can, in a process of their own: whole sockets without a library, which count
 * the messages of each session, look at every number, and at when each tenth was posted.
 */
import { connect, type Socket } from 'node:net'
import { argumentOf, serveParent } from '../../child.ts'

const { port, tokens, sockets } = argumentOf<{ port: number; tokens: string[]; sockets: number }>()
const AT_ONCE = 50
const SAMPLED = 10
const HEARTBEAT_MS = 20_000
const MESSAGE = Buffer.from('{"t":"MESSAGE_CREATE"')
const GUILD = Buffer.from('{"t":"GUILD_CREATE"')
const NUMBER_AT = '{"t":"MESSAGE_CREATE","s":'.length
const POSTED = '"content":"'

const heard = new Array<number>(sockets).fill(0)
const waits: number[] = []
let lost = 0
let cut = 0

/** A frame of a client, masked with zeros. */
function frame(text: string): Buffer {
	const bytes = Buffer.from(text)
	return Buffer.concat([Buffer.from([0x81, 0x80 | 126, bytes.length >> 8, bytes.length & 255, 0, 0, 0, 0]), bytes])
}

function open(at: number): Promise<void> {
	return new Promise((begun) => {
		const socket = connect(port, '127.0.0.1')
		const headers = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
		socket.write(
			`GET /?v=10&encoding=json HTTP/1.1\r\nHost: a\r\n${headers}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
		)
		const d = { token: tokens[at % tokens.length], intents: 33_281, properties: {} }
		socket.write(frame(JSON.stringify({ op: 2, d })))
		setInterval(() => socket.write(frame('{"op":1,"d":null}')), HEARTBEAT_MS).unref()
		socket.on('close', () => cut++)
		socket.on('error', () => {})
		read(socket, at, begun)
	})
}

/** Takes frames out of what comes. */
function read(socket: Socket, at: number, begun: () => void): void {
	let rest: Buffer = Buffer.alloc(0)
	let isUpgraded = false
	let last = 0
	const message = (bytes: Buffer) => {
		if (bytes.subarray(0, GUILD.length).equals(GUILD)) begun()
		if (!bytes.subarray(0, MESSAGE.length).equals(MESSAGE)) return
		const number = Number.parseInt(bytes.toString('latin1', NUMBER_AT, NUMBER_AT + 10), 10)
		if (last !== 0 && number !== last + 1) lost++
		last = number
		const count = (heard[at] ?? 0) + 1
		heard[at] = count
		if (count % SAMPLED !== 0) return
		const from = bytes.indexOf(POSTED) + POSTED.length
		waits.push(Date.now() - Number(bytes.toString('latin1', from, from + 13)))
	}
	socket.on('data', (chunk: Buffer) => {
		rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
		if (!isUpgraded) {
			const end = rest.indexOf('\r\n\r\n')
			if (end < 0) return
			isUpgraded = true
			rest = rest.subarray(end + 4)
		}
		while (rest.length >= 2) {
			const short = (rest[1] ?? 0) & 127
			const header = short === 127 ? 10 : short === 126 ? 4 : 2
			if (rest.length < header) return
			const length = header === 2 ? short : header === 4 ? rest.readUInt16BE(2) : rest.readUIntBE(4, 6)
			if (rest.length < header + length) return
			message(rest.subarray(header, header + length))
			rest = rest.subarray(header + length)
		}
	})
}

for (let opened = 0; opened < sockets; opened += AT_ONCE) {
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, sockets - opened) }, (_, at) => open(opened + at)))
}

serveParent(
	{ sockets },
	{
		state: () => ({ least: Math.min(...heard), most: Math.max(...heard), lost, cut }),
		waits: () => waits,
	},
)
