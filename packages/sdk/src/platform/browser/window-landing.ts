import { failure } from '../../core/failure.ts'
import type { Landing, LandingOptions } from '../platform.ts'

/** What callback.html says, to its opener and on the channel of this name. */
const CHANNEL = 'socialsdk.authorize'

const LOOK_EVERY_MS = 500
/** The answer of a page that closes itself may arrive after it is seen to be closed. */
const GRACE_LOOKS = 4

/**
 * Shows the consent page in a window of its own. Its answer comes from callback.html: by `postMessage`, and by a
 * BroadcastChannel where the platform's pages have cut the window off from its opener.
 */
export function windowLanding({ redirectUri, openUrl, popup, clock }: LandingOptions): Landing {
	if (redirectUri === undefined) {
		throw failure('ValidationError', 'RedirectUri is needed: the address of callback.html on your site')
	}
	const { origin } = new URL(redirectUri)
	if (origin !== location.origin) {
		throw failure('ValidationError', `RedirectUri must be on ${location.origin}, the origin of this page`)
	}
	const ends: (() => void)[] = []
	return {
		redirectUri,
		visit: (url) =>
			new Promise((resolve, reject) => {
				const state = new URL(url).searchParams.get('state')
				const take = (data: unknown, isOurs: boolean) => {
					const answer = readMessage(data)
					// The channel is heard by every tab of the game; the state tells whose answer it is.
					if (answer && (isOurs || answer.get('state') === state)) resolve(answer)
				}
				ends.push(
					onMessage((event) => {
						if (event.origin === origin) take(event.data, event.source === popup?.window && event.source !== null)
					}),
				)
				ends.push(onBroadcast((data) => take(data, false)))
				if (openUrl) {
					Promise.resolve(openUrl(url)).catch(reject)
					return
				}
				if (!popup?.window) {
					reject(failure('AuthorizationFailed', 'The browser did not open a window: call Authorize in a click'))
					return
				}
				popup.show(url)
				ends.push(onClosed(popup.window, clock, () => reject(failure('Aborted', 'The window was closed'))))
			}),
		close() {
			for (const end of ends.splice(0)) end()
		},
	}
}

function readMessage(data: unknown): URLSearchParams | undefined {
	const { socialsdk, search } = Object(data) as { socialsdk?: unknown; search?: unknown }
	return socialsdk === 'authorize' && typeof search === 'string' ? new URLSearchParams(search) : undefined
}

function onMessage(listener: (event: MessageEvent) => void): () => void {
	window.addEventListener('message', listener)
	return () => window.removeEventListener('message', listener)
}

function onBroadcast(listener: (data: unknown) => void): () => void {
	const channel = new BroadcastChannel(CHANNEL)
	channel.onmessage = (event) => listener(event.data)
	return () => channel.close()
}

/** No event tells that a window was closed. */
function onClosed(popup: Window, clock: LandingOptions['clock'], then: () => void): () => void {
	let cancel = () => {}
	let looks = 0
	const look = () => {
		looks = popup.closed ? looks + 1 : 0
		if (looks > GRACE_LOOKS) then()
		else cancel = clock.after(LOOK_EVERY_MS, look)
	}
	look()
	return () => cancel()
}
