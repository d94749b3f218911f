import {
	ALL_PERMISSIONS,
	type ApplicationChanges,
	formError,
	INSTALL_SCOPES,
	type PrivateApplication,
	type Scope,
} from '@guildhall/protocol'
import type { ApplicationRow } from './applications.ts'
import { settingsOf } from './present.ts'
import { scopeNamed } from './scopes.ts'

type TypesConfig = NonNullable<PrivateApplication['integration_types_config']>

/** How the application can be installed after these changes. Null takes a way of installing away. @throws InvalidFormBody */
export function draftTypes(
	before: ApplicationRow,
	{ integration_types_config: wanted, custom_install_url = settingsOf(before).custom_install_url }: ApplicationChanges,
): Partial<Pick<ApplicationRow, 'integration_types_config'>> {
	if (!wanted) return {}
	const config = JSON.parse(before.integration_types_config) as TypesConfig
	for (const [type, given] of Object.entries(wanted)) {
		if (type !== '0' && type !== '1') {
			throw formError(['integration_types_config', type], 'BASE_TYPE_CHOICES', 'Value must be one of {0, 1}.')
		}
		if (given === null) delete config[type]
		else {
			const path = ['integration_types_config', type, 'oauth2_install_params']
			const scopes = type === '0' ? INSTALL_SCOPES : INSTALL_SCOPES.filter((scope) => scope !== 'bot')
			const params = draftInstall(given.oauth2_install_params, path, scopes)
			config[type] = params ? { oauth2_install_params: custom_install_url ? params : withCommands(params) } : {}
		}
	}
	return { integration_types_config: JSON.stringify(config) }
}

/** What the platform's own link installs has commands everywhere (AU-04). */
function withCommands(params: InstallParams): InstallParams {
	const { scopes } = params
	return scopes.includes('applications.commands') ? params : { ...params, scopes: [...scopes, 'applications.commands'] }
}

interface InstallParams {
	scopes: string[]
	permissions: string
}

/** What an installation comes with. `path` is where a complaint points. @throws InvalidFormBody */
export function draftInstall(
	wanted: ApplicationChanges['install_params'],
	path: readonly string[],
	allowed: readonly Scope[] = INSTALL_SCOPES,
): InstallParams | undefined {
	if (!wanted) return undefined
	const scopes = [...new Set((wanted.scopes ?? ['applications.commands']).map(scopeNamed))]
	const other = scopes.findIndex((scope) => !allowed.includes(scope as Scope))
	if (other >= 0) {
		const message = `There is no such scope here: it is one of ${allowed.join(', ')}.`
		throw formError([...path, 'scopes', other], 'BASE_TYPE_CHOICES', message)
	}
	return { scopes, permissions: (BigInt(wanted.permissions ?? 0) & ALL_PERMISSIONS).toString() }
}
