import type { Check } from './check.ts'
import { AUTHORIZE } from './checks/authorize.ts'
import { BANS } from './checks/bans.ts'
import { CODES } from './checks/codes.ts'
import { CONSENT } from './checks/consent.ts'
import { DEVICES } from './checks/devices.ts'
import { ENDS } from './checks/ends.ts'
import { IDENTITIES } from './checks/identities.ts'
import { INSTALLS } from './checks/installs.ts'
import { RATE_LIMITS } from './checks/limits.ts'
import { LOGINS } from './checks/logins.ts'
import { OPENID } from './checks/openid.ts'
import { PKCE } from './checks/pkce.ts'
import { PUBLISHERS } from './checks/publishers.ts'
import { REDIRECTS } from './checks/redirects.ts'
import { REFRESH } from './checks/refresh.ts'
import { RPC } from './checks/rpc.ts'
import { SCOPES } from './checks/scopes.ts'
import { TOKEN_ENDPOINT } from './checks/token-endpoint.ts'

/** Every check of authorization. */
export const CHECKS: readonly Check[] = [
	...AUTHORIZE,
	...REDIRECTS,
	...PKCE,
	...CONSENT,
	...TOKEN_ENDPOINT,
	...CODES,
	...REFRESH,
	...OPENID,
	...SCOPES,
	...ENDS,
	...DEVICES,
	...INSTALLS,
	...BANS,
	...RPC,
	...PUBLISHERS,
	...IDENTITIES,
	...LOGINS,
	...RATE_LIMITS,
]
