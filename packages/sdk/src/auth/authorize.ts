import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import { unless } from '../net/unless.ts'
import type { Landing } from '../platform/platform.ts'
import type { AuthorizationArgs } from '../records/authorization-args.ts'
import { readAnswer } from './authorize-answer.ts'
import { authorizeRequest } from './authorize-request.ts'
import { deepLinkLanding, deepLinkRedirect } from './deep-links.ts'
import { leaveForConsent } from './redirect-mode.ts'

/**
 * Has the user consent on a page of the platform and gives the code. Everything up to showing the page happens before
 * this returns where the platform can: a browser opens windows only while it handles a click.
 */
export async function authorize(
	state: ClientState,
	args: AuthorizationArgs,
	signal: AbortSignal,
): Promise<[code: string, redirectUri: string]> {
	const request = authorizeRequest(args, state.applicationId)
	state.redactor.remember(request.state)
	abortAuthorize(state)
	const end = new AbortController()
	const abort = () => end.abort(signal.reason)
	signal.addEventListener('abort', abort)
	state.authorizing = end
	try {
		if (state.options.AuthorizeMode() === 'redirect') {
			await unless(end.signal, () => leaveForConsent(state, request))
		}
		return await unless(end.signal, () => visit(state, request, args, end.signal))
	} finally {
		signal.removeEventListener('abort', abort)
		if (state.authorizing === end) state.authorizing = undefined
	}
}

/** Only one runs at a time: a second one ends the first. */
export function abortAuthorize(state: ClientState): void {
	state.authorizing?.abort(failure('Aborted', 'The authorization was aborted'))
	state.authorizing = undefined
}

async function visit(
	state: ClientState,
	request: ReturnType<typeof authorizeRequest>,
	args: AuthorizationArgs,
	signal: AbortSignal,
): Promise<[code: string, redirectUri: string]> {
	const opening = openLanding(state, args, request.clientId)
	const landing = opening instanceof Promise ? await opened(opening, signal) : opening
	const close = () => landing.close()
	signal.addEventListener('abort', close)
	try {
		const answer = await landing.visit(request.url(state.webBase, landing.redirectUri))
		return [readAnswer(answer, request.state, state.redactor), landing.redirectUri]
	} finally {
		signal.removeEventListener('abort', close)
		close()
	}
}

function openLanding(state: ClientState, args: AuthorizationArgs, clientId: string): Landing | Promise<Landing> {
	const { options, platform, clock } = state
	const openUrl = options.OpenUrl()
	const deepLinks = options.DeepLinks()
	if (deepLinks) {
		if (!args.CodeChallenge()) throw failure('ValidationError', 'A code challenge is needed with a custom scheme')
		const scheme = args.CustomSchemeParam() ?? `${options.StandardScheme()}-${clientId}`
		return deepLinkLanding(deepLinks, deepLinkRedirect(scheme), openUrl ?? platform.openUrl)
	}
	if (args.CustomSchemeParam() !== undefined) state.log.warning('CustomSchemeParam has no effect without DeepLinks')
	return platform.openLanding({ redirectUri: options.RedirectUri(), openUrl, clock })
}

/** A landing that opens after the end was called for is closed at once. */
async function opened(opening: Promise<Landing>, signal: AbortSignal): Promise<Landing> {
	const landing = await opening
	if (signal.aborted) landing.close()
	signal.throwIfAborted()
	return landing
}
