import type { Tokens } from '../auth/token-values.ts'
import { AuthorizationTokenType } from '../enums/authorization.ts'

/** What callbacks get beside a failure, in their order. */
export const NO_TOKENS = {
	accessToken: '',
	refreshToken: '',
	tokenType: AuthorizationTokenType.Bearer,
	expiresIn: 0,
	scopes: '',
} satisfies Tokens
