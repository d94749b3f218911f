import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import encodeQR from 'qr'
import decodeQR from 'qr/decode.js'
import { type QrCode, qrCode } from './qr-code.ts'

/** What another implementation reads in it: four pixels to a module, with the quiet zone. */
function read(code: QrCode): string {
	const [scale, quiet] = [4, 4]
	const size = (code.length + 2 * quiet) * scale
	const data = new Uint8Array(size * size * 4).fill(255)
	for (let y = 0; y < size; y++) {
		for (let x = 0; x < size; x++) {
			const isDark = code[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet]
			if (isDark) data.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
		}
	}
	return decodeQR({ width: size, height: size, data })
}

/** The longest text of each version, in bytes (ISO/IEC 18004, table 7, level M). */
const LONGEST = [
	14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911,
	997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
]

test('every version is module for module that of another implementation, under every mask', () => {
	for (const [index, length] of LONGEST.entries()) {
		const text = 'https://play.example/activate?user_code='.padEnd(length, 'x').slice(0, length)
		// All masks for the small ones, which are those an address takes.
		for (const mask of index < 10 ? [0, 1, 2, 3, 4, 5, 6, 7] : [index % 8]) {
			const version = index + 1
			const bordered = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', version, mask, border: 1 })
			const theirs = bordered.slice(1, -1).map((row) => row.slice(1, -1))
			assert.deepEqual(qrCode(text, mask), theirs, `version ${version}, mask ${mask}`)
		}
	}
})

test('a text that is full by one byte takes the next version', () => {
	for (const [index, length] of LONGEST.entries()) {
		assert.equal(qrCode('x'.repeat(length), 0).length, index * 4 + 21)
		if (index + 1 < LONGEST.length) assert.equal(qrCode('x'.repeat(length + 1), 0).length, index * 4 + 25)
	}
	assert.throws(() => qrCode('x'.repeat(2332)), RangeError)
})

test('whatever the address, it is that of another implementation under one of the masks', () => {
	// Not read back: the reader at hand does not find the corners of some codes, whoever wrote them.
	fc.assert(
		fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
			const ours = qrCode(address)
			const version = (ours.length - 17) / 4
			const theirs = [0, 1, 2, 3, 4, 5, 6, 7].map((mask) => {
				const bordered = encodeQR(address, 'raw', { ecc: 'medium', encoding: 'byte', version, mask, border: 1 })
				return JSON.stringify(bordered.slice(1, -1).map((row) => row.slice(1, -1)))
			})
			assert.ok(theirs.includes(JSON.stringify(ours)), address)
		}),
		{ numRuns: 100 },
	)
})

test('an address can be read', () => {
	const address = 'https://play.example.com/activate?user_code=BCDF-GHJK'
	assert.equal(read(qrCode(address)), address)
})

test('text that is not ASCII goes as UTF-8', () => {
	assert.equal(read(qrCode('https://spiel.example/größe?ß=→')), 'https://spiel.example/größe?ß=→')
})
