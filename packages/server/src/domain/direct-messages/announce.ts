import { type Message, MessageCreate, MessageDelete, MessageUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { UserRow } from '../accounts/accounts.ts'
import { gamesOf, type Placed } from './conversation.ts'
import { keptWith, presentFor } from './present.ts'
import { notifyServers } from './webhook-messages.ts'

/** The two whose message it is. */
export interface People {
	author: UserRow
	other: UserRow
}

/** A message about which something is said, with all that it takes. */
export interface Spoken extends Placed, People {
	message: Message
}

/** Each of the two, and who is the other one to them. */
const sidesOf = ({ author, other }: People): [UserRow, UserRow][] => [
	[author, other],
	[other, author],
]

/** Says to sessions of both, and to servers of their games, that a message was written. */
export async function announceWritten(
	tx: Transaction,
	spoken: Spoken,
	nonce: string | number | undefined,
): Promise<void> {
	await tellSessions(tx, MessageCreate, spoken, nonce)
	await notifyServers(tx, 'created', spoken, await gamesFor(tx, spoken))
}

/** The same of one whose words were changed. */
export async function announceEdited(tx: Transaction, spoken: Spoken): Promise<void> {
	await tellSessions(tx, MessageUpdate, spoken)
	await notifyServers(tx, 'updated', spoken, await gamesFor(tx, spoken))
}

/** Says to sessions of one game alone that its moderation has said something else of a message (MOD-04). */
export function announceModerated(tx: Transaction, spoken: Spoken, applicationId: string): Promise<void> {
	return tellSessions(tx, MessageUpdate, spoken, undefined, [applicationId])
}

/** Says that a message is gone. */
export async function announceRemoved(tx: Transaction, spoken: Spoken): Promise<void> {
	const games = await gamesFor(tx, spoken)
	for (const [viewer, peer] of sidesOf(spoken)) {
		for (const applicationId of games) {
			const { channel_id } = presentFor(spoken.message, {}, { applicationId, channel: spoken.channel, peer })
			tx.emit(MessageDelete, { userIds: [viewer.id], applicationId }, { id: spoken.row.id, channel_id })
		}
	}
	await notifyServers(tx, 'deleted', spoken, games)
}

const gamesFor = (tx: Transaction, spoken: Spoken) => gamesOf(tx, spoken, [spoken.author.id, spoken.other.id])

async function tellSessions(
	tx: Transaction,
	event: typeof MessageCreate | typeof MessageUpdate,
	spoken: Spoken,
	nonce?: string | number,
	games?: readonly string[],
): Promise<void> {
	const { row, channel, author } = spoken
	const { reactions: _, ...message } = spoken.message
	for (const applicationId of games ?? (await gamesFor(tx, spoken))) {
		const kept = (await keptWith(tx, applicationId, [row])).get(row.id) ?? {}
		for (const [viewer, peer] of sidesOf(spoken)) {
			const shown = presentFor(message, kept, { applicationId, channel, peer })
			const own = nonce !== undefined && viewer.id === author.id ? { nonce } : {}
			tx.emit(event, { userIds: [viewer.id], applicationId }, { ...shown, ...own, channel_type: channel.type })
		}
	}
}
