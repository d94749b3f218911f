import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether this can be the challenge of method S256: a SHA-256 in base64url. */
export function isChallenge(text: string): boolean {
	return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Whether the verifier is the one the challenge was made from (RFC 7636 §4.6). */
export function verifies(verifier: string, challenge: string): boolean {
	if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier) || !isChallenge(challenge)) return false
	const made = createHash('sha256').update(verifier).digest('base64url')
	return timingSafeEqual(Buffer.from(made), Buffer.from(challenge))
}
