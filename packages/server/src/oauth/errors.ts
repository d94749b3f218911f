/** Errors of OAuth endpoints, with their status where one is sent and where each comes from. */
const OAUTH_ERRORS = {
	/** RFC 6749 §4.1.2.1, §5.2 */
	invalid_request: 400,
	invalid_client: 401,
	invalid_grant: 400,
	unauthorized_client: 400,
	unsupported_grant_type: 400,
	unsupported_response_type: 400,
	invalid_scope: 400,
	access_denied: 400,
	/** RFC 8628 §3.5 */
	authorization_pending: 400,
	slow_down: 400,
	expired_token: 400,
	/** OpenID Connect Core §3.1.2.6 */
	login_required: 400,
	consent_required: 400,
	interaction_required: 400,
} as const satisfies Record<string, number>

export type OAuthErrorName = keyof typeof OAUTH_ERRORS

/** A refusal in the form of RFC 6749: sent as JSON, or along with a redirect. */
export class OAuthError extends Error {
	readonly error: OAuthErrorName
	readonly status: number

	constructor(error: OAuthErrorName, description: string) {
		super(description)
		this.name = 'OAuthError'
		this.error = error
		this.status = OAUTH_ERRORS[error]
	}

	/** The body on the wire. */
	toJSON(): { error: OAuthErrorName; error_description: string } {
		return { error: this.error, error_description: this.message }
	}
}
