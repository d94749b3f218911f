/**
 * The External Term Format of Erlang, as far as JSON has words for it: the other encoding of the gateway. Texts are
 * binaries, null is the atom `nil`, objects are maps with binaries for keys.
 */

const VERSION = 131
const TAG = {
	float: 70,
	smallInteger: 97,
	integer: 98,
	atom: 100,
	nil: 106,
	bytes: 107,
	list: 108,
	binary: 109,
	smallBig: 110,
	smallAtom: 115,
	map: 116,
	atomUtf8: 118,
	smallAtomUtf8: 119,
} as const

/** Terms in terms; nothing that a client says comes near it. */
const DEEPEST = 32

/** A value of JSON as a term, without the version that stands before a whole one. */
export function termOf(value: unknown): Buffer {
	const writer = new Writer()
	writer.write(value)
	return writer.bytes()
}

/** A whole term. */
export function toEtf(value: unknown): Buffer {
	return Buffer.concat([WHOLE, termOf(value)])
}

export const WHOLE = Buffer.from([VERSION])

const ATOMS = { nil: atom('nil'), true: atom('true'), false: atom('false') } as const

function atom(name: string): Buffer {
	return Buffer.concat([Buffer.from([TAG.smallAtom, name.length]), Buffer.from(name)])
}

/** Bytes that grow as terms are written. */
class Writer {
	#buffer = Buffer.allocUnsafe(1024)
	#end = 0

	bytes(): Buffer {
		return Buffer.from(this.#buffer.subarray(0, this.#end))
	}

	write(value: unknown): void {
		if (typeof value === 'string') this.#text(value)
		else if (typeof value === 'number') this.#number(value)
		else if (typeof value === 'boolean') this.#copy(value ? ATOMS.true : ATOMS.false)
		else if (value === null) this.#copy(ATOMS.nil)
		else if (Array.isArray(value)) this.#list(value)
		else if (typeof value === 'object') this.#map(value)
		else throw new TypeError(`${typeof value} is no value of JSON.`)
	}

	#text(text: string): void {
		const length = Buffer.byteLength(text)
		this.#head(TAG.binary, length)
		this.#room(length)
		this.#end += this.#buffer.write(text, this.#end)
	}

	#number(number: number): void {
		if (Number.isInteger(number) && number >= 0 && number <= 255) {
			this.#room(2)
			this.#buffer[this.#end++] = TAG.smallInteger
			this.#buffer[this.#end++] = number
		} else if (Number.isInteger(number) && number >= -0x8000_0000 && number <= 0x7fff_ffff) {
			this.#room(5)
			this.#buffer[this.#end++] = TAG.integer
			this.#end = this.#buffer.writeInt32BE(number, this.#end)
		} else if (Number.isSafeInteger(number)) this.#big(number)
		else {
			this.#room(9)
			this.#buffer[this.#end++] = TAG.float
			this.#end = this.#buffer.writeDoubleBE(number, this.#end)
		}
	}

	/** A sign, and the digits to the base of 256, the least first. */
	#big(number: number): void {
		this.#room(11)
		const buffer = this.#buffer
		buffer[this.#end++] = TAG.smallBig
		const lengthAt = this.#end++
		buffer[this.#end++] = number < 0 ? 1 : 0
		let left = Math.abs(number)
		const from = this.#end
		for (; left > 0; left = Math.floor(left / 256)) buffer[this.#end++] = left % 256
		buffer[lengthAt] = this.#end - from
	}

	#list(items: readonly unknown[]): void {
		if (items.length > 0) {
			this.#head(TAG.list, items.length)
			for (const item of items) this.write(item)
		}
		this.#room(1)
		this.#buffer[this.#end++] = TAG.nil
	}

	#map(object: object): void {
		const entries = Object.entries(object)
		this.#head(TAG.map, entries.length)
		for (const [key, value] of entries) {
			this.#text(key)
			this.write(value)
		}
	}

	#head(tag: number, count: number): void {
		this.#room(5)
		this.#buffer[this.#end++] = tag
		this.#end = this.#buffer.writeUInt32BE(count, this.#end)
	}

	#copy(bytes: Buffer): void {
		this.#room(bytes.length)
		this.#end += bytes.copy(this.#buffer, this.#end)
	}

	#room(bytes: number): void {
		if (this.#end + bytes <= this.#buffer.length) return
		const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#end + bytes))
		this.#buffer.copy(larger, 0, 0, this.#end)
		this.#buffer = larger
	}
}

/**
 * Reads a whole term, which is all of `bytes`. Whole numbers beyond 2^53 become their digits. Compressed terms, tuples,
 * and keys that are atoms are none of this encoding (GWC-04).
 * @throws RangeError, SyntaxError
 */
export function fromEtf(bytes: Buffer): unknown {
	const reader = new Reader(bytes)
	if (reader.byte() !== VERSION) throw new SyntaxError('This is no term of version 131.')
	const value = reader.term(0)
	if (!reader.isAtEnd) throw new SyntaxError('Something stands behind the term.')
	return value
}

class Reader {
	readonly #bytes: Buffer
	#at = 0

	constructor(bytes: Buffer) {
		this.#bytes = bytes
	}

	get isAtEnd(): boolean {
		return this.#at === this.#bytes.length
	}

	byte(): number {
		return this.#take(1)[0] as number
	}

	term(depth: number): unknown {
		if (depth > DEEPEST) throw new RangeError('Too deep.')
		const tag = this.byte()
		switch (tag) {
			case TAG.smallInteger:
				return this.byte()
			case TAG.integer:
				return this.#take(4).readInt32BE()
			case TAG.float:
				return this.#take(8).readDoubleBE()
			case TAG.smallBig:
				return this.#big(this.byte())
			case TAG.binary:
				return this.#text(this.#count(1))
			case TAG.nil:
				return []
			case TAG.bytes:
				return [...this.#take(this.#take(2).readUInt16BE())]
			case TAG.list:
				return this.#list(this.#count(1), depth)
			case TAG.map:
				return this.#map(this.#count(2), depth)
			case TAG.atom:
			case TAG.atomUtf8:
				return valueOfAtom(this.#text(this.#take(2).readUInt16BE()))
			case TAG.smallAtom:
			case TAG.smallAtomUtf8:
				return valueOfAtom(this.#text(this.byte()))
			default:
				throw new SyntaxError(`Terms with the tag ${tag} are not taken.`)
		}
	}

	#list(length: number, depth: number): unknown[] {
		const items = Array.from({ length }, () => this.term(depth + 1))
		if (this.byte() !== TAG.nil) throw new SyntaxError('A list must end with nil.')
		return items
	}

	#map(length: number, depth: number): Record<string, unknown> {
		const entries = Array.from({ length }, () => {
			if (this.byte() !== TAG.binary) throw new SyntaxError('A key must be a binary.')
			return [this.#text(this.#count(1)), this.term(depth + 1)] as const
		})
		return Object.fromEntries(entries)
	}

	#big(length: number): number | string {
		const isNegative = this.byte() === 1
		let value = 0n
		for (const digit of this.#take(length).reverse()) value = value * 256n + BigInt(digit)
		if (isNegative) value = -value
		const number = Number(value)
		return Number.isSafeInteger(number) ? number : String(value)
	}

	/** A number of things that take at least so many bytes each: more than there are bytes cannot be. */
	#count(bytesEach: number): number {
		const count = this.#take(4).readUInt32BE()
		if (count * bytesEach > this.#bytes.length - this.#at) throw new RangeError('More is announced than there is.')
		return count
	}

	#text(length: number): string {
		return this.#take(length).toString('utf8')
	}

	#take(length: number): Buffer {
		const end = this.#at + length
		if (end > this.#bytes.length) throw new RangeError('The term ends too early.')
		const part = this.#bytes.subarray(this.#at, end)
		this.#at = end
		// Digits are turned around by one who reads them: what is handed out is nobody else's.
		return Buffer.from(part)
	}
}

function valueOfAtom(name: string): null | boolean {
	switch (name) {
		case 'nil':
		case 'null':
			return null
		case 'true':
			return true
		case 'false':
			return false
		default:
			throw new SyntaxError('An atom stands for nothing but nil, true and false.')
	}
}
