import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Vault } from '../ports/vault.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A vault whose key is made from the installation's secret. */
export function createVault(secret: string): Vault {
	const key = Buffer.from(hkdfSync('sha256', secret, '', 'guildhall vault 1', 32))
	return {
		seal(plain) {
			const nonce = randomBytes(NONCE_BYTES)
			const cipher = createCipheriv(ALGORITHM, key, nonce)
			const encrypted = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
			return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')
		},
		open(sealed) {
			const bytes = Buffer.from(sealed, 'base64url')
			if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
			const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
			decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
			const encrypted = bytes.subarray(NONCE_BYTES, -TAG_BYTES)
			try {
				return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
			} catch {
				// The tag does not fit: another key, or somebody changed it.
				return undefined
			}
		},
	}
}
