/** A number from `least` to `most`, both included; a `RangeError` that names it for any other. */
export function within(value: number, least: number, most: number, name: string): number {
	if (typeof value === 'number' && value >= least && value <= most) return value
	throw new RangeError(`${name}: a number from ${least} to ${most} is needed`)
}

export function checkFlag(value: boolean, name: string): boolean {
	if (typeof value === 'boolean') return value
	throw new TypeError(`${name}: a boolean is needed`)
}
