import { type Application, type ApplicationCard, wireTime } from '@guildhall/protocol'
import type { UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import type { ApplicationRow } from './applications.ts'
import type { Connected } from './connected.ts'

/** The kind of applications that are none of the platform's own games. */
const NO_TYPE = null

/** The card of an application, as it stands beside what it sent. */
export function presentApplicationCard(application: ApplicationRow): ApplicationCard {
	return {
		id: application.id,
		name: application.name,
		icon: application.icon,
		description: application.description,
		type: NO_TYPE,
		...(application.sku_id === null ? {} : { primary_sku_id: application.sku_id }),
	}
}

/** An application as everybody sees it; with its bot where that is at hand. */
export function presentApplication(application: ApplicationRow, bot?: UserRow): Application {
	return {
		...presentApplicationCard(application),
		...(bot ? { bot: presentUser(bot) } : {}),
		bot_public: application.bot_public === 1,
		bot_require_code_grant: application.bot_require_code_grant === 1,
		integration_types_config: JSON.parse(application.integration_types_config),
		verify_key: application.public_key,
		// Bits beyond 30 stand in `flags_new` alone (HC-61).
		flags: application.flags & 0x7fff_ffff,
		flags_new: String(application.flags),
	}
}

/** What a person has allowed an application. */
export function presentConnected({ application, authorization }: Connected) {
	return {
		id: authorization.id,
		application: presentApplicationCard(application),
		scopes: JSON.parse(authorization.scopes) as string[],
		since: wireTime(authorization.created_at),
	}
}
