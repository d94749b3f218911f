import { CHANNEL_TYPES, formError } from '@guildhall/protocol'
import type { Reading } from '../../ports/store.ts'
import type { ChannelRow } from '../access/access.ts'
import { sortingBucket } from './insert.ts'

const MOST_IN_CATEGORY = 50
/** Bots may have put a channel there; equal positions go by id. */
const LAST_POSITION = 2_147_483_647

/** A channel as far as its place among the others goes. */
export type PlacedChannel = Pick<ChannelRow, 'id' | 'type' | 'parent_id' | 'position'>

/** Where all channels of a guild stand. */
export function placesOf({ db }: Reading, guildId: string): Promise<PlacedChannel[]> {
	return db
		.selectFrom('channels')
		.select(['id', 'type', 'parent_id', 'position'])
		.where('guild_id', '=', guildId)
		.execute()
}

/** The position below all others of its kind. */
export function lastPosition(places: readonly PlacedChannel[], type: number): number {
	const bucket = sortingBucket(type)
	return places
		.filter((place) => sortingBucket(place.type) === bucket)
		.reduce((last, place) => Math.min(LAST_POSITION, Math.max(last, place.position + 1)), 0)
}

/**
 * The category a channel is put into. `path` is where a complaint points.
 * @throws InvalidFormBody where it is none of this guild, is full, or the channel is a category itself
 */
export function requireParent(
	places: readonly PlacedChannel[],
	channel: { type: number; id?: string },
	parentId: string | null,
	path: readonly (string | number)[] = ['parent_id'],
): string | null {
	if (parentId === null || channel.type === CHANNEL_TYPES.category) return null
	const parent = places.find(({ id }) => id === parentId)
	if (!parent) throw formError(path, 'CHANNEL_PARENT_INVALID', 'Category does not exist')
	if (parent.type !== CHANNEL_TYPES.category) throw formError(path, 'CHANNEL_PARENT_INVALID_TYPE', 'Not a category')
	const inside = places.filter((place) => place.parent_id === parentId && place.id !== channel.id)
	if (inside.length >= MOST_IN_CATEGORY) {
		throw formError(
			path,
			'CHANNEL_PARENT_MAX_CHANNELS',
			`Maximum number of channels in category reached (${MOST_IN_CATEGORY})`,
		)
	}
	return parentId
}
