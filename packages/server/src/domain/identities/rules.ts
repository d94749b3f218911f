import ipaddr from 'ipaddr.js'

/**
 * What the address of an identity provider may look like (docs/rules/oauth.md X). Pure: what a name leads to is checked
 * when it is called.
 */

/** Grows with the rules; a configuration says by which it was found good. */
export const RULES_VERSION = 1

const MOST_LENGTH = 2048
const VISIBLE_ASCII = /^[!-~]+$/
/** Names that are nobody's on the public network. */
const NEVER_PUBLIC = new Set(['local', 'arpa', 'internal', 'localhost'])

export interface AddressRules {
	/** Whether hosts of this machine and of private networks are taken, also by `http`. */
	allowsLocal: boolean
}

/** Why an issuer cannot be configured, as a sentence; undefined where it can (X1). */
export function issuerProblem(issuer: string, rules: AddressRules): string | undefined {
	if (/[?#]/.test(issuer)) return 'An issuer has no query and no fragment.'
	return addressProblem(issuer, rules)
}

/** Why keys cannot be read from this address. Its host is checked when it is called. */
export function jwksProblem(uri: string, { allowsLocal }: AddressRules): string | undefined {
	const url = wellFormed(uri)
	if (!url) return '`jwks_uri` is not an absolute address.'
	if (url.username !== '' || url.password !== '') return '`jwks_uri` may not name a user.'
	if (url.protocol === 'https:') return undefined
	return allowsLocal && url.protocol === 'http:' && isLocalHost(url.hostname) ? undefined : '`jwks_uri` must be https.'
}

function addressProblem(text: string, { allowsLocal }: AddressRules): string | undefined {
	const url = wellFormed(text)
	if (!url) return 'Not a well formed address.'
	if (/^[^:]*:\/\/[^/]*@/.test(text)) return 'An issuer names no user.'
	const isLocal = allowsLocal && isLocalHost(url.hostname)
	if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return 'An issuer begins with https://.'
	return isLocal ? undefined : hostProblem(url.hostname)
}

function hostProblem(hostname: string): string | undefined {
	if (isAddress(hostname)) return 'An issuer has a name, not an IP address.'
	const labels = hostname.replace(/\.$/, '').split('.')
	if (labels.length < 2) return 'The name of the host has at least two parts, such as id.example.com.'
	if (labels.includes('')) return 'The name of the host has an empty part.'
	const last = labels.at(-1) as string
	return NEVER_PUBLIC.has(last) ? `Hosts below .${last} are on no public network.` : undefined
}

/** What the text is, where it is one that every reader understands alike. */
function wellFormed(text: string): URL | undefined {
	if (text.length > MOST_LENGTH || !VISIBLE_ASCII.test(text) || text.includes('\\')) return undefined
	// `https:host` and `https:///host` are addresses only to readers that mend them.
	if (!/^[a-z]+:\/\/[^/]/i.test(text) || !URL.canParse(text)) return undefined
	// Escapes in a host are read by some and not by others.
	if (/^[^:]+:\/\/[^/?#]*%/.test(text)) return undefined
	return new URL(text)
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')
const isAddress = (hostname: string): boolean => ipaddr.isValid(bare(hostname))

/** A host of this machine or of a private network: a number that is not public, a name that nobody has outside. */
function isLocalHost(hostname: string): boolean {
	if (isAddress(hostname)) return ipaddr.process(bare(hostname)).range() !== 'unicast'
	const labels = hostname.replace(/\.$/, '').split('.')
	return labels.length === 1 || NEVER_PUBLIC.has(labels.at(-1) as string)
}
