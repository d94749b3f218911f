import type { Snowflake } from '../core/snowflake.ts'
import type { AuthorizationTokenType } from '../enums/authorization.ts'
import type { ClientError, ClientStatus, LoggingSeverity } from '../enums/clients.ts'
import type { MessageHandle } from '../handles/message-handle.ts'
import type { UserHandle } from '../handles/user-handle.ts'
import type { ActivityInvite } from '../records/activity-invite.ts'
import type { ClientResult } from '../records/client-result.ts'
import type { GuildChannel } from '../records/guild-channel.ts'
import type { GuildMinimal } from '../records/guild-minimal.ts'
import type { UserMessageSummary } from '../records/user-message-summary.ts'
import type { AudioDevice } from '../voice/audio-device.ts'

// Completions: called once, also on failure.
export type AuthorizationCallback = (result: ClientResult, code: string, redirectUri: string) => void
export type TokenExchangeCallback = (
	result: ClientResult,
	accessToken: string,
	refreshToken: string,
	tokenType: AuthorizationTokenType,
	expiresIn: number,
	scopes: string,
) => void
export type ExchangeChildTokenCallback = (
	result: ClientResult,
	accessToken: string,
	tokenType: AuthorizationTokenType,
	expiresIn: number,
	scopes: string,
) => void
export type RevokeTokenCallback = (result: ClientResult) => void
export type UpdateTokenCallback = (result: ClientResult) => void
export type UnmergeIntoProvisionalAccountCallback = (result: ClientResult) => void
export type UpdateProvisionalAccountDisplayNameCallback = (result: ClientResult) => void
export type FetchCurrentUserCallback = (result: ClientResult, id: Snowflake, name: string) => void
export type CreateOrJoinLobbyCallback = (result: ClientResult, lobbyId: Snowflake) => void
export type JoinLinkedLobbyGuildCallback = (result: ClientResult, inviteUrl: string) => void
export type LeaveLobbyCallback = (result: ClientResult) => void
export type SendUserMessageCallback = (result: ClientResult, messageId: Snowflake) => void
export type GetUserGuildsCallback = (result: ClientResult, guilds: GuildMinimal[]) => void
export type GetGuildChannelsCallback = (result: ClientResult, guildChannels: GuildChannel[]) => void
export type LinkOrUnlinkChannelCallback = (result: ClientResult) => void
export type EditUserMessageCallback = (result: ClientResult) => void
export type DeleteUserMessageCallback = (result: ClientResult) => void
export type UserMessagesWithLimitCallback = (result: ClientResult, messages: MessageHandle[]) => void
export type UserMessageSummariesCallback = (result: ClientResult, summaries: UserMessageSummary[]) => void
export type OpenMessageInPlatformCallback = (result: ClientResult) => void
export type OpenConnectedGamesSettingsInPlatformCallback = (result: ClientResult) => void
export type GetPlatformClientConnectedUserCallback = (result: ClientResult, user: UserHandle | undefined) => void
export type SetInputDeviceCallback = (result: ClientResult) => void
export type SetOutputDeviceCallback = (result: ClientResult) => void
export type GetLobbyMessagesCallback = (result: ClientResult, messages: MessageHandle[]) => void
export type UpdateRelationshipCallback = (result: ClientResult) => void
export type SendFriendRequestCallback = (result: ClientResult) => void
export type UpdateStatusCallback = (result: ClientResult) => void
export type UpdateRichPresenceCallback = (result: ClientResult) => void
export type SendActivityInviteCallback = (result: ClientResult) => void
export type AcceptActivityInviteCallback = (result: ClientResult, joinSecret: string) => void

// Completions that cannot fail.
export type EndCallCallback = () => void
export type EndCallsCallback = () => void
export type GetInputDevicesCallback = (devices: AudioDevice[]) => void
export type GetOutputDevicesCallback = (devices: AudioDevice[]) => void
export type GetCurrentInputDeviceCallback = (device: AudioDevice) => void
export type GetCurrentOutputDeviceCallback = (device: AudioDevice) => void
export type IsPlatformAppInstalledCallback = (installed: boolean) => void

/** Called once, before the completion, when the game has to merge the player's placeholder account. */
export type ProvisionalUserMergeRequiredCallback = () => void

// Listeners: called whenever it happens.
export type OnStatusChanged = (status: ClientStatus, error: ClientError, errorDetail: number) => void
export type TokenExpirationCallback = () => void
export type AuthorizeRequestCallback = () => void
export type AuthorizeDeviceScreenClosedCallback = () => void
export type LogCallback = (message: string, severity: LoggingSeverity) => void
export type UserUpdatedCallback = (userId: Snowflake) => void
export type RelationshipCreatedCallback = (userId: Snowflake, isPlatformRelationshipUpdate: boolean) => void
export type RelationshipDeletedCallback = (userId: Snowflake, isPlatformRelationshipUpdate: boolean) => void
export type RelationshipGroupsUpdatedCallback = (userId: Snowflake) => void
export type ActivityInviteCallback = (invite: ActivityInvite) => void
export type ActivityJoinCallback = (joinSecret: string) => void
export type ActivityJoinWithApplicationCallback = (applicationId: Snowflake, joinSecret: string) => void
export type LobbyCreatedCallback = (lobbyId: Snowflake) => void
export type LobbyUpdatedCallback = (lobbyId: Snowflake) => void
export type LobbyDeletedCallback = (lobbyId: Snowflake) => void
export type LobbyMemberAddedCallback = (lobbyId: Snowflake, memberId: Snowflake) => void
export type LobbyMemberUpdatedCallback = (lobbyId: Snowflake, memberId: Snowflake) => void
export type LobbyMemberRemovedCallback = (lobbyId: Snowflake, memberId: Snowflake) => void
export type MessageCreatedCallback = (messageId: Snowflake) => void
export type MessageUpdatedCallback = (messageId: Snowflake) => void
export type MessageDeletedCallback = (messageId: Snowflake, channelId: Snowflake) => void

export type DeviceChangeCallback = (inputDevices: AudioDevice[], outputDevices: AudioDevice[]) => void
export type NoAudioInputCallback = (inputDetected: boolean) => void
export type VoiceParticipantChangedCallback = (lobbyId: Snowflake, memberId: Snowflake, added: boolean) => void

// Taps on the sound of a call, which run on its path and may change the samples where they lie.
export type UserAudioReceivedCallback = (
	userId: Snowflake,
	data: Int16Array,
	samplesPerChannel: number,
	sampleRate: number,
	channels: number,
	outShouldMute: { value: boolean },
) => void
export type UserAudioCapturedCallback = (
	data: Int16Array,
	samplesPerChannel: number,
	sampleRate: number,
	channels: number,
) => void

/** What a `Set…Callback` takes: a listener in place of the one before, or nothing to remove it. */
export type OrNone<L> = L | null | undefined
