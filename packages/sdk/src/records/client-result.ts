import { flag, type Init, member, real, text } from '../core/fields.ts'
import { invalid } from '../core/object.ts'
import { makeRecord, onlyMadeHere, read, SdkRecord, write } from '../core/record.ts'
import { EnumToString } from '../enums/enum-to-string.ts'
import { ErrorType, type HttpStatusCode } from '../enums/results.ts'

// Not from the enum: its sixty names would be in every game.
const NO_STATUS: HttpStatusCode = 0

const FIELDS = {
	type: member<ErrorType>(ErrorType.None),
	error: text(),
	errorCode: real(),
	status: member<HttpStatusCode>(NO_STATUS),
	responseBody: text(),
	successful: flag(true),
	retryable: flag(),
	retryAfter: real(),
}

/** How an operation ended: the first argument of nearly every completion callback. */
export class ClientResult extends SdkRecord<typeof FIELDS> {
	static override readonly name = 'ClientResult'
	static readonly nullobj: ClientResult = invalid(ClientResult)

	private constructor(given?: undefined) {
		onlyMadeHere(new.target, given)
		super(FIELDS, given)
	}

	/** One line for logs. */
	ToString(): string {
		if (this.Successful()) return 'Success'
		const status = this.Status() === NO_STATUS ? '' : ` ${this.Status()}`
		const code = this.ErrorCode() === 0 ? '' : ` (code ${this.ErrorCode()})`
		return `${EnumToString(ErrorType, this.Type())}${status}: ${this.Error()}${code}`
	}

	/** The class of the failure; `None` on success. */
	Type(): ErrorType {
		return read(this, 'type')
	}

	SetType(value: ErrorType): void {
		write(this, 'type', value)
	}

	/** What went wrong, in words. */
	Error(): string {
		return read(this, 'error')
	}

	SetError(value: string): void {
		write(this, 'error', value)
	}

	/** The platform's error code, 0 where there is none. */
	ErrorCode(): number {
		return read(this, 'errorCode')
	}

	SetErrorCode(value: number): void {
		write(this, 'errorCode', value)
	}

	/** The HTTP status of an `HTTPError`. */
	Status(): HttpStatusCode {
		return read(this, 'status')
	}

	SetStatus(value: HttpStatusCode): void {
		write(this, 'status', value)
	}

	/** The answer as it came, of an `HTTPError`, without secrets that this client was given. */
	ResponseBody(): string {
		return read(this, 'responseBody')
	}

	SetResponseBody(value: string): void {
		write(this, 'responseBody', value)
	}

	/** Whether it did what it should: the type is `None`. */
	Successful(): boolean {
		return read(this, 'successful')
	}

	SetSuccessful(value: boolean): void {
		write(this, 'successful', value)
	}

	/** Whether repeating the call is safe and advised. */
	Retryable(): boolean {
		return read(this, 'retryable')
	}

	SetRetryable(value: boolean): void {
		write(this, 'retryable', value)
	}

	/** Seconds to wait before a retry. */
	RetryAfter(): number {
		return read(this, 'retryAfter')
	}

	SetRetryAfter(value: number): void {
		write(this, 'retryAfter', value)
	}
}

export function clientResult(init: Init<typeof FIELDS>): ClientResult {
	return makeRecord(ClientResult, FIELDS, { ...init, successful: (init.type ?? ErrorType.None) === ErrorType.None })
}
