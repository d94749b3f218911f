import { ApiError, formError, type Guild, INSTALL_SCOPES, PASSTHROUGH_SCOPES, type Scope } from '@guildhall/protocol'
import type { UserRow } from '../domain/accounts/accounts.ts'
import { accept } from '../domain/applications/acceptance.ts'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import { findAuthorization, hold } from '../domain/applications/authorizations.ts'
import { type CodeInstall, createCode } from '../domain/applications/codes.ts'
import { settingsOf } from '../domain/applications/present.ts'
import { issueAccessToken } from '../domain/applications/tokens.ts'
import { requireIncoming } from '../domain/channel-webhooks/incoming.ts'
import { checkInstall, installInGuild, isInstallable, requireInstallable } from '../domain/guilds/installing.ts'
import type { Store, Transaction } from '../ports/store.ts'
import type { Asked } from './asked.ts'
import { type Choice, type Chosen, chosenOf } from './choice.ts'
import { OAuthError } from './errors.ts'
import type { InstallAsked } from './install-asked.ts'
import { type Destination, locationOf } from './location.ts'
import { type AuthorizeRequest, checkRequest, destinationOf, findTarget, type Site } from './steps.ts'

/** What authorization needs of the world. */
export interface AuthorizeWorld extends Site {
	store: Store
}

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

export type Consideration =
	/** The answer is known: an error, or a consent given earlier. */
	| { kind: 'redirect'; application: ApplicationRow; location: string }
	| { kind: 'sign-in' }
	/** The mail address is not confirmed; `location` takes the person back without a consent. */
	| { kind: 'unverified'; application: ApplicationRow; location: string }
	/** The application is installed from a page of its own. */
	| { kind: 'elsewhere'; application: ApplicationRow; url: string }
	| { kind: 'consent'; application: ApplicationRow; pending: PendingRequest }

/**
 * What comes of a request, before the person is asked.
 * @throws OAuthError where there is nowhere to redirect to
 */
export async function consider(
	world: AuthorizeWorld,
	asked: Asked,
	person: Person | undefined,
): Promise<Consideration> {
	const target = await findTarget(world.store, asked, world)
	const { application } = target
	if (target.isInstallLink && !asked.values.has('scope')) {
		const url = ownInstallPage(application, world.issuer)
		if (url !== undefined) return { kind: 'elsewhere', application, url }
	}
	const destination = destinationOf(asked, target, world.issuer)
	try {
		return await considerRequest(world, checkRequest(asked, target), destination, person)
	} catch (error) {
		if (!(error instanceof OAuthError) || target.isInstallLink) throw error
		return { kind: 'redirect', application, location: refusal(destination, error) }
	}
}

/** Where the application wants to be installed from; a link that would lead back here is none. */
function ownInstallPage(application: ApplicationRow, issuer: string): string | undefined {
	const { custom_install_url: url } = settingsOf(application)
	if (!url) return undefined
	const { origin, pathname, searchParams } = new URL(url)
	const leadsHere = origin === issuer && pathname.endsWith('/oauth2/authorize') && !searchParams.get('scope')
	return leadsHere ? undefined : url
}

async function considerRequest(
	world: AuthorizeWorld,
	request: AuthorizeRequest,
	destination: Destination,
	person: Person | undefined,
): Promise<Consideration> {
	const { application, scopes } = request
	// Only OpenID Connect says that `none` must not show a page; without it the page is what clients expect.
	const mustBeSilent = request.prompt === 'none' && scopes.includes('openid')
	if (!person) {
		if (mustBeSilent) throw new OAuthError('login_required', 'The person is not signed in.')
		return { kind: 'sign-in' }
	}
	if (!person.user.is_verified) {
		if (mustBeSilent) throw new OAuthError('interaction_required', 'The person must confirm their email address.')
		const denied = new OAuthError('access_denied', 'The person must confirm their email address.')
		return { kind: 'unverified', application, location: refusal(destination, denied) }
	}
	if (request.install.options.length > 0 && !(await isInstallable(world.store, application, person.user.id))) {
		throw new OAuthError('access_denied', 'Only the owner of this application, or one of its team, may install it.')
	}
	const pending = pendingOf(request, destination)
	if (request.prompt === 'none') {
		const location = await world.store.transaction((tx) => answerSilently(tx, request, pending, person))
		if (location !== undefined) return { kind: 'redirect', application, location }
		if (mustBeSilent) throw new OAuthError('consent_required', 'The person has not allowed this yet.')
	}
	return { kind: 'consent', application, pending }
}

function pendingOf(request: AuthorizeRequest, destination: Destination): PendingRequest {
	const { application, isRedirectGiven, isInstallLink, scopes, nonce, codeChallenge, install } = request
	return {
		applicationId: application.id,
		destination,
		isRedirectGiven,
		isInstallLink,
		scopes,
		nonce,
		codeChallenge,
		install,
	}
}

/**
 * The answer where everything asked for is allowed already; undefined where the person must be asked. What gives something
 * once takes the person each time, and so does an installation that is not there yet.
 */
async function answerSilently(
	tx: Transaction,
	request: AuthorizeRequest,
	pending: PendingRequest,
	person: Person,
): Promise<string | undefined> {
	const { application, scopes, isInstallLink, integrationType } = request
	if (isInstallLink || scopes.some((scope) => PASSTHROUGH_SCOPES.includes(scope as Scope))) return undefined
	const authorization = await findAuthorization(tx, { applicationId: application.id, userId: person.user.id })
	if (!authorization) return undefined
	const installed = JSON.parse(authorization.integration_types) as number[]
	if (request.install.options.length > 0 && integrationType !== null && !installed.includes(integrationType)) {
		return undefined
	}
	const allowed = new Set(JSON.parse(authorization.scopes) as string[])
	if (!scopes.every((scope) => allowed.has(scope))) return undefined
	// Nothing is allowed anew: one that ends in this moment is asked for again.
	if (!(await hold(tx, authorization.id))) return undefined
	return answer(tx, pending, person, { authorizationId: authorization.id, install: null })
}

/** What a person decided. */
export type Decision = { isAllowed: false } | ({ isAllowed: true } & Choice)

/**
 * Carries out what the person decided. Answers with where to go.
 * @throws VerifyAccount, InvalidFormBody, and what `installInGuild` and `requireIncoming` throw
 */
export async function decide(
	tx: Transaction,
	application: ApplicationRow,
	{ pending, person, decision }: { pending: PendingRequest; person: Person; decision: Decision },
): Promise<string> {
	if (!decision.isAllowed) {
		const denied = new OAuthError('access_denied', 'The resource owner or authorization server denied the request')
		return refusal(pending.destination, denied)
	}
	if (!person.user.is_verified) throw new ApiError('VerifyAccount')
	const given = await carryOut(tx, application, { pending, userId: person.user.id, choice: decision })
	return answer(tx, pending, person, given)
}

/** What came of a yes before it is answered. */
interface Given {
	/** Held by the transaction. */
	authorizationId: string
	install: CodeInstall | null
}

/** Installs what was chosen, but for what waits for the code, and keeps the consent. */
async function carryOut(
	tx: Transaction,
	application: ApplicationRow,
	{ pending, userId, choice }: { pending: PendingRequest; userId: string; choice: Choice },
): Promise<Given> {
	const chosen = chosenOf(pending.install, choice)
	const channel = pending.scopes.includes('webhook.incoming') ? await channelOf(tx, userId, choice) : undefined
	const pair = { applicationId: application.id, userId }
	const scopes = [...new Set([...pending.scopes, ...(chosen?.scopes ?? [])])]
	if (chosen?.integrationType === 0) {
		const place = await placeOf(tx, application, { chosen, userId, channel })
		const { id } = await accept(tx, { ...pair, scopes, installed: { integrationType: 0, guild: place.guild } })
		return { authorizationId: id, install: { ...place.install, ...channel?.install } }
	}
	if (chosen) await requireInstallable(tx, application, userId)
	const { id } = await accept(tx, { ...pair, scopes, ...(chosen ? { installed: { integrationType: 1 } } : {}) })
	return { authorizationId: id, install: channel?.install ?? null }
}

/** @throws InvalidFormBody, and what `requireIncoming` throws */
async function channelOf(tx: Transaction, userId: string, { channelId }: Choice) {
	if (channelId === undefined) throw formError(['webhook_channel_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
	const { guild_id: guildId } = await requireIncoming(tx, userId, channelId)
	return { guildId, install: { channelId } }
}

/**
 * Brings the application into the guild, or makes sure that the code will: a bot that asks for a code grant comes only
 * when its code is redeemed.
 */
async function placeOf(
	tx: Transaction,
	application: ApplicationRow,
	{ chosen, userId, channel }: { chosen: Chosen; userId: string; channel: { guildId: string } | undefined },
): Promise<{ guild: Guild; install: CodeInstall }> {
	const { permissions } = chosen
	const guildId = chosen.guildId ?? channel?.guildId
	if (guildId === undefined) throw formError(['guild_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
	if (channel && channel.guildId !== guildId) {
		throw formError(['webhook_channel_id'], 'BASE_TYPE_CHOICES', 'The channel is in another server.')
	}
	const scopes = chosen.scopes.filter((scope) => INSTALL_SCOPES.includes(scope as Scope))
	const install = { guildId, userId, scopes, permissions: BigInt(permissions) }
	if (scopes.includes('bot') && application.bot_require_code_grant) {
		return { guild: await checkInstall(tx, application, install), install: { guildId, permissions, joins: true } }
	}
	return { guild: await installInGuild(tx, application, install), install: { guildId, permissions } }
}

async function answer(
	tx: Transaction,
	pending: PendingRequest,
	{ user, authTime }: Person,
	{ authorizationId, install }: Given,
): Promise<string> {
	const { destination, scopes, applicationId } = pending
	if (pending.isInstallLink) return locationOf(destination, {})
	const pair = { applicationId, userId: user.id }
	if (destination.isFragment) {
		const tokens = await issueAccessToken(tx, { ...pair, authorizationId, familyId: tx.newId(), scopes })
		return locationOf(destination, {
			access_token: tokens.accessToken,
			token_type: 'Bearer',
			expires_in: String(tokens.expiresIn),
			scope: scopes.join(' '),
		})
	}
	const redirectUri = pending.isRedirectGiven ? destination.redirectUri : null
	const { nonce, codeChallenge } = pending
	const grant = { ...pair, authorizationId, scopes, redirectUri, nonce, codeChallenge, authTime, install }
	const code = await createCode(tx, grant)
	const { guildId, permissions = '0' } = install ?? {}
	return locationOf(destination, { code, ...(guildId === undefined ? {} : { guild_id: guildId, permissions }) })
}

function refusal(destination: Destination, { error, message }: OAuthError): string {
	return locationOf(destination, { error, error_description: message })
}
