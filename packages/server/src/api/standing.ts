import type { ChannelAccess } from '../domain/access/access.ts'
import type { Caller, Somebody } from '../domain/access/caller.ts'

/** The caller of an operation that declares a permission on the channel of its path, and their standing there. */
export function inChannel({ channel, caller }: { channel?: ChannelAccess; caller: Caller }): {
	access: ChannelAccess
	caller: Somebody
} {
	if (!channel || caller.kind === 'anyone') {
		throw new Error('An operation that acts in a channel must declare a permission and admit somebody.')
	}
	return { access: channel, caller }
}
