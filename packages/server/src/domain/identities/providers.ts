import { ApiError, formError } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import type { Vault } from '../../ports/vault.ts'
import { type AddressRules, issuerProblem, RULES_VERSION } from './rules.ts'

/** Who can vouch for a player, by the `external_auth_type` of the wire. */
export const PROVIDER_TYPES = [
	'OIDC',
	'STEAM_SESSION_TICKET',
	'EPIC_ONLINE_SERVICES_ACCESS_TOKEN',
	'EPIC_ONLINE_SERVICES_ID_TOKEN',
	'UNITY_SERVICES_ID_TOKEN',
	'APPLE_ID_TOKEN',
	'PLAYSTATION_NETWORK_ID_TOKEN',
] as const
export type ProviderType = (typeof PROVIDER_TYPES)[number]

/** A provider as a developer enters it. */
export interface ProviderDraft {
	type: ProviderType
	/** Of OIDC alone: the address of the issuer, as its tokens write it. */
	issuer?: string
	/**
	 * Whom tokens must be meant for, 1 to 10: client ids, of Unity the project id, of Apple bundle or services ids, of
	 * Steam the one app id.
	 */
	audiences: readonly string[]
	/** Of Steam alone: the publisher's Web API key. A change without one keeps the one that is stored. */
	webApiKey?: string
	/** Of Steam alone: the identity that tickets are made for. */
	ticketIdentity?: string
}

/** A provider as it is stored, without its secrets. */
export interface Provider {
	id: string
	applicationId: string
	type: ProviderType
	/** Empty where the type has one of its own. */
	issuer: string
	audiences: readonly string[]
	/** Empty where the type has none. */
	ticketIdentity: string
	hasWebApiKey: boolean
	/** By which rules it was found good; those of today are `RULES_VERSION`. */
	rulesVersion: number
	validatedAt: number
}

/** What keeping a provider needs besides the database. */
export interface Keeping extends AddressRules {
	vault: Vault
}

/** Steam's tickets are made for the platform that reads them; games use this text. */
const TICKET_IDENTITY = 'discord'
const MOST_PROVIDERS = 25
const MOST_AUDIENCES = 10
const MOST_AUDIENCE = 512

interface Config {
	/** Sealed by the vault. */
	web_api_key?: string
	ticket_identity?: string
}

/** The providers of an application, oldest first. */
export async function listProviders({ db }: Reading, applicationId: string): Promise<Provider[]> {
	const rows = await db
		.selectFrom('external_providers')
		.selectAll()
		.where('application_id', '=', applicationId)
		.orderBy('id')
		.execute()
	return rows.map(providerOf)
}

/** Those of one type. */
export async function providersOf({ db }: Reading, applicationId: string, type: ProviderType): Promise<Provider[]> {
	const rows = await db
		.selectFrom('external_providers')
		.selectAll()
		.where('application_id', '=', applicationId)
		.where('type', '=', type)
		.execute()
	return rows.map(providerOf)
}

/** Takes the word of another provider. Answers its id. @throws InvalidFormBody */
export async function addProvider(
	tx: Transaction,
	keeping: Keeping,
	applicationId: string,
	draft: ProviderDraft,
): Promise<string> {
	const issuer = goodIssuer(draft, keeping)
	const before = await listProviders(tx, applicationId)
	if (before.length >= MOST_PROVIDERS) {
		throw formError([], 'BASE_TYPE_MAX_LENGTH', `An application has at most ${MOST_PROVIDERS} providers.`)
	}
	if (draft.type === 'STEAM_SESSION_TICKET' && !draft.webApiKey) {
		throw formError(['webApiKey'], 'BASE_TYPE_REQUIRED', 'This field is required')
	}
	const id = tx.newId()
	const { numInsertedOrUpdatedRows } = await tx.db
		.insertInto('external_providers')
		.values({
			id,
			application_id: applicationId,
			type: draft.type,
			issuer,
			...columnsOf(tx, keeping, draft, {}),
		})
		.onConflict((conflict) => conflict.columns(['application_id', 'type', 'issuer']).doNothing())
		.executeTakeFirst()
	if (numInsertedOrUpdatedRows !== 1n) throw taken(draft.type)
	return id
}

/**
 * Changes a provider; all of it must be good by the rules of today, whatever it was entered under (OID-02).
 * @throws UnknownProvider, InvalidFormBody
 */
export async function changeProvider(
	tx: Transaction,
	keeping: Keeping,
	at: { applicationId: string; providerId: string },
	draft: ProviderDraft,
): Promise<void> {
	const issuer = goodIssuer(draft, keeping)
	const row = await findRow(tx, at)
	if (!row) throw new ApiError('UnknownProvider')
	if (row.type !== draft.type) {
		throw formError(['type'], 'BASE_TYPE_CHOICES', 'The type of a provider stays; add another instead.')
	}
	const others = await providersOf(tx, at.applicationId, draft.type)
	if (others.some((other) => other.id !== at.providerId && other.issuer === issuer)) throw taken(draft.type)
	await tx.db
		.updateTable('external_providers')
		.set({ issuer, ...columnsOf(tx, keeping, draft, JSON.parse(row.config) as Config) })
		.where('id', '=', at.providerId)
		.execute()
}

/** Takes the word of a provider no longer; players that it vouched for stay. False where there was none. */
export async function removeProvider(
	{ db }: Transaction,
	{ applicationId, providerId }: { applicationId: string; providerId: string },
): Promise<boolean> {
	const { numDeletedRows } = await db
		.deleteFrom('external_providers')
		.where('id', '=', providerId)
		.where('application_id', '=', applicationId)
		.executeTakeFirst()
	return numDeletedRows > 0n
}

/** The Web API key of a stored provider; undefined where it has none, or one that was sealed with another key. */
export async function webApiKeyOf(
	{ db }: Reading,
	{ id }: Pick<Provider, 'id'>,
	vault: Vault,
): Promise<string | undefined> {
	const row = await db.selectFrom('external_providers').select('config').where('id', '=', id).executeTakeFirst()
	const sealed = row && (JSON.parse(row.config) as Config).web_api_key
	return sealed === undefined ? undefined : vault.open(sealed)
}

function findRow({ db }: Reading, { applicationId, providerId }: { applicationId: string; providerId: string }) {
	return db
		.selectFrom('external_providers')
		.selectAll()
		.where('id', '=', providerId)
		.where('application_id', '=', applicationId)
		.executeTakeFirst()
}

function providerOf(row: Selectable<Tables['external_providers']>): Provider {
	const config = JSON.parse(row.config) as Config
	return {
		id: row.id,
		applicationId: row.application_id,
		type: row.type as ProviderType,
		issuer: row.issuer,
		audiences: JSON.parse(row.audiences) as string[],
		ticketIdentity: config.ticket_identity ?? '',
		hasWebApiKey: config.web_api_key !== undefined,
		rulesVersion: row.rules_version,
		validatedAt: row.validated_at,
	}
}

function columnsOf(tx: Transaction, { vault }: Keeping, draft: ProviderDraft, before: Config) {
	return {
		audiences: JSON.stringify(goodAudiences(draft)),
		config: JSON.stringify(draft.type === 'STEAM_SESSION_TICKET' ? steamConfig(draft, vault, before) : {}),
		rules_version: RULES_VERSION,
		validated_at: tx.now(),
	}
}

function steamConfig({ webApiKey, ticketIdentity }: ProviderDraft, vault: Vault, before: Config): Config {
	return {
		...before,
		...(webApiKey ? { web_api_key: vault.seal(webApiKey) } : {}),
		ticket_identity: ticketIdentity || TICKET_IDENTITY,
	}
}

/** The issuer to store. @throws InvalidFormBody */
function goodIssuer(draft: ProviderDraft, rules: AddressRules): string {
	if (draft.type !== 'OIDC') return ''
	const { issuer = '' } = draft
	const problem = issuer === '' ? 'This field is required' : issuerProblem(issuer, rules)
	if (problem) throw formError(['issuer'], 'URL_TYPE_INVALID_URL', problem)
	return issuer
}

function goodAudiences({ type, audiences }: ProviderDraft): string[] {
	const given = [...new Set(audiences.map((audience) => audience.trim()).filter((audience) => audience !== ''))]
	if (given.length === 0) throw formError(['audiences'], 'BASE_TYPE_REQUIRED', 'This field is required')
	if (given.length > MOST_AUDIENCES) {
		throw formError(['audiences'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${MOST_AUDIENCES} in length.`)
	}
	const long = given.findIndex((audience) => audience.length > MOST_AUDIENCE)
	if (long >= 0) {
		throw formError(['audiences', long], 'BASE_TYPE_BAD_LENGTH', `Must be ${MOST_AUDIENCE} or fewer in length.`)
	}
	if (type === 'STEAM_SESSION_TICKET' && !(given.length === 1 && /^\d{1,10}$/.test(given[0] as string))) {
		throw formError(['audiences'], 'NUMBER_TYPE_COERCE', 'A Steam app id is one number.')
	}
	return given
}

function taken(type: ProviderType): ApiError {
	return type === 'OIDC'
		? formError(['issuer'], 'BASE_TYPE_ALREADY_EXISTS', 'This issuer is configured already.')
		: formError(['type'], 'BASE_TYPE_ALREADY_EXISTS', 'This provider is configured already.')
}
