import { type ExternalAuth, externalAuth } from '../auth/external-auth.ts'
import { clientIdOf, required } from '../auth/required.ts'
import { exchange, type Tokens } from '../auth/token-values.ts'
import { asObject, integerOf, textOf } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import { failure, SocialSdkError } from '../core/failure.ts'
import type { AuthenticationExternalAuthType } from '../enums/authorization.ts'
import { ErrorType } from '../enums/results.ts'
import { oauthErrorOf, send } from '../net/http.ts'
import { unless } from '../net/unless.ts'
import type { Clock } from '../platform/platform.ts'
import type { DeviceAuthorizationArgs } from '../records/device-authorization-args.ts'
import { deviceScreen, showDeviceCode } from './device-screen.ts'

/** The answer of the device authorization endpoint (RFC 8628 §3.2). */
interface DeviceGrant {
	deviceCode: string
	userCode: string
	uri: string
	uriComplete: string
	/** Seconds. */
	expiresIn: number
	interval: number
}

/**
 * RFC 8628: shows a code, and waits until somebody has allowed this device elsewhere, has refused, or too much time has
 * passed. With proof of an identity elsewhere its placeholder account is merged.
 */
export async function tokenFromDevice(
	call: Call,
	args: DeviceAuthorizationArgs,
	merged?: ExternalAuth,
): Promise<Tokens> {
	const { state } = call
	const client_id = clientIdOf(args.ClientId() || state.applicationId)
	const scope = required('Scopes', args.Scopes().trim())
	const grant = await begin(call, { client_id, scope })
	const expiresAt = state.clock.now() + grant.expiresIn * 1000
	const screen = await deviceScreen(state)
	call.signal.throwIfAborted()
	const close = showDeviceCode(state, screen, { ...grant, expiresAt }, state.device.abort)
	const form = {
		grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
		client_id,
		device_code: grant.deviceCode,
		...merged,
	}
	try {
		return await poll(call, form, { interval: grant.interval, expiresAt })
	} finally {
		close()
	}
}

/** The same; the placeholder account of an identity elsewhere is merged into the account of who allows it. */
export async function tokenFromDeviceMerging(
	call: Call,
	args: DeviceAuthorizationArgs,
	externalAuthType: AuthenticationExternalAuthType,
	externalAuthToken: string,
): Promise<Tokens> {
	return tokenFromDevice(call, args, externalAuth(externalAuthType, externalAuthToken))
}

const INTERVAL = 5

async function begin({ state, signal }: Call, form: Record<string, string>): Promise<DeviceGrant> {
	const answer = await send({ method: 'POST', path: '/oauth2/device/authorize', form, signal }, state.http)
	const wire = asObject(answer)
	const [deviceCode, userCode] = [textOf(wire.device_code), textOf(wire.user_code)]
	if (!deviceCode || !userCode) throw failure('AuthorizationFailed', 'The answer holds no code')
	state.redactor.remember(deviceCode)
	const uri = textOf(wire.verification_uri) ?? `${state.webBase}/activate`
	return {
		deviceCode,
		userCode,
		uri,
		uriComplete: textOf(wire.verification_uri_complete) ?? uri,
		expiresIn: integerOf(wire.expires_in),
		interval: integerOf(wire.interval) || INTERVAL,
	}
}

interface Patience {
	/** Seconds. */
	interval: number
	expiresAt: number
}

async function poll(call: Call, form: Record<string, string>, { interval, expiresAt }: Patience): Promise<Tokens> {
	const { clock } = call.state
	let seconds = interval
	let wait = interval
	for (;;) {
		await pause(clock, Math.min(wait * 1000, expiresAt - clock.now()), call.signal)
		if (clock.now() >= expiresAt) throw expired()
		try {
			return await exchange(call, form)
		} catch (error) {
			const failed = notYet(error)
			if (oauthErrorOf(failed) === 'slow_down') seconds += SLOWER
			// Nothing was heard: less often, as whatever is in the way does not get better by being asked.
			wait = failed.type === ErrorType.NetworkError ? wait * 2 : Math.max(seconds, failed.retryAfter)
		}
	}
}

const SLOWER = 5

/** The failure of a poll after which there is another one (RFC 8628 §3.5). Throws what ends it. */
function notYet(error: unknown): SocialSdkError {
	if (!(error instanceof SocialSdkError)) throw error
	switch (oauthErrorOf(error)) {
		case 'authorization_pending':
		case 'slow_down':
			return error
		case 'expired_token':
			throw expired(error)
		case 'access_denied':
			throw failure('Aborted', 'The authorization was refused', { cause: error })
	}
	if (error.retryable || error.type === ErrorType.NetworkError) return error
	throw error
}

function expired(cause?: unknown): SocialSdkError {
	return failure('AuthorizationFailed', 'The code expired before anybody allowed this device', { cause })
}

/** Ends early, as a failure, when it is to stop. */
async function pause(clock: Clock, ms: number, stop: AbortSignal): Promise<void> {
	let cancel = () => {}
	try {
		await unless(
			stop,
			() =>
				new Promise<void>((resolve) => {
					cancel = clock.after(ms, resolve)
				}),
		)
	} finally {
		cancel()
	}
}
