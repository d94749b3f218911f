import type { OAuthError } from './errors.ts'

/** Where an answer goes, and how it is written there. */
export interface Destination {
	redirectUri: string
	/** Codes travel in the query, tokens in the fragment, which browsers do not send on. */
	isFragment: boolean
	rawState: string | undefined
	/** Present where OpenID Connect was asked for; others break on it (clients.md 21). */
	issuer: string | undefined
}

/** The address with the answer in it. The redirect URI stays as it was sent, to the byte. */
export function locationOf(destination: Destination, answer: Record<string, string>): string {
	const { redirectUri, isFragment, rawState, issuer } = destination
	const params = new URLSearchParams(answer)
	if (issuer !== undefined) params.set('iss', issuer)
	const parts = [params.toString(), rawState === undefined ? '' : `state=${rawState}`].filter(Boolean)
	return parts.length === 0 ? redirectUri : `${redirectUri}${separatorOf(redirectUri, isFragment)}${parts.join('&')}`
}

/** The address with an error in it. */
export function refusal(destination: Destination, { error, message }: OAuthError): string {
	return locationOf(destination, { error, error_description: message })
}

function separatorOf(redirectUri: string, isFragment: boolean): string {
	if (isFragment) return '#'
	if (!redirectUri.includes('?')) return '?'
	return /[?&]$/.test(redirectUri) ? '' : '&'
}
