/** Listeners in a process of their own: open sockets, sign in where told to, count what they hear. */
import { WebSocket } from 'ws'
import { argumentOf, serveParent } from '../child.ts'

const { url, sockets, identify } = argumentOf<{ url: string; sockets: number; identify?: object }>()
/** Opened together; the rest wait their turn. */
const AT_ONCE = 50
let heard = 0
let wanted = Number.POSITIVE_INFINITY
let onWanted = () => {}
let reached: Promise<number> = Promise.resolve(0)
let last = ''

function open(): Promise<WebSocket> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(url, { perMessageDeflate: false })
		socket.on('error', reject)
		if (!identify) {
			socket.on('open', () => resolve(socket))
			socket.on('message', () => hear())
			return
		}
		socket.on('open', () => socket.send(JSON.stringify({ op: 2, d: identify })))
		socket.on('message', (data: Buffer) => {
			// Only what is posted counts; the text of a frame tells without parsing it.
			if (data.includes('"MESSAGE_CREATE"')) hear(data)
			else if (data.includes('"GUILD_CREATE"')) resolve(socket)
		})
	})
}

function hear(data?: Buffer): void {
	if (++heard < wanted) return
	if (data) last = data.toString()
	onWanted()
}

for (let opened = 0; opened < sockets; opened += AT_ONCE) {
	await Promise.all(Array.from({ length: Math.min(AT_ONCE, sockets - opened) }, open))
}

serveParent(
	{ sockets },
	{
		/** The frame that was heard last. */
		frame: () => last,
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
	},
)
