import { failure } from '../core/failure.ts'

/** Text by text, as it travels. The server knows how much of it there may be. */
export function textMap(given: Record<string, string>, name: string): Record<string, string> {
	const entries = typeof given === 'object' && given !== null ? Object.entries(given) : [['', undefined]]
	if (entries.every(([, value]) => typeof value === 'string')) return { ...given }
	throw failure('ValidationError', `${name} maps text to text`)
}
