import { createHmac, timingSafeEqual } from 'node:crypto'

/** One-time codes by time (RFC 6238), as authenticator apps make them: SHA-1, six digits, half a minute. Pure. */

const STEP_MS = 30_000
const DIGITS = 6
/** Steps before and after the present one whose codes are taken: clocks differ, and people type slowly. */
const DRIFT = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a step. */
export function totpCode(secret: Uint8Array, step: number, digits: number = DIGITS): string {
	const counter = Buffer.alloc(8)
	counter.writeBigUInt64BE(BigInt(step))
	const digest = createHmac('sha1', secret).update(counter).digest()
	const offset = (digest.at(-1) as number) & 0x0f
	const number = digest.readUInt32BE(offset) & 0x7fff_ffff
	return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose code this is, around `now`; undefined for none that comes after `lastStep`, which was used last. */
export function matchingStep(secret: Uint8Array, code: string, now: number, lastStep: number): number | undefined {
	const present = Math.floor(now / STEP_MS)
	for (let step = present - DRIFT; step <= present + DRIFT; step++) {
		if (step > lastStep && isSame(totpCode(secret, step), code)) return step
	}
	return undefined
}

function isSame(expected: string, given: string): boolean {
	const [a, b] = [Buffer.from(expected), Buffer.from(given)]
	return a.length === b.length && timingSafeEqual(a, b)
}

/** A secret as people type it into an app: base32 without padding. */
export function base32(bytes: Uint8Array): string {
	let [bits, held, text] = [0, 0, '']
	for (const byte of bytes) {
		held = (held << 8) | byte
		bits += 8
		while (bits >= 5) {
			bits -= 5
			text += ALPHABET[(held >> bits) & 31]
		}
		held &= (1 << bits) - 1
	}
	return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}

/** The address that authenticator apps read from a picture. */
export function totpAddress(secret: string, issuer: string, account: string): string {
	const label = [issuer, account].map(encodeURIComponent).join(':')
	return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`
}
