import { deviceOverlay } from './browser/device-overlay.ts'
import { windowLanding } from './browser/window-landing.ts'
import type { Platform } from './platform.ts'
import { systemClock } from './timers.ts'

/** Browsers, and whatever else is neither Node nor known. Globals are read when they are needed, not on import. */
export const platform: Platform = {
	name: 'browser',
	clock: systemClock,
	fetch: (url, init) => globalThis.fetch(url, init),
	defaultApiBase: () => `${location.origin}/api`,
	webSocket: async () => globalThis.WebSocket,
	later,
	openLanding: windowLanding,
	deviceScreen: deviceOverlay,
	leavePageFor: (url) => location.assign(url),
	storage: () => sessionStorage,
	network: {
		isOnline: () => globalThis.navigator?.onLine !== false,
		onOnline(then) {
			globalThis.addEventListener?.('online', then)
			return () => globalThis.removeEventListener?.('online', then)
		},
	},
}

/** A macrotask that is not held back as timers are: a burst of callbacks leaves the page time to draw. */
function later(then: () => void): void {
	const { port1, port2 } = new MessageChannel()
	port1.onmessage = () => {
		port1.close()
		then()
	}
	port2.postMessage(undefined)
}
