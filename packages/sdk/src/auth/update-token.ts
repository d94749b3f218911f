import type { ClientState, HeldToken } from '../client/state.ts'
import { failure, SocialSdkError } from '../core/failure.ts'
import { AuthorizationTokenType } from '../enums/authorization.ts'
import { HttpStatusCode } from '../enums/results.ts'
import { watchExpiry } from './expiry.ts'
import { isSameGrant, type TokenFacts, tokenFacts } from './token-facts.ts'

/** Gives the client a token, after asking the server what it stands for. A live session goes on where it can (S16). */
export async function updateToken(
	state: ClientState,
	tokenType: AuthorizationTokenType,
	text: string,
	signal: AbortSignal,
): Promise<void> {
	requireBearer(tokenType, text)
	state.redactor.remember(text)
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

async function ask(state: ClientState, text: string, signal: AbortSignal): Promise<TokenFacts | undefined> {
	try {
		return await tokenFacts(text, state.http, signal)
	} catch (error) {
		const isRefused = error instanceof SocialSdkError && error.status === HttpStatusCode.Unauthorized
		if (isRefused || signal.aborted) throw error
		// What a token stands for only matters later; a game that is offline can still set it.
		state.log.warning(`Nothing is known about the token: ${error}`)
		return undefined
	}
}

function adopt(state: ClientState, text: string, facts: TokenFacts | undefined): void {
	const before = state.token
	before?.stopWatch()
	const token: HeldToken = { text, facts, isExpiryTold: false, stopWatch: () => {} }
	state.token = token
	token.stopWatch = watchExpiry(state, token)
	if (facts && facts.applicationId !== 0n) state.applicationId = facts.applicationId
	state.connection.tell({ type: 'token', token: text })
	if (before && !isSameGrant(before.facts, facts)) state.connection.tell({ type: 'renew' })
}
