import type { DeviceCode } from '../platform/platform.ts'

/** Around a QR code nothing but light, this many modules wide (ISO/IEC 18004 §5.3.8). */
const QUIET = 4

/** A code as lines for a terminal with light text on dark: the QR code, two rows to a line, and the same in words. */
export function deviceCodeText({ qr, verificationUri, userCode }: Omit<DeviceCode, 'text'>): string {
	const size = qr.length + 2 * QUIET
	const isLight = (x: number, y: number) => !qr[y - QUIET]?.[x - QUIET] && y < size
	const lines: string[] = []
	for (let y = 0; y < size; y += 2) {
		let line = ''
		for (let x = 0; x < size; x++) line += BLOCKS[(isLight(x, y) ? 1 : 0) + (isLight(x, y + 1) ? 2 : 0)]
		lines.push(line)
	}
	return [...lines, '', `Open ${verificationUri} and enter ${userCode}`].join('\n')
}

/** Neither half, the upper one, the lower one, both. */
const BLOCKS = [' ', '▀', '▄', '█']
