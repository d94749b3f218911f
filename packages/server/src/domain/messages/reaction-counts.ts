import type { Reaction } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import { presentEmoji } from './emojis.ts'

/** The reactions to messages, by message, each in the order of its first use; `me` as `viewerId` sees it. */
export async function reactionsTo(
	{ db }: Reading,
	messageIds: readonly string[],
	viewerId: string,
): Promise<Map<string, Reaction[]>> {
	if (messageIds.length === 0) return new Map()
	const rows = await db
		.selectFrom('reactions')
		.select((reaction) => [
			'message_id',
			'emoji',
			reaction.fn.countAll<number>().as('count'),
			reaction.fn.min('position').as('position'),
			reaction.fn.max(reaction.case().when('user_id', '=', viewerId).then(1).else(0).end()).as('mine'),
		])
		.where('message_id', 'in', messageIds)
		.groupBy(['message_id', 'emoji'])
		.execute()
	rows.sort((a, b) => a.position - b.position)
	const byMessage = new Map<string, Reaction[]>()
	for (const { message_id, emoji, count, mine } of rows) {
		const list = byMessage.get(message_id) ?? []
		byMessage.set(message_id, list)
		list.push({
			emoji: presentEmoji(emoji),
			count: Number(count),
			count_details: { burst: 0, normal: Number(count) },
			burst_colors: [],
			me_burst: false,
			me: Number(mine) === 1,
		})
	}
	return byMessage
}
