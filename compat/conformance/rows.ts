/**
 * The rows of oauth.md §1 and §6 that are held to account: by section, a name and what it says in short. Every row has a
 * check and every check names rows; conformance.test.ts holds both.
 */
export const ROWS = {
	// §1.1 Endpoints
	'1.1 versions': 'API paths exist with and without a version',
	'1.1 GET /oauth2/authorize': 'the page, for a login',
	'1.1 GET /api/oauth2/authorize': 'the same request as JSON; without a login it leads to the page',
	'1.1 POST /api/oauth2/authorize': 'the decision of a login, with CSRF',
	'1.1 POST /oauth2/token': 'all grants, by POST alone',
	'1.1 POST /oauth2/token/revoke': '200 {} always; ends the whole authorization',
	'1.1 POST /oauth2/token/rpc': 'client, approved; one use; never with messages.read',
	'1.1 device': 'device/authorize, /activate, device/verify, device/finish',
	'1.1 GET /oauth2/@me': 'what a token stands for; a bot token gets 401',
	'1.1 GET /oauth2/applications/@me': 'the application of a bot, with eligible_oauth2_scopes',
	'1.1 partner-sdk': 'provisional token from an external credential, or by the bot',
	'1.1 unmerge': '204',
	'1.1 child-token': 'parent to child, JSON',
	'1.1 userinfo': 'by GET and POST, with openid',
	'1.1 keys': 'RSA keys with n and e',
	'1.1 discovery': 'both documents',
	'1.1 GET, DELETE /oauth2/tokens': 'authorized apps, listed and removed by a login',
	'1.1 not offered': 'introspection, registration, PAR, logout',

	// §1.2 Authorization request
	'1.2 client_id': 'a snowflake that is an application',
	'1.2 response_type': 'code or token',
	'1.2 redirect_uri': 'absent: the first registered one',
	'1.2 scope': 'separated by spaces, known, approved',
	'1.2 state': 'optional, echoed byte for byte',
	'1.2 nonce': 'tolerated without openid',
	'1.2 prompt': 'consent or none',
	'1.2 integration_type': '0 or 1',
	'1.2 install link': "the id alone: the application's default install settings",
	'1.2 repeated': 'a parameter sent twice is refused',
	'1.2 unknown': 'an unknown parameter is ignored',
	'1.2 order': 'client, redirect_uri, everything else; the first two never redirect',
	'1.2 errors': 'redirect with error, error_description and state; in the fragment for token',
	'1.2 cancel': 'access_denied',

	// §1.3 Grants
	'1.3 form': 'a form; JSON is refused',
	'1.3 client authentication': 'Basic or body, both only when identical; 401 invalid_client with WWW-Authenticate',
	'1.3 public client': 'the id alone, a verifier; a secret that is sent must be right',
	'1.3 authorization_code': 'single use; scope ignored; without redirect_uri where there was none',
	'1.3 refresh_token': 'rotation; narrowing allowed, widening invalid_scope',
	'1.3 client_credentials': 'acts for the owner; confidential only; no refresh token',
	'1.3 device_code': 'authorization_pending, slow_down, expired_token, access_denied, all 400',
	'1.3 other grants': 'unsupported_grant_type, also when missing',
	'1.3 implicit': 'fragment, no refresh token, not for openid, role_connections.write, bot, private-use schemes',
	'1.3 expires_in': 'a JSON number',
	'1.3 no-store': 'Cache-Control and Pragma on every token response',

	// §1.4 Redirect URIs
	'1.4 exact': 'string equality',
	'1.4 loopback': 'any port on 127.0.0.1 and [::1]; localhost exactly',
	'1.4 private use': 'both mobile forms and the triple slash',
	'1.4 other applications': "the standard scheme with another application's id is nobody's",
	'1.4 as sent': 'the redirect goes to exactly the string that was sent; the token request repeats it',

	'1.4 children': 'child applications have none',

	// §1.5 PKCE, state, nonce, iss, prompt
	'1.5 S256': 'plain and a challenge without method are refused',
	'1.5 private use': 'PKCE always for private-use schemes, with a secret too',
	'1.5 no secret': 'PKCE always when no secret is presented',
	'1.5 downgrade': 'a verifier for a code without challenge is refused',
	'1.5 wrong verifier': 'invalid_grant, and the code is not burnt',
	'1.5 verifier length': '43 to 128 characters',
	'1.5 second use': 'burns the tokens of the first',
	'1.5 nonce': 'goes into the id_token',
	'1.5 iss': 'only with openid, never announced',
	'1.5 prompt=none': 'silent with a consent on file; else OpenID errors, or the page',
	'1.5 widening': 'the authorization keeps the union, the token what was asked for now',

	// §1.6 Installing
	'1.6 bot': 'into a guild where one may, without a redirect; ends on this site',
	'1.6 permissions': 'asked and ticked; bits are only taken away',
	'1.6 pinned guild': 'disable_guild_select pins guild_id',
	'1.6 private bot': 'the owner and the team only',
	'1.6 second step': "elevated bits need the owner's second factor where the guild asks for it",
	'1.6 code with bot': 'redirect with guild_id and permissions, token response with guild',
	'1.6 code required': 'the bot joins with the redemption',
	'1.6 account': 'applications.commands into an account, where switched on',
	'1.6 webhook': 'made in the redemption',

	// §1.7 Scopes
	'1.7 approval': 'scopes of approval and terms are refused without',
	'1.7 internal': 'reached only by expansion',
	'1.7 expansion': 'stored and returned unexpanded, checked expanded, shown in words',
	'1.7 flows': 'applications.commands.update by client credentials alone',
	'1.7 enforced': 'an operation without its scope is 403 / 50026',

	// §1.8 Tokens
	'1.8 code': '30 base62 characters, 100 s',
	'1.8 access token': '43 base64url characters, 604,800 s',
	'1.8 refresh token': 'single use, dropped after 400 idle days',
	'1.8 id_token': 'RS256, an hour',
	'1.8 device code': '300 s, interval 5 s, 5 s more per slow_down',
	'1.8 rpc_token': 'one use, 60 s',
	'1.8 consent request': 'one use, 10 min',
	'1.8 provisional token': '604,800 s, with id_token',
	'1.8 child token': "exactly the parent's expiry, no refresh",
	'1.8 hashes': 'no token lies readable in the store',
	'1.8 rotation': 'old access and refresh token are dead',
	'1.8 leeway': 'again within 30 s while the successor is unused: another pair in its place',
	'1.8 reuse': 'any other reuse ends the family, never the authorization',

	// §1.9 OpenID Connect
	'1.9 id_token': 'iss, sub, aud, exp, iat, auth_time, at_hash, nonce; profile data only from userinfo',
	'1.9 metadata': 'what clients configure themselves from',

	// §1.10 Errors
	'1.10 refresh': 'one answer for every cause',
	'1.10 code': 'invalid_grant, Invalid "code" in request.',
	'1.10 bearer': '401: Unauthorized without a token, 50025 for one that is no good (HC-28)',
	'1.10 unverified': '40002 at consent',

	'1.10 provisional': '530000 to 530027',
	'1.10 merge': 'numeric errors; the code survives',
	'1.10 unmerge': '50229 provisional, 404 unknown',

	// §1.11 Deauthorization
	'1.11 deauthorize': 'every code and token of the pair goes at once, and only of the pair',

	'1.11 merge': 'the identity is locked before the code is redeemed; the source goes when all has moved',
	'1.11 unmerge': 'a new account; tokens end',
	'1.11 ban': 'every login, authorization and token ends; nothing comes back by itself',

	// §1.12 External identities
	'1.12 identity': 'by application, type, issuer and subject',
	'1.12 bot-issued': 'a live provisional token of this application and a bot identity',
	'1.12 OIDC': 'no redirects, kid, aud, exp, iat, algorithms; keys read again at most once a minute',

	// §1.13 Publishers
	'1.13 child token': 'scopes and expiry copied; secret, or both public',
	'1.13 hierarchy': "the child's parent; a child token is no parent token; children never authorize",
	'1.13 ends': 'parent refresh leaves it, parent revoke kills it, its own revoke ends only it',

	// §1.14 Rate limits
	'1.14 login': '5 failures per account in 15 min',
	'1.14 merge': '3 per person and day',
	'1.14 device': '5/min per address',
	'1.14 user code': '5 tries per person in 5 min',
	'1.14 token': '30/s per application',
	'1.14 invalid_client': '10 failures/min per application and address',
	'1.14 revoke': '10/s per application',
	'1.14 authorize': '30/min per session',

	// §1.15 Login, sessions, consent pages
	'1.15 cookie': 'HttpOnly, Lax, a new value at sign-in',
	'1.15 passwords': 'ten characters, no common ones, the same answer for unknown accounts',
	'1.15 csrf': 'JSON, X-CSRF-Token of the session, Origin, Sec-Fetch-Site; never CORS',
	'1.15 bearer is no session': 'access tokens never count as a login',
	'1.15 page headers': 'CSP, no frames, nosniff, no-store',
	'1.15 stored request': 'consent acts on a stored request bound to the session',
	'1.15 comes back': 'signing in inside the flow comes back to it',

	// §6 Threats
	'6 open redirect': 'look-alike hosts, path tricks, CRLF',
	'6 custom scheme grabbed': 'S256 for private-use schemes',
	'6 standard scheme claimed': 'its id is that of the client',
	'6 code interception': 'PKCE, client binding, redirect repeated, 100 s',
	'6 PKCE downgrade': 'verifier without challenge refused; S256 only',
	'6 code replay': 'conditional consume; the second use kills the family',
	'6 refresh theft': 'rotation, family revocation, leeway only for the unused successor',
	'6 stale token cuts a link': 'reuse detection touches the family only',
	'6 mix-up': 'iss where openid is asked for, in success and error',
	'6 csrf': 'on consent and removal',
	'6 clickjacking': "frame-ancestors 'none'",
	'6 xss': 'escaping, CSP',
	'6 scope escalation': 'approval, internal scopes, no widening at refresh',
	'6 role data by implicit': 'role_connections.write is not implicit',
	'6 public client posing': 'a secret is required unless the switch is on',
	"6 others' tokens revoked": 'a token must belong to the caller',
	'6 removed keeps acting': 'rows deleted in the same transaction',
	'6 ban evaded by merging': 'restricted identity, 530017',
	'6 external_auth_token confused': 'application, kind and identity are checked',
	'6 one identity merged twice': 'row lock before redemption',
	'6 forged ID token': 'allow-list, JWKS, aud, iat',
	'6 SSRF': 'no redirects; addresses are checked at connect (server tests)',
	'6 JWKS hammering': 'one refetch a minute',
	'6 child and parent confused': 'hierarchy check, kind check',
	'6 bot without right': 'rights at decision time, private bot, pinned guild',
	'6 user codes guessed': 'limits, slow_down, the context is shown, CSRF',
	'6 passwords guessed': 'limits, equal answers',
	'6 session fixation': 'a new value at sign-in',
	'6 database leak': 'hashes only, private keys encrypted',
	'6 token in URL': 'query tokens are ignored',
	'6 bodies': '64 KiB, duplicates refused',
} as const

export type RowId = keyof typeof ROWS
