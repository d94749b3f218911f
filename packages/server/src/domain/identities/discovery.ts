import type { Web } from '../../ports/web.ts'
import { askObject, type Looked } from './look.ts'
import { type AddressRules, jwksProblem } from './rules.ts'

/** Algorithms of tokens that are taken; never a symmetric one, never none. */
const ALGORITHMS = [
	...['RS256', 'RS384', 'RS512'],
	...['ES256', 'ES384', 'ES512'],
	...['PS256', 'PS384', 'PS512'],
] as const

/** What matters of a provider's discovery document. */
export interface Discovery {
	jwksUri: string
	/** Those of the provider that are taken here. */
	algorithms: readonly string[]
}

export function discoveryUrl(issuer: string): string {
	return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** Reads and checks the discovery document of an issuer (X2). */
export async function discover(web: Web, issuer: string, rules: AddressRules): Promise<Looked<Discovery>> {
	const document = await askObject(web, discoveryUrl(issuer))
	return 'problem' in document ? document : readDiscovery(document.value, issuer, rules)
}

function readDiscovery(document: Record<string, unknown>, issuer: string, rules: AddressRules): Looked<Discovery> {
	if (document.issuer !== issuer) {
		return { problem: `Its discovery document says that the issuer is ${quoted(document.issuer)}, not "${issuer}".` }
	}
	const { jwks_uri, id_token_signing_alg_values_supported: said } = document
	if (typeof jwks_uri !== 'string') return { problem: 'Its discovery document has no `jwks_uri`.' }
	const wrong = jwksProblem(jwks_uri, rules)
	if (wrong) return { problem: wrong }
	if (!Array.isArray(said)) {
		return { problem: 'Its discovery document has no `id_token_signing_alg_values_supported`.' }
	}
	const algorithms = ALGORITHMS.filter((algorithm) => said.includes(algorithm))
	if (algorithms.length === 0) return { problem: `It signs with none of ${ALGORITHMS.join(', ')}.` }
	return { value: { jwksUri: jwks_uri, algorithms } }
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `"${value.slice(0, 200)}"` : 'not there')
