import { authorize } from '../auth/authorize.ts'
import { createCodeVerifier } from '../auth/pkce.ts'
import { type ResumedAuthorization, resumeAuthorize } from '../auth/redirect-mode.ts'
import type { Tokens } from '../auth/token-values.ts'
import { exchangeCode, fetchCurrentUser, refresh, revoke } from '../auth/tokens.ts'
import { updateToken } from '../auth/update-token.ts'
import { heldBy } from '../core/object.ts'
import type { Snowflake, SnowflakeLike } from '../core/snowflake.ts'
import type { AuthorizationTokenType } from '../enums/authorization.ts'
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
import { type CallOptions, type Last, operate, operateForTokens, operateVoid } from './operation.ts'

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
	Authorize(args: AuthorizationArgs, options?: CallOptions): Promise<{ code: string; redirectUri: string }>
	Authorize(args: AuthorizationArgs, last: Last<AuthorizationCallback>) {
		const state = heldBy(this)
		return operate<[string, string], { code: string; redirectUri: string }>(state, last, {
			work: async (signal) => authorize(state, args.copy(), signal),
			otherwise: ['', ''],
			give: (code, redirectUri) => ({ code, redirectUri }),
		})
	}

	/** Names the process whose window an overlay belongs to. Kept for native games: there is no overlay here. */
	SetGameWindowPid(pid: number): void {
		const state = heldBy(this)
		if (!Number.isInteger(pid)) throw new RangeError('SetGameWindowPid: a process id is needed')
		if (state.gameWindowPid === undefined) state.log.warning('No effect here: SetGameWindowPid')
		state.gameWindowPid = pid
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
		const state = heldBy(this)
		return operate<[ResumedAuthorization | undefined], ResumedAuthorization | undefined>(state, options ?? {}, {
			work: async () => [await resumeAuthorize(state, href)],
			otherwise: [undefined],
			give: (resumed) => resumed,
		}) as Promise<ResumedAuthorization | undefined>
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
		const state = heldBy(this)
		const given = { applicationId, code, codeVerifier, redirectUri }
		return operateForTokens(state, last, (signal) => exchangeCode(state, given, signal))
	}

	/**
	 * Exchanges a refresh token for new tokens; both old ones die. For public clients. Fails with `invalid_grant` when the
	 * link is gone: ask for a provisional account then, and `Authorize` again if that is answered with 530010. A token of
	 * the client that died with it is let go.
	 */
	RefreshToken(applicationId: SnowflakeLike, refreshToken: string, callback: TokenExchangeCallback): void
	RefreshToken(applicationId: SnowflakeLike, refreshToken: string, options?: CallOptions): Promise<Tokens>
	RefreshToken(applicationId: SnowflakeLike, refreshToken: string, last: Last<TokenExchangeCallback>) {
		const state = heldBy(this)
		return operateForTokens(state, last, (signal) => refresh(state, applicationId, refreshToken, signal))
	}

	/** Ends every token of the application for the player. For public clients. */
	RevokeToken(applicationId: SnowflakeLike, token: string, callback: RevokeTokenCallback): void
	RevokeToken(applicationId: SnowflakeLike, token: string, options?: CallOptions): Promise<void>
	RevokeToken(applicationId: SnowflakeLike, token: string, last: Last<RevokeTokenCallback>) {
		const state = heldBy(this)
		return operateVoid(state, last, (signal) => revoke(state, applicationId, token, signal))
	}

	/** Gives the client the token to connect with; wait for its end before `Connect`. A live session goes on with it. */
	UpdateToken(tokenType: AuthorizationTokenType, token: string, callback: UpdateTokenCallback): void
	UpdateToken(tokenType: AuthorizationTokenType, token: string, options?: CallOptions): Promise<void>
	UpdateToken(tokenType: AuthorizationTokenType, token: string, last: Last<UpdateTokenCallback>) {
		const state = heldBy(this)
		return operateVoid(state, last, (signal) => updateToken(state, tokenType, token, signal))
	}

	/** Whose token it is. Needs no connection, and tells whether a token works. */
	FetchCurrentUser(tokenType: AuthorizationTokenType, token: string, callback: FetchCurrentUserCallback): void
	FetchCurrentUser(
		tokenType: AuthorizationTokenType,
		token: string,
		options?: CallOptions,
	): Promise<{ id: Snowflake; name: string }>
	FetchCurrentUser(tokenType: AuthorizationTokenType, token: string, last: Last<FetchCurrentUserCallback>) {
		const state = heldBy(this)
		return operate<[Snowflake, string], { id: Snowflake; name: string }>(state, last, {
			work: (signal) => fetchCurrentUser(state, tokenType, token, signal),
			otherwise: [0n, ''],
			give: (id, name) => ({ id, name }),
		})
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
