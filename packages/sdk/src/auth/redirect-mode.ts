import { asObject, textOf } from '../cache/wire.ts'
import type { Call } from '../client/operation.ts'
import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import type { KeyValueStore } from '../platform/platform.ts'
import { readAnswer } from './authorize-answer.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

/** What `ResumeAuthorize` gives. */
export interface ResumedAuthorization {
	code: string
	redirectUri: string
	/** Of the pair that `CreateAuthorizationCodeVerifier` made for it; empty when it was not made by this client. */
	codeVerifier: string
}

const KEY = 'socialsdk.authorize'

/** Leaves the page for the consent page. Never resolves: the page that comes back is another. */
export function leaveForConsent(state: ClientState, request: AuthorizeRequest): Promise<never> {
	const { platform, options, lastVerifier } = state
	const redirectUri = options.RedirectUri()
	if (!platform.leavePageFor) throw failure('ValidationError', 'There is no page to leave here')
	if (redirectUri === undefined) throw failure('ValidationError', 'RedirectUri is needed: the page to come back to')
	const codeVerifier = lastVerifier?.challenge === request.challenge ? lastVerifier?.verifier : undefined
	storage(state).setItem(KEY, JSON.stringify({ state: request.state, redirectUri, codeVerifier }))
	platform.leavePageFor(request.url(state.webBase, redirectUri))
	return new Promise(() => {})
}

/** Continues on the page that came back; `undefined` when it does not come from a consent page. */
export async function resumeAuthorize({ state }: Call, href: string): Promise<ResumedAuthorization | undefined> {
	const store = storage(state)
	const kept = store.getItem(KEY)
	const answer = new URL(href).searchParams
	if (kept === null || !(answer.has('code') || answer.has('error'))) return undefined
	store.removeItem(KEY)
	const { state: sent, redirectUri, codeVerifier } = asObject(JSON.parse(kept))
	for (const secret of [sent, codeVerifier]) state.redactor.remember(textOf(secret))
	const code = readAnswer(answer, textOf(sent) ?? '', state.redactor)
	return { code, redirectUri: textOf(redirectUri) ?? '', codeVerifier: textOf(codeVerifier) ?? '' }
}

function storage({ options, platform }: ClientState): KeyValueStore {
	const store = options.Storage() ?? platform.storage?.()
	if (!store) throw failure('ValidationError', 'Storage is needed to remember what was asked for')
	return store
}
