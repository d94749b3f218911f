import type { DirectChannel, Message, PlayerMessage } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { parentsOf } from '../applications/publishers.ts'
import { gameOfDirect } from '../channels/direct.ts'
import { presentDirectChannel } from '../channels/present.ts'
import { presentMessages } from '../messages/present.ts'
import { type MessageRow, readExtra } from '../messages/rows.ts'

/** Who looks at a message: one of the two, in a game. */
export interface View {
	applicationId: string
	channel: ChannelRow
	/** The other one of the two. */
	peer: UserRow
}

/** A game's own channel is named by the other one's id, so that each of the two knows it by another (GDM-02). */
export function presentChannelFor(channel: ChannelRow, peer: UserRow): DirectChannel {
	const shown = presentDirectChannel(channel, [peer])
	return gameOfDirect(channel) === undefined ? shown : { ...shown, id: peer.id }
}

/** What goes with a message: the maps that a game keeps, which no other is shown (MOD-03), and whose game it was written in. */
export interface Kept {
	metadata?: Record<string, string>
	moderation_metadata?: Record<string, string>
	/** The publisher, where the game of `application_id` is below one. */
	parent_application_id?: string
}

/** A message as one of the two sees it. */
export function presentFor(message: Message, kept: Kept, { channel, peer }: View): PlayerMessage {
	const shown = presentChannelFor(channel, peer)
	return { ...message, ...kept, channel_id: shown.id, recipient_id: peer.id, channel: shown }
}

/** What goes with these messages for this game, by their ids. */
export async function keptWith(
	from: Reading,
	applicationId: string,
	rows: readonly MessageRow[],
): Promise<Map<string, Kept>> {
	if (rows.length === 0) return new Map()
	const moderation = await from.db
		.selectFrom('message_moderation')
		.selectAll()
		.where(
			'message_id',
			'in',
			rows.map(({ id }) => id),
		)
		.where('application_id', '=', applicationId)
		.execute()
	const said = new Map(moderation.map((row) => [row.message_id, JSON.parse(row.metadata) as Record<string, string>]))
	const games = rows.map((row) => readExtra(row).game)
	const parents = await parentsOf(from, [...new Set(games.flatMap((game) => (game ? [game.applicationId] : [])))])
	return new Map(
		rows.map((row, at) => {
			const game = games[at]
			const moderated = said.get(row.id)
			const metadata = game?.applicationId === applicationId ? game.metadata : undefined
			const parentId = game && parents.get(game.applicationId)
			const kept: Kept = {
				...(metadata ? { metadata } : {}),
				...(moderated ? { moderation_metadata: moderated } : {}),
				...(parentId === undefined ? {} : { parent_application_id: parentId }),
			}
			return [row.id, kept]
		}),
	)
}

/** Messages of one channel as `viewerId` sees them, in the order of the rows. */
export async function presentAll(
	from: Reading,
	rows: readonly MessageRow[],
	viewerId: string,
	view: View,
): Promise<PlayerMessage[]> {
	const kept = await keptWith(from, view.applicationId, rows)
	const messages = await presentMessages(from, rows, viewerId)
	return messages.map((message) => presentFor(message, kept.get(message.id) ?? {}, view))
}
