import { heldBy } from '../core/object.ts'
import { type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { type RelationshipGroupType, RelationshipType } from '../enums/users.ts'
import { friendsLike, relationshipsOfGroup } from '../friends/groups.ts'
import { type RelationshipHandle, relationshipHandle, type UserHandle, userHandle } from '../handles/user-handle.ts'
import { friends } from '../parts/parts.ts'
import type {
	OrNone,
	RelationshipCreatedCallback,
	RelationshipDeletedCallback,
	RelationshipGroupsUpdatedCallback,
	SendFriendRequestCallback,
	UpdateRelationshipCallback,
} from './callbacks.ts'
import { type CallOptions, type Last, operate } from './operation.ts'
import { UserCalls } from './user-calls.ts'

const { Friend, Blocked, PendingIncoming, PendingOutgoing } = RelationshipType

/** What a client does about friends, requests and blocks: on the platform, and within the game. */
export abstract class RelationshipCalls extends UserCalls {
	/** Asks somebody, by their unique name, to be friends on the platform; accepts where they have asked. */
	SendPlatformFriendRequest(username: string, cb: SendFriendRequestCallback): void
	SendPlatformFriendRequest(username: string, options?: CallOptions): Promise<void>
	SendPlatformFriendRequest(username: string, last: Last<SendFriendRequestCallback>) {
		return operate(this, last, 'SendPlatformFriendRequest', [], (call) =>
			friends((part) => part.requestByName(call, 'platform', username)),
		)
	}

	/** The same, by id. */
	SendPlatformFriendRequestById(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	SendPlatformFriendRequestById(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	SendPlatformFriendRequestById(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'SendPlatformFriendRequestById', [], (call) =>
			friends((part) => part.request(call, 'platform', userId)),
		)
	}

	/** Accepts a request of the platform. Fails with ValidationError where there is none. */
	AcceptPlatformFriendRequest(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	AcceptPlatformFriendRequest(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	AcceptPlatformFriendRequest(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'AcceptPlatformFriendRequest', [], (call) =>
			friends((part) => part.request(call, 'platform', userId, PendingIncoming)),
		)
	}

	/** Refuses a request of the platform. Fails with ValidationError where there is none. */
	RejectPlatformFriendRequest(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	RejectPlatformFriendRequest(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	RejectPlatformFriendRequest(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'RejectPlatformFriendRequest', [], (call) =>
			friends((part) => part.end(call, 'platform', userId, PendingIncoming)),
		)
	}

	/** Takes the player's request on the platform back. Fails with ValidationError where there is none. */
	CancelPlatformFriendRequest(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	CancelPlatformFriendRequest(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	CancelPlatformFriendRequest(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'CancelPlatformFriendRequest', [], (call) =>
			friends((part) => part.end(call, 'platform', userId, PendingOutgoing)),
		)
	}

	/** Asks a player, by their unique name, to be friends within the game; accepts where they have asked. */
	SendGameFriendRequest(username: string, cb: SendFriendRequestCallback): void
	SendGameFriendRequest(username: string, options?: CallOptions): Promise<void>
	SendGameFriendRequest(username: string, last: Last<SendFriendRequestCallback>) {
		return operate(this, last, 'SendGameFriendRequest', [], (call) =>
			friends((part) => part.requestByName(call, 'game', username)),
		)
	}

	/** The same, by id. */
	SendGameFriendRequestById(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	SendGameFriendRequestById(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	SendGameFriendRequestById(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'SendGameFriendRequestById', [], (call) =>
			friends((part) => part.request(call, 'game', userId)),
		)
	}

	/** Accepts a request within the game. Fails with ValidationError where there is none. */
	AcceptGameFriendRequest(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	AcceptGameFriendRequest(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	AcceptGameFriendRequest(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'AcceptGameFriendRequest', [], (call) =>
			friends((part) => part.request(call, 'game', userId, PendingIncoming)),
		)
	}

	/** Refuses a request within the game. Fails with ValidationError where there is none. */
	RejectGameFriendRequest(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	RejectGameFriendRequest(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	RejectGameFriendRequest(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'RejectGameFriendRequest', [], (call) =>
			friends((part) => part.end(call, 'game', userId, PendingIncoming)),
		)
	}

	/** Takes the player's request within the game back. Fails with ValidationError where there is none. */
	CancelGameFriendRequest(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	CancelGameFriendRequest(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	CancelGameFriendRequest(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'CancelGameFriendRequest', [], (call) =>
			friends((part) => part.end(call, 'game', userId, PendingOutgoing)),
		)
	}

	/** Ends a friendship within the game. Fails with ValidationError where there is none. */
	RemoveGameFriend(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	RemoveGameFriend(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	RemoveGameFriend(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'RemoveGameFriend', [], (call) =>
			friends((part) => part.end(call, 'game', userId, Friend)),
		)
	}

	/** Ends the friendship on the platform and within the game. Fails with ValidationError where there is neither. */
	RemovePlatformAndGameFriend(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	RemovePlatformAndGameFriend(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	RemovePlatformAndGameFriend(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'RemovePlatformAndGameFriend', [], (call) =>
			friends((part) => part.endBoth(call, userId)),
		)
	}

	/** Blocks a user, here and in every game, and ends what the two were to each other. */
	BlockUser(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	BlockUser(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	BlockUser(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'BlockUser', [], (call) => friends((part) => part.block(call, userId)))
	}

	/** Takes a block back; what was before does not return. Fails with ValidationError where there is none. */
	UnblockUser(userId: SnowflakeLike, cb: UpdateRelationshipCallback): void
	UnblockUser(userId: SnowflakeLike, options?: CallOptions): Promise<void>
	UnblockUser(userId: SnowflakeLike, last: Last<UpdateRelationshipCallback>) {
		return operate(this, last, 'UnblockUser', [], (call) =>
			friends((part) => part.end(call, 'platform', userId, Blocked)),
		)
	}

	/** What the player and a user are to each other; nothing to a stranger. */
	GetRelationshipHandle(userId: SnowflakeLike): RelationshipHandle {
		return relationshipHandle(heldBy(this), toSnowflake(userId, 'userId'))
	}

	/** Everybody whom the player is something to: friends, requests either way, blocked users. */
	GetRelationships(): RelationshipHandle[] {
		const state = heldBy(this)
		return [...state.cache.relations.keys()].map((id) => relationshipHandle(state, id))
	}

	/** A section of the list of friends, sorted by the names that are shown; those who know the game come first. */
	GetRelationshipsByGroup(groupType: RelationshipGroupType): RelationshipHandle[] {
		const state = heldBy(this)
		return relationshipsOfGroup(state, groupType).map((id) => relationshipHandle(state, id))
	}

	/** Friends whose names are like a text, the likest first. Asks nobody. */
	SearchFriendsByUsername(searchStr: string): UserHandle[] {
		const state = heldBy(this)
		return friendsLike(state, searchStr).map((id) => userHandle(state, id))
	}

	/** Called when somebody becomes something to the player, or something else. */
	SetRelationshipCreatedCallback(cb: OrNone<RelationshipCreatedCallback>): void {
		heldBy(this).events.set('relationshipCreated', cb)
	}

	/** Called when somebody is nothing to the player any more. */
	SetRelationshipDeletedCallback(cb: OrNone<RelationshipDeletedCallback>): void {
		heldBy(this).events.set('relationshipDeleted', cb)
	}

	/** Called when a friend may be in another group, or at another place in it. */
	SetRelationshipGroupsUpdatedCallback(cb: OrNone<RelationshipGroupsUpdatedCallback>): void {
		heldBy(this).events.set('relationshipGroupsUpdated', cb)
	}
}
