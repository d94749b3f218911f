import {
	type Application,
	type ApplicationCard,
	type DeviceRequest,
	type PrivateApplication,
	wireTime,
} from '@guildhall/protocol'
import { networkOf } from '../access/networks.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import type { ApplicationRow } from './applications.ts'
import type { Connected } from './connected.ts'
import type { FoundDevice } from './device-check.ts'
import { deviceKindOf } from './device-kind.ts'
import { shownUserCode } from './devices.ts'

/** The kind of applications that are none of the platform's own games. */
const NO_TYPE = null

/** What an application says of itself, kept in `applications.settings` under the names of the wire. */
export type ApplicationSettings = Pick<
	Partial<PrivateApplication>,
	| 'cover_image'
	| 'tags'
	| 'custom_install_url'
	| 'install_params'
	| 'max_participants'
	| 'explicit_content_filter'
	| 'terms_of_service_url'
	| 'privacy_policy_url'
>

export function settingsOf(application: Pick<ApplicationRow, 'settings'>): ApplicationSettings {
	return JSON.parse(application.settings) as ApplicationSettings
}

/** The card of an application, as it stands beside what it sent. */
export function presentApplicationCard(application: ApplicationRow): ApplicationCard {
	const { cover_image } = settingsOf(application)
	return {
		id: application.id,
		name: application.name,
		icon: application.icon,
		description: application.description,
		type: NO_TYPE,
		...(cover_image === undefined ? {} : { cover_image }),
		...(application.sku_id === null ? {} : { primary_sku_id: application.sku_id }),
	}
}

/** An application as everybody sees it; with its bot where that is at hand. */
export function presentApplication(application: ApplicationRow, bot?: UserRow): Application {
	const { tags, custom_install_url, install_params, max_participants, terms_of_service_url, privacy_policy_url } =
		settingsOf(application)
	return {
		...presentApplicationCard(application),
		...(bot ? { bot: presentUser(bot) } : {}),
		bot_public: application.bot_public === 1,
		bot_require_code_grant: application.bot_require_code_grant === 1,
		integration_types_config: JSON.parse(application.integration_types_config),
		summary: '',
		verify_key: application.public_key,
		// Bits beyond 30 stand in `flags_new` alone (HC-61).
		flags: application.flags & 0x7fff_ffff,
		flags_new: String(application.flags),
		...(terms_of_service_url ? { terms_of_service_url } : {}),
		...(privacy_policy_url ? { privacy_policy_url } : {}),
		...(tags ? { tags } : {}),
		...(custom_install_url ? { custom_install_url } : {}),
		...(install_params ? { install_params } : {}),
		...(max_participants === undefined ? {} : { max_participants }),
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

/** A device that asks, for a person at this address. */
export function presentDevice({ device, application }: FoundDevice, address: string): DeviceRequest {
	return {
		user_code: shownUserCode(device.user_code),
		application: presentApplicationCard(application),
		scopes: JSON.parse(device.scopes) as string[],
		requested_at: wireTime(device.created_at),
		expires_at: wireTime(device.expires_at),
		address: device.address,
		is_same_network: networkOf(device.address) === networkOf(address),
		kind: deviceKindOf(device.user_agent),
	}
}
