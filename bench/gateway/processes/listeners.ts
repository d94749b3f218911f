/** Listeners in a process of their own: open sockets, sign in where told to, count what they hear. */
import { pack } from 'etf.js'
import { WebSocket } from 'ws'
import { argumentOf, serveParent } from '../../child.ts'
import type { ListenersPlan } from '../platform.ts'

const { socketUrl, sockets, tokens, guildId, isOpaque, atOnce = 50 } = argumentOf<ListenersPlan>()
/** Sessions of real bots have heard more or less each: so many numbers apart they stand at most. */
const NUMBERS_APART = 20
/** HELLO, READY and GUILD_CREATE. */
const FRAMES_OF_A_BEGINNING = 3
const HEARTBEAT_MS = 30_000
const HEARTBEAT = '{"op":1,"d":null}'
const open: WebSocket[] = []
let heard = 0
let heardBytes = 0
let wanted = Number.POSITIVE_INFINITY
let onWanted = () => {}
let reached: Promise<number> = Promise.resolve(0)
let last = ''

function connect(at: number): Promise<WebSocket> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(socketUrl, { perMessageDeflate: false })
		open.push(socket)
		socket.on('error', reject)
		// What is cut hears nothing more, and whoever waits for it would wait for ever.
		socket.on('close', (code) => {
			throw new Error(`A listener was closed with ${code}.`)
		})
		if (!tokens) {
			socket.on('open', () => resolve(socket))
			socket.on('message', (data: Buffer) => hear(data))
			return
		}
		const properties = { os: 'linux', browser: 'bench', device: 'bench' }
		const d = { token: tokens[at % tokens.length], intents: 33_281, properties }
		const write = socketUrl.includes('encoding=etf') ? pack : JSON.stringify
		socket.on('open', () => socket.send(write({ op: 2, d })))
		if (isOpaque) opaque(socket, resolve)
		else readable(socket, at, resolve)
	})
}

/** Frames that nobody looks into: after those of the beginning, all are what is posted. */
function opaque(socket: WebSocket, begun: (socket: WebSocket) => void): void {
	let frames = 0
	socket.on('message', (data: Buffer) => {
		frames++
		if (frames === FRAMES_OF_A_BEGINNING) begun(socket)
		else if (frames > FRAMES_OF_A_BEGINNING) hear(data)
	})
}

function readable(socket: WebSocket, at: number, begun: (socket: WebSocket) => void): void {
	setInterval(() => socket.send(HEARTBEAT), HEARTBEAT_MS).unref()
	let left = 0
	const ahead = (count: number) => {
		left = count
		if (left === 0) begun(socket)
		else socket.send(JSON.stringify({ op: 31, d: { guild_ids: [guildId] } }))
	}
	socket.on('message', (data: Buffer) => {
		// Only what is posted counts; the text of a frame tells without parsing it.
		if (data.includes('"MESSAGE_CREATE"')) hear(data)
		else if (data.includes('"GUILD_CREATE"')) ahead(guildId ? at % NUMBERS_APART : 0)
		else if (data.includes('"SOUNDBOARD_SOUNDS"')) ahead(left - 1)
	})
}

function hear(data: Buffer): void {
	heardBytes += data.length
	if (++heard < wanted) return
	last = data.toString()
	onWanted()
}

for (let opened = 0; opened < sockets; opened += atOnce) {
	await Promise.all(Array.from({ length: Math.min(atOnce, sockets - opened) }, (_, at) => connect(opened + at)))
}

serveParent(
	{ sockets },
	{
		/** The frame that was heard last. */
		frame: () => last,
		/** Of all that was heard, beginnings apart. */
		frameBytes: () => heardBytes / Math.max(1, heard),
		/** Counts from now on; answered before anything is sent, so that nothing comes uncounted. */
		expect(count: number) {
			const began = performance.now()
			wanted = heard + count
			reached = new Promise((resolve) => {
				onWanted = () => resolve(performance.now() - began)
			})
			return true
		},
		/** Resolves when as many were heard as are expected; answers how many milliseconds that took. */
		heard: () => reached,
		/** Reads nothing any more, and does not mind being cut. */
		stopReading() {
			for (const socket of open) {
				socket.removeAllListeners('close')
				socket.pause()
			}
			return true
		},
	},
)
