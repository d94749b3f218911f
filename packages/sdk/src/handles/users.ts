import type { Client } from '../client/client.ts'
import type { ClientState } from '../client/state.ts'
import { Holding, heldBy, invalid, Movable } from '../core/object.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { profilesOf, type UserApplicationProfileHandle } from './user-application-profile-handle.ts'

/** What a client knows of users in its game. `UserHandle.UserApplicationProfiles` gives the same. */
export class Users extends Movable<ClientState> {
	static override readonly name = 'Users'
	static readonly nullobj: Users = invalid(Users)

	/** @example new Users(client).GetUserApplicationProfiles(userId) */
	constructor(client: Client)
	constructor(given: Client | Holding<ClientState>) {
		super(given instanceof Holding ? given : new Holding(heldBy(given)))
	}

	/** Who a user is elsewhere, for this game: at most one today. */
	GetUserApplicationProfiles(userId: SnowflakeLike): UserApplicationProfileHandle[] {
		return profilesOf(heldBy(this), toSnowflake(userId, 'userId'))
	}

	/** The same: nothing is ever locked here. */
	GetUserApplicationProfilesNoLock(userId: SnowflakeLike): UserApplicationProfileHandle[] {
		return this.GetUserApplicationProfiles(userId)
	}
}
