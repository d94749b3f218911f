import type { Authorization } from '../auth/authorize.ts'
import { createCodeVerifier } from '../auth/pkce.ts'
import { inPopup } from '../auth/popup.ts'
import type { ResumedAuthorization } from '../auth/redirect-mode.ts'
import type { Tokens } from '../auth/token-values.ts'
import { updateToken } from '../auth/update-token.ts'
import { heldBy } from '../core/object.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'
import type { AuthorizationTokenType } from '../enums/authorization.ts'
import { accounts } from '../parts/parts.ts'
import type { Popup } from '../platform/platform.ts'
import type { AuthorizationArgs } from '../records/authorization-args.ts'
import type { AuthorizationCodeVerifier } from '../records/authorization-code-verifier.ts'
import type {
	AuthorizationCallback,
	AuthorizeRequestCallback,
	FetchCurrentUserCallback,
	OrNone,
	RevokeTokenCallback,
	TokenExchangeCallback,
	TokenExpirationCallback,
	UpdateTokenCallback,
} from './callbacks.ts'
import { ConnectionCalls } from './connection-calls.ts'
import { noEffect } from './no-effect.ts'
import { NO_TOKENS } from './no-tokens.ts'
import { type Call, type CallOptions, type Last, operate } from './operation.ts'

/** What a client does about who the player is. */
export abstract class AuthorizationCalls extends ConnectionCalls {
	/** Makes a PKCE pair: the challenge goes into `AuthorizationArgs`, the verifier into `GetToken`. */
	CreateAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
		const state = heldBy(this)
		const pair = createCodeVerifier()
		state.redactor.remember(pair.Verifier())
		state.lastVerifier = { challenge: pair.Challenge().Challenge(), verifier: pair.Verifier() }
		return pair
	}

	/**
	 * Has the player sign in and consent on a page of the platform, and gives the code for `GetToken`. In a browser call
	 * it while a click is handled. A second call ends the first.
	 */
	Authorize(args: AuthorizationArgs, callback: AuthorizationCallback): void
	Authorize(args: AuthorizationArgs, options?: CallOptions): Promise<Authorization>
	Authorize(args: AuthorizationArgs, last: Last<AuthorizationCallback>) {
		return operate(this, last, 'Authorize', { code: '', redirectUri: '' }, async ({ state, signal: end }) => {
			const given = args.copy()
			const { options } = state
			return state.authorizing.run(end, (signal) => {
				const show = (popup?: Popup) => accounts((part) => part.authorize({ state, signal }, given, popup))
				const isInWindow = options.AuthorizeMode() === 'window' && !options.DeepLinks()
				return isInWindow ? inPopup(state, show) : show()
			})
		})
	}

	/** Names the process whose window an overlay belongs to. Kept for native games: there is no overlay here. */
	SetGameWindowPid(pid: number): void {
		heldBy(this)
		if (!Number.isInteger(pid)) throw new RangeError('SetGameWindowPid: a process id is needed')
		noEffect(this, 'SetGameWindowPid')
	}

	/** Ends a running `Authorize` with a result of type Aborted. Windows that are open stay open. */
	AbortAuthorize(): void {
		heldBy(this).authorizing.abort()
	}

	/**
	 * With `AuthorizeMode` redirect: continues on the page that the consent page came back to. Gives nothing when this
	 * page was not reached in that way.
	 */
	ResumeAuthorize(href: string, options?: CallOptions): Promise<ResumedAuthorization | undefined> {
		const resume = (call: Call) => accounts((part) => part.resumeAuthorize(call, href))
		return operate(this, options ?? {}, 'ResumeAuthorize', [], resume) as Promise<ResumedAuthorization | undefined>
	}

	/** Exchanges the code of `Authorize` for tokens. For public clients. */
	GetToken(
		applicationId: SnowflakeLike,
		code: string,
		codeVerifier: string,
		redirectUri: string,
		callback: TokenExchangeCallback,
	): void
	GetToken(
		applicationId: SnowflakeLike,
		code: string,
		codeVerifier: string,
		redirectUri: string,
		options?: CallOptions,
	): Promise<Tokens>
	GetToken(
		applicationId: SnowflakeLike,
		code: string,
		codeVerifier: string,
		redirectUri: string,
		last: Last<TokenExchangeCallback>,
	) {
		const given = { applicationId, code, codeVerifier, redirectUri }
		return operate(
			this,
			last,
			'GetToken',
			NO_TOKENS,
			(call) => accounts((part) => part.exchangeCode(call, given)),
			code,
			codeVerifier,
		)
	}

	/**
	 * Exchanges a refresh token for new tokens; both old ones die. For public clients. Fails with `invalid_grant` when the
	 * link is gone: ask for a provisional account then, and `Authorize` again if that is answered with 530010. A token of
	 * the client that died with it is let go.
	 */
	RefreshToken(applicationId: SnowflakeLike, refreshToken: string, callback: TokenExchangeCallback): void
	RefreshToken(applicationId: SnowflakeLike, refreshToken: string, options?: CallOptions): Promise<Tokens>
	RefreshToken(applicationId: SnowflakeLike, refreshToken: string, last: Last<TokenExchangeCallback>) {
		return operate(
			this,
			last,
			'RefreshToken',
			NO_TOKENS,
			(call) => accounts((part) => part.refresh(call, applicationId, refreshToken)),
			refreshToken,
		)
	}

	/** Ends every token of the application for the player. For public clients. */
	RevokeToken(applicationId: SnowflakeLike, token: string, callback: RevokeTokenCallback): void
	RevokeToken(applicationId: SnowflakeLike, token: string, options?: CallOptions): Promise<void>
	RevokeToken(applicationId: SnowflakeLike, token: string, last: Last<RevokeTokenCallback>) {
		return operate(
			this,
			last,
			'RevokeToken',
			[],
			(call) => accounts((part) => part.revoke(call, applicationId, token)),
			token,
		)
	}

	/** Gives the client the token to connect with; wait for its end before `Connect`. A live session goes on with it. */
	UpdateToken(tokenType: AuthorizationTokenType, token: string, callback: UpdateTokenCallback): void
	UpdateToken(tokenType: AuthorizationTokenType, token: string, options?: CallOptions): Promise<void>
	UpdateToken(tokenType: AuthorizationTokenType, token: string, last: Last<UpdateTokenCallback>) {
		return operate(this, last, 'UpdateToken', [], (call) => updateToken(call, tokenType, token), token)
	}

	/** Whose token it is. Needs no connection, and tells whether a token works. */
	FetchCurrentUser(tokenType: AuthorizationTokenType, token: string, callback: FetchCurrentUserCallback): void
	FetchCurrentUser(
		tokenType: AuthorizationTokenType,
		token: string,
		options?: CallOptions,
	): Promise<{ id: Snowflake; name: string }>
	FetchCurrentUser(tokenType: AuthorizationTokenType, token: string, last: Last<FetchCurrentUserCallback>) {
		const nobody = { id: 0n, name: '' }
		return operate(
			this,
			last,
			'FetchCurrentUser',
			nobody,
			(call) => accounts((part) => part.fetchCurrentUser(call, tokenType, token)),
			token,
		)
	}

	/** Whether a token is set; not whether it works. */
	IsAuthenticated(): boolean {
		return heldBy(this).token !== undefined
	}

	/**
	 * Tells the platform that the player can be asked for an authorization now, and is called when the player wishes it
	 * there: call `Authorize` in it, as for a button of your own. Set the application id before.
	 */
	RegisterAuthorizeRequestCallback(callback: AuthorizeRequestCallback): void {
		const state = heldBy(this)
		if (state.applicationId === 0n) {
			state.log.error('RegisterAuthorizeRequestCallback: call SetApplicationId first')
			return
		}
		state.events.set('authorizeRequest', callback)
		state.connection.tell({ type: 'can authorize', canAuthorize: true })
	}

	/** Takes that back, during a match for instance. */
	RemoveAuthorizeRequestCallback(): void {
		const state = heldBy(this)
		state.events.set('authorizeRequest', undefined)
		state.connection.tell({ type: 'can authorize', canAuthorize: false })
	}

	/** Called once for each token when it is about to expire or has expired. */
	SetTokenExpirationCallback(callback: OrNone<TokenExpirationCallback>): void {
		heldBy(this).events.set('tokenExpiration', callback)
	}
}
