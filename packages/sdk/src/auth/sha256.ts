/**
 * SHA-256 (FIPS 180-4), because `CreateAuthorizationCodeVerifier` answers at once and a browser's `crypto.subtle` does
 * not. Only the PKCE verifier goes through it, which is at most 128 bytes.
 */
export function sha256(message: Uint8Array): Uint8Array {
	const state = Uint32Array.from(INITIAL)
	const padded = pad(message)
	for (let offset = 0; offset < padded.byteLength; offset += 64) {
		compress(state, new DataView(padded.buffer, offset, 64))
	}
	const digest = new DataView(new ArrayBuffer(32))
	state.forEach((word, index) => {
		digest.setUint32(index * 4, word)
	})
	return new Uint8Array(digest.buffer)
}

const PRIMES = firstPrimes(64)
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)))

function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
	const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
	padded.set(message)
	padded[message.length] = 0x80
	new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(message.length) * 8n)
	return padded
}

function compress(state: Uint32Array, block: DataView): void {
	const words = new Uint32Array(64)
	for (let i = 0; i < 16; i++) words[i] = block.getUint32(i * 4)
	for (let i = 16; i < 64; i++) {
		const [w15, w2] = [at(words, i - 15), at(words, i - 2)]
		const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)
		const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10)
		words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1
	}
	let [a, b, c, d, e, f, g, h] = [...state] as [number, number, number, number, number, number, number, number]
	for (let i = 0; i < 64; i++) {
		const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
		const one = h + s1 + ((e & f) ^ (~e & g)) + at(ROUND, i) + at(words, i)
		const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
		const two = s0 + ((a & b) ^ (a & c) ^ (b & c))
		;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
	}
	;[a, b, c, d, e, f, g, h].forEach((word, index) => {
		state[index] = at(state, index) + word
	})
}

function at(numbers: ArrayLike<number>, index: number): number {
	return numbers[index] ?? 0
}

function turn(word: number, by: number): number {
	return (word >>> by) | (word << (32 - by))
}

/** The first 32 bits behind the point. */
function fraction(root: number): number {
	return Math.floor((root - Math.floor(root)) * 2 ** 32)
}

function firstPrimes(count: number): number[] {
	const primes: number[] = []
	for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
	return primes
}
