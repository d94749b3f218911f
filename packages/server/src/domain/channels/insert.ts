import { ApiError, type NewChannel, type Overwrite } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'
import { type ChannelDraft, draftChannel } from './draft.ts'

/** A channel of a guild that is being made. `id` is a placeholder that others name in `parent_id`. */
export type NewGuildChannel = NewChannel & { id?: string | null }

export interface ChannelPlan {
	guildId: string
	features: readonly string[]
	channels: readonly NewGuildChannel[]
	/** From placeholders of roles to their ids. */
	roleIds: ReadonlyMap<string, string>
}

/** Makes the channels of a new guild. Answers with them in the order of the plan, and whose placeholder became what. */
export async function insertChannels(
	tx: Transaction,
	{ guildId, features, channels: planned, roleIds }: ChannelPlan,
): Promise<{ channels: ChannelRow[]; ids: Map<string, string> }> {
	const ids = new Map<string, string>()
	const positions = new Map<string, number>()
	const channels: ChannelRow[] = []
	const overwrites: { channelId: string; overwrite: Overwrite }[] = []
	for (const plan of planned) {
		const id = tx.newId()
		if (plan.id) ids.set(plan.id, id)
		const draft = draftChannel(plan, { features, newId: tx.newId })
		const bucket = sortingBucket(draft.type)
		const position = positions.get(bucket) ?? 0
		positions.set(bucket, position + 1)
		channels.push(channelOf(tx, draft, { id, guildId, parentId: parentOf(plan, ids), position }))
		for (const { id: target, type, allow, deny } of plan.permission_overwrites ?? []) {
			const overwrite = {
				id: roleIds.get(target) ?? target,
				type: type ?? 0,
				allow: BigInt(allow ?? 0),
				deny: BigInt(deny ?? 0),
			}
			overwrites.push({ channelId: id, overwrite })
		}
	}
	await tx.db.insertInto('channels').values(channels).execute()
	if (overwrites.length > 0) {
		await tx.db
			.insertInto('overwrites')
			.values(overwrites.map(({ channelId, overwrite }) => overwriteRow(channelId, overwrite)))
			.execute()
	}
	return { channels, ids }
}

function parentOf({ parent_id }: NewGuildChannel, ids: ReadonlyMap<string, string>): string | null {
	if (!parent_id) return null
	const id = ids.get(parent_id)
	if (!id) throw new ApiError('UnknownChannel')
	return id
}

/** Channels are sorted in three rows of numbers: headings, what one reads, what one hears. */
export function sortingBucket(type: number): 'category' | 'voice' | 'text' {
	if (type === 4) return 'category'
	return type === 2 || type === 13 ? 'voice' : 'text'
}

export function channelOf(
	tx: Transaction,
	draft: ChannelDraft,
	place: { id: string; guildId: string; parentId: string | null; position: number },
): ChannelRow {
	return {
		...draft,
		id: place.id,
		guild_id: place.guildId,
		parent_id: place.parentId,
		position: place.position,
		last_message_id: null,
		last_pin_at: null,
		owner_id: null,
		direct_key: null,
		created_at: tx.now(),
		linked_lobby: null,
	}
}

export function overwriteRow(channelId: string, { id, type, allow, deny }: Overwrite) {
	return { channel_id: channelId, target_id: id, type, allow: allow.toString(), deny: deny.toString() }
}
