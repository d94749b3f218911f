import type { Config } from '../config.ts'
import type { Keyring } from '../domain/applications/keyring.ts'
import type { ExternalWorld } from '../domain/identities/verify.ts'
import type { BrowserLogins } from '../http/browser-login.ts'
import type { Limits } from '../http/limits.ts'
import type { SendPage } from '../http/pages.ts'
import type { Store } from '../ports/store.ts'

/** What the authorization server works with. */
export interface OAuthDoor {
	store: Store
	keyring: Keyring
	/** What the word of other identity providers is verified with. */
	externals: ExternalWorld
	config: Config
	logins: BrowserLogins
	sendPage: SendPage
	limits: Limits
}
