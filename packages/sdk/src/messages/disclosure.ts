import type { Message } from '../cache/messages.ts'
import { isOnPlatform } from '../cache/visibility.ts'
import { type ClientState, tell } from '../client/state.ts'
import { DisclosureTypes } from '../enums/channels.ts'

/** For games that show it as it is. */
const NOTICE = 'What you write here can also be read outside of the game.'

/** Says once to a player that what they write is seen on the platform: with the first message that is. */
export function disclose(state: ClientState, message: Message): void {
	const { cache } = state
	if (!isOnPlatform(cache, message) || cache.disclosedTo === cache.currentUserId) return
	cache.disclosedTo = cache.currentUserId
	const notice: Message = {
		...message,
		// Right behind it, where no message of the same millisecond is.
		id: message.id | 0xfffn,
		authorId: 0n,
		content: NOTICE,
		additional: undefined,
		additionalName: undefined,
		applicationId: undefined,
		metadata: {},
		moderationMetadata: {},
		disclosure: DisclosureTypes.MessageDataVisibleOnPlatform,
		flags: 0,
	}
	cache.messages.put(notice)
	tell(state, [['messageCreated', notice.id]])
}
