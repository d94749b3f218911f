/** The floor of compression: a `ws` server with one stream of Node for each socket, as Node makes them. */
import { constants, createDeflate, createZstdCompress } from 'node:zlib'
import { WebSocket, WebSocketServer } from 'ws'
import { argumentOf, serveParent } from '../../child.ts'

const { frame, compress } = argumentOf<{ frame: string; compress: string }>()
let said = 0
/** Each is another message: number, id and time differ, as they do in what ours sends. */
const next = () => {
	said++
	const text = frame
		.replace(/"s":\d+/, `"s":${100 + said}`)
		.replace(/"id":"\d+"/, `"id":"${1_573_922_925_231_210_501n + BigInt(said * 40_000 + ((said * 7919) % 4000))}"`)
		.replace(/\.\d{3}000/, `.${100 + ((said * 37) % 900)}000`)
	return Buffer.from(text)
}
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
await new Promise((resolve) => server.once('listening', resolve))
const { port } = server.address() as { port: number }
const senders: ((bytes: Buffer) => Promise<void>)[] = []
server.on('connection', (socket) => {
	const stream = compress === 'zlib-stream' ? createDeflate() : createZstdCompress()
	const flush = compress === 'zlib-stream' ? constants.Z_SYNC_FLUSH : constants.ZSTD_e_flush
	let parts: Buffer[] = []
	stream.on('data', (part: Buffer) => parts.push(part))
	senders.push(
		(bytes) =>
			new Promise((resolve) => {
				stream.write(bytes)
				stream.flush(flush, () => {
					if (socket.readyState === WebSocket.OPEN) socket.send(Buffer.concat(parts))
					parts = []
					resolve()
				})
			}),
	)
})

serveParent(
	{ socketUrl: `ws://127.0.0.1:${port}` },
	{
		async send(times: number) {
			for (let round = 0; round < times; round++) {
				const bytes = next()
				await Promise.all(senders.map((send) => send(bytes)))
			}
		},
	},
)
