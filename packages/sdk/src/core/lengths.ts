import { failure } from './failure.ts'

/** A `ValidationError` that names what is wrong. */
export function refuse(name: string, wanted: string): never {
	throw failure('ValidationError', `${name}: ${wanted}`)
}

/** In characters, as the platform counts them: not halves of them, and without zeros, which it leaves out. */
export const lengthOf = (text: string): number => [...text.replaceAll('\0', '')].length

/** Text of `least` to `most` characters. */
export function checkLength(value: string, name: string, most: number, least = 1): string {
	const length = typeof value === 'string' ? lengthOf(value) : -1
	return length >= least && length <= most ? value : refuse(name, `text of ${least} to ${most} characters`)
}
