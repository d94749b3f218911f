/** PKCE transformation. */
export const AuthenticationCodeChallengeMethod = {
	/** Base64url(SHA-256(verifier)), the only one. */
	S256: 0,
} as const
export type AuthenticationCodeChallengeMethod =
	(typeof AuthenticationCodeChallengeMethod)[keyof typeof AuthenticationCodeChallengeMethod]

/** Installation context requested with the authorization. */
export const IntegrationType = {
	/** Installed to a guild. */
	GuildInstall: 0,
	/** Installed to the user. */
	UserInstall: 1,
} as const
export type IntegrationType = (typeof IntegrationType)[keyof typeof IntegrationType]

/** Kind of token given to UpdateToken / FetchCurrentUser. */
export const AuthorizationTokenType = {
	/** First-party session token, not usable by the SDK. */
	User: 0,
	/** OAuth 2.0 access token. */
	Bearer: 1,
} as const
export type AuthorizationTokenType = (typeof AuthorizationTokenType)[keyof typeof AuthorizationTokenType]

/** Proof of external identity for provisional accounts. */
export const AuthenticationExternalAuthType = {
	/** Wire name OIDC. */
	OIDC: 0,
	/** Wire name EPIC_ONLINE_SERVICES_ACCESS_TOKEN. */
	EpicOnlineServicesAccessToken: 1,
	/** Wire name EPIC_ONLINE_SERVICES_ID_TOKEN. */
	EpicOnlineServicesIdToken: 2,
	/** Wire name STEAM_SESSION_TICKET. */
	SteamSessionTicket: 3,
	/** Wire name UNITY_SERVICES_ID_TOKEN. */
	UnityServicesIdToken: 4,
	/** Wire name DISCORD_BOT_ISSUED_ACCESS_TOKEN; the token is the access token issued by the bot-token endpoint. */
	PlatformBotIssuedAccessToken: 5,
	/** Wire name APPLE_ID_TOKEN. */
	AppleIdToken: 6,
	/** Wire name PLAYSTATION_NETWORK_ID_TOKEN. */
	PlayStationNetworkIdToken: 7,
} as const
export type AuthenticationExternalAuthType =
	(typeof AuthenticationExternalAuthType)[keyof typeof AuthenticationExternalAuthType]
