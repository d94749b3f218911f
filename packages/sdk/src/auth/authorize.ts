import type { Call } from '../client/operation.ts'
import type { ClientState } from '../client/state.ts'
import { failure } from '../core/failure.ts'
import type { Landing, Popup } from '../platform/platform.ts'
import type { AuthorizationArgs } from '../records/authorization-args.ts'
import { readAnswer } from './authorize-answer.ts'
import { type AuthorizeRequest, authorizeRequest } from './authorize-request.ts'
import { deepLinkLanding, deepLinkRedirect } from './deep-links.ts'
import { leaveForConsent } from './redirect-mode.ts'

/** What the game gets of the consent page. */
export interface Authorization {
	code: string
	redirectUri: string
}

/** Has the user consent on a page of the platform and gives the code. */
export async function authorize(
	{ state, signal }: Call,
	args: AuthorizationArgs,
	popup: Popup | undefined,
): Promise<Authorization> {
	const request = authorizeRequest(args, state.applicationId)
	state.redactor.remember(request.state)
	if (state.options.AuthorizeMode() === 'redirect') await leaveForConsent(state, request)
	const landing = await opened(openLanding(state, args, request, popup), signal)
	const close = () => landing.close()
	signal.addEventListener('abort', close)
	try {
		const answer = await landing.visit(request.url(state.webBase, landing.redirectUri))
		return { code: readAnswer(answer, request.state, state.redactor), redirectUri: landing.redirectUri }
	} finally {
		signal.removeEventListener('abort', close)
		close()
	}
}

async function openLanding(
	state: ClientState,
	args: AuthorizationArgs,
	{ clientId }: AuthorizeRequest,
	popup: Popup | undefined,
): Promise<Landing> {
	const { options, platform, clock } = state
	const openUrl = options.OpenUrl()
	const deepLinks = options.DeepLinks()
	if (deepLinks) {
		if (!args.CodeChallenge()) throw failure('ValidationError', 'A code challenge is needed with a custom scheme')
		const scheme = args.CustomSchemeParam() ?? `${options.StandardScheme()}-${clientId}`
		return deepLinkLanding(deepLinks, deepLinkRedirect(scheme), openUrl ?? platform.openUrl)
	}
	if (args.CustomSchemeParam() !== undefined) state.log.warning('CustomSchemeParam has no effect without DeepLinks')
	return platform.openLanding({ redirectUri: options.RedirectUri(), openUrl, popup, clock })
}

/** A landing that opens after the end was called for is closed at once. */
async function opened(opening: Promise<Landing>, signal: AbortSignal): Promise<Landing> {
	const landing = await opening
	if (signal.aborted) landing.close()
	signal.throwIfAborted()
	return landing
}
