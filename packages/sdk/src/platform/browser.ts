import { part } from '../core/part.ts'
import type { Platform, Popup } from './platform.ts'
import { systemClock } from './timers.ts'

const landings = part(() => import('./browser/window-landing.ts'))
const overlays = part(() => import('./browser/device-overlay.ts'))

/** Browsers, and whatever else is neither Node nor known. Globals are read when they are needed, not on import. */
export const platform: Platform = {
	name: 'browser',
	clock: systemClock,
	fetch: (url, init) => globalThis.fetch(url, init),
	defaultApiBase: () => `${location.origin}/api`,
	webSocket: async () => globalThis.WebSocket,
	later,
	openLanding: (options) => landings((part) => part.windowLanding(options)),
	openPopup,
	deviceScreen: () => overlays((part) => part.deviceOverlay),
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

function openPopup(): Popup {
	const popup = {
		window: window.open('', '_blank', 'popup,width=500,height=800'),
		isShown: false,
		show(url: string) {
			popup.isShown = true
			popup.window?.location.replace(url)
		},
	}
	return popup
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
