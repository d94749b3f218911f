import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import type { Landing } from '../platform/platform.ts'
import type { AuthorizationArgs } from '../records/authorization-args.ts'
import { readAnswer } from './authorize-answer.ts'
import { type AuthorizeRequest, authorizeRequest } from './authorize-request.ts'
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
	return state.authorizing.run(signal, async (end) => {
		if (state.options.AuthorizeMode() === 'redirect') await leaveForConsent(state, request)
		return visit(state, request, args, end)
	})
}

async function visit(
	state: ClientState,
	request: AuthorizeRequest,
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
