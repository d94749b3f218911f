/** What both authorization servers under measurement say and do. */
export interface OAuthSubject {
	origin: string
	paths: { token: string; bearer: string }
	client: { id: string; secret: string }
	redirectUri: string
}

/** Tokens made before the clock runs. */
export interface MadeTokens {
	accessToken: string
	refreshToken: string
}
