export type { ResumedAuthorization } from './auth/redirect-mode.ts'
export type { Tokens } from './auth/token-values.ts'
export { Client } from './client/client.ts'
export type { CallOptions } from './client/operation.ts'
export { RunCallbacks } from './core/dispatch.ts'
export { SocialSdkError } from './core/failure.ts'
export type { Snowflake, SnowflakeLike } from './core/snowflake.ts'
export * from './enums/activities.ts'
export * from './enums/audio.ts'
export * from './enums/authorization.ts'
export * from './enums/channels.ts'
export * from './enums/clients.ts'
export { EnumToString } from './enums/enum-to-string.ts'
export * from './enums/results.ts'
export * from './enums/users.ts'
export { ChannelHandle } from './handles/channel-handle.ts'
export { LobbyHandle } from './handles/lobby-handle.ts'
export { LobbyMemberHandle } from './handles/lobby-member-handle.ts'
export { MessageHandle } from './handles/message-handle.ts'
export {
	UserApplicationProfileHandle,
	UserApplicationProfileHandle as UserApplicationProfile,
} from './handles/user-application-profile-handle.ts'
export { RelationshipHandle, UserHandle } from './handles/user-handle.ts'
export { Users } from './handles/users.ts'
export type {
	Clock,
	DeepLinks,
	DeviceCode,
	DeviceScreen,
	Fetch,
	KeyValueStore,
	OpenUrl,
	Socket,
	WebSocketConstructor,
} from './platform/platform.ts'
export { Activity, type ActivityInit } from './records/activity.ts'
export { ActivityAssets, type ActivityAssetsInit } from './records/activity-assets.ts'
export { ActivityButton, type ActivityButtonInit } from './records/activity-button.ts'
export { ActivityInvite, type ActivityInviteInit } from './records/activity-invite.ts'
export { ActivityParty, type ActivityPartyInit } from './records/activity-party.ts'
export { ActivitySecrets, type ActivitySecretsInit } from './records/activity-secrets.ts'
export { ActivityTimestamps, type ActivityTimestampsInit } from './records/activity-timestamps.ts'
export { AdditionalContent, type AdditionalContentInit } from './records/additional-content.ts'
export { AuthorizationArgs, type AuthorizationArgsInit } from './records/authorization-args.ts'
export {
	AuthorizationCodeChallenge,
	type AuthorizationCodeChallengeInit,
} from './records/authorization-code-challenge.ts'
export { AuthorizationCodeVerifier } from './records/authorization-code-verifier.ts'
export { ClientCreateOptions, type ClientCreateOptionsInit } from './records/client-create-options.ts'
export { ClientResult } from './records/client-result.ts'
export { DeviceAuthorizationArgs, type DeviceAuthorizationArgsInit } from './records/device-authorization-args.ts'
export { GuildChannel } from './records/guild-channel.ts'
export { GuildMinimal } from './records/guild-minimal.ts'
export { LinkedChannel } from './records/linked-channel.ts'
export { LinkedLobby, type LinkedLobbyInit } from './records/linked-lobby.ts'
export { UserMessageSummary } from './records/user-message-summary.ts'
export { AudioDevice } from './voice/audio-device.ts'
export { Call } from './voice/call.ts'
export { CallInfoHandle } from './voice/call-info-handle.ts'
export { VADThresholdSettings } from './voice/vad-threshold-settings.ts'
export { VoiceStateHandle } from './voice/voice-state-handle.ts'
