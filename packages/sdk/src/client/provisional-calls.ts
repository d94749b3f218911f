import { externalAuth } from '../auth/external-auth.ts'
import { mergeCompleted } from '../auth/full-account.ts'
import { childToken, provisionalToken, rename, unmerge } from '../auth/provisional.ts'
import type { Tokens } from '../auth/token-values.ts'
import { exchangeCode } from '../auth/tokens.ts'
import { heldBy } from '../core/object.ts'
import type { SnowflakeLike } from '../core/snowflake.ts'
import { type AuthenticationExternalAuthType, AuthorizationTokenType } from '../enums/authorization.ts'
import type {
	ExchangeChildTokenCallback,
	TokenExchangeCallback,
	UnmergeIntoProvisionalAccountCallback,
	UpdateProvisionalAccountDisplayNameCallback,
} from './callbacks.ts'
import { DeviceCalls } from './device-calls.ts'
import { type CallOptions, type Last, operate, operateForTokens, operateVoid } from './operation.ts'

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
		const state = heldBy(this)
		return operateForTokens(state, last, async (signal) => {
			const external = externalAuth(state, externalAuthType, externalAuthToken)
			return provisionalToken(state, applicationId, external, signal)
		})
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
		const state = heldBy(this)
		return operateForTokens(state, last, async (signal) => {
			const merged = externalAuth(state, externalAuthType, externalAuthToken)
			return exchangeCode(state, { applicationId, code, codeVerifier, redirectUri }, signal, merged)
		})
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
		const state = heldBy(this)
		return operateVoid(state, last, async (signal) => {
			const external = externalAuth(state, externalAuthType, externalAuthToken)
			await unmerge(state, applicationId, external, signal)
		})
	}

	/** Gives the player's placeholder account another display name, of 1 to 32 characters. */
	UpdateProvisionalAccountDisplayName(name: string, callback: UpdateProvisionalAccountDisplayNameCallback): void
	UpdateProvisionalAccountDisplayName(name: string, options?: CallOptions): Promise<void>
	UpdateProvisionalAccountDisplayName(name: string, last: Last<UpdateProvisionalAccountDisplayNameCallback>) {
		const state = heldBy(this)
		return operateVoid(state, last, (signal) => rename(state, name, signal))
	}

	/** Tells that a merge which an operation asked for is done, or was given up: the operation goes on, or ends Aborted. */
	ProvisionalUserMergeCompleted(success: boolean): void {
		mergeCompleted(heldBy(this), success)
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
		const state = heldBy(this)
		type Values = [accessToken: string, tokenType: AuthorizationTokenType, expiresIn: number, scopes: string]
		return operate<Values, Omit<Tokens, 'refreshToken'>>(state, last, {
			async work(signal) {
				const [accessToken, , ...rest] = await childToken(state, parentApplicationToken, childApplicationId, signal)
				return [accessToken, ...rest]
			},
			otherwise: ['', AuthorizationTokenType.Bearer, 0, ''],
			give: (accessToken, tokenType, expiresIn, scopes) => ({ accessToken, tokenType, expiresIn, scopes }),
		})
	}
}
