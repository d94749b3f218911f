/** A request to somebody else's server. */
export interface WebRequest {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** Absolute; `https`, or `http` where targets on this machine are allowed. */
	url: string
	headers?: Readonly<Record<string, string>>
	body?: string
	/** Milliseconds for all of it: the name, the connection, the last byte of the answer. */
	timeoutMs: number
	/** Bytes of the answer's body; a larger one is a failure. */
	mostBytes: number
}

export interface WebAnswer {
	status: number
	/** By lower-case name. */
	headers: Readonly<Record<string, string>>
	body: Buffer
}

/** What kept an answer from coming. */
export type WebTrouble =
	/** The address is none that may be called: scheme, user info, or a place that is not public. */
	| 'refused'
	/** Nobody there, or the line broke. */
	| 'unreachable'
	| 'too-slow'
	| 'too-large'

/** No answer came. The message is a sentence for whoever chose the address; it names nothing of our network. */
export class WebError extends Error {
	readonly trouble: WebTrouble

	constructor(trouble: WebTrouble, message: string) {
		super(message)
		this.name = 'WebError'
		this.trouble = trouble
	}
}

/**
 * The way out over HTTP, to addresses that people chose. A name is resolved once, every address it has must be public,
 * and the connection goes to an address that was checked. Redirects are answers like any other: nobody follows them.
 */
export interface Web {
	/** @throws WebError */
	send(request: WebRequest): Promise<WebAnswer>
	close(): Promise<void>
}
