import { failure } from '../core/failure.ts'
import type { DeepLinks, Landing, OpenUrl } from '../platform/platform.ts'

/** Where the consent page of an app with its own URI scheme redirects to. One slash: there is no host. */
export function deepLinkRedirect(scheme: string): string {
	if (!/^[a-z][a-z0-9+.-]*$/i.test(scheme)) throw failure('ValidationError', `${scheme} is no URI scheme`)
	return `${scheme}:/authorize/callback`
}

/** Waits for the operating system to hand the app the redirect. */
export function deepLinkLanding(deepLinks: DeepLinks, redirectUri: string, openUrl: OpenUrl | undefined): Landing {
	let stop = () => {}
	return {
		redirectUri,
		async visit(url) {
			if (!openUrl) throw failure('ValidationError', 'OpenUrl is needed to show the consent page')
			const answer = new Promise<URLSearchParams>((resolve) => {
				stop = deepLinks.onUrl((link) => {
					const [address, query] = link.split('?')
					if (address === redirectUri) resolve(new URLSearchParams(query?.split('#')[0]))
				})
			})
			await openUrl(url)
			return answer
		},
		close: () => stop(),
	}
}
