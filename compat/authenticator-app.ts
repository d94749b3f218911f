/** An authenticator app, as people have it on their phones: it is told a key, and shows codes. */
import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of a key in base32 at a time in milliseconds (RFC 6238). */
export function codeOf(key: string, at: number): string {
	const letters = [...key.replaceAll(' ', '')]
	const bits = letters.map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
	const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
	const counter = Buffer.alloc(8)
	counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
	const digest = createHmac('sha1', secret).update(counter).digest()
	const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7fff_ffff
	return String(number % 1_000_000).padStart(6, '0')
}
