import { writeLog } from './node/log-file.ts'
import { loopbackLanding } from './node/loopback.ts'
import { openUrl } from './node/open-url.ts'
import type { Platform, WebSocketConstructor } from './platform.ts'
import { systemClock } from './timers.ts'

/** Node, and what runs on it. */
export const platform: Platform = {
	name: process.platform,
	clock: systemClock,
	fetch: (url, init) => globalThis.fetch(url, init),
	defaultApiBase: () => 'http://127.0.0.1:8080/api',
	webSocket,
	later: (then) => void setImmediate(then),
	openUrl,
	openLanding: ({ openUrl: given }) => loopbackLanding(given ?? openUrl),
	writeLog,
}

async function webSocket(): Promise<WebSocketConstructor> {
	if (globalThis.WebSocket) return globalThis.WebSocket
	try {
		// Node has a WebSocket of its own from version 22 on.
		const { WebSocket } = await import('ws')
		return WebSocket
	} catch (cause) {
		throw new Error('This Node has no WebSocket: install the package ws, or give one in ClientCreateOptions', { cause })
	}
}
