import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A port that is ours before the server behind it is built, so that what the server tells of its address is true. */
export interface Listener {
	host: string
	port: number
	/** Gives the port, and who has knocked meanwhile, to the server. */
	handTo(server: Server): Promise<void>
	close(): void
}

/** Takes the port; 0 takes a free one. @throws what the system says, such as EADDRINUSE */
export async function listenOn(host: string, port: number): Promise<Listener> {
	const early: Socket[] = []
	const holder = createServer({ pauseOnConnect: true }, (socket) => {
		early.push(socket)
	})
	await new Promise<void>((resolve, reject) => {
		holder.once('error', reject)
		holder.listen({ host, port }, resolve)
	})
	const address = holder.address() as AddressInfo
	return {
		host: address.address,
		port: address.port,
		async handTo(server) {
			await new Promise<void>((resolve, reject) => {
				server.once('error', reject)
				server.listen(holder, resolve)
			})
			for (const socket of early.splice(0)) {
				server.emit('connection', socket)
				socket.resume()
			}
		},
		close() {
			for (const socket of early.splice(0)) socket.destroy()
			holder.close()
		},
	}
}
