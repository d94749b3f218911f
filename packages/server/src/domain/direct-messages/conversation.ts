import { snowflakeAt } from '@guildhall/protocol'
import type { Reading, Transaction } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'
import { gamesOfBoth } from '../applications/authorizations.ts'
import { findDirect, gameOfDirect } from '../channels/direct.ts'
import type { Player } from '../lobbies/rows.ts'
import { lockMessage } from '../messages/find.ts'
import { type MessageRow, readExtra } from '../messages/rows.ts'

/** How long a game can read what was written, and how long its own channels keep it (GDM-05). */
const HISTORY_MS = 72 * 60 * 60 * 1000

/** The id of a message that would just still be shown. */
export const oldestShown = (from: Reading): string => snowflakeAt(from.now() - HISTORY_MS)

/** The channels of two players: the platform's and the game's, as far as there are. */
export async function channelsOf(
	from: Reading,
	{ applicationId, userId }: Player,
	otherId: string,
): Promise<ChannelRow[]> {
	const found = [
		await findDirect(from, { userId, otherId }),
		await findDirect(from, { userId, otherId, applicationId }),
	]
	return found.filter((channel) => channel !== undefined)
}

/** A message of two players and the channel it stands in. */
export interface Placed {
	row: MessageRow
	channel: ChannelRow
}

/** The message, held until the commit; undefined where the two have none of this id, or it is over. */
export async function lockPlaced(
	tx: Transaction,
	player: Player,
	otherId: string,
	messageId: string,
): Promise<Placed | undefined> {
	for (const channel of await channelsOf(tx, player, otherId)) {
		const row = await lockMessage(tx, channel.id, messageId)
		if (!row) continue
		const isOver = gameOfDirect(channel) !== undefined && BigInt(row.id) < BigInt(oldestShown(tx))
		return isOver ? undefined : { row, channel }
	}
	return undefined
}

/** The games whose sessions hear of a message: the game's own, or those that both use and the one it was written in. */
export async function gamesOf(from: Reading, { row, channel }: Placed, userIds: [string, string]): Promise<string[]> {
	const own = gameOfDirect(channel)
	if (own !== undefined) return [own]
	const origin = readExtra(row).game?.applicationId
	return [...new Set([...(origin === undefined ? [] : [origin]), ...(await gamesOfBoth(from, ...userIds))])]
}
