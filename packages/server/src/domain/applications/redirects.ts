/**
 * Where answers of the authorization endpoint may go (docs/rules/oauth.md R). Pure: everything is decided on the text as
 * it was registered and as it was asked for, never on what a parser makes of it.
 */

export interface RedirectRules {
	applicationId: string
	/** Scheme of the platform's own mobile redirects: `<scheme>-<application id>:/authorize/callback`. */
	standardScheme: string
	/** Lets plain http be registered for any host, not only for loopback. */
	allowsInsecure?: boolean
}

const MOST_LENGTH = 2048
const VISIBLE_ASCII = /^[!-~]+$/
const NEVER = /[#*\\"'<>`{}|^]/
const SCHEME = /^([a-z][a-z0-9+.-]*):/
/** Schemes that run, read or dial something. */
const REFUSED_SCHEMES = new Set([
	...['javascript', 'data', 'file', 'vbscript', 'blob', 'about', 'ws', 'wss', 'ftp', 'intent', 'content', 'mailto'],
	...['tel', 'sms', 'chrome', 'jar', 'filesystem', 'view-source', 'resource'],
])
/** `http://127.0.0.1` or `http://[::1]`, its port, and the rest. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::(\d{1,5}))?(?=[/?]|$)(.*)$/

/** Why a URI cannot be registered; undefined where it can (R1). */
export function redirectProblem(uri: string, rules: RedirectRules): string | undefined {
	if (uri.length > MOST_LENGTH) return `Must be ${MOST_LENGTH} or fewer in length.`
	if (uri.includes('#')) return 'Must not have a fragment (#).'
	if (uri.includes('*')) return 'Must not have a wildcard (*): every address is registered as it is.'
	if (!VISIBLE_ASCII.test(uri) || NEVER.test(uri)) return 'Holds characters that a redirect URI may not.'
	const scheme = SCHEME.exec(uri)?.[1]
	if (scheme === undefined) return 'Must begin with a scheme in lower case.'
	if (scheme === 'https' || scheme === 'http') return webProblem(uri, rules)
	if (REFUSED_SCHEMES.has(scheme)) return `The scheme ${scheme} cannot be used.`
	if (!isOwnScheme(scheme, rules)) return 'This scheme belongs to the platform or to another application.'
	return /^[^:]+:\/./.test(uri) ? undefined : 'Needs a path.'
}

function webProblem(uri: string, { allowsInsecure }: RedirectRules): string | undefined {
	const authority = /^https?:\/\/([^/?]+)/.exec(uri)?.[1]
	if (!authority || !URL.canParse(uri)) return 'Not a well formed URL.'
	if (authority.includes('@')) return 'May not name a user.'
	const { protocol, hostname } = new URL(uri)
	const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
	return protocol === 'https:' || isLoopback || allowsInsecure
		? undefined
		: 'Must be https, except on this machine (localhost, 127.0.0.1).'
}

/** A private scheme is anybody's, but for the standard one, which carries the id of its application (R4). */
function isOwnScheme(scheme: string, { standardScheme, applicationId }: RedirectRules): boolean {
	if (scheme === standardScheme) return false
	const isStandard = scheme.startsWith(`${standardScheme}-`) && /^\d+$/.test(scheme.slice(standardScheme.length + 1))
	return !isStandard || scheme === `${standardScheme}-${applicationId}`
}

/** Whether an answer may go to `asked`, given what the application registered (R2–R4). */
export function isRedirectAllowed(asked: string, registered: readonly string[], rules: RedirectRules): boolean {
	if (asked.length > MOST_LENGTH || !VISIBLE_ASCII.test(asked) || NEVER.test(asked)) return false
	const scheme = SCHEME.exec(asked)?.[1]
	if (scheme === undefined || !(isWeb(scheme) || isOwnScheme(scheme, rules))) return false
	return registered.some((uri) => uri === asked || isSameLoopback(uri, asked) || isSamePrivateUse(uri, asked))
}

/** R3: on the loopback address any port will do, since an app gets one when it starts (RFC 8252 §7.3). */
function isSameLoopback(registered: string, asked: string): boolean {
	const [, host, , rest] = LOOPBACK.exec(registered) ?? []
	const [, askedHost, askedPort, askedRest] = LOOPBACK.exec(asked) ?? []
	return host !== undefined && host === askedHost && rest === askedRest && Number(askedPort ?? 80) <= 65_535
}

/** R4: `x:/path` and `x:///path` are the same place; `x://host/path` is another. */
function isSamePrivateUse(registered: string, asked: string): boolean {
	if (!isPrivateUse(registered) || !isPrivateUse(asked)) return false
	return withoutAuthority(registered) === withoutAuthority(asked)
}

const withoutAuthority = (uri: string): string => uri.replace(/^([^:]+):\/\/\//, '$1:/')

/** Whether an app on a device, rather than a site, listens at this address. */
export function isPrivateUse(uri: string): boolean {
	const scheme = SCHEME.exec(uri)?.[1]
	return scheme !== undefined && !isWeb(scheme)
}

const isWeb = (scheme: string): boolean => scheme === 'https' || scheme === 'http'
