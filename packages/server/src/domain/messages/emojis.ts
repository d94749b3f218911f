import { ApiError, type ReactionEmoji } from '@guildhall/protocol'

const EMOJI = /^\p{RGI_Emoji}$/v
const VARIATION = '\uFE0F'

/**
 * The emoji of a reaction's path, in its one spelling. A custom emoji (`name:id`) is unknown until a guild can have some.
 * @throws UnknownEmoji
 */
export function readEmoji(given: string): string {
	const spellings = [given, given + VARIATION, given.endsWith(VARIATION) ? given.slice(0, -1) : given, keycap(given)]
	const emoji = given.length > 64 ? undefined : spellings.find((spelling) => EMOJI.test(spelling))
	if (emoji === undefined) throw new ApiError('UnknownEmoji')
	return emoji
}

/** Keycaps carry their variation in the middle; some clients leave it out. */
function keycap(given: string): string {
	return given.replace(/^([0-9#*])\u20E3$/, `$1${VARIATION}\u20E3`)
}

export function presentEmoji(emoji: string): ReactionEmoji {
	return { id: null, name: emoji }
}
