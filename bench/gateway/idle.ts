import type { Child } from '../child.ts'
import type { Row } from '../report.ts'
import { botsFor, start, startListeners, startPlatform } from './platform.ts'

const KILOBYTE = 1024

/** What a session costs that does nothing, right after its beginning, when it still keeps READY and GUILD_CREATE. */
export async function idleRows(sockets: number): Promise<Row[]> {
	const { server, ready } = await startPlatform({ bots: botsFor(sockets) })
	const bare = await start('bare-sockets.ts', { frame: '' })
	const ours = await bytesOf(server, { sockets, socketUrl: ready.socketUrl, tokens: ready.tokens })
	const floor = await bytesOf(bare, { sockets, socketUrl: String(bare.ready.socketUrl) })
	return [
		{ what: 'an idle session', unit: 'KB, socket included', ours, floor },
		{ what: 'the same', unit: 'KB above a bare socket', ours: ours - floor, target: { most: 12 } },
	]
}

async function bytesOf(server: Child, plan: { sockets: number; socketUrl: string; tokens?: string[] }) {
	// One that comes first: what is made once for all is not a session's.
	const first = await startListeners({ ...plan, sockets: 50 })
	const before = await server.bytes()
	const listeners = await startListeners(plan)
	const bytes = (await server.bytes()) - before
	await first.stop()
	await listeners.stop()
	await server.stop()
	return bytes / plan.sockets / KILOBYTE
}
