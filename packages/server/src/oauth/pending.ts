import type { UserRow } from '../domain/accounts/accounts.ts'
import type { InstallAsked } from './install-asked.ts'
import type { Destination } from './location.ts'

/** The person before the page, and when they last proved who they are. */
export interface Person {
	user: UserRow
	authTime: number
}

/** A good request that waits for its person. Plain data: it is kept while they decide. */
export interface PendingRequest {
	applicationId: string
	destination: Destination
	isRedirectGiven: boolean
	/** It gives no answer to the application: the end page is all. */
	isInstallLink: boolean
	/** None where the application's own settings say them, by the way that is chosen. */
	scopes: readonly string[]
	nonce: string | null
	codeChallenge: string | null
	install: InstallAsked
}
