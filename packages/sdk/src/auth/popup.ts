import type { ClientState } from '../client/state.ts'
import type { Popup } from '../platform/platform.ts'

/**
 * Does something with a window of its own, in browsers and where the game has no other way to show a page. A browser opens
 * windows only while it handles a click, so it is opened empty, before anything is looked at or loaded; if nothing comes of
 * it, it is closed.
 */
export async function inPopup<T>(
	{ options, platform }: ClientState,
	work: (popup: Popup | undefined) => Promise<T>,
): Promise<T> {
	const popup = options.OpenUrl() ? undefined : platform.openPopup?.()
	try {
		return await work(popup)
	} finally {
		if (!popup?.isShown) popup?.window?.close()
	}
}
