/** The floor of a fan-out: a `ws` server that writes the same bytes to every socket, one message after the other. */
import { WebSocket, WebSocketServer } from 'ws'
import { argumentOf, serveParent } from '../../child.ts'

const { frame } = argumentOf<{ frame: string }>()
// Encoded once: as cheap as a loop over `send` can be.
const bytes = Buffer.from(frame)
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as { port: number }

serveParent(
	{ socketUrl: `ws://127.0.0.1:${port}` },
	{
		async send(times: number) {
			for (let round = 0; round < times; round++) {
				for (const socket of server.clients) {
					if (socket.readyState === WebSocket.OPEN) socket.send(bytes, { binary: false })
				}
				// The next round waits a turn, as messages of people do.
				await new Promise(setImmediate)
			}
		},
	},
)
