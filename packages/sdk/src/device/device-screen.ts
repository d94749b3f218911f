import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import type { DeviceCode } from '../platform/platform.ts'
import { deviceCodeText } from './device-code-text.ts'
import { qrCode } from './qr-code.ts'

interface ShownCode {
	userCode: string
	uri: string
	uriComplete: string
	/** Milliseconds since the Unix epoch, 0 where it is not known. */
	expiresAt: number
}

/**
 * Shows a code in place of the one before. `dismissed` is called when the person at the screen closes it; the returned
 * function takes it away. However it goes, the closed listener is called once.
 */
export function showDeviceCode(state: ClientState, shown: ShownCode, dismissed: () => void = () => {}): () => void {
	const { options, platform } = state
	const screen = options.DeviceScreen() ?? platform.deviceScreen
	if (!screen) throw failure('ValidationError', 'DeviceScreen is needed to show the code')
	closeDeviceScreen(state)
	state.redactor.remember(shown.userCode)
	const code = deviceCode(shown)
	let hide = () => {}
	const close = () => {
		if (state.closeDeviceScreen !== close) return
		state.closeDeviceScreen = undefined
		hide()
		state.events.emit('authorizeDeviceScreenClosed')
	}
	state.closeDeviceScreen = close
	try {
		hide = screen.open(code, () => {
			if (state.closeDeviceScreen !== close) return
			close()
			dismissed()
		})
	} catch (cause) {
		state.closeDeviceScreen = undefined
		throw failure('AuthorizationFailed', `The code could not be shown: ${cause}`, { cause })
	}
	return close
}

export function closeDeviceScreen(state: ClientState): void {
	state.closeDeviceScreen?.()
}

function deviceCode({ userCode, uri, uriComplete, expiresAt }: ShownCode): DeviceCode {
	const qr = qrCode(uriComplete)
	const shown = { userCode, verificationUri: uri, verificationUriComplete: uriComplete, expiresAt, qr }
	return { ...shown, text: deviceCodeText(shown) }
}
