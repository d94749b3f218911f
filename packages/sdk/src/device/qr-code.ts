/**
 * QR codes (ISO/IEC 18004) as far as addresses need them: bytes, at error correction level M. Our own, as a library would
 * be the one thing that a game has to load beside the SDK.
 */
import { qrCodewords } from './qr-codewords.ts'

/** Rows of modules, dark where true, without the quiet zone around them. */
export type QrCode = boolean[][]

/** The QR code of a text of at most 2331 bytes. Of the eight masks the best is chosen, unless one is given. */
export function qrCode(text: string, mask?: number): QrCode {
	const { version, codewords } = qrCodewords(text)
	const plain = symbol(version)
	const fixed = plain.map((row) => row.map((module) => module !== undefined))
	place(plain, codewords)
	const masks = mask === undefined ? MASKS.map((_, i) => i) : [mask]
	const candidates = masks.map((i) => masked(plain, fixed, i))
	const penalties = candidates.map(penalty)
	return candidates[penalties.indexOf(Math.min(...penalties))] ?? []
}

/** Modules of which some are not decided yet. */
type Symbol = (boolean | undefined)[][]

function set(symbol: Symbol, x: number, y: number, isDark: boolean): void {
	const row = symbol[y]
	if (row && x >= 0 && x < row.length) row[x] = isDark
}

/** What is the same in every symbol of a version; what tells the mask is only reserved. */
function symbol(version: number): Symbol {
	const size = version * 4 + 17
	const modules: Symbol = Array.from({ length: size }, () => Array(size).fill(undefined))
	for (let i = 0; i < size; i++) {
		set(modules, 6, i, i % 2 === 0)
		set(modules, i, 6, i % 2 === 0)
	}
	for (const [x, y] of [
		[3, 3],
		[size - 4, 3],
		[3, size - 4],
	] as const) {
		rings(modules, x, y, 4)
	}
	const centres = alignments(version, size)
	const last = centres.length - 1
	for (const [i, x] of centres.entries()) {
		for (const [j, y] of centres.entries()) {
			const isFinder = (i === 0 && (j === 0 || j === last)) || (i === last && j === 0)
			if (!isFinder) rings(modules, x, y, 2)
		}
	}
	tellMask(modules, 0)
	if (version >= 7) tellVersion(modules, version)
	return modules
}

/** A finder with its border, or an alignment pattern: squares around squares. */
function rings(modules: Symbol, x: number, y: number, radius: number): void {
	for (let dy = -radius; dy <= radius; dy++) {
		for (let dx = -radius; dx <= radius; dx++) {
			const distance = Math.max(Math.abs(dx), Math.abs(dy))
			set(
				modules,
				x + dx,
				y + dy,
				distance !== 4 && (distance !== 2 || radius === 2) && (distance !== 1 || radius === 4),
			)
		}
	}
}

function alignments(version: number, size: number): number[] {
	if (version === 1) return []
	const count = Math.floor(version / 7) + 2
	const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
	return [6, ...Array.from({ length: count - 1 }, (_, i) => size - 7 - step * (count - 2 - i))]
}

/** The level and the mask, twice, with ten bits that check them. */
function tellMask(modules: Symbol, mask: number): void {
	const size = modules.length
	// Level M is written as 00.
	const bits = withCheck(mask, 10, 0x537) ^ 0x5412
	for (let i = 0; i < 15; i++) {
		const isDark = ((bits >> i) & 1) === 1
		if (i < 8) {
			set(modules, 8, i < 6 ? i : i + 1, isDark)
			set(modules, size - 1 - i, 8, isDark)
		} else {
			set(modules, i === 8 ? 7 : 14 - i, 8, isDark)
			set(modules, 8, size - 15 + i, isDark)
		}
	}
	set(modules, 8, size - 8, true)
}

function tellVersion(modules: Symbol, version: number): void {
	const bits = withCheck(version, 12, 0x1f25)
	for (let i = 0; i < 18; i++) {
		const isDark = ((bits >> i) & 1) === 1
		const [near, far] = [Math.floor(i / 3), modules.length - 11 + (i % 3)]
		set(modules, near, far, isDark)
		set(modules, far, near, isDark)
	}
}

function withCheck(value: number, bits: number, divisor: number): number {
	let rest = value
	for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor)
	return (value << bits) | rest
}

/** Up and down in columns of two, from the right; what is left over stays light. */
function place(modules: Symbol, codewords: number[]): void {
	const size = modules.length
	let at = 0
	for (let right = size - 1; right > 0; right -= 2) {
		if (right === 6) right = 5
		for (let step = 0; step < size; step++) {
			const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
			for (const x of [right, right - 1]) {
				if (modules[y]?.[x] !== undefined) continue
				set(modules, x, y, (((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1)
				at++
			}
		}
	}
}

const MASKS: readonly ((x: number, y: number) => number)[] = [
	(x, y) => (x + y) % 2,
	(_, y) => y % 2,
	(x) => x % 3,
	(x, y) => (x + y) % 3,
	(x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
	(x, y) => ((x * y) % 2) + ((x * y) % 3),
	(x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
	(x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

function masked(plain: Symbol, fixed: boolean[][], mask: number): QrCode {
	const isFlipped = MASKS[mask]
	const modules = plain.map((row, y) =>
		row.map((module, x) => (module === true) !== (!fixed[y]?.[x] && isFlipped?.(x, y) === 0)),
	)
	tellMask(modules, mask)
	return modules
}

/** How hard it is to read: long runs, squares, what looks like a finder, too much dark or light (§7.8.3). */
function penalty(modules: QrCode): number {
	const size = modules.length
	const rows = modules.map((row) => row.map(Number).join(''))
	const columns = modules.map((_, x) => modules.map((row) => Number(row[x])).join(''))
	let points = 0
	for (const line of [...rows, ...columns]) {
		for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2
		// Looked for ahead, as they may overlap.
		points += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length
	}
	for (let y = 1; y < size; y++) {
		for (let x = 1; x < size; x++) {
			const here = modules[y]?.[x]
			if (here === modules[y]?.[x - 1] && here === modules[y - 1]?.[x] && here === modules[y - 1]?.[x - 1]) points += 3
		}
	}
	const dark = rows.join('').replaceAll('0', '').length
	return points + 10 * Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size))
}
