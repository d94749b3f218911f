import { type Relation, relationOf } from '../cache/relations.ts'
import type { User } from '../cache/users.ts'
import type { ClientState } from '../client/state.ts'
import { Copyable, heldBy, invalid, make } from '../core/object.ts'
import type { Snowflake } from '../core/snowflake.ts'
import { EnumToString } from '../enums/enum-to-string.ts'
import { RelationshipType, type StatusType, UserHandleAvatarType } from '../enums/users.ts'
import { gameActivity, statusOf } from '../presence/known-presence.ts'
import type { Activity } from '../records/activity.ts'
import { profilesOf, type UserApplicationProfileHandle } from './user-application-profile-handle.ts'

interface Held {
	state: ClientState
	id: Snowflake
}

/** A live view of a user: it shows what is known at each call. Without a client behind it everything is empty. */
export class UserHandle extends Copyable<Held> {
	/** The enum of picture formats. */
	static readonly AvatarType: typeof UserHandleAvatarType = UserHandleAvatarType
	static override readonly name = 'UserHandle'
	static readonly nullobj: UserHandle = invalid(UserHandle)

	/** The name of an `AvatarType`. */
	static AvatarTypeToString(type: UserHandle.AvatarType): string {
		return EnumToString(UserHandleAvatarType, type)
	}

	private constructor(...given: ConstructorParameters<typeof Copyable<Held>>) {
		super(...given)
	}

	/** The hash of the avatar, where one is set. */
	Avatar(): string | undefined {
		return known(this)?.avatar
	}

	/** The address of the avatar, in the first format when it is animated, else in the second; of a default picture without one. */
	AvatarUrl(animatedType: UserHandle.AvatarType, staticType: UserHandle.AvatarType): string {
		const user = known(this)
		if (!user) return ''
		// The pictures stand under the site's root.
		const base = new URL(heldBy(this).state.webBase).origin
		if (user.avatar === undefined) return `${base}/embed/avatars/${(user.id >> 22n) % 6n}.png`
		const type = user.avatar.startsWith('a_') ? animatedType : staticType
		return `${base}/avatars/${user.id}/${user.avatar}.${EnumToString(UserHandleAvatarType, type).toLowerCase()}`
	}

	/** The global name where there is one, else the username. */
	DisplayName(): string {
		const user = known(this)
		return user?.globalName ?? user?.username ?? ''
	}

	/** What the user does in this game, or in another one of the publisher. */
	GameActivity(): Activity | undefined {
		const { state, id } = heldBy(this)
		return gameActivity(state, id)
	}

	/** The name the user chose to be shown. */
	GlobalName(): string | undefined {
		return known(this)?.globalName
	}

	/** 0 when the client behind the handle is gone. */
	Id(): Snowflake {
		const { state, id } = heldBy(this)
		return state.isDestroyed ? 0n : id
	}

	/** Whether the account belongs to the game alone. */
	IsProvisional(): boolean {
		return known(this)?.isProvisional ?? false
	}

	/** What the player and the user are to each other; nothing to a stranger. */
	Relationship(): RelationshipHandle {
		const { state, id } = heldBy(this)
		return relationshipHandle(state, id)
	}

	/** Whether the user is there, as far as the player may know. */
	Status(): StatusType {
		const { state, id } = heldBy(this)
		return statusOf(state.cache, id)
	}

	/** Who the user is elsewhere, for this game: at most one today. */
	UserApplicationProfiles(): UserApplicationProfileHandle[] {
		const { state, id } = heldBy(this)
		return profilesOf(state, id)
	}

	/** The unique name of the account. */
	Username(): string {
		return known(this)?.username ?? ''
	}
}

export declare namespace UserHandle {
	type AvatarType = UserHandleAvatarType
}

export function userHandle(state: ClientState, id: Snowflake): UserHandle {
	return make(UserHandle, { state, id } satisfies Held)
}

/** A handle of a user that is known. */
export function knownUser(state: ClientState, id: Snowflake): UserHandle | undefined {
	return state.cache.users.has(id) ? userHandle(state, id) : undefined
}

// In this file as the two lead to each other.
/** A live view of what the player and another user are to each other: on the platform, and within the game. */
export class RelationshipHandle extends Copyable<Held> {
	static override readonly name = 'RelationshipHandle'
	static readonly nullobj: RelationshipHandle = invalid(RelationshipHandle)

	private constructor(...given: ConstructorParameters<typeof Copyable<Held>>) {
		super(...given)
	}

	/** On the whole platform. Blocks are here, and hold in every game. */
	PlatformRelationshipType(): RelationshipType {
		return related(this).platform
	}

	/** Within this game. */
	GameRelationshipType(): RelationshipType {
		return related(this).game
	}

	/** The id of the other user. */
	Id(): Snowflake {
		const { state, id } = heldBy(this)
		return state.isDestroyed ? 0n : id
	}

	/** Whether the platform takes the request of the other one for spam. */
	IsSpamRequest(): boolean {
		const { platform, game, isSpam } = related(this)
		return isSpam && [platform, game].includes(RelationshipType.PendingIncoming)
	}

	/** The other user, where known. */
	User(): UserHandle | undefined {
		const { state, id } = heldBy(this)
		return knownUser(state, id)
	}
}

export function relationshipHandle(state: ClientState, id: Snowflake): RelationshipHandle {
	return make(RelationshipHandle, { state, id } satisfies Held)
}

function related(handle: RelationshipHandle): Relation {
	const { state, id } = heldBy(handle)
	return relationOf(state.cache, id)
}

function known(handle: UserHandle): User | undefined {
	const { state, id } = heldBy(handle)
	return state.cache.users.get(id)
}
