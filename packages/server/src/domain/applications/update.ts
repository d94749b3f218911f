import {
	ApiError,
	type ApplicationChanges,
	formError,
	type PrivateApplication,
	TokensRevoked,
} from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Checked } from '../webhooks/checked.ts'
import { changeAddresses } from './addresses.ts'
import { type ApplicationRow, getApplication, holdApplication } from './applications.ts'
import { draftInstall, draftTypes } from './install-settings.ts'
import { viewOwnApplication } from './own.ts'
import { type ApplicationSettings, settingsOf } from './present.ts'

/** Flags an application sets itself while it is small: the three privileged intents, limited (LIM-19). */
const OWN_FLAGS = (1 << 13) | (1 << 15) | (1 << 19)
/** What is known besides the request. */
export interface Circumstances {
	/** Addresses that the platform has called. */
	checked?: Checked
	/** From so many people on the operator decides on privileged intents. Needed where flags may change. */
	intentUsers?: number
}

/**
 * Changes an application; its pictures are stored already and named by their hashes, addresses that the platform will
 * call were called.
 * @throws UnknownApplication, InvalidFormBody
 */
export async function updateApplication(
	tx: Transaction,
	applicationId: string,
	changes: ApplicationChanges,
	{ checked = {}, intentUsers = Number.POSITIVE_INFINITY }: Circumstances = {},
): Promise<PrivateApplication> {
	const before = await holdApplication(tx, applicationId)
	refuseRoleConnections(changes)
	const columns: Partial<ApplicationRow> = {
		...(changes.description === undefined ? {} : { description: changes.description?.trim() ?? '' }),
		...(changes.icon === undefined ? {} : { icon: changes.icon }),
		...(await draftFlags(tx, before, { wanted: changes.flags, intentUsers })),
		...draftTypes(before, changes),
		settings: JSON.stringify(draftSettings(settingsOf(before), changes)),
	}
	await changeAddresses(tx, applicationId, changes, checked)
	await tx.db.updateTable('applications').set(columns).where('id', '=', applicationId).execute()
	// No token dies, but whoever remembers a bot by its token remembers its flags too.
	if ('flags' in columns) tx.emit(TokensRevoked, { internal: 'tokens' }, { token_hashes: [] })
	return viewOwnApplication(tx, { ...before, ...columns })
}

/** Nothing here shows role connections to people. */
function refuseRoleConnections(changes: ApplicationChanges): void {
	if (!changes.role_connections_verification_url) return
	const code = 'APPLICATION_ROLE_CONNECTIONS_VERIFICATION_URL_INVALID'
	throw formError(['role_connections_verification_url'], code, 'The specified address could not be verified.')
}

async function draftFlags(
	from: Reading,
	before: ApplicationRow,
	{ wanted, intentUsers }: { wanted: number | null | undefined; intentUsers: number },
) {
	if (typeof wanted !== 'number' || wanted === before.flags) return {}
	if (((wanted ^ before.flags) & ~OWN_FLAGS) !== 0) {
		throw formError(['flags'], 'APPLICATION_FLAGS_INVALID', 'Only the limited privileged intents can be changed.')
	}
	const { approximate_user_authorization_count: users } = await viewOwnApplication(from, before)
	if ((wanted & ~before.flags) !== 0 && users >= intentUsers) {
		throw formError(
			['flags'],
			'APPLICATION_FLAGS_INVALID',
			'The operator decides on privileged intents of large applications.',
		)
	}
	return { flags: wanted }
}

function draftSettings(before: ApplicationSettings, changes: ApplicationChanges): ApplicationSettings {
	const { custom_install_url, install_params } = changes
	if (custom_install_url && install_params) {
		throw formError(
			['custom_install_url'],
			'APPLICATION_INSTALL_PARAMS_CONFLICT',
			'Only one way to install can be set.',
		)
	}
	const params = draftInstall(install_params, ['install_params'])
	const wanted = {
		cover_image: changes.cover_image,
		tags: changes.tags,
		custom_install_url,
		install_params: install_params === undefined ? undefined : (params ?? null),
		max_participants: changes.max_participants,
		explicit_content_filter: changes.explicit_content_filter,
	}
	const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
	const after = { ...before, ...Object.fromEntries(given) }
	return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null)) as ApplicationSettings
}

/** The application, where the caller is its own bot. @throws UnknownApplication, NotAuthorizedOnApplication */
export async function getOwnApplication(
	from: Reading,
	applicationId: string,
	ownId: string,
): Promise<PrivateApplication> {
	const application = await getApplication(from, applicationId)
	if (applicationId !== ownId) throw new ApiError('NotAuthorizedOnApplication')
	return viewOwnApplication(from, application)
}
