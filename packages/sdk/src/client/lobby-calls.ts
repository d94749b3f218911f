import { heldBy } from '../core/object.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { knownLobby, type LobbyHandle } from '../handles/lobby-handle.ts'
import { joinLinkedGuild } from '../lobbies/linked-guild.ts'
import { createOrJoinLobby, leaveLobby } from '../lobbies/membership.ts'
import type {
	CreateOrJoinLobbyCallback,
	JoinLinkedLobbyGuildCallback,
	LeaveLobbyCallback,
	LobbyCreatedCallback,
	LobbyDeletedCallback,
	LobbyMemberAddedCallback,
	LobbyMemberRemovedCallback,
	LobbyMemberUpdatedCallback,
	LobbyUpdatedCallback,
	OrNone,
	ProvisionalUserMergeRequiredCallback,
} from './callbacks.ts'
import { type CallOptions, type Last, operate, operateVoid } from './operation.ts'
import { UserCalls } from './user-calls.ts'

/** What a client does in lobbies. */
export abstract class LobbyCalls extends UserCalls {
	/** Comes into the lobby that goes by a secret, and makes it where there is none. */
	CreateOrJoinLobby(secret: string, callback: CreateOrJoinLobbyCallback): void
	CreateOrJoinLobby(secret: string, options?: CallOptions): Promise<Snowflake>
	CreateOrJoinLobby(secret: string, last: Last<CreateOrJoinLobbyCallback>) {
		const state = heldBy(this)
		return operate<[Snowflake], Snowflake>(state, last, {
			work: async (signal) => [await createOrJoinLobby(state, { secret }, signal)],
			otherwise: [0n],
			give: (lobbyId) => lobbyId,
		})
	}

	/** The same; the metadata of the lobby and of the player in it are replaced. */
	CreateOrJoinLobbyWithMetadata(
		secret: string,
		lobbyMetadata: Record<string, string>,
		memberMetadata: Record<string, string>,
		callback: CreateOrJoinLobbyCallback,
	): void
	CreateOrJoinLobbyWithMetadata(
		secret: string,
		lobbyMetadata: Record<string, string>,
		memberMetadata: Record<string, string>,
		options?: CallOptions,
	): Promise<Snowflake>
	CreateOrJoinLobbyWithMetadata(
		secret: string,
		lobbyMetadata: Record<string, string>,
		memberMetadata: Record<string, string>,
		last: Last<CreateOrJoinLobbyCallback>,
	) {
		const state = heldBy(this)
		return operate<[Snowflake], Snowflake>(state, last, {
			work: async (signal) => [await createOrJoinLobby(state, { secret, lobbyMetadata, memberMetadata }, signal)],
			otherwise: [0n],
			give: (lobbyId) => lobbyId,
		})
	}

	/** Leaves a lobby that was come into by its secret. */
	LeaveLobby(lobbyId: SnowflakeLike, callback: LeaveLobbyCallback): void
	LeaveLobby(lobbyId: SnowflakeLike, options?: CallOptions): Promise<void>
	LeaveLobby(lobbyId: SnowflakeLike, last: Last<LeaveLobbyCallback>) {
		const state = heldBy(this)
		return operateVoid(state, last, (signal) => leaveLobby(state, lobbyId, signal))
	}

	/**
	 * Invites the player to the guild of the channel that is linked to a lobby, gives the address of the invitation, and
	 * opens it where that can be done. It is for this player alone, once, for an hour. A player with a placeholder account is
	 * to be merged first: `provisionalUserMergeRequiredCallback` asks for it, `ProvisionalUserMergeCompleted` ends that.
	 */
	JoinLinkedLobbyGuild(
		lobbyId: SnowflakeLike,
		provisionalUserMergeRequiredCallback: ProvisionalUserMergeRequiredCallback,
		callback: JoinLinkedLobbyGuildCallback,
	): void
	JoinLinkedLobbyGuild(
		lobbyId: SnowflakeLike,
		provisionalUserMergeRequiredCallback: ProvisionalUserMergeRequiredCallback,
		options?: CallOptions,
	): Promise<string>
	JoinLinkedLobbyGuild(
		lobbyId: SnowflakeLike,
		provisionalUserMergeRequiredCallback: ProvisionalUserMergeRequiredCallback,
		last: Last<JoinLinkedLobbyGuildCallback>,
	) {
		const state = heldBy(this)
		return operate<[string], string>(state, last, {
			work: async (signal) => [await joinLinkedGuild(state, lobbyId, provisionalUserMergeRequiredCallback, signal)],
			otherwise: [''],
			give: (inviteUrl) => inviteUrl,
		})
	}

	/** The lobbies known so far; more may follow shortly after Ready. */
	GetLobbyIds(): Snowflake[] {
		return [...heldBy(this).cache.lobbies.keys()]
	}

	GetLobbyHandle(lobbyId: SnowflakeLike): LobbyHandle | undefined {
		return knownLobby(heldBy(this), toSnowflake(lobbyId, 'lobbyId'))
	}

	/** Called when the player is in a lobby from now on. */
	SetLobbyCreatedCallback(cb: OrNone<LobbyCreatedCallback>): void {
		heldBy(this).events.set('lobbyCreated', cb)
	}

	SetLobbyUpdatedCallback(cb: OrNone<LobbyUpdatedCallback>): void {
		heldBy(this).events.set('lobbyUpdated', cb)
	}

	/** Called when a lobby is gone or the player is out of it. */
	SetLobbyDeletedCallback(cb: OrNone<LobbyDeletedCallback>): void {
		heldBy(this).events.set('lobbyDeleted', cb)
	}

	/** Called for others; of oneself `SetLobbyCreatedCallback` tells. */
	SetLobbyMemberAddedCallback(cb: OrNone<LobbyMemberAddedCallback>): void {
		heldBy(this).events.set('lobbyMemberAdded', cb)
	}

	/** Called when a member's metadata changes, and when a member's game connects or disconnects. */
	SetLobbyMemberUpdatedCallback(cb: OrNone<LobbyMemberUpdatedCallback>): void {
		heldBy(this).events.set('lobbyMemberUpdated', cb)
	}

	/** Called for others; of oneself `SetLobbyDeletedCallback` tells. */
	SetLobbyMemberRemovedCallback(cb: OrNone<LobbyMemberRemovedCallback>): void {
		heldBy(this).events.set('lobbyMemberRemoved', cb)
	}
}
