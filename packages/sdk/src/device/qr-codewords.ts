/** Reed–Solomon codewords of a block and blocks of a symbol at error correction level M, by version (ISO/IEC 18004, table 9). */
const CORRECTION = [
	10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
	28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
]
const BLOCKS = [
	1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35,
	37, 38, 40, 43, 45, 47, 49,
]

interface Capacity {
	/** Codewords of the whole symbol, and how many of them are data. */
	total: number
	data: number
	/** Of them in each block. */
	correction: number
	blocks: number
}

/** A text as the codewords of the smallest symbol that holds it, in the order in which they are placed. */
export function qrCodewords(text: string): { version: number; codewords: number[] } {
	const bytes = new TextEncoder().encode(text)
	for (let version = 1; version <= CORRECTION.length; version++) {
		const capacity = capacityOf(version)
		const lengthBits = version < 10 ? 8 : 16
		if (4 + lengthBits + 8 * bytes.length > 8 * capacity.data) continue
		return { version, codewords: corrected(padded(bytes, lengthBits, capacity.data), capacity) }
	}
	throw new RangeError(`${bytes.length} bytes are too many for a QR code`)
}

function capacityOf(version: number): Capacity {
	const correction = CORRECTION[version - 1] ?? 0
	const blocks = BLOCKS[version - 1] ?? 0
	let bits = (16 * version + 128) * version + 64
	if (version > 1) {
		const alignments = Math.floor(version / 7) + 2
		bits -= (25 * alignments - 10) * alignments - 55
		if (version > 6) bits -= 36
	}
	const total = Math.floor(bits / 8)
	return { total, data: total - correction * blocks, correction, blocks }
}

const BYTE_MODE = '0100'
const PADDING = [0xec, 0x11]

function padded(bytes: Uint8Array, lengthBits: number, size: number): number[] {
	const binary = (value: number, digits: number) => value.toString(2).padStart(digits, '0')
	let bits = BYTE_MODE + binary(bytes.length, lengthBits)
	for (const byte of bytes) bits += binary(byte, 8)
	// The end is four zeros, fewer where the symbol is full; mode and length leave half a byte, so these four fill it up.
	bits += '0000'
	const data = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
	for (let i = 0; data.length < size; i++) data.push(PADDING[i % 2] ?? 0)
	return data
}

/** Data and correction of all blocks, a codeword of each in turn. */
function corrected(data: number[], { total, correction, blocks }: Capacity): number[] {
	const shortBlocks = blocks - (total % blocks)
	const shortLength = Math.floor(total / blocks) - correction
	const divisor = generator(correction)
	const parts: number[][] = []
	const checks: number[][] = []
	for (let block = 0, at = 0; block < blocks; block++) {
		const part = data.slice(at, at + shortLength + (block < shortBlocks ? 0 : 1))
		at += part.length
		parts.push(part)
		checks.push(remainder(part, divisor))
	}
	return [...interleaved(parts, shortLength + 1), ...interleaved(checks, correction)]
}

function interleaved(blocks: number[][], length: number): number[] {
	return Array.from({ length }, (_, i) => blocks.flatMap((block) => block[i] ?? [])).flat()
}

/** The product of x − 2^i for i below the degree, without its first coefficient. */
function generator(degree: number): number[] {
	let coefficients = [...Array(degree - 1).fill(0), 1]
	let root = 1
	for (let i = 0; i < degree; i++) {
		coefficients = coefficients.map((value, j) => multiply(value, root) ^ (coefficients[j + 1] ?? 0))
		root = multiply(root, 2)
	}
	return coefficients
}

function remainder(data: number[], divisor: number[]): number[] {
	let rest: number[] = Array(divisor.length).fill(0)
	for (const byte of data) {
		const factor = byte ^ (rest[0] ?? 0)
		rest = divisor.map((value, i) => (rest[i + 1] ?? 0) ^ multiply(value, factor))
	}
	return rest
}

/** In GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a: number, b: number): number {
	let product = 0
	for (let bit = 7; bit >= 0; bit--) {
		product = (product << 1) ^ ((product >> 7) * 0x11d)
		if ((b >> bit) & 1) product ^= a
	}
	return product
}
