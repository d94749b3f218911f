import { ApplicationAuthorized, type Guild } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { getUser } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { notifyApplication } from '../webhooks/notify.ts'
import { allow, type Pair } from './authorizations.ts'

/** What a person has just said yes to. */
export interface Acceptance extends Pair {
	scopes: readonly string[]
	/** Present where the application came into a guild, or into the person's account. */
	installed?: { integrationType: 0; guild: Guild } | { integrationType: 1 }
}

/**
 * Keeps what a person has just allowed, and tells the application (APPLICATION_AUTHORIZED): every yes goes through here, on
 * the page, on another device, or as an install. Answers with the authorization, held until the commit.
 */
export async function accept(tx: Transaction, acceptance: Acceptance): Promise<{ id: string }> {
	const { applicationId, userId, scopes, installed } = acceptance
	const authorization = await allow(tx, { applicationId, userId }, scopes, installed?.integrationType)
	const user = presentUser(await getUser(tx, userId))
	await notifyApplication(tx, ApplicationAuthorized, applicationId, {
		...(installed ? { integration_type: installed.integrationType } : {}),
		user,
		scopes: [...scopes],
		...(installed?.integrationType === 0 ? { guild: installed.guild } : {}),
	})
	return authorization
}
