import { ChannelUpdate } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import { overwritesOf } from '../access/access.ts'
import type { LinkedLobby } from './linked.ts'
import { presentChannel } from './present.ts'
import { tellChannel } from './tell.ts'

/** Notes what a channel is linked to, or that it is no longer; its guild hears so. */
export async function setLinkedLobby(tx: Transaction, channelId: string, link: LinkedLobby | null): Promise<void> {
	const channel = await tx.db
		.updateTable('channels')
		.set({ linked_lobby: link && JSON.stringify(link) })
		.where('id', '=', channelId)
		.returningAll()
		.executeTakeFirstOrThrow()
	tellChannel(tx, ChannelUpdate, presentChannel(channel, await overwritesOf(tx, channelId)))
}
