/** Kinds of clients that a presence tells apart. */
export type ClientKind = 'desktop' | 'mobile' | 'web' | 'vr'

/** What a client says of itself in Identify; keys with `$` are those of old. */
export type ClientProperties = Readonly<Record<string, unknown>>

const VR = /\b(?:vr|xr|oculus|quest|visionos|horizonos)\b/i
const MOBILE = /\b(?:android|ios|iphone|ipados|ipad)\b/i
const WEB = /\b(?:web|browser|chrome|chromium|firefox|safari|edge|opera|mozilla)\b/i

/** Which kind of client it is (Q2). */
export function clientKind(of: 'bot' | 'player', properties: ClientProperties): ClientKind {
	const said = ['os', 'browser', 'device']
		.map((key) => String(properties[key] ?? properties[`$${key}`] ?? ''))
		.join(' ')
	if (VR.test(said)) return 'vr'
	if (MOBILE.test(said)) return 'mobile'
	return of === 'bot' || WEB.test(said) ? 'web' : 'desktop'
}

/** The system it runs on, as one of the user's own sessions is told of it. */
export function systemOf(properties: ClientProperties): string {
	const said = properties.os ?? properties.$os
	return typeof said === 'string' && said !== '' ? said.slice(0, 32).toLowerCase() : 'unknown'
}
