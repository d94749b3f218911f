import { failure } from '../core/failure.ts'

/** How everything ends that needs sound. */
export function noVoice(): never {
	throw failure('Disabled', 'This SDK carries no voice yet')
}
