import { AuthorizationCodeChallenge } from '../records/authorization-code-challenge.ts'
import { type AuthorizationCodeVerifier, authorizationCodeVerifier } from '../records/authorization-code-verifier.ts'
import { base64url, randomText } from './random.ts'
import { sha256 } from './sha256.ts'

/** A PKCE pair with the challenge method S256 (RFC 7636 §4). */
export function createCodeVerifier(verifier: string = randomText(64)): AuthorizationCodeVerifier {
	const challenge = base64url(sha256(new TextEncoder().encode(verifier)))
	return authorizationCodeVerifier(verifier, new AuthorizationCodeChallenge({ challenge }))
}
