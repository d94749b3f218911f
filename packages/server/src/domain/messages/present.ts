import {
	type Message,
	type MessageReference,
	type MessageSnapshot,
	type Reaction,
	type ReferencedMessage,
	readSnowflake,
	type User,
	wireTime,
	wireTimeOrNull,
} from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { findUsers, type UserRow } from '../accounts/accounts.ts'
import { presentUser } from '../accounts/present.ts'
import { attachmentsOf, presentAttachment } from './attachments.ts'
import { presentComponents } from './component-view.ts'
import { presentEmbeds } from './embeds.ts'
import type { MediaSource } from './media.ts'
import { presentPoll } from './polls.ts'
import { reactionsTo } from './reaction-counts.ts'
import {
	type AttachmentRow,
	type Extra,
	type LobbyFace,
	MESSAGE_FLAGS,
	MESSAGE_TYPES,
	type MessageRow,
	type Reference,
	readExtra,
	type Snapshot,
	type WebhookFace,
} from './rows.ts'

/** What presenting a message takes besides its row. */
export interface Surroundings {
	/** The author and everybody who is named, by id. */
	users: ReadonlyMap<string, UserRow>
	/** Of this message, those of its snapshot among them. */
	attachments: readonly AttachmentRow[]
	reactions?: readonly Reaction[]
	/** Of a reply: the original, null where it is gone. */
	original?: ReferencedMessage | null
}

/** A message as the wire has it. */
export function presentMessage(
	from: Pick<Reading, 'links' | 'now'>,
	row: MessageRow,
	extra: Extra,
	{ users, attachments, reactions, original }: Surroundings,
): Message {
	const now = from.now()
	const own = attachments.filter((attachment) => attachment.is_snapshot === 0)
	const source: MediaSource = { attachments: own, links: from.links, now }
	return {
		id: row.id,
		channel_id: row.channel_id,
		type: row.type,
		content: row.content,
		author: presentAuthor(row, extra, users),
		timestamp: wireTime(readSnowflake(row.id).at),
		edited_timestamp: wireTimeOrNull(row.edited_at),
		tts: row.is_tts === 1,
		mention_everyone: row.mentions_everyone === 1,
		mentions: presentMentions(users, extra.mentions),
		mention_roles: extra.roles ?? [],
		attachments: own.map((attachment) => presentAttachment(attachment, from.links, now)),
		embeds: row.flags & MESSAGE_FLAGS.suppressEmbeds ? [] : presentEmbeds(extra.embeds ?? [], source),
		components: presentComponents(extra.components ?? [], source),
		pinned: row.pinned_at !== null,
		flags: row.flags,
		...(extra.webhook ? presentWebhookId(row.author_id, extra.webhook) : {}),
		...(extra.lobby ? presentLobbyFace(extra.lobby) : {}),
		...(extra.game ? { application_id: extra.game.applicationId } : {}),
		...(extra.reference ? { message_reference: presentReference(extra.reference) } : {}),
		...(original === undefined ? {} : { referenced_message: original }),
		...(extra.poll ? { poll: presentPoll(extra.poll, now) } : {}),
		...(reactions?.length ? { reactions: [...reactions] } : {}),
		...(extra.snapshot ? { message_snapshots: [presentSnapshot(from, extra.snapshot, users, attachments)] } : {}),
	}
}

function userOf(users: ReadonlyMap<string, UserRow>, id: string): UserRow {
	const user = users.get(id)
	if (!user) throw new Error(`The author ${id} of a message is not among the users read for it.`)
	return user
}

function presentAuthor(row: MessageRow, { webhook, lobby }: Extra, users: ReadonlyMap<string, UserRow>): User {
	if (webhook) return presentFace(row.author_id, webhook.name, webhook.avatar)
	if (lobby) return presentFace(lobby.applicationId, lobby.name, lobby.icon)
	return presentUser(userOf(users, row.author_id))
}

/** An author that is nobody's account: a webhook, or the game of a lobby. */
function presentFace(id: string, name: string, avatar: string | null): User {
	return {
		id,
		username: name,
		avatar,
		discriminator: '0000',
		public_flags: 0,
		flags: 0,
		bot: true,
		global_name: null,
		primary_guild: null,
	}
}

function presentLobbyFace({ id, applicationId, additionalName }: LobbyFace) {
	return {
		application_id: applicationId,
		lobby_id: id,
		...(additionalName === undefined ? {} : { lobby_member: { additional_name: additionalName } }),
	}
}

function presentWebhookId(id: string, { applicationId }: WebhookFace) {
	return { webhook_id: id, ...(applicationId === null ? {} : { application_id: applicationId }) }
}

function presentMentions(users: ReadonlyMap<string, UserRow>, ids: readonly string[] = []) {
	return ids.flatMap((id) => {
		const user = users.get(id)
		return user ? [presentUser(user)] : []
	})
}

function presentReference({ type, messageId, channelId, guildId }: Reference): MessageReference {
	return {
		type,
		channel_id: channelId,
		message_id: messageId,
		...(guildId === undefined ? {} : { guild_id: guildId }),
	}
}

function presentSnapshot(
	{ links, now }: Pick<Reading, 'links' | 'now'>,
	snapshot: Snapshot,
	users: ReadonlyMap<string, UserRow>,
	attachments: readonly AttachmentRow[],
): MessageSnapshot {
	const shown = attachments.filter((attachment) => attachment.is_snapshot === 1)
	const source: MediaSource = { attachments: shown, links, now: now() }
	return {
		message: {
			type: snapshot.type,
			content: snapshot.content,
			timestamp: wireTime(snapshot.sentAt),
			edited_timestamp: wireTimeOrNull(snapshot.editedAt),
			flags: snapshot.flags,
			mentions: presentMentions(users, snapshot.mentions),
			mention_roles: snapshot.roles,
			attachments: shown.map((attachment) => presentAttachment(attachment, links, source.now)),
			embeds: presentEmbeds(snapshot.embeds, source),
			components: presentComponents(snapshot.components, source),
		},
	}
}

/** Messages as `viewerId` sees them, in the order of the rows: a few queries for all of them together. */
export async function presentMessages(
	from: Reading,
	rows: readonly MessageRow[],
	viewerId: string,
): Promise<Message[]> {
	if (rows.length === 0) return []
	const extras = new Map(rows.map((row) => [row.id, readExtra(row)]))
	const originals = await originalsOf(from, rows, extras)
	for (const row of originals.values()) if (!extras.has(row.id)) extras.set(row.id, readExtra(row))
	const all = [...rows, ...originals.values()]
	const users = await findUsers(from, usersIn(all, extras))
	const attachments = Map.groupBy(
		await attachmentsOf(from, [...new Set(all.map(({ id }) => id))]),
		(attachment) => attachment.message_id,
	)
	const reactions = await reactionsTo(
		from,
		rows.map(({ id }) => id),
		viewerId,
	)
	const surroundings = (row: MessageRow): Surroundings => ({ users, attachments: attachments.get(row.id) ?? [] })
	return rows.map((row) => {
		const extra = extras.get(row.id) ?? {}
		return presentMessage(from, row, extra, {
			...surroundings(row),
			reactions: reactions.get(row.id) ?? [],
			...(row.type === MESSAGE_TYPES.reply
				? { original: presentOriginal(originals.get(extra.reference?.messageId ?? '')) }
				: {}),
		})
	})

	function presentOriginal(row: MessageRow | undefined): ReferencedMessage | null {
		return row ? presentMessage(from, row, extras.get(row.id) ?? {}, surroundings(row)) : null
	}
}

/** The messages that replies among these answer, by id. */
async function originalsOf(
	{ db }: Reading,
	rows: readonly MessageRow[],
	extras: ReadonlyMap<string, Extra>,
): Promise<Map<string, MessageRow>> {
	const ids = rows.flatMap((row) => {
		const messageId = row.type === MESSAGE_TYPES.reply ? extras.get(row.id)?.reference?.messageId : undefined
		return messageId === undefined ? [] : [messageId]
	})
	if (ids.length === 0) return new Map()
	const found = await db.selectFrom('messages').selectAll().where('id', 'in', ids).execute()
	return new Map(found.map((row) => [row.id, row]))
}

/** Everybody whose account presenting the messages takes. */
export function usersIn(rows: readonly MessageRow[], extras: ReadonlyMap<string, Extra>): string[] {
	return rows.flatMap((row) => {
		const { mentions = [], snapshot } = extras.get(row.id) ?? {}
		return [row.author_id, ...mentions, ...(snapshot?.mentions ?? [])]
	})
}
