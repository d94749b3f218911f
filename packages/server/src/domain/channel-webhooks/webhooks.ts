import { randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError, formError, type Webhook, WebhooksUpdate } from '@guildhall/protocol'
import type { Selectable } from 'kysely'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { Tables } from '../../ports/tables.ts'
import { holdGuild } from '../access/held.ts'
import { createUser, findUsers, type UserRow, WEBHOOK_DISCRIMINATOR } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { tidyName } from '../accounts/usernames.ts'
import { audit, changesBetween } from '../audit/audit.ts'
import { holdChannel } from '../channels/channels.ts'
import type { GuildChannelRow } from './incoming.ts'

export type WebhookRow = Selectable<Tables['channel_webhooks']>

const MOST_IN_CHANNEL = 15
const MOST_IN_GUILD = 1000
const LONGEST_NAME = 80
const RESERVED_WORDS = ['discord', 'clyde', 'guildhall']
const AUDITED = ['name', 'avatar_hash', 'channel_id', 'type', 'application_id'] as const
/** The kind that posts with a token of its own. */
const INCOMING = 1

/** Who did it: null for whoever had the token. */
export interface Doer {
	userId: string | null
	reason?: string | undefined
}

export interface NewWebhook {
	/** Given where a picture was stored below it. */
	id?: string
	channel: GuildChannelRow
	/** Who makes it, and who is named for it. */
	userId: string
	/** Of people's choosing it was looked at by `webhookName`; an application gives its own. */
	name: string
	/** Hash of the stored picture. */
	avatar?: string | null
	/** The application it is made for. */
	applicationId?: string | null
	reason?: string | undefined
}

/** Makes a webhook of a channel. @throws MaximumWebhooks, MaximumGuildWebhooks */
export async function createWebhook(tx: Transaction, wanted: NewWebhook): Promise<WebhookRow> {
	const { channel, userId } = wanted
	// Those who make one at the same time wait, so that none is one too many.
	await holdGuild(tx, channel.guild_id)
	await holdChannel(tx, channel.id)
	await requireRoom(tx, channel)
	const row: WebhookRow = {
		id: wanted.id ?? tx.newId(),
		channel_id: channel.id,
		guild_id: channel.guild_id,
		application_id: wanted.applicationId ?? null,
		user_id: userId,
		name: wanted.name,
		avatar: wanted.avatar ?? null,
		seed: randomBytes(32).toString('base64url'),
		created_at: tx.now(),
	}
	await createWriter(tx, row.id)
	await tx.db.insertInto('channel_webhooks').values(row).execute()
	tellWebhooks(tx, row)
	await auditWebhook(tx, 'webhookCreate', { after: row, userId, reason: wanted.reason })
	return row
}

async function requireRoom({ db }: Reading, channel: GuildChannelRow): Promise<void> {
	const inChannel = await db
		.selectFrom('channel_webhooks')
		.select('id')
		.where('channel_id', '=', channel.id)
		.limit(MOST_IN_CHANNEL)
		.execute()
	if (inChannel.length >= MOST_IN_CHANNEL) throw new ApiError('MaximumWebhooks')
	const inGuild = await db
		.selectFrom('channel_webhooks')
		.select((webhook) => webhook.fn.countAll<number>().as('count'))
		.where('guild_id', '=', channel.guild_id)
		.executeTakeFirst()
	if (Number(inGuild?.count ?? 0) >= MOST_IN_GUILD) throw new ApiError('MaximumGuildWebhooks')
}

/** Messages have an account for an author. This one nobody is, and nobody finds: what it is called stands on each message. */
async function createWriter(tx: Transaction, id: string): Promise<void> {
	await createUser(tx, { id, username: `webhook-${id}`, discriminator: WEBHOOK_DISCRIMINATOR, isBot: true })
	await tx.db.updateTable('users').set({ deleted_at: tx.now() }).where('id', '=', id).execute()
}

/** A name that webhooks can have. `field` is where a complaint points. @throws InvalidFormBody */
export function webhookName(given: string, field = 'name'): string {
	const name = tidyName(given)
	if (name.length < 1 || name.length > LONGEST_NAME) {
		throw formError([field], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${LONGEST_NAME} in length.`)
	}
	const word = RESERVED_WORDS.find((reserved) => name.toLowerCase().includes(reserved))
	if (word) throw formError([field], 'USERNAME_INVALID_CONTAINS', `Username cannot contain "${word}"`)
	return name
}

/** @throws UnknownWebhook */
export async function getWebhook({ db }: Reading, webhookId: string): Promise<WebhookRow> {
	const row = await db.selectFrom('channel_webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst()
	if (!row) throw new ApiError('UnknownWebhook')
	return row
}

/** The webhook that this token opens. @throws UnknownWebhook, InvalidWebhookToken */
export async function openWebhook(from: Reading, webhookId: string, token: string): Promise<WebhookRow> {
	const row = await getWebhook(from, webhookId)
	const [given, own] = [Buffer.from(token), Buffer.from(from.links.webhook(row).token)]
	if (given.length !== own.length || !timingSafeEqual(given, own)) throw new ApiError('InvalidWebhookToken')
	return row
}

/** Those of a channel or of a guild, oldest first. */
export async function listWebhooks(
	from: Reading,
	place: { channelId: string } | { guildId: string },
): Promise<Webhook[]> {
	const all = from.db.selectFrom('channel_webhooks').selectAll().orderBy('id')
	const rows = await ('channelId' in place
		? all.where('channel_id', '=', place.channelId)
		: all.where('guild_id', '=', place.guildId)
	).execute()
	const users = await findUsers(
		from,
		rows.map((row) => row.user_id),
	)
	return rows.map((row) => presentWebhook(from, row, users.get(row.user_id)))
}

/** Those with these ids, without their tokens. */
export async function webhooksById(from: Reading, ids: readonly string[]): Promise<Webhook[]> {
	if (ids.length === 0) return []
	const rows = await from.db.selectFrom('channel_webhooks').selectAll().where('id', 'in', ids).execute()
	return rows.map((row) => {
		const { token: _, url: __, ...shown } = presentWebhook(from, row)
		return shown
	})
}

/** What changes about a webhook; its picture is stored already and named by its hash. */
export interface WebhookChanges {
	name?: string | undefined
	avatar?: string | null | undefined
	channel?: GuildChannelRow | undefined
}

/** Takes hold of a webhook until the commit, and says how it is now. @throws UnknownWebhook */
async function holdWebhook({ db }: Transaction, webhookId: string): Promise<WebhookRow> {
	const row = await db
		.updateTable('channel_webhooks')
		.set((webhook) => ({ name: webhook.ref('name') }))
		.where('id', '=', webhookId)
		.returningAll()
		.executeTakeFirst()
	if (!row) throw new ApiError('UnknownWebhook')
	return row
}

/** Changes a webhook. @throws UnknownWebhook, UnknownChannel, InvalidFormBody, MaximumWebhooks */
export async function updateWebhook(
	tx: Transaction,
	{ id, guild_id }: Pick<WebhookRow, 'id' | 'guild_id'>,
	{ name, avatar, channel }: WebhookChanges,
	by: Doer,
): Promise<WebhookRow> {
	if (channel && channel.guild_id !== guild_id) {
		throw formError(['channel_id'], 'BASE_TYPE_CHOICES', 'The channel is in another server.')
	}
	// A channel that goes takes its webhooks along: it is held before them.
	if (channel) await holdChannel(tx, channel.id)
	const before = await holdWebhook(tx, id)
	if (channel && channel.id !== before.channel_id) await requireRoom(tx, channel)
	const after: WebhookRow = {
		...before,
		...(name === undefined ? {} : { name }),
		...(avatar === undefined ? {} : { avatar }),
		...(channel === undefined ? {} : { channel_id: channel.id }),
	}
	const { name: newName, avatar: newAvatar, channel_id } = after
	await tx.db
		.updateTable('channel_webhooks')
		.set({ name: newName, avatar: newAvatar, channel_id })
		.where('id', '=', before.id)
		.execute()
	tellWebhooks(tx, after)
	if (channel_id !== before.channel_id) tellWebhooks(tx, before)
	await auditWebhook(tx, 'webhookUpdate', { before, after, ...by })
	return after
}

/** Takes a webhook away; what it posted stays. @throws UnknownWebhook where it is gone already */
export async function deleteWebhook(tx: Transaction, row: WebhookRow, by: Doer): Promise<void> {
	const { numDeletedRows } = await tx.db.deleteFrom('channel_webhooks').where('id', '=', row.id).executeTakeFirst()
	if (numDeletedRows === 0n) throw new ApiError('UnknownWebhook')
	tellWebhooks(tx, row)
	await auditWebhook(tx, 'webhookDelete', { before: row, ...by })
}

function tellWebhooks(tx: Transaction, { guild_id: guildId, channel_id: channelId }: WebhookRow): void {
	tx.emit(WebhooksUpdate, { guildId, channelId }, { guild_id: guildId, channel_id: channelId })
}

async function auditWebhook(
	tx: Transaction,
	action: 'webhookCreate' | 'webhookUpdate' | 'webhookDelete',
	entry: Doer & { before?: WebhookRow; after?: WebhookRow },
): Promise<void> {
	const { before, after, userId, reason } = entry
	const row = after ?? before
	if (!row) return
	const changes = changesBetween(before && audited(before), after && audited(after), AUDITED)
	if (changes.length === 0) return
	await audit(tx, { guildId: row.guild_id, userId, targetId: row.id, action, changes, reason })
}

/** The log names a picture by its hash. */
function audited({ name, avatar, channel_id, application_id }: WebhookRow) {
	return { name, avatar_hash: avatar, channel_id, application_id, type: INCOMING }
}

/** A webhook with its token. `user`: who made it, where that is shown. */
export function presentWebhook({ links }: Pick<Reading, 'links'>, row: WebhookRow, user?: UserRow): Webhook {
	const { id, name, avatar, channel_id, guild_id, application_id } = row
	return {
		type: INCOMING,
		id,
		name,
		avatar,
		channel_id,
		guild_id,
		application_id,
		...(user ? { user: presentUser(user) } : {}),
		...links.webhook(row),
	}
}
