import { createHash } from 'node:crypto'
import type { Granted } from './codes.ts'
import type { Keyring } from './keyring.ts'

const LIFETIME_SECONDS = 3600

/** Says to the application who the person is; profile data comes from userinfo alone (oauth.md §1.9). */
export function idTokenOf(
	keyring: Keyring,
	{ tokens, userId, nonce, authTime }: Granted,
	{ issuer, applicationId, now }: { issuer: string; applicationId: string; now: number },
): Promise<string> {
	const issuedAt = Math.floor(now / 1000)
	return keyring.sign({
		iss: issuer,
		sub: userId,
		aud: [applicationId],
		exp: issuedAt + LIFETIME_SECONDS,
		iat: issuedAt,
		auth_time: Math.floor(authTime / 1000),
		at_hash: halfHash(tokens.accessToken),
		...(nonce === null ? {} : { nonce }),
	})
}

/** The left half of the hash (OpenID Connect Core §3.1.3.6). */
function halfHash(accessToken: string): string {
	return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}
