import { ALL_PERMISSIONS, INSTALL_SCOPES, isSnowflake, type PrivateApplication, type Scope } from '@guildhall/protocol'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import type { IntegrationType } from '../domain/applications/authorizations.ts'
import { settingsOf } from '../domain/applications/present.ts'
import { readScopes, scopeNamed } from '../domain/applications/scopes.ts'
import type { Asked } from './asked.ts'
import { OAuthError } from './errors.ts'

/** One way in which the application can be installed, and what comes with it. */
export interface InstallOption {
	integrationType: IntegrationType
	/** All that the person allows this way. */
	scopes: readonly string[]
	/** What the bot may do in the guild: bits, decimal. */
	permissions: string
}

/** What a request says of an installation. Plain data: it is kept while the person decides. */
export interface InstallAsked {
	/** None where nothing is installed; the person chooses where there are several. */
	options: readonly InstallOption[]
	guildId: string | null
	/** The guild is `guildId` and no other. */
	isGuildFixed: boolean
}

const isInstallScope = (name: string) => INSTALL_SCOPES.includes(name as Scope)

/** Whether this is the link that installs an application and gives nothing else: no answer goes back to it (I1). */
export function isInstallLink({ values, repeated }: Asked): boolean {
	if (values.has('response_type') || repeated.has('response_type') || repeated.has('scope')) return false
	const scope = values.get('scope')
	return scope === undefined ? !values.has('redirect_uri') : readScopes(scope).every(isInstallScope)
}

/**
 * How the application would be installed by this request.
 * @throws OAuthError invalid_request, invalid_scope
 */
export function readInstall(asked: Asked, application: ApplicationRow): InstallAsked {
	const { values } = asked
	const guildId = values.get('guild_id') ?? null
	if (guildId !== null && !isSnowflake(guildId)) throw new OAuthError('invalid_request', 'Invalid "guild_id".')
	const isGuildFixed = guildId !== null && values.get('disable_guild_select') === 'true'
	const scope = values.get('scope')
	const wanted = integrationTypeOf(values.get('integration_type'))
	const permissions = permissionsOf(values.get('permissions'))
	const options =
		scope === undefined
			? ownOptions(application, permissions)
			: namedOptions(readScopes(scope), application, permissions)
	if (scope !== undefined && !readScopes(scope).some(isInstallScope)) return { options: [], guildId, isGuildFixed }
	const left = options.filter(({ integrationType }) => wanted === null || integrationType === wanted)
	if (left.length === 0) throw unavailable(wanted, scope)
	return { options: left, guildId, isGuildFixed }
}

/** `integration_type` as a number. @throws OAuthError invalid_request */
export function integrationTypeOf(text: string | undefined): IntegrationType | null {
	if (text === undefined) return null
	if (text !== '0' && text !== '1') throw new OAuthError('invalid_request', 'Invalid "integration_type".')
	return Number(text) as IntegrationType
}

function permissionsOf(text: string | undefined): bigint | undefined {
	if (text === undefined) return undefined
	if (!/^\d{1,20}$/.test(text)) throw new OAuthError('invalid_request', 'Invalid "permissions".')
	return BigInt(text) & ALL_PERMISSIONS
}

function unavailable(wanted: IntegrationType | null, scope: string | undefined): OAuthError {
	if (wanted === 1 && readScopes(scope ?? '').includes('bot')) {
		return new OAuthError('invalid_scope', 'A bot comes into servers only; an account takes applications.commands.')
	}
	return new OAuthError('invalid_request', 'This application cannot be installed in this way.')
}

type TypesConfig = NonNullable<PrivateApplication['integration_types_config']>

/** The ways that the application has switched on. */
function typesOf(application: ApplicationRow): [IntegrationType, TypesConfig[string]][] {
	const config = JSON.parse(application.integration_types_config) as TypesConfig
	return Object.entries(config).map(([type, params]) => [Number(type) as IntegrationType, params])
}

/** With scopes in the link: they are what is installed, wherever it goes. A bot brings its commands along. */
function namedOptions(
	scopes: readonly string[],
	application: ApplicationRow,
	permissions: bigint | undefined,
): InstallOption[] {
	const hasBot = scopes.includes('bot')
	const all = hasBot && !scopes.includes('applications.commands') ? [...scopes, 'applications.commands'] : scopes
	return typesOf(application)
		.filter(([integrationType]) => integrationType === 0 || !hasBot)
		.map(([integrationType]) => option(integrationType, all, hasBot ? permissions : 0n))
}

/** Without: what the application has set for each place. Its commands come along everywhere (AU-04). */
function ownOptions(application: ApplicationRow, permissions: bigint | undefined): InstallOption[] {
	const { install_params } = settingsOf(application)
	return typesOf(application).map(([integrationType, { oauth2_install_params }]) => {
		const params = oauth2_install_params ?? (integrationType === 0 ? install_params : undefined)
		const unset = integrationType === 0 && application.bot_user_id !== null ? ['bot'] : []
		const set = (params?.scopes ?? unset).map(scopeNamed).filter(isInstallScope)
		const scopes = set.filter((name) => integrationType === 0 || name !== 'bot')
		const all = [...new Set([...scopes, 'applications.commands'])]
		return option(integrationType, all, all.includes('bot') ? (permissions ?? BigInt(params?.permissions ?? 0)) : 0n)
	})
}

function option(integrationType: IntegrationType, scopes: readonly string[], permissions: bigint | undefined) {
	return { integrationType, scopes, permissions: ((permissions ?? 0n) & ALL_PERMISSIONS).toString() }
}
