import type { Tokens } from '../auth/token-values.ts'
import { heldBy } from '../core/object.ts'
import type { SnowflakeLike } from '../core/snowflake.ts'
import { closeDeviceScreen } from '../device/close-device-screen.ts'
import type { AuthenticationExternalAuthType } from '../enums/authorization.ts'
import { devices } from '../parts/parts.ts'
import type { DeviceAuthorizationArgs } from '../records/device-authorization-args.ts'
import { AuthorizationCalls } from './authorization-calls.ts'
import type { AuthorizeDeviceScreenClosedCallback, OrNone, TokenExchangeCallback } from './callbacks.ts'
import { NO_TOKENS } from './no-tokens.ts'
import { type CallOptions, type Last, operate } from './operation.ts'

/** What a client does where nobody can type: the player allows the device with another one. */
export abstract class DeviceCalls extends AuthorizationCalls {
	/**
	 * Shows the player a code to be entered elsewhere, and waits for the tokens. For public clients. Ends with Aborted when
	 * the player refuses or closes the screen, with AuthorizationFailed when the code expires. A second call ends the first.
	 */
	GetTokenFromDevice(args: DeviceAuthorizationArgs, callback: TokenExchangeCallback): void
	GetTokenFromDevice(args: DeviceAuthorizationArgs, options?: CallOptions): Promise<Tokens>
	GetTokenFromDevice(args: DeviceAuthorizationArgs, last: Last<TokenExchangeCallback>) {
		return operate(this, last, 'GetTokenFromDevice', NO_TOKENS, async ({ state, signal: end }) => {
			const given = args.copy()
			return state.device.run(end, (signal) => devices((part) => part.tokenFromDevice({ state, signal }, given)))
		})
	}

	/** The same; the placeholder account of an identity elsewhere is merged into the account of who allows it. */
	GetTokenFromDeviceProvisionalMerge(
		args: DeviceAuthorizationArgs,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		callback: TokenExchangeCallback,
	): void
	GetTokenFromDeviceProvisionalMerge(
		args: DeviceAuthorizationArgs,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		options?: CallOptions,
	): Promise<Tokens>
	GetTokenFromDeviceProvisionalMerge(
		args: DeviceAuthorizationArgs,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		last: Last<TokenExchangeCallback>,
	) {
		return operate(
			this,
			last,
			'GetTokenFromDeviceProvisionalMerge',
			NO_TOKENS,
			async ({ state, signal: end }) => {
				const given = args.copy()
				return state.device.run(end, (signal) =>
					devices((part) => part.tokenFromDeviceMerging({ state, signal }, given, externalAuthType, externalAuthToken)),
				)
			},
			externalAuthToken,
		)
	}

	/** Ends a running `GetTokenFromDevice` with a result of type Aborted, and its screen. */
	AbortGetTokenFromDevice(): void {
		heldBy(this).device.abort()
	}

	/** Shows a code that the game's server asked for; the server waits for the tokens. */
	OpenAuthorizeDeviceScreen(clientId: SnowflakeLike, userCode: string): void {
		const state = heldBy(this)
		const turn = ++state.codeTurn
		state.redactor.remember(userCode)
		devices((part) => part.openDeviceScreen(state, clientId, userCode, turn)).catch((error) =>
			state.log.error(`The code was not shown. ${error}`),
		)
	}

	/** Takes the code away that is shown. */
	CloseAuthorizeDeviceScreen(): void {
		closeDeviceScreen(heldBy(this))
	}

	/** Called when a code is no longer shown, whoever took it away. */
	SetAuthorizeDeviceScreenClosedCallback(cb: OrNone<AuthorizeDeviceScreenClosedCallback>): void {
		heldBy(this).events.set('authorizeDeviceScreenClosed', cb)
	}
}
