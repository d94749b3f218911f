/** A client of the gateway below WebSocket: it writes bytes, and reads frames, as no library would. */
import { once } from 'node:events'
import net from 'node:net'
import type { TestServer } from './server.ts'

const UPGRADE = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
const KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='

export interface RawFrame {
	opcode: number
	payload: Buffer
}

export interface RawSocket extends Disposable {
	socket: net.Socket
	/** What came before the first frame. */
	head: string
	frames: RawFrame[]
	write(bytes: Buffer | string): void
	/** The first frame with this opcode that has not been given out. */
	next(opcode: number): Promise<Buffer>
	/** The code of the close frame, or undefined where the connection ended without one. */
	ended: Promise<number | undefined>
}

/** A handshake, with whatever of it is to be otherwise. */
export function handshake(path = '/?v=10&encoding=json', headers: readonly string[] = [KEY, ...UPGRADE]): string {
	return `GET ${path} HTTP/1.1\r\nHost: gateway.example\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`
}

/** A frame of a client. Masked with zeros, so that its bytes stand as they are. */
export function frame(
	opcode: number,
	payload: Buffer | string = '',
	{ isFinal = true, isMasked = true, reserved = 0, length }: Partial<FrameForm> = {},
): Buffer {
	const bytes = Buffer.from(payload)
	const said = length ?? bytes.length
	const mask = isMasked ? 0x80 : 0
	const first = (isFinal ? 0x80 : 0) | reserved | opcode
	const header =
		said < 126
			? Buffer.from([first, mask | said])
			: said < 65_536
				? Buffer.from([first, mask | 126, said >> 8, said & 255])
				: Buffer.concat([Buffer.from([first, mask | 127]), bigEndian(said)])
	return Buffer.concat([header, ...(isMasked ? [Buffer.alloc(4)] : []), bytes])
}

interface FrameForm {
	isFinal: boolean
	isMasked: boolean
	/** RSV1 is 0x40. */
	reserved: number
	/** What is announced, where it is not what follows. */
	length: number
}

function bigEndian(length: number): Buffer {
	const bytes = Buffer.alloc(8)
	bytes.writeBigUInt64BE(BigInt(length))
	return bytes
}

/** Connects and writes `request`; nothing has come yet. One that lingers does not go when it is told to. */
export async function rawSocket(server: TestServer, request = handshake(), lingers = false): Promise<RawSocket> {
	if (!server.origin) await server.listen()
	const socket = net.connect(Number(new URL(server.origin).port), '127.0.0.1')
	socket.on('error', () => {})
	await once(socket, 'connect')
	let bytes = Buffer.alloc(0)
	let isUpgraded = false
	const waiting = new Set<() => void>()
	const given = new Set<RawFrame>()
	const raw: RawSocket = {
		socket,
		head: '',
		frames: [],
		write: (data) => void socket.write(data),
		next: (opcode) =>
			new Promise((resolve, reject) => {
				const look = () => {
					const found = raw.frames.find((one) => one.opcode === opcode && !given.has(one))
					if (!found) return
					given.add(found)
					waiting.delete(look)
					resolve(found.payload)
				}
				waiting.add(look)
				look()
				void raw.ended.then((code) => reject(new Error(`The socket ended (${code}) before it came.`)))
			}),
		ended: new Promise<void>((resolve) => socket.once('close', () => resolve())).then(() => {
			const close = raw.frames.find(({ opcode }) => opcode === 8)
			return close?.payload.readUInt16BE()
		}),
		[Symbol.dispose]: () => socket.destroy(),
	}
	socket.on('data', (chunk) => {
		bytes = Buffer.concat([bytes, chunk])
		if (!isUpgraded) {
			const end = bytes.indexOf('\r\n\r\n')
			raw.head = bytes.toString('latin1', 0, end === -1 ? bytes.length : end)
			if (end === -1) return
			isUpgraded = raw.head.startsWith('HTTP/1.1 101')
			bytes = isUpgraded ? bytes.subarray(end + 4) : bytes
		}
		if (!isUpgraded) return
		for (let read = readFrame(bytes); read; read = readFrame(bytes)) {
			raw.frames.push(read.frame)
			bytes = bytes.subarray(read.size)
		}
		for (const look of [...waiting]) look()
		if (!lingers && raw.frames.some(({ opcode }) => opcode === 8)) socket.destroy()
	})
	socket.write(request)
	return raw
}

function readFrame(bytes: Buffer): { frame: RawFrame; size: number } | undefined {
	if (bytes.length < 2) return undefined
	const short = (bytes[1] as number) & 127
	const header = short < 126 ? 2 : short === 126 ? 4 : 10
	if (bytes.length < header) return undefined
	const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
	if (bytes.length < header + length) return undefined
	const payload = bytes.subarray(header, header + length)
	return { frame: { opcode: (bytes[0] as number) & 15, payload }, size: header + length }
}
