import type { Tokens } from '../auth/token-values.ts'
import { heldBy } from '../core/object.ts'
import type { SnowflakeLike } from '../core/snowflake.ts'
import type { AuthenticationExternalAuthType } from '../enums/authorization.ts'
import { accounts } from '../parts/parts.ts'
import type {
	ExchangeChildTokenCallback,
	TokenExchangeCallback,
	UnmergeIntoProvisionalAccountCallback,
	UpdateProvisionalAccountDisplayNameCallback,
} from './callbacks.ts'
import { DeviceCalls } from './device-calls.ts'
import { NO_TOKENS } from './no-tokens.ts'
import { type CallOptions, type Last, operate } from './operation.ts'

const { refreshToken: _, ...NO_CHILD_TOKEN } = NO_TOKENS

/** What a client does for players without an account of the platform, and for publishers with several games. */
export abstract class ProvisionalCalls extends DeviceCalls {
	/**
	 * Signs the player in with an identity elsewhere, without an account of the platform. For public clients. There is no
	 * refresh token: call it again before the token expires. Fails with 530010 where the identity is linked to an account.
	 */
	GetProvisionalToken(
		applicationId: SnowflakeLike,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		callback: TokenExchangeCallback,
	): void
	GetProvisionalToken(
		applicationId: SnowflakeLike,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		options?: CallOptions,
	): Promise<Tokens>
	GetProvisionalToken(
		applicationId: SnowflakeLike,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		last: Last<TokenExchangeCallback>,
	) {
		return operate(
			this,
			last,
			'GetProvisionalToken',
			NO_TOKENS,
			(call) => accounts((part) => part.provisionalToken(call, applicationId, externalAuthType, externalAuthToken)),
			externalAuthToken,
		)
	}

	/** `GetToken`, and the placeholder account of an identity elsewhere is merged into the account. For public clients. */
	GetTokenFromProvisionalMerge(
		applicationId: SnowflakeLike,
		code: string,
		codeVerifier: string,
		redirectUri: string,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		callback: TokenExchangeCallback,
	): void
	GetTokenFromProvisionalMerge(
		applicationId: SnowflakeLike,
		code: string,
		codeVerifier: string,
		redirectUri: string,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		options?: CallOptions,
	): Promise<Tokens>
	GetTokenFromProvisionalMerge(
		applicationId: SnowflakeLike,
		code: string,
		codeVerifier: string,
		redirectUri: string,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		last: Last<TokenExchangeCallback>,
	) {
		const given = { applicationId, code, codeVerifier, redirectUri }
		return operate(
			this,
			last,
			'GetTokenFromProvisionalMerge',
			NO_TOKENS,
			(call) => accounts((part) => part.mergingToken(call, given, externalAuthType, externalAuthToken)),
			code,
			codeVerifier,
			externalAuthToken,
		)
	}

	/**
	 * Takes an identity elsewhere out of the account, into a new placeholder account. For public clients. Every token of the
	 * application for the account dies, and its sessions end.
	 */
	UnmergeIntoProvisionalAccount(
		applicationId: SnowflakeLike,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		callback: UnmergeIntoProvisionalAccountCallback,
	): void
	UnmergeIntoProvisionalAccount(
		applicationId: SnowflakeLike,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		options?: CallOptions,
	): Promise<void>
	UnmergeIntoProvisionalAccount(
		applicationId: SnowflakeLike,
		externalAuthType: AuthenticationExternalAuthType,
		externalAuthToken: string,
		last: Last<UnmergeIntoProvisionalAccountCallback>,
	) {
		return operate(
			this,
			last,
			'UnmergeIntoProvisionalAccount',
			[],
			(call) => accounts((part) => part.unmerge(call, applicationId, externalAuthType, externalAuthToken)),
			externalAuthToken,
		)
	}

	/** Gives the player's placeholder account another display name, of 1 to 32 characters. */
	UpdateProvisionalAccountDisplayName(name: string, callback: UpdateProvisionalAccountDisplayNameCallback): void
	UpdateProvisionalAccountDisplayName(name: string, options?: CallOptions): Promise<void>
	UpdateProvisionalAccountDisplayName(name: string, last: Last<UpdateProvisionalAccountDisplayNameCallback>) {
		return operate(this, last, 'UpdateProvisionalAccountDisplayName', [], (call) =>
			accounts((part) => part.rename(call, name)),
		)
	}

	/** Tells that a merge which an operation asked for is done, or was given up: the operation goes on, or ends Aborted. */
	ProvisionalUserMergeCompleted(success: boolean): void {
		const { waitingForMerge } = heldBy(this)
		for (const resolve of waitingForMerge) resolve(success)
		waitingForMerge.clear()
	}

	/** Turns a token of a publisher into one of its games, which expires with it. For public clients. */
	ExchangeChildToken(
		parentApplicationToken: string,
		childApplicationId: SnowflakeLike,
		callback: ExchangeChildTokenCallback,
	): void
	ExchangeChildToken(
		parentApplicationToken: string,
		childApplicationId: SnowflakeLike,
		options?: CallOptions,
	): Promise<Omit<Tokens, 'refreshToken'>>
	ExchangeChildToken(
		parentApplicationToken: string,
		childApplicationId: SnowflakeLike,
		last: Last<ExchangeChildTokenCallback>,
	) {
		return operate(
			this,
			last,
			'ExchangeChildToken',
			NO_CHILD_TOKEN,
			(call) => accounts((part) => part.childToken(call, parentApplicationToken, childApplicationId)),
			parentApplicationToken,
		)
	}
}
