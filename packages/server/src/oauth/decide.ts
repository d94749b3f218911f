import { ApiError, formError, type Guild, INSTALL_SCOPES, type Scope } from '@guildhall/protocol'
import { accept } from '../domain/applications/acceptance.ts'
import type { ApplicationRow } from '../domain/applications/applications.ts'
import { type CodeInstall, createCode } from '../domain/applications/codes.ts'
import { issueAccessToken } from '../domain/applications/tokens.ts'
import { requireIncoming } from '../domain/channel-webhooks/incoming.ts'
import { checkInstall, installInGuild, requireInstallable } from '../domain/guilds/installing.ts'
import type { Transaction } from '../ports/store.ts'
import { type Choice, type Chosen, chosenOf } from './choice.ts'
import { OAuthError } from './errors.ts'
import { locationOf, refusal } from './location.ts'
import type { PendingRequest, Person } from './pending.ts'

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

/** Where a yes leads: to the application with a code or a token, or to the end page. */
export async function answer(
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
