import { heldBy } from '../core/object.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { ClientStatus } from '../enums/clients.ts'
import { knownUser, type UserHandle, userHandle } from '../handles/user-handle.ts'
import type { OrNone, UserUpdatedCallback } from './callbacks.ts'
import { ProvisionalCalls } from './provisional-calls.ts'

/** What a client knows about users. */
export abstract class UserCalls extends ProvisionalCalls {
	/**
	 * The player, or a handle of nobody while the status is not Ready.
	 *
	 * @deprecated Use `GetCurrentUserV2`, which says so.
	 */
	GetCurrentUser(): UserHandle {
		return this.GetCurrentUserV2() ?? userHandle(heldBy(this), 0n)
	}

	/** The player, while the status is Ready. */
	GetCurrentUserV2(): UserHandle | undefined {
		const state = heldBy(this)
		if (state.connection.status() !== ClientStatus.Ready) return undefined
		return knownUser(state, state.cache.currentUserId)
	}

	/** A user that is known: the player, members of lobbies, authors of messages. Never asks the server. */
	GetUser(userId: SnowflakeLike): UserHandle | undefined {
		return knownUser(heldBy(this), toSnowflake(userId, 'userId'))
	}

	/** Called when a user that is known is another: names, picture, whether they are there and what they play. */
	SetUserUpdatedCallback(cb: OrNone<UserUpdatedCallback>): void {
		heldBy(this).events.set('userUpdated', cb)
	}
}
