import { clientIdOf, required } from '../auth/required.ts'
import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import type { SnowflakeLike } from '../core/snowflake.ts'
import type { DeviceCode, DeviceScreen } from '../platform/platform.ts'
import { deviceCodeText } from './device-code-text.ts'
import { qrCode } from './qr-code.ts'

interface ShownCode {
	userCode: string
	uri: string
	uriComplete: string
	/** Milliseconds since the Unix epoch, 0 where it is not known. */
	expiresAt: number
}

/** Where codes are shown: what the game gave for it, or what there is here. */
export async function deviceScreen({ options, platform }: ClientState): Promise<DeviceScreen> {
	const screen = options.DeviceScreen() ?? (await platform.deviceScreen?.())
	if (!screen) throw failure('ValidationError', 'DeviceScreen is needed to show the code')
	return screen
}

/** Shows a code that the game's server asked for. */
export async function openDeviceScreen(
	state: ClientState,
	clientId: SnowflakeLike,
	userCode: string,
	turn: number,
): Promise<void> {
	clientIdOf(clientId || state.applicationId)
	const uri = `${state.webBase}/activate`
	const uriComplete = `${uri}?user_code=${encodeURIComponent(required('userCode', userCode))}`
	const screen = await deviceScreen(state)
	if (state.codeTurn === turn) showDeviceCode(state, screen, { userCode, uri, uriComplete, expiresAt: 0 })
}

/**
 * Shows a code in place of the one before. `dismissed` is called when the person at the screen closes it; the returned
 * function takes it away. However it goes, the closed listener is called once.
 */
export function showDeviceCode(
	state: ClientState,
	screen: DeviceScreen,
	shown: ShownCode,
	dismissed: () => void = () => {},
): () => void {
	state.closeDeviceScreen?.()
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

function deviceCode({ userCode, uri, uriComplete, expiresAt }: ShownCode): DeviceCode {
	const qr = qrCode(uriComplete)
	const shown = { userCode, verificationUri: uri, verificationUriComplete: uriComplete, expiresAt, qr }
	return { ...shown, text: deviceCodeText(shown) }
}
