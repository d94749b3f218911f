import { heldBy } from '../core/object.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import { knownLobby, type LobbyHandle } from '../handles/lobby-handle.ts'
import { conversations } from '../parts/parts.ts'
import type { GuildChannel } from '../records/guild-channel.ts'
import type { GuildMinimal } from '../records/guild-minimal.ts'
import type {
	CreateOrJoinLobbyCallback,
	GetGuildChannelsCallback,
	GetUserGuildsCallback,
	JoinLinkedLobbyGuildCallback,
	LeaveLobbyCallback,
	LinkOrUnlinkChannelCallback,
	LobbyCreatedCallback,
	LobbyDeletedCallback,
	LobbyMemberAddedCallback,
	LobbyMemberRemovedCallback,
	LobbyMemberUpdatedCallback,
	LobbyUpdatedCallback,
	OrNone,
	ProvisionalUserMergeRequiredCallback,
} from './callbacks.ts'
import { type CallOptions, type Last, operate } from './operation.ts'
import { PresenceCalls } from './presence-calls.ts'

/** What a client does in lobbies. */
export abstract class LobbyCalls extends PresenceCalls {
	/**
	 * Comes into the lobby that goes by a secret of 1 to 250 characters, and makes it where there is none; gives its id. A
	 * secret admits for 30 days, then it makes another lobby. Called from within it changes nothing.
	 */
	CreateOrJoinLobby(secret: string, callback: CreateOrJoinLobbyCallback): void
	CreateOrJoinLobby(secret: string, options?: CallOptions): Promise<Snowflake>
	CreateOrJoinLobby(secret: string, last: Last<CreateOrJoinLobbyCallback>) {
		return operate(
			this,
			last,
			'CreateOrJoinLobby',
			[0n],
			(call) => conversations((part) => part.createOrJoinLobby(call, secret)),
			secret,
		)
	}

	/**
	 * The same; the metadata of the lobby and of the player in it are replaced. Each has at most 25 keys and 1,000 characters in
	 * all, else it is a ValidationError that names it.
	 */
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
		return operate(
			this,
			last,
			'CreateOrJoinLobbyWithMetadata',
			[0n],
			(call) => conversations((part) => part.createOrJoinLobby(call, secret, lobbyMetadata, memberMetadata)),
			secret,
		)
	}

	/** Leaves a lobby. A game that is closed or disconnected does not leave. */
	LeaveLobby(lobbyId: SnowflakeLike, callback: LeaveLobbyCallback): void
	LeaveLobby(lobbyId: SnowflakeLike, options?: CallOptions): Promise<void>
	LeaveLobby(lobbyId: SnowflakeLike, last: Last<LeaveLobbyCallback>) {
		return operate(this, last, 'LeaveLobby', [], (call) => conversations((part) => part.leaveLobby(call, lobbyId)))
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
		return operate(this, last, 'JoinLinkedLobbyGuild', [''], (call) =>
			conversations((part) => part.joinLinkedGuild(call, lobbyId, provisionalUserMergeRequiredCallback)),
		)
	}

	/** The guilds that the player is in. */
	GetUserGuilds(cb: GetUserGuildsCallback): void
	GetUserGuilds(options?: CallOptions): Promise<GuildMinimal[]>
	GetUserGuilds(last?: Last<GetUserGuildsCallback>) {
		return operate(this, last, 'GetUserGuilds', [[]], (call) => conversations((part) => part.userGuilds(call)))
	}

	/**
	 * The channels of a guild that the player can see, in the order in which clients of the platform show them: what stands in
	 * no category, then each category with what is in it. An HTTPError 10004 for a guild they are not in.
	 */
	GetGuildChannels(guildId: SnowflakeLike, cb: GetGuildChannelsCallback): void
	GetGuildChannels(guildId: SnowflakeLike, options?: CallOptions): Promise<GuildChannel[]>
	GetGuildChannels(guildId: SnowflakeLike, last: Last<GetGuildChannelsCallback>) {
		return operate(this, last, 'GetGuildChannels', [[]], (call) =>
			conversations((part) => part.guildChannels(call, guildId)),
		)
	}

	/**
	 * Has everything that is said in a lobby stand in a channel of a guild too, and the other way round, in place of the channel
	 * before. For members whose `CanLinkLobby` says so, of lobbies that the game's server made, and channels whose `IsLinkable`
	 * says so. A private channel is opened to the whole lobby by it: see `GuildChannel.IsViewableAndWriteableByAllMembers`.
	 */
	LinkChannelToLobby(lobbyId: SnowflakeLike, channelId: SnowflakeLike, callback: LinkOrUnlinkChannelCallback): void
	LinkChannelToLobby(lobbyId: SnowflakeLike, channelId: SnowflakeLike, options?: CallOptions): Promise<void>
	LinkChannelToLobby(lobbyId: SnowflakeLike, channelId: SnowflakeLike, last: Last<LinkOrUnlinkChannelCallback>) {
		return operate(this, last, 'LinkChannelToLobby', [], (call) =>
			conversations((part) => part.linkChannel(call, lobbyId, channelId)),
		)
	}

	/** Takes that back. For members whose `CanLinkLobby` says so. */
	UnlinkChannelFromLobby(lobbyId: SnowflakeLike, callback: LinkOrUnlinkChannelCallback): void
	UnlinkChannelFromLobby(lobbyId: SnowflakeLike, options?: CallOptions): Promise<void>
	UnlinkChannelFromLobby(lobbyId: SnowflakeLike, last: Last<LinkOrUnlinkChannelCallback>) {
		return operate(this, last, 'UnlinkChannelFromLobby', [], (call) =>
			conversations((part) => part.linkChannel(call, lobbyId, undefined)),
		)
	}

	/** The lobbies known so far; more may follow shortly after Ready. */
	GetLobbyIds(): Snowflake[] {
		return [...heldBy(this).cache.lobbies.keys()]
	}

	/** A lobby that the player is in. */
	GetLobbyHandle(lobbyId: SnowflakeLike): LobbyHandle | undefined {
		return knownLobby(heldBy(this), toSnowflake(lobbyId, 'lobbyId'))
	}

	/** Called when the player is in a lobby from now on. */
	SetLobbyCreatedCallback(cb: OrNone<LobbyCreatedCallback>): void {
		heldBy(this).events.set('lobbyCreated', cb)
	}

	/** Called when the metadata of a lobby or its linked channel are others. */
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
