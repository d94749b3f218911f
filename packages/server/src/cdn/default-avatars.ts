import { crc32, deflateSync } from 'node:zlib'

/** Pixels along a side. */
const SIDE = 128
/** Background by index, 0xRRGGBB. */
const COLORS = [0x5865f2, 0x747f8d, 0x3ba55c, 0xfaa61a, 0xed4245, 0xeb459e]

/** How many default avatars there are. */
export const DEFAULT_AVATARS = COLORS.length

const drawn = new Map<number, Buffer>()

/** The picture of somebody who has none: a figure on the colour of the index, as PNG. */
export function defaultAvatar(index: number): Buffer {
	const known = drawn.get(index)
	if (known) return known
	const picture = png(COLORS[index] ?? 0)
	drawn.set(index, picture)
	return picture
}

function png(color: number): Buffer {
	const header = Buffer.alloc(13)
	header.writeUInt32BE(SIDE, 0)
	header.writeUInt32BE(SIDE, 4)
	// One bit a pixel, from a palette of two.
	header.set([1, 3, 0, 0, 0], 8)
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		chunk('IHDR', header),
		chunk('PLTE', Buffer.from([color >> 16, (color >> 8) & 0xff, color & 0xff, 0xff, 0xff, 0xff])),
		chunk('IDAT', deflateSync(pixels())),
		chunk('IEND', Buffer.alloc(0)),
	])
}

/** Rows of bits, each behind a byte that says it is not filtered. */
function pixels(): Buffer {
	const bytesPerRow = 1 + SIDE / 8
	const rows = Buffer.alloc(bytesPerRow * SIDE)
	for (let y = 0; y < SIDE; y++) {
		for (let x = 0; x < SIDE; x++) {
			if (!isFigure((x + 0.5) / SIDE, (y + 0.5) / SIDE)) continue
			const at = y * bytesPerRow + 1 + (x >> 3)
			rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7))
		}
	}
	return rows
}

/** A head above shoulders, in a square of side 1. */
function isFigure(x: number, y: number): boolean {
	const inHead = (x - 0.5) ** 2 + (y - 0.38) ** 2 < 0.16 ** 2
	const inShoulders = y < 0.86 && ((x - 0.5) / 0.3) ** 2 + ((y - 0.86) / 0.26) ** 2 < 1
	return inHead || inShoulders
}

function chunk(type: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
	const length = Buffer.alloc(4)
	length.writeUInt32BE(data.length)
	const checksum = Buffer.alloc(4)
	checksum.writeUInt32BE(crc32(named))
	return Buffer.concat([length, named, checksum])
}
