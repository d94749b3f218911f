import { failure } from '../core/failure.ts'
import type { Redactor } from '../core/redact.ts'
import { sameText } from './random.ts'

/** Reads the code from the query of the redirect. What does not carry our state was not asked for by us. */
export function readAnswer(answer: URLSearchParams, expectedState: string, redactor: Redactor): string {
	if (!sameText(answer.get('state') ?? '', expectedState)) {
		throw failure('AuthorizationFailed', 'The state of the answer is not the one that was sent')
	}
	const error = answer.get('error')
	if (error !== null) {
		const said = redactor.hide(answer.get('error_description') ?? error)
		throw failure(error === 'access_denied' ? 'Aborted' : 'AuthorizationFailed', said)
	}
	const code = answer.get('code')
	if (!code) throw failure('AuthorizationFailed', 'The answer holds no code')
	redactor.remember(code)
	return code
}
