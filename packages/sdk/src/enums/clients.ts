/** Reason given with a client status change. */
export const ClientError = {
	None: 0,
	/** Could not open the gateway socket. */
	ConnectionFailed: 1,
	/** Socket closed by the server; errorDetail carries the close code. */
	UnexpectedClose: 2,
	/** Connection attempt was cancelled. */
	ConnectionCanceled: 3,
} as const
export type ClientError = (typeof ClientError)[keyof typeof ClientError]

/** State of the gateway session. */
export const ClientStatus = {
	/** No session. */
	Disconnected: 0,
	/** Opening the socket and authenticating. */
	Connecting: 1,
	/** Authenticated, initial data pending. */
	Connected: 2,
	/** Initial data loaded; operations allowed. */
	Ready: 3,
	/** Lost, automatic retry running. */
	Reconnecting: 4,
	/** Closing. */
	Disconnecting: 5,
	/** Waiting on the HTTP side (bootstrap or retry delay) before the socket can proceed. */
	HttpWait: 6,
} as const
export type ClientStatus = (typeof ClientStatus)[keyof typeof ClientStatus]

/** SDK thread addressed by SetThreadPriority. */
export const ClientThread = {
	/** Main data thread. */
	Client: 0,
	/** Audio engine. */
	Voice: 1,
	/** Receives lobby voice packets. */
	Network: 2,
} as const
export type ClientThread = (typeof ClientThread)[keyof typeof ClientThread]

/** Binding-internal marker of whether a wrapper owns a native object; source of `operator bool`. */
export const ObjectState = {
	/** Released or never initialised. */
	Invalid: 0,
	/** Usable. */
	Owned: 1,
} as const
export type ObjectState = (typeof ObjectState)[keyof typeof ObjectState]

/** Log threshold, ascending. */
export const LoggingSeverity = {
	/** Debug builds only. */
	Verbose: 1,
	/** Debug builds only. */
	Info: 2,
	/** Release and debug. */
	Warning: 3,
	/** Release and debug. */
	Error: 4,
	/** Switches a sink off. */
	None: 5,
} as const
export type LoggingSeverity = (typeof LoggingSeverity)[keyof typeof LoggingSeverity]
