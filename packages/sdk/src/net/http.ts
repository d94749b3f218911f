import { asObject, integerOf, textOf } from '../cache/wire.ts'
import { failure, SocialSdkError } from '../core/failure.ts'
import type { Logger } from '../core/log.ts'
import type { Redactor } from '../core/redact.ts'
import type { HttpStatusCode } from '../enums/results.ts'
import type { Clock, Fetch } from '../platform/platform.ts'
import { following } from './following.ts'
import { unless } from './unless.ts'

export interface HttpRequest {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** Below the base, with its query. */
	path: string
	/** The body, as JSON or as a form. */
	json?: unknown
	form?: Record<string, string>
	/** Sent as bearer. */
	token?: string | undefined
	signal: AbortSignal
}

export interface HttpOptions {
	base: string
	fetch: Fetch
	clock: Clock
	log: Logger
	redactor: Redactor
	timeoutMs(): number
}

/** Sends a request and reads its JSON answer, `undefined` for none. Fails with a {@link SocialSdkError} and only that. */
export async function send(
	request: HttpRequest,
	{ base, fetch, clock, log, redactor, timeoutMs }: HttpOptions,
): Promise<unknown> {
	const { method, path, signal } = request
	const what = `${method} ${path.split('?')[0]}`
	const { end, release } = following(signal)
	const cancelTimeout = clock.after(timeoutMs(), () => end.abort(timedOut(request)))
	try {
		// An answer after the timeout is dropped even by a fetch that cannot be aborted.
		const answer = await unless(end.signal, () => exchange(fetch, base, request, end.signal))
		log.verbose(`${what} answered ${answer.status}`)
		if (!answer.ok) throw refused(answer, redactor)
		return answer.text === '' ? undefined : parse(answer, redactor)
	} catch (error) {
		const failed = end.signal.aborted ? end.signal.reason : error
		throw failed instanceof SocialSdkError ? failed : unreachable(what, failed)
	} finally {
		cancelTimeout()
		release()
	}
}

interface Answer {
	ok: boolean
	status: number
	headers: Headers
	text: string
}

async function exchange(fetch: Fetch, base: string, request: HttpRequest, signal: AbortSignal): Promise<Answer> {
	const { method, path, json, form, token } = request
	const headers: Record<string, string> = {}
	const init: RequestInit = { method, headers, signal }
	if (token !== undefined) headers.Authorization = `Bearer ${token}`
	if (json !== undefined) {
		headers['Content-Type'] = 'application/json'
		init.body = JSON.stringify(json)
	} else if (form) {
		headers['Content-Type'] = 'application/x-www-form-urlencoded'
		init.body = new URLSearchParams(form).toString()
	}
	const response = await fetch(`${base}${path}`, init)
	return { ok: response.ok, status: response.status, headers: response.headers, text: await response.text() }
}

function parse({ status, text }: Answer, { redact }: Redactor): unknown {
	try {
		return JSON.parse(text)
	} catch {
		// What the parser says quotes the answer.
		throw failure('HTTPError', 'The answer is not JSON', { status, body: redact(text) })
	}
}

/** Not from the enum: its sixty names would be in every game. */
export const UNAUTHORIZED: HttpStatusCode = 401

const RETRYABLE = new Set([423, 429, 500, 502, 503, 504])
/** Of a placeholder account: another try finds another name. */
const NO_USERNAME_FOUND = 530006

/** An answer that is no success: the platform's error envelope, that of OAuth2, or neither. It may repeat what it was sent (Y10). */
function refused({ status, headers, text }: Answer, { hide }: Redactor): SocialSdkError {
	const body = errorBody(text)
	const said = textOf(body.message) ?? oauthError(body)
	const code = integerOf(body.code)
	const retryAfter = Number(body.retry_after ?? headers.get('Retry-After') ?? 0)
	return failure('HTTPError', hide(said ?? `HTTP ${status}`), {
		status,
		code,
		body: hide(text),
		retryable: RETRYABLE.has(status) || code === NO_USERNAME_FOUND,
		retryAfter: status === 429 && retryAfter > 0 ? retryAfter : 0,
	})
}

function errorBody(text: string): Record<string, unknown> {
	try {
		return Object(JSON.parse(text))
	} catch {
		// A proxy on the way answers with a page; the status says enough.
		return {}
	}
}

/** The `error` of RFC 6749 §5.2, of a failure that was answered with one. */
export function oauthErrorOf(failed: unknown): string | undefined {
	return failed instanceof SocialSdkError ? textOf(errorBody(failed.result.ResponseBody()).error) : undefined
}

function oauthError({ error, error_description: description }: Record<string, unknown>): string | undefined {
	if (typeof error !== 'string') return undefined
	return typeof description === 'string' ? `${error}: ${description}` : error
}

function timedOut({ method, json }: HttpRequest): SocialSdkError {
	// A POST may have been carried out although nobody heard of it; one with a nonce is carried out once.
	const retryable = method !== 'POST' || asObject(json).nonce !== undefined
	return failure('NetworkError', 'The request timed out', { retryable })
}

function unreachable(what: string, cause: unknown): SocialSdkError {
	return failure('NetworkError', `${what}: ${reason(cause)}`, { retryable: true, cause })
}

/** Node says "fetch failed" and why in the cause. */
export function reason(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
