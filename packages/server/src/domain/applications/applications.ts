import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { ApiError, formError, isSnowflake, TokensRevoked } from '@guildhall/protocol'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { prepared } from '../../ports/prepared.ts'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { hashToken } from '../access/caller.ts'
import { createUser } from '../accounts/accounts.ts'
import { newClientSecret } from './client-secret.ts'
import { redirectProblem } from './redirects.ts'

export type ApplicationRow = Selectable<Tables['applications']>

export interface NewApplication {
	name: string
	description?: string
	ownerId: string
	redirectUris?: readonly string[]
	isPublicClient?: boolean
	/** The `flags` of the wire: which privileged intents it holds. */
	flags?: number
	/** Scopes it may ask for although they need approval. */
	eligibleScopes?: readonly string[]
	/** Whether its owner accepted the terms of the social layer. */
	hasSocialTerms?: boolean
	/** What is bought when the application is. */
	skuId?: string
}

/** What is shown once. */
export interface Credentials {
	botToken: string
	clientSecret: string
}

/** Makes an application with its bot; both have the same id (HC-91). */
export async function createApplication(
	tx: Transaction,
	application: NewApplication,
): Promise<{ application: ApplicationRow; credentials: Credentials }> {
	for (const [index, uri] of (application.redirectUris ?? []).entries()) {
		// Whose a standard scheme is depends on where the server runs; it is checked at every use.
		const problem = redirectProblem(uri, { applicationId: '', standardScheme: '' })
		if (problem) throw formError(['redirect_uris', index], 'URL_TYPE_INVALID_URL', problem)
	}
	const id = tx.newId()
	const { secret: clientSecret, kept } = newClientSecret(tx.now())
	const { publicKey, privateKey } = generateKeyPairSync('ed25519')
	const bot = await createUser(tx, {
		id,
		username: application.name,
		discriminator: String(randomInt(1, 10_000)).padStart(4, '0'),
		isBot: true,
		isVerified: true,
	})
	const row = await tx.db
		.insertInto('applications')
		.values({
			id,
			name: application.name,
			description: application.description ?? '',
			icon: null,
			owner_user_id: application.ownerId,
			bot_user_id: bot.id,
			// The last 32 bytes of the SPKI form are the key itself.
			public_key: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex'),
			signing_key: tx.vault.seal(privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')),
			secrets: JSON.stringify([kept]),
			team_id: null,
			deleted_at: null,
			is_public_client: application.isPublicClient ? 1 : 0,
			bot_public: 1,
			bot_require_code_grant: 0,
			flags: application.flags ?? 0,
			redirect_uris: JSON.stringify(application.redirectUris ?? []),
			eligible_scopes: JSON.stringify(application.eligibleScopes ?? []),
			integration_types_config: JSON.stringify({
				0: { oauth2_install_params: { scopes: ['applications.commands', 'bot'], permissions: '0' } },
			}),
			social_terms_at: application.hasSocialTerms ? tx.now() : null,
			sku_id: application.skuId ?? null,
			created_at: tx.now(),
		})
		.returningAll()
		.executeTakeFirstOrThrow()
	return { application: row, credentials: { botToken: await resetBotToken(tx, row), clientSecret } }
}

/** Seconds that the middle part of a bot token counts from: 2011-01-01 (HC-44). */
const TOKEN_EPOCH_SECONDS = 1_293_840_000

/** Gives the bot a new token; the one before stops working at once. */
export async function resetBotToken(tx: Transaction, application: ApplicationRow): Promise<string> {
	const userId = application.bot_user_id
	if (!userId) throw new ApiError('ApplicationHasNoBot')
	const issued = Buffer.alloc(4)
	issued.writeUInt32BE(Math.max(0, Math.floor(tx.now() / 1000) - TOKEN_EPOCH_SECONDS))
	const token = [
		Buffer.from(userId).toString('base64url'),
		issued.toString('base64url'),
		randomBytes(32).toString('base64url'),
	].join('.')
	const { numDeletedRows } = await tx.db
		.deleteFrom('bot_tokens')
		.where('application_id', '=', application.id)
		.executeTakeFirst()
	await tx.db
		.insertInto('bot_tokens')
		.values({ token_hash: hashToken(token), application_id: application.id, user_id: userId, created_at: tx.now() })
		.execute()
	if (numDeletedRows > 0n) {
		tx.emit(TokensRevoked, { internal: 'tokens' }, { application_id: application.id, user_id: userId })
	}
	return token
}

/** An application, if the text is the id of one that is there. */
export async function findApplication(from: Reading, id: string): Promise<ApplicationRow | undefined> {
	return isSnowflake(id) ? (await applicationById(from, id))[0] : undefined
}

const applicationById = prepared((db, id: string) =>
	db.selectFrom('applications').selectAll().where('id', '=', id).where('deleted_at', 'is', null),
)

/** Applications in the order they were made, where `among` is given only those. */
export function listApplications(
	{ db }: Reading,
	{
		after,
		limit,
		among,
	}: { after: string; limit: number; among?: SelectQueryBuilder<Tables, 'scope_requests', { application_id: string }> },
): Promise<ApplicationRow[]> {
	return db
		.selectFrom('applications')
		.selectAll()
		.where('id', '>', after)
		.where('deleted_at', 'is', null)
		.$if(among !== undefined, (query) =>
			query.where('id', 'in', among as SelectQueryBuilder<Tables, 'scope_requests', { application_id: string }>),
		)
		.orderBy('id')
		.limit(limit)
		.execute()
}

/**
 * The application as it is now, held until the commit: whoever writes what they read writes one after the other.
 * @throws UnknownApplication
 */
export async function holdApplication({ db }: Transaction, applicationId: string): Promise<ApplicationRow> {
	const row = await db
		.updateTable('applications')
		.set((application) => ({ name: application.ref('name') }))
		.where('id', '=', applicationId)
		.where('deleted_at', 'is', null)
		.returningAll()
		.executeTakeFirst()
	if (!row) throw new ApiError('UnknownApplication')
	return row
}

/** The application. @throws UnknownApplication */
export async function getApplication(from: Reading, applicationId: string): Promise<ApplicationRow> {
	const row = await findApplication(from, applicationId)
	if (!row) throw new ApiError('UnknownApplication')
	return row
}
