/** Failure class of a ClientResult. */
export const ErrorType = {
	/** Success. */
	None: 0,
	/** Offline or transport failure, no HTTP status obtained. */
	NetworkError: 1,
	/** Server answered with a non-success status; look at Status, ErrorCode, ResponseBody. */
	HTTPError: 2,
	/** Operation needs Client::Status::Ready. */
	ClientNotReady: 3,
	/** Operation switched off by the service for stability. */
	Disabled: 4,
	/** Client was released before the operation finished. */
	ClientDestroyed: 5,
	/** Arguments rejected locally before any request; only Error text is filled. */
	ValidationError: 6,
	/** User or game cancelled the operation. */
	Aborted: 7,
	/** Authorization failed for a reason other than an HTTP error. */
	AuthorizationFailed: 8,
	/** Local platform client refused the RPC command; Error and ErrorCode are filled. */
	RPCError: 9,
} as const
export type ErrorType = (typeof ErrorType)[keyof typeof ErrorType]

/** HTTP status of a failed API call. */
export const HttpStatusCode = {
	None: 0,
	Continue: 100,
	SwitchingProtocols: 101,
	Processing: 102,
	EarlyHints: 103,
	Ok: 200,
	Created: 201,
	Accepted: 202,
	NonAuthoritativeInfo: 203,
	NoContent: 204,
	ResetContent: 205,
	PartialContent: 206,
	MultiStatus: 207,
	AlreadyReported: 208,
	ImUsed: 209,
	MultipleChoices: 300,
	MovedPermanently: 301,
	Found: 302,
	SeeOther: 303,
	NotModified: 304,
	TemporaryRedirect: 307,
	PermanentRedirect: 308,
	BadRequest: 400,
	Unauthorized: 401,
	PaymentRequired: 402,
	Forbidden: 403,
	NotFound: 404,
	MethodNotAllowed: 405,
	NotAcceptable: 406,
	ProxyAuthRequired: 407,
	RequestTimeout: 408,
	Conflict: 409,
	Gone: 410,
	LengthRequired: 411,
	PreconditionFailed: 412,
	PayloadTooLarge: 413,
	UriTooLong: 414,
	UnsupportedMediaType: 415,
	RangeNotSatisfiable: 416,
	ExpectationFailed: 417,
	MisdirectedRequest: 421,
	UnprocessableEntity: 422,
	Locked: 423,
	FailedDependency: 424,
	TooEarly: 425,
	UpgradeRequired: 426,
	PreconditionRequired: 428,
	TooManyRequests: 429,
	RequestHeaderFieldsTooLarge: 431,
	InternalServerError: 500,
	NotImplemented: 501,
	BadGateway: 502,
	ServiceUnavailable: 503,
	GatewayTimeout: 504,
	HttpVersionNotSupported: 505,
	VariantAlsoNegotiates: 506,
	InsufficientStorage: 507,
	LoopDetected: 508,
	NotExtended: 510,
	NetworkAuthorizationRequired: 511,
} as const
export type HttpStatusCode = (typeof HttpStatusCode)[keyof typeof HttpStatusCode]
