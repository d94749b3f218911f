import { timeOf, type Wire } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import type { ClientState, HeldToken } from '../client/state.ts'
import { failure, SocialSdkError } from '../core/failure.ts'
import { AuthorizationTokenType } from '../enums/authorization.ts'
import { UNAUTHORIZED } from '../net/http.ts'
import { forgoExpiry, watchExpiry } from './expiry.ts'
import { isSameGrant, type TokenFacts, tokenFacts } from './token-facts.ts'

/** Gives the client a token, after asking the server what it stands for. A live session goes on where it can (S16). */
export async function updateToken(
	{ state, signal }: Call,
	tokenType: AuthorizationTokenType,
	text: string,
): Promise<void> {
	requireBearer(tokenType, text)
	const before = state.token
	const facts = await ask(state, text, signal)
	if (state.token !== before) throw failure('Aborted', 'Another token was given in the meantime')
	adopt(state, text, facts)
}

/** The only type that works, and some text. */
export function requireBearer(tokenType: AuthorizationTokenType, text: string): void {
	if (tokenType !== AuthorizationTokenType.Bearer) throw failure('ValidationError', 'Only bearer tokens can be used')
	if (typeof text !== 'string' || text === '') throw failure('ValidationError', 'The token is empty')
}

/** Lets go of the client's token where the server does not know it any more. */
export async function dropDeadToken({ state, signal }: Call): Promise<void> {
	const { token } = state
	if (!token || !(await isDead(state, token.text, signal)) || state.token !== token) return
	forgoExpiry(token)
	state.token = undefined
	state.connection.tell({ type: 'token', token: undefined })
	state.log.info('The token was dropped: the platform knows it no more')
}

/** The server says so; where it cannot be asked it is not known. */
async function isDead(state: ClientState, text: string, signal: AbortSignal): Promise<boolean> {
	try {
		await tokenFacts(text, state.http, signal)
		return false
	} catch (error) {
		return isRefused(error)
	}
}

/** TOKEN_UPDATED tells when it expires, to whom the server could not tell it before. */
export function tokenUpdated(state: ClientState, data: Wire): void {
	const { token } = state
	if (token && !token.facts) watchExpiry(state, token, timeOf(data.expires_at))
}

async function ask(state: ClientState, text: string, signal: AbortSignal): Promise<TokenFacts | undefined> {
	try {
		return await tokenFacts(text, state.http, signal)
	} catch (error) {
		if (isRefused(error) || signal.aborted) throw error
		// What a token stands for only matters later; a game that is offline can still set it.
		state.log.warning(`Nothing is known about the token: ${error}`)
		return undefined
	}
}

function isRefused(error: unknown): boolean {
	return error instanceof SocialSdkError && error.status === UNAUTHORIZED
}

function adopt(state: ClientState, text: string, facts: TokenFacts | undefined): void {
	const before = state.token
	before?.stopWatch()
	const token: HeldToken = { text, facts, isExpiryTold: false, stopWatch: () => {} }
	state.token = token
	watchExpiry(state, token, facts?.expiresAt ?? 0)
	if (facts && facts.applicationId !== 0n) state.applicationId = facts.applicationId
	if (before && !isSameGrant(before.facts, facts)) state.connection.tell({ type: 'renew' })
	state.connection.tell({ type: 'token', token: text })
}
