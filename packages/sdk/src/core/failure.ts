import { ErrorType, type HttpStatusCode } from '../enums/results.ts'
import { type ClientResult, clientResult } from '../records/client-result.ts'

/** What a promise is rejected with: a failed {@link ClientResult}, as an error. */
export class SocialSdkError extends Error {
	override readonly name = 'SocialSdkError'
	/** The same as a callback gets. */
	readonly result: ClientResult
	/** The class of the failure. */
	readonly type: ErrorType
	/** The platform's error code, 0 where there is none. */
	readonly code: number
	/** The HTTP status, 0 where there is none. */
	readonly status: HttpStatusCode
	/** Whether repeating the call is safe and advised. */
	readonly retryable: boolean
	/** Seconds. */
	readonly retryAfter: number

	constructor(result: ClientResult, options?: ErrorOptions) {
		super(result.ToString(), options)
		this.result = result
		this.type = result.Type()
		this.code = result.ErrorCode()
		this.status = result.Status()
		this.retryable = result.Retryable()
		this.retryAfter = result.RetryAfter()
	}
}

/** What the platform said, of an `HTTPError`. */
interface Details {
	status?: number
	code?: number
	body?: string
	retryable?: boolean
	retryAfter?: number
	cause?: unknown
}

/** @example throw failure('ValidationError', 'Scopes are required') */
export function failure(
	type: Exclude<keyof typeof ErrorType, 'None'>,
	error: string,
	details: Details = {},
): SocialSdkError {
	const result = clientResult({
		type: ErrorType[type],
		error,
		errorCode: details.code,
		status: details.status as HttpStatusCode | undefined,
		responseBody: details.body,
		retryable: details.retryable,
		retryAfter: details.retryAfter,
	})
	return new SocialSdkError(result, { cause: details.cause })
}
