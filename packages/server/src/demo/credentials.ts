import { randomBytes } from 'node:crypto'
import { bearerOf, botOf } from '../domain/access/caller.ts'
import { createPassword } from '../domain/accounts/passwords.ts'
import { type Credentials, getApplication, resetBotToken } from '../domain/applications/applications.ts'
import { isSecret } from '../domain/applications/client-secret.ts'
import { resetClientSecret } from '../domain/applications/secrets.ts'
import { grantTokens } from '../domain/applications/tokens.ts'
import type { Store } from '../ports/store.ts'
import { NARROW_SCOPES, PLAYER_SCOPES } from './people.ts'
import type { Studio } from './studio.ts'

/**
 * What opens the demo studio. The store knows hashes only, so a development server keeps these in a file beside it;
 * what is missing there, was used up or has expired is given out anew.
 */
export interface StudioCredentials {
	/** In the order of the studio's applications. */
	bots: Credentials[]
	/** In the order of its players. */
	players: PlayerCredentials[]
	narrowToken: string
}

export interface PlayerCredentials {
	password: string
	accessToken: string
	refreshToken: string
}

/** A token this close to its end is replaced. */
const SOON_MS = 24 * 60 * 60 * 1000

/** Keeps of `kept` what still works and gives out the rest anew. */
export async function renewCredentials(
	store: Store,
	studio: Studio,
	kept: Partial<StudioCredentials>,
): Promise<StudioCredentials> {
	const applicationId = studio.applicationIds[0] ?? ''
	const bots: Credentials[] = []
	for (const [index, id] of studio.applicationIds.entries()) bots.push(await renewBot(store, id, kept.bots?.[index]))
	const players: PlayerCredentials[] = []
	for (const [index, userId] of studio.playerIds.entries()) {
		players.push(await renewPlayer(store, { applicationId, userId }, kept.players?.[index]))
	}
	const narrowUserId = studio.playerIds[1] ?? ''
	const narrow = { applicationId, userId: narrowUserId, scopes: NARROW_SCOPES }
	const narrowToken = (await isGood(store, kept.narrowToken, NARROW_SCOPES))
		? (kept.narrowToken as string)
		: (await store.transaction((tx) => grantTokens(tx, narrow))).accessToken
	return { bots, players, narrowToken }
}

async function renewBot(store: Store, applicationId: string, kept: Credentials | undefined): Promise<Credentials> {
	const application = await getApplication(store, applicationId)
	const bot = kept && (await botOf(store, kept.botToken))
	const isSecretGood = kept && isSecret(application, kept.clientSecret)
	if (kept && bot && isSecretGood) return kept
	return store.transaction(async (tx) => ({
		botToken: bot ? kept.botToken : await resetBotToken(tx, application),
		clientSecret: isSecretGood ? kept.clientSecret : await resetClientSecret(tx, applicationId),
	}))
}

async function renewPlayer(
	store: Store,
	pair: { applicationId: string; userId: string },
	kept: PlayerCredentials | undefined,
): Promise<PlayerCredentials> {
	const password = kept?.password ?? randomBytes(12).toString('base64url')
	if (!kept) await createPassword(store, pair.userId, password)
	if (kept && (await isGood(store, kept.accessToken, PLAYER_SCOPES))) return kept
	const { accessToken, refreshToken } = await store.transaction((tx) =>
		grantTokens(tx, { ...pair, scopes: PLAYER_SCOPES }),
	)
	return { password, accessToken, refreshToken }
}

async function isGood(store: Store, token: string | undefined, scopes: readonly string[]): Promise<boolean> {
	const caller = token && (await bearerOf(store, token))
	if (!caller || caller.expiresAt < store.now() + SOON_MS) return false
	return scopes.every((scope) => caller.granted.includes(scope))
}
