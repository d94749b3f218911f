/** The types of the native surface: checked by tsc, never run. Generated: `npm run contract -w packages/sdk`. */
import {
	type Activity,
	type ActivityActionTypes,
	type ActivityAssets,
	type ActivityButton,
	type ActivityInvite,
	type ActivityParty,
	type ActivityPartyPrivacy,
	type ActivitySecrets,
	type ActivityTimestamps,
	type ActivityTypes,
	AdditionalContent,
	type AdditionalContentType,
	type AudioDevice,
	type AudioModeType,
	type AudioSystem,
	type AuthenticationCodeChallengeMethod,
	type AuthenticationExternalAuthType,
	type AuthorizationArgs,
	type AuthorizationCodeChallenge,
	type AuthorizationCodeVerifier,
	type AuthorizationTokenType,
	Call,
	type CallInfoHandle,
	type ChannelHandle,
	type ChannelType,
	Client,
	type ClientCreateOptions,
	type ClientResult,
	type DeviceAuthorizationArgs,
	type DisclosureTypes,
	type ErrorType,
	type ExternalIdentityProviderType,
	type GuildChannel,
	type GuildMinimal,
	type HttpStatusCode,
	type IntegrationType,
	type LinkedChannel,
	type LinkedLobby,
	type LobbyHandle,
	type LobbyMemberHandle,
	type LoggingSeverity,
	type MessageHandle,
	type RelationshipGroupType,
	type RelationshipHandle,
	type RelationshipType,
	type Snowflake,
	type SnowflakeLike,
	type StatusDisplayTypes,
	type StatusType,
	type UserApplicationProfileHandle,
	UserHandle,
	type UserMessageSummary,
	type Users,
	type VADThresholdSettings,
	type VoiceStateHandle,
} from '../src/index.ts'

declare function holds<T>(value: T): void
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function same<A, B>(..._: Equal<A, B> extends true ? [] : ['not the same', A, B]): void

export function ofActivityInvite(it: ActivityInvite): void {
	holds<() => Snowflake>(it.SenderId)
	holds<(senderId: SnowflakeLike) => void>(it.SetSenderId)
	holds<() => Snowflake>(it.ChannelId)
	holds<(channelId: SnowflakeLike) => void>(it.SetChannelId)
	holds<() => Snowflake>(it.MessageId)
	holds<(messageId: SnowflakeLike) => void>(it.SetMessageId)
	holds<() => ActivityActionTypes>(it.Type)
	holds<(type: ActivityActionTypes) => void>(it.SetType)
	holds<() => Snowflake>(it.ApplicationId)
	holds<(applicationId: SnowflakeLike) => void>(it.SetApplicationId)
	holds<() => Snowflake>(it.ParentApplicationId)
	holds<(parentApplicationId: SnowflakeLike) => void>(it.SetParentApplicationId)
	holds<() => string>(it.PartyId)
	holds<(partyId: string) => void>(it.SetPartyId)
	holds<() => string>(it.SessionId)
	holds<(sessionId: string) => void>(it.SetSessionId)
	holds<() => boolean>(it.IsValid)
	holds<(isValid: boolean) => void>(it.SetIsValid)
}

export function ofActivityAssets(it: ActivityAssets): void {
	holds<() => string | undefined>(it.LargeImage)
	holds<(largeImage: string | null | undefined) => void>(it.SetLargeImage)
	holds<() => string | undefined>(it.LargeText)
	holds<(largeText: string | null | undefined) => void>(it.SetLargeText)
	holds<() => string | undefined>(it.LargeUrl)
	holds<(largeUrl: string | null | undefined) => void>(it.SetLargeUrl)
	holds<() => string | undefined>(it.SmallImage)
	holds<(smallImage: string | null | undefined) => void>(it.SetSmallImage)
	holds<() => string | undefined>(it.SmallText)
	holds<(smallText: string | null | undefined) => void>(it.SetSmallText)
	holds<() => string | undefined>(it.SmallUrl)
	holds<(smallUrl: string | null | undefined) => void>(it.SetSmallUrl)
	holds<() => string | undefined>(it.InviteCoverImage)
	holds<(inviteCoverImage: string | null | undefined) => void>(it.SetInviteCoverImage)
}

export function ofActivityTimestamps(it: ActivityTimestamps): void {
	holds<() => number>(it.Start)
	holds<(start: number) => void>(it.SetStart)
	holds<() => number>(it.End)
	holds<(end: number) => void>(it.SetEnd)
}

export function ofActivityParty(it: ActivityParty): void {
	holds<() => string>(it.Id)
	holds<(id: string) => void>(it.SetId)
	holds<() => number>(it.CurrentSize)
	holds<(currentSize: number) => void>(it.SetCurrentSize)
	holds<() => number>(it.MaxSize)
	holds<(maxSize: number) => void>(it.SetMaxSize)
	holds<() => ActivityPartyPrivacy>(it.Privacy)
	holds<(privacy: ActivityPartyPrivacy) => void>(it.SetPrivacy)
}

export function ofActivitySecrets(it: ActivitySecrets): void {
	holds<() => string>(it.Join)
	holds<(join: string) => void>(it.SetJoin)
}

export function ofActivityButton(it: ActivityButton): void {
	holds<() => string>(it.Label)
	holds<(label: string) => void>(it.SetLabel)
	holds<() => string>(it.Url)
	holds<(url: string) => void>(it.SetUrl)
}

export function ofActivity(it: Activity): void {
	holds<(button: ActivityButton) => void>(it.AddButton)
	holds<(other: Activity) => boolean>(it.Equals)
	holds<() => ActivityButton[]>(it.GetButtons)
	holds<() => string>(it.Name)
	holds<(name: string) => void>(it.SetName)
	holds<() => ActivityTypes>(it.Type)
	holds<(type: ActivityTypes) => void>(it.SetType)
	holds<() => StatusDisplayTypes | undefined>(it.StatusDisplayType)
	holds<(statusDisplayType: StatusDisplayTypes | null | undefined) => void>(it.SetStatusDisplayType)
	holds<() => string | undefined>(it.State)
	holds<(state: string | null | undefined) => void>(it.SetState)
	holds<() => string | undefined>(it.StateUrl)
	holds<(stateUrl: string | null | undefined) => void>(it.SetStateUrl)
	holds<() => string | undefined>(it.Details)
	holds<(details: string | null | undefined) => void>(it.SetDetails)
	holds<() => string | undefined>(it.DetailsUrl)
	holds<(detailsUrl: string | null | undefined) => void>(it.SetDetailsUrl)
	holds<() => Snowflake | undefined>(it.ApplicationId)
	holds<(applicationId: SnowflakeLike | null | undefined) => void>(it.SetApplicationId)
	holds<() => Snowflake | undefined>(it.ParentApplicationId)
	holds<(parentApplicationId: SnowflakeLike | null | undefined) => void>(it.SetParentApplicationId)
	holds<() => ActivityAssets | undefined>(it.Assets)
	holds<(assets: ActivityAssets | null | undefined) => void>(it.SetAssets)
	holds<() => ActivityTimestamps | undefined>(it.Timestamps)
	holds<(timestamps: ActivityTimestamps | null | undefined) => void>(it.SetTimestamps)
	holds<() => ActivityParty | undefined>(it.Party)
	holds<(party: ActivityParty | null | undefined) => void>(it.SetParty)
	holds<() => ActivitySecrets | undefined>(it.Secrets)
	holds<(secrets: ActivitySecrets | null | undefined) => void>(it.SetSecrets)
	holds<() => number>(it.SupportedPlatforms)
	holds<(supportedPlatforms: number) => void>(it.SetSupportedPlatforms)
}

export function ofClientResult(it: ClientResult): void {
	holds<() => string>(it.ToString)
	holds<() => ErrorType>(it.Type)
	holds<(type: ErrorType) => void>(it.SetType)
	holds<() => string>(it.Error)
	holds<(error: string) => void>(it.SetError)
	holds<() => number>(it.ErrorCode)
	holds<(errorCode: number) => void>(it.SetErrorCode)
	holds<() => HttpStatusCode>(it.Status)
	holds<(status: HttpStatusCode) => void>(it.SetStatus)
	holds<() => string>(it.ResponseBody)
	holds<(responseBody: string) => void>(it.SetResponseBody)
	holds<() => boolean>(it.Successful)
	holds<(successful: boolean) => void>(it.SetSuccessful)
	holds<() => boolean>(it.Retryable)
	holds<(retryable: boolean) => void>(it.SetRetryable)
	holds<() => number>(it.RetryAfter)
	holds<(retryAfter: number) => void>(it.SetRetryAfter)
}

export function ofAuthorizationCodeChallenge(it: AuthorizationCodeChallenge): void {
	holds<() => AuthenticationCodeChallengeMethod>(it.Method)
	holds<(method: AuthenticationCodeChallengeMethod) => void>(it.SetMethod)
	holds<() => string>(it.Challenge)
	holds<(challenge: string) => void>(it.SetChallenge)
}

export function ofAuthorizationCodeVerifier(it: AuthorizationCodeVerifier): void {
	holds<() => AuthorizationCodeChallenge>(it.Challenge)
	holds<(challenge: AuthorizationCodeChallenge) => void>(it.SetChallenge)
	holds<() => string>(it.Verifier)
	holds<(verifier: string) => void>(it.SetVerifier)
}

export function ofAuthorizationArgs(it: AuthorizationArgs): void {
	holds<() => Snowflake>(it.ClientId)
	holds<(clientId: SnowflakeLike) => void>(it.SetClientId)
	holds<() => string>(it.Scopes)
	holds<(scopes: string) => void>(it.SetScopes)
	holds<() => string | undefined>(it.State)
	holds<(state: string | null | undefined) => void>(it.SetState)
	holds<() => string | undefined>(it.Nonce)
	holds<(nonce: string | null | undefined) => void>(it.SetNonce)
	holds<() => AuthorizationCodeChallenge | undefined>(it.CodeChallenge)
	holds<(codeChallenge: AuthorizationCodeChallenge | null | undefined) => void>(it.SetCodeChallenge)
	holds<() => IntegrationType | undefined>(it.IntegrationType)
	holds<(integrationType: IntegrationType | null | undefined) => void>(it.SetIntegrationType)
	holds<() => string | undefined>(it.CustomSchemeParam)
	holds<(customSchemeParam: string | null | undefined) => void>(it.SetCustomSchemeParam)
}

export function ofDeviceAuthorizationArgs(it: DeviceAuthorizationArgs): void {
	holds<() => Snowflake>(it.ClientId)
	holds<(clientId: SnowflakeLike) => void>(it.SetClientId)
	holds<() => string>(it.Scopes)
	holds<(scopes: string) => void>(it.SetScopes)
}

export function ofVoiceStateHandle(it: VoiceStateHandle): void {
	holds<() => boolean>(it.SelfDeaf)
	holds<() => boolean>(it.SelfMute)
}

export function ofVADThresholdSettings(it: VADThresholdSettings): void {
	holds<() => number>(it.VadThreshold)
	holds<(vadThreshold: number) => void>(it.SetVadThreshold)
	holds<() => boolean>(it.Automatic)
	holds<(automatic: boolean) => void>(it.SetAutomatic)
}

export function ofCall(it: Call): void {
	holds<(type: Call.Error) => string>(Call.ErrorToString)
	holds<() => AudioModeType>(it.GetAudioMode)
	holds<() => Snowflake>(it.GetChannelId)
	holds<() => Snowflake>(it.GetGuildId)
	holds<(userId: SnowflakeLike) => boolean>(it.GetLocalMute)
	holds<() => Snowflake[]>(it.GetParticipants)
	holds<(userId: SnowflakeLike) => number>(it.GetParticipantVolume)
	holds<() => boolean>(it.GetPTTActive)
	holds<() => number>(it.GetPTTReleaseDelay)
	holds<() => boolean>(it.GetSelfDeaf)
	holds<() => boolean>(it.GetSelfMute)
	holds<() => Call.Status>(it.GetStatus)
	holds<() => VADThresholdSettings>(it.GetVADThreshold)
	holds<(userId: SnowflakeLike) => VoiceStateHandle | undefined>(it.GetVoiceStateHandle)
	holds<(audioMode: AudioModeType) => void>(it.SetAudioMode)
	holds<(userId: SnowflakeLike, mute: boolean) => void>(it.SetLocalMute)
	holds<(cb: Call.OnVoiceStateChanged) => void>(it.SetOnVoiceStateChangedCallback)
	holds<(cb: Call.OnParticipantChanged) => void>(it.SetParticipantChangedCallback)
	holds<(userId: SnowflakeLike, volume: number) => void>(it.SetParticipantVolume)
	holds<(active: boolean) => void>(it.SetPTTActive)
	holds<(releaseDelayMs: number) => void>(it.SetPTTReleaseDelay)
	holds<(deaf: boolean) => void>(it.SetSelfDeaf)
	holds<(mute: boolean) => void>(it.SetSelfMute)
	holds<(cb: Call.OnSpeakingStatusChanged) => void>(it.SetSpeakingStatusChangedCallback)
	holds<(cb: Call.OnStatusChanged) => void>(it.SetStatusChangedCallback)
	holds<(automatic: boolean, threshold: number) => void>(it.SetVADThreshold)
	holds<(type: Call.Status) => string>(Call.StatusToString)
	same<Call.OnVoiceStateChanged, (userId: Snowflake) => void>()
	same<Call.OnParticipantChanged, (userId: Snowflake, added: boolean) => void>()
	same<Call.OnSpeakingStatusChanged, (userId: Snowflake, isPlayingSound: boolean) => void>()
	same<Call.OnStatusChanged, (status: Call.Status, error: Call.Error, errorDetail: number) => void>()
}

export function ofChannelHandle(it: ChannelHandle): void {
	holds<() => Snowflake>(it.Id)
	holds<() => string>(it.Name)
	holds<() => Snowflake[]>(it.Recipients)
	holds<() => ChannelType>(it.Type)
}

export function ofGuildMinimal(it: GuildMinimal): void {
	holds<() => Snowflake>(it.Id)
	holds<(id: SnowflakeLike) => void>(it.SetId)
	holds<() => string>(it.Name)
	holds<(name: string) => void>(it.SetName)
}

export function ofGuildChannel(it: GuildChannel): void {
	holds<() => Snowflake>(it.Id)
	holds<(id: SnowflakeLike) => void>(it.SetId)
	holds<() => string>(it.Name)
	holds<(name: string) => void>(it.SetName)
	holds<() => ChannelType>(it.Type)
	holds<(type: ChannelType) => void>(it.SetType)
	holds<() => number>(it.Position)
	holds<(position: number) => void>(it.SetPosition)
	holds<() => Snowflake | undefined>(it.ParentId)
	holds<(parentId: SnowflakeLike | null | undefined) => void>(it.SetParentId)
	holds<() => boolean>(it.IsLinkable)
	holds<(isLinkable: boolean) => void>(it.SetIsLinkable)
	holds<() => boolean>(it.IsViewableAndWriteableByAllMembers)
	holds<(isViewableAndWriteableByAllMembers: boolean) => void>(it.SetIsViewableAndWriteableByAllMembers)
	holds<() => LinkedLobby | undefined>(it.LinkedLobby)
	holds<(linkedLobby: LinkedLobby | null | undefined) => void>(it.SetLinkedLobby)
}

export function ofLinkedLobby(it: LinkedLobby): void {
	holds<() => Snowflake>(it.ApplicationId)
	holds<(applicationId: SnowflakeLike) => void>(it.SetApplicationId)
	holds<() => Snowflake>(it.LobbyId)
	holds<(lobbyId: SnowflakeLike) => void>(it.SetLobbyId)
}

export function ofLinkedChannel(it: LinkedChannel): void {
	holds<() => Snowflake>(it.Id)
	holds<(id: SnowflakeLike) => void>(it.SetId)
	holds<() => string>(it.Name)
	holds<(name: string) => void>(it.SetName)
	holds<() => Snowflake>(it.GuildId)
	holds<(guildId: SnowflakeLike) => void>(it.SetGuildId)
}

export function ofRelationshipHandle(it: RelationshipHandle): void {
	holds<() => RelationshipType>(it.PlatformRelationshipType)
	holds<() => RelationshipType>(it.GameRelationshipType)
	holds<() => Snowflake>(it.Id)
	holds<() => boolean>(it.IsSpamRequest)
	holds<() => UserHandle | undefined>(it.User)
}

export function ofUserApplicationProfileHandle(it: UserApplicationProfileHandle): void {
	holds<() => string>(it.AvatarHash)
	holds<() => string>(it.Metadata)
	holds<() => string | undefined>(it.ProviderId)
	holds<() => string>(it.ProviderIssuedUserId)
	holds<() => ExternalIdentityProviderType>(it.ProviderType)
	holds<() => string>(it.Username)
}

export function ofUserHandle(it: UserHandle): void {
	holds<() => string | undefined>(it.Avatar)
	holds<(type: UserHandle.AvatarType) => string>(UserHandle.AvatarTypeToString)
	holds<(animatedType: UserHandle.AvatarType, staticType: UserHandle.AvatarType) => string>(it.AvatarUrl)
	holds<() => string>(it.DisplayName)
	holds<() => Activity | undefined>(it.GameActivity)
	holds<() => string | undefined>(it.GlobalName)
	holds<() => Snowflake>(it.Id)
	holds<() => boolean>(it.IsProvisional)
	holds<() => RelationshipHandle>(it.Relationship)
	holds<() => StatusType>(it.Status)
	holds<() => UserApplicationProfileHandle[]>(it.UserApplicationProfiles)
	holds<() => string>(it.Username)
}

export function ofLobbyMemberHandle(it: LobbyMemberHandle): void {
	holds<() => boolean>(it.CanLinkLobby)
	holds<() => boolean>(it.Connected)
	holds<() => Snowflake>(it.Id)
	holds<() => Record<string, string>>(it.Metadata)
	holds<() => UserHandle | undefined>(it.User)
}

export function ofLobbyHandle(it: LobbyHandle): void {
	holds<() => CallInfoHandle | undefined>(it.GetCallInfoHandle)
	holds<(memberId: SnowflakeLike) => LobbyMemberHandle | undefined>(it.GetLobbyMemberHandle)
	holds<() => Snowflake>(it.Id)
	holds<() => LinkedChannel | undefined>(it.LinkedChannel)
	holds<() => Snowflake[]>(it.LobbyMemberIds)
	holds<() => LobbyMemberHandle[]>(it.LobbyMembers)
	holds<() => Record<string, string>>(it.Metadata)
}

export function ofAdditionalContent(it: AdditionalContent): void {
	holds<(rhs: AdditionalContent) => boolean>(it.Equals)
	holds<(type: AdditionalContentType) => string>(AdditionalContent.TypeToString)
	holds<() => AdditionalContentType>(it.Type)
	holds<(type: AdditionalContentType) => void>(it.SetType)
	holds<() => string | undefined>(it.Title)
	holds<(title: string | null | undefined) => void>(it.SetTitle)
	holds<() => number>(it.Count)
	holds<(count: number) => void>(it.SetCount)
}

export function ofMessageHandle(it: MessageHandle): void {
	holds<() => AdditionalContent | undefined>(it.AdditionalContent)
	holds<() => string | undefined>(it.AdditionalName)
	holds<() => Snowflake | undefined>(it.ApplicationId)
	holds<() => UserHandle | undefined>(it.Author)
	holds<() => Snowflake>(it.AuthorId)
	holds<() => ChannelHandle | undefined>(it.Channel)
	holds<() => Snowflake>(it.ChannelId)
	holds<() => string>(it.Content)
	holds<() => DisclosureTypes | undefined>(it.DisclosureType)
	holds<() => number>(it.EditedTimestamp)
	holds<() => Snowflake>(it.Id)
	holds<() => LobbyHandle | undefined>(it.Lobby)
	holds<() => Record<string, string>>(it.Metadata)
	holds<() => Record<string, string>>(it.ModerationMetadata)
	holds<() => string>(it.RawContent)
	holds<() => UserHandle | undefined>(it.Recipient)
	holds<() => Snowflake>(it.RecipientId)
	holds<() => boolean>(it.SentFromGame)
	holds<() => number>(it.SentTimestamp)
}

export function ofAudioDevice(it: AudioDevice): void {
	holds<(rhs: AudioDevice) => boolean>(it.Equals)
	holds<() => string>(it.Id)
	holds<(id: string) => void>(it.SetId)
	holds<() => string>(it.Name)
	holds<(name: string) => void>(it.SetName)
	holds<() => boolean>(it.IsDefault)
	holds<(isDefault: boolean) => void>(it.SetIsDefault)
}

export function ofUserMessageSummary(it: UserMessageSummary): void {
	holds<() => Snowflake>(it.LastMessageId)
	holds<() => Snowflake>(it.UserId)
}

export function ofClientCreateOptions(it: ClientCreateOptions): void {
	holds<() => string>(it.WebBase)
	holds<(webBase: string) => void>(it.SetWebBase)
	holds<() => string>(it.ApiBase)
	holds<(apiBase: string) => void>(it.SetApiBase)
	holds<() => AudioSystem>(it.ExperimentalAudioSystem)
	holds<(experimentalAudioSystem: AudioSystem) => void>(it.SetExperimentalAudioSystem)
	holds<() => boolean>(it.ExperimentalAndroidPreventCommsForBluetooth)
	holds<(experimentalAndroidPreventCommsForBluetooth: boolean) => void>(
		it.SetExperimentalAndroidPreventCommsForBluetooth,
	)
	holds<() => bigint | undefined>(it.CpuAffinityMask)
	holds<(cpuAffinityMask: bigint | null | undefined) => void>(it.SetCpuAffinityMask)
}

export function ofClient(it: Client): void {
	holds<(type: Client.Error) => string>(Client.ErrorToString)
	holds<() => Snowflake>(it.GetApplicationId)
	holds<() => UserHandle>(it.GetCurrentUser)
	holds<() => string>(Client.GetDefaultAudioDeviceId)
	holds<() => string>(Client.GetDefaultCommunicationScopes)
	holds<() => string>(Client.GetDefaultPresenceScopes)
	holds<() => string>(Client.GetVersionHash)
	holds<() => number>(Client.GetVersionMajor)
	holds<() => number>(Client.GetVersionMinor)
	holds<() => number>(Client.GetVersionPatch)
	holds<(httpTimeoutInMilliseconds: number) => void>(it.SetHttpRequestTimeout)
	holds<(type: Client.Status) => string>(Client.StatusToString)
	holds<(type: Client.Thread) => string>(Client.ThreadToString)
	holds<(channelId: SnowflakeLike, callback: Client.EndCallCallback) => void>(it.EndCall)
	holds<(channelId: SnowflakeLike) => Promise<void>>(it.EndCall)
	holds<(callback: Client.EndCallsCallback) => void>(it.EndCalls)
	holds<() => Promise<void>>(it.EndCalls)
	holds<(channelId: SnowflakeLike) => Call>(it.GetCall)
	holds<() => Call[]>(it.GetCalls)
	holds<(cb: Client.GetCurrentInputDeviceCallback) => void>(it.GetCurrentInputDevice)
	holds<() => Promise<AudioDevice>>(it.GetCurrentInputDevice)
	holds<(cb: Client.GetCurrentOutputDeviceCallback) => void>(it.GetCurrentOutputDevice)
	holds<() => Promise<AudioDevice>>(it.GetCurrentOutputDevice)
	holds<(cb: Client.GetInputDevicesCallback) => void>(it.GetInputDevices)
	holds<() => Promise<AudioDevice[]>>(it.GetInputDevices)
	holds<() => number>(it.GetInputVolume)
	holds<(cb: Client.GetOutputDevicesCallback) => void>(it.GetOutputDevices)
	holds<() => Promise<AudioDevice[]>>(it.GetOutputDevices)
	holds<() => number>(it.GetOutputVolume)
	holds<() => boolean>(it.GetSelfDeafAll)
	holds<() => boolean>(it.GetSelfMuteAll)
	holds<(on: boolean) => void>(it.SetAecDump)
	holds<(on: boolean) => void>(it.SetAutomaticGainControl)
	holds<(callback: Client.DeviceChangeCallback) => void>(it.SetDeviceChangeCallback)
	holds<(on: boolean) => void>(it.SetEchoCancellation)
	holds<(isEngineManaged: boolean) => void>(it.SetEngineManagedAudioSession)
	holds<(deviceId: string, cb: Client.SetInputDeviceCallback) => void>(it.SetInputDevice)
	holds<(deviceId: string) => Promise<void>>(it.SetInputDevice)
	holds<(inputVolume: number) => void>(it.SetInputVolume)
	holds<(callback: Client.NoAudioInputCallback) => void>(it.SetNoAudioInputCallback)
	holds<(dBFSThreshold: number) => void>(it.SetNoAudioInputThreshold)
	holds<(on: boolean) => void>(it.SetNoiseCancellation)
	holds<(on: boolean) => void>(it.SetNoiseSuppression)
	holds<(encode: boolean, decode: boolean) => void>(it.SetOpusHardwareCoding)
	holds<(deviceId: string, cb: Client.SetOutputDeviceCallback) => void>(it.SetOutputDevice)
	holds<(deviceId: string) => Promise<void>>(it.SetOutputDevice)
	holds<(outputVolume: number) => void>(it.SetOutputVolume)
	holds<(deaf: boolean) => void>(it.SetSelfDeafAll)
	holds<(mute: boolean) => void>(it.SetSelfMuteAll)
	holds<(speakerMode: boolean) => boolean>(it.SetSpeakerMode)
	holds<(thread: Client.Thread, priority: number) => void>(it.SetThreadPriority)
	holds<(cb: Client.VoiceParticipantChangedCallback) => void>(it.SetVoiceParticipantChangedCallback)
	holds<() => boolean>(it.ShowAudioRoutePicker)
	holds<(channelId: SnowflakeLike) => Call>(it.StartCall)
	holds<
		(
			lobbyId: SnowflakeLike,
			receivedCb: Client.UserAudioReceivedCallback,
			capturedCb: Client.UserAudioCapturedCallback,
		) => Call
	>(it.StartCallWithAudioCallbacks)
	holds<() => void>(it.AbortAuthorize)
	holds<() => void>(it.AbortGetTokenFromDevice)
	holds<(args: AuthorizationArgs, callback: Client.AuthorizationCallback) => void>(it.Authorize)
	holds<(args: AuthorizationArgs) => Promise<{ code: string; redirectUri: string }>>(it.Authorize)
	holds<() => void>(it.CloseAuthorizeDeviceScreen)
	holds<() => AuthorizationCodeVerifier>(it.CreateAuthorizationCodeVerifier)
	holds<
		(
			parentApplicationToken: string,
			childApplicationId: SnowflakeLike,
			callback: Client.ExchangeChildTokenCallback,
		) => void
	>(it.ExchangeChildToken)
	holds<
		(
			parentApplicationToken: string,
			childApplicationId: SnowflakeLike,
		) => Promise<{ accessToken: string; tokenType: AuthorizationTokenType; expiresIn: number; scopes: string }>
	>(it.ExchangeChildToken)
	holds<(tokenType: AuthorizationTokenType, token: string, callback: Client.FetchCurrentUserCallback) => void>(
		it.FetchCurrentUser,
	)
	holds<(tokenType: AuthorizationTokenType, token: string) => Promise<{ id: Snowflake; name: string }>>(
		it.FetchCurrentUser,
	)
	holds<
		(
			applicationId: SnowflakeLike,
			externalAuthType: AuthenticationExternalAuthType,
			externalAuthToken: string,
			callback: Client.TokenExchangeCallback,
		) => void
	>(it.GetProvisionalToken)
	holds<
		(
			applicationId: SnowflakeLike,
			externalAuthType: AuthenticationExternalAuthType,
			externalAuthToken: string,
		) => Promise<{
			accessToken: string
			refreshToken: string
			tokenType: AuthorizationTokenType
			expiresIn: number
			scopes: string
		}>
	>(it.GetProvisionalToken)
	holds<
		(
			applicationId: SnowflakeLike,
			code: string,
			codeVerifier: string,
			redirectUri: string,
			callback: Client.TokenExchangeCallback,
		) => void
	>(it.GetToken)
	holds<
		(
			applicationId: SnowflakeLike,
			code: string,
			codeVerifier: string,
			redirectUri: string,
		) => Promise<{
			accessToken: string
			refreshToken: string
			tokenType: AuthorizationTokenType
			expiresIn: number
			scopes: string
		}>
	>(it.GetToken)
	holds<(args: DeviceAuthorizationArgs, callback: Client.TokenExchangeCallback) => void>(it.GetTokenFromDevice)
	holds<
		(args: DeviceAuthorizationArgs) => Promise<{
			accessToken: string
			refreshToken: string
			tokenType: AuthorizationTokenType
			expiresIn: number
			scopes: string
		}>
	>(it.GetTokenFromDevice)
	holds<
		(
			args: DeviceAuthorizationArgs,
			externalAuthType: AuthenticationExternalAuthType,
			externalAuthToken: string,
			callback: Client.TokenExchangeCallback,
		) => void
	>(it.GetTokenFromDeviceProvisionalMerge)
	holds<
		(
			args: DeviceAuthorizationArgs,
			externalAuthType: AuthenticationExternalAuthType,
			externalAuthToken: string,
		) => Promise<{
			accessToken: string
			refreshToken: string
			tokenType: AuthorizationTokenType
			expiresIn: number
			scopes: string
		}>
	>(it.GetTokenFromDeviceProvisionalMerge)
	holds<
		(
			applicationId: SnowflakeLike,
			code: string,
			codeVerifier: string,
			redirectUri: string,
			externalAuthType: AuthenticationExternalAuthType,
			externalAuthToken: string,
			callback: Client.TokenExchangeCallback,
		) => void
	>(it.GetTokenFromProvisionalMerge)
	holds<
		(
			applicationId: SnowflakeLike,
			code: string,
			codeVerifier: string,
			redirectUri: string,
			externalAuthType: AuthenticationExternalAuthType,
			externalAuthToken: string,
		) => Promise<{
			accessToken: string
			refreshToken: string
			tokenType: AuthorizationTokenType
			expiresIn: number
			scopes: string
		}>
	>(it.GetTokenFromProvisionalMerge)
	holds<() => boolean>(it.IsAuthenticated)
	holds<(clientId: SnowflakeLike, userCode: string) => void>(it.OpenAuthorizeDeviceScreen)
	holds<(success: boolean) => void>(it.ProvisionalUserMergeCompleted)
	holds<(applicationId: SnowflakeLike, refreshToken: string, callback: Client.TokenExchangeCallback) => void>(
		it.RefreshToken,
	)
	holds<
		(
			applicationId: SnowflakeLike,
			refreshToken: string,
		) => Promise<{
			accessToken: string
			refreshToken: string
			tokenType: AuthorizationTokenType
			expiresIn: number
			scopes: string
		}>
	>(it.RefreshToken)
	holds<(callback: Client.AuthorizeRequestCallback) => void>(it.RegisterAuthorizeRequestCallback)
	holds<() => void>(it.RemoveAuthorizeRequestCallback)
	holds<(applicationId: SnowflakeLike, token: string, callback: Client.RevokeTokenCallback) => void>(it.RevokeToken)
	holds<(applicationId: SnowflakeLike, token: string) => Promise<void>>(it.RevokeToken)
	holds<(cb: Client.AuthorizeDeviceScreenClosedCallback) => void>(it.SetAuthorizeDeviceScreenClosedCallback)
	holds<(pid: number) => void>(it.SetGameWindowPid)
	holds<(callback: Client.TokenExpirationCallback) => void>(it.SetTokenExpirationCallback)
	holds<
		(
			applicationId: SnowflakeLike,
			externalAuthType: AuthenticationExternalAuthType,
			externalAuthToken: string,
			callback: Client.UnmergeIntoProvisionalAccountCallback,
		) => void
	>(it.UnmergeIntoProvisionalAccount)
	holds<
		(
			applicationId: SnowflakeLike,
			externalAuthType: AuthenticationExternalAuthType,
			externalAuthToken: string,
		) => Promise<void>
	>(it.UnmergeIntoProvisionalAccount)
	holds<(name: string, callback: Client.UpdateProvisionalAccountDisplayNameCallback) => void>(
		it.UpdateProvisionalAccountDisplayName,
	)
	holds<(name: string) => Promise<void>>(it.UpdateProvisionalAccountDisplayName)
	holds<(tokenType: AuthorizationTokenType, token: string, callback: Client.UpdateTokenCallback) => void>(
		it.UpdateToken,
	)
	holds<(tokenType: AuthorizationTokenType, token: string) => Promise<void>>(it.UpdateToken)
	holds<(messageId: SnowflakeLike) => boolean>(it.CanOpenMessageInPlatform)
	holds<(recipientId: SnowflakeLike, messageId: SnowflakeLike, cb: Client.DeleteUserMessageCallback) => void>(
		it.DeleteUserMessage,
	)
	holds<(recipientId: SnowflakeLike, messageId: SnowflakeLike) => Promise<void>>(it.DeleteUserMessage)
	holds<
		(recipientId: SnowflakeLike, messageId: SnowflakeLike, content: string, cb: Client.EditUserMessageCallback) => void
	>(it.EditUserMessage)
	holds<(recipientId: SnowflakeLike, messageId: SnowflakeLike, content: string) => Promise<void>>(it.EditUserMessage)
	holds<(channelId: SnowflakeLike) => ChannelHandle | undefined>(it.GetChannelHandle)
	holds<(lobbyId: SnowflakeLike, limit: number, cb: Client.GetLobbyMessagesCallback) => void>(
		it.GetLobbyMessagesWithLimit,
	)
	holds<(lobbyId: SnowflakeLike, limit: number) => Promise<MessageHandle[]>>(it.GetLobbyMessagesWithLimit)
	holds<(messageId: SnowflakeLike) => MessageHandle | undefined>(it.GetMessageHandle)
	holds<(cb: Client.UserMessageSummariesCallback) => void>(it.GetUserMessageSummaries)
	holds<() => Promise<UserMessageSummary[]>>(it.GetUserMessageSummaries)
	holds<(recipientId: SnowflakeLike, limit: number, cb: Client.UserMessagesWithLimitCallback) => void>(
		it.GetUserMessagesWithLimit,
	)
	holds<(recipientId: SnowflakeLike, limit: number) => Promise<MessageHandle[]>>(it.GetUserMessagesWithLimit)
	holds<
		(
			messageId: SnowflakeLike,
			provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback,
			callback: Client.OpenMessageInPlatformCallback,
		) => void
	>(it.OpenMessageInPlatform)
	holds<
		(
			messageId: SnowflakeLike,
			provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback,
		) => Promise<void>
	>(it.OpenMessageInPlatform)
	holds<(lobbyId: SnowflakeLike, content: string, cb: Client.SendUserMessageCallback) => void>(it.SendLobbyMessage)
	holds<(lobbyId: SnowflakeLike, content: string) => Promise<Snowflake>>(it.SendLobbyMessage)
	holds<
		(
			lobbyId: SnowflakeLike,
			content: string,
			metadata: Record<string, string>,
			cb: Client.SendUserMessageCallback,
		) => void
	>(it.SendLobbyMessageWithMetadata)
	holds<(lobbyId: SnowflakeLike, content: string, metadata: Record<string, string>) => Promise<Snowflake>>(
		it.SendLobbyMessageWithMetadata,
	)
	holds<(recipientId: SnowflakeLike, content: string, cb: Client.SendUserMessageCallback) => void>(it.SendUserMessage)
	holds<(recipientId: SnowflakeLike, content: string) => Promise<Snowflake>>(it.SendUserMessage)
	holds<
		(
			recipientId: SnowflakeLike,
			content: string,
			metadata: Record<string, string>,
			cb: Client.SendUserMessageCallback,
		) => void
	>(it.SendUserMessageWithMetadata)
	holds<(recipientId: SnowflakeLike, content: string, metadata: Record<string, string>) => Promise<Snowflake>>(
		it.SendUserMessageWithMetadata,
	)
	holds<(cb: Client.MessageCreatedCallback) => void>(it.SetMessageCreatedCallback)
	holds<(cb: Client.MessageDeletedCallback) => void>(it.SetMessageDeletedCallback)
	holds<(cb: Client.MessageUpdatedCallback) => void>(it.SetMessageUpdatedCallback)
	holds<(showingChat: boolean) => void>(it.SetShowingChat)
	holds<(callback: Client.LogCallback, minSeverity: LoggingSeverity) => void>(it.AddLogCallback)
	holds<(callback: Client.LogCallback, minSeverity: LoggingSeverity) => void>(it.AddVoiceLogCallback)
	holds<() => void>(it.Connect)
	holds<() => void>(it.Disconnect)
	holds<() => Client.Status>(it.GetStatus)
	holds<(callback: Client.OpenConnectedGamesSettingsInPlatformCallback) => void>(
		it.OpenConnectedGamesSettingsInPlatform,
	)
	holds<() => Promise<void>>(it.OpenConnectedGamesSettingsInPlatform)
	holds<(applicationId: SnowflakeLike) => void>(it.SetApplicationId)
	holds<(path: string, minSeverity: LoggingSeverity) => boolean>(it.SetLogDir)
	holds<(cb: Client.OnStatusChanged) => void>(it.SetStatusChangedCallback)
	holds<(path: string, minSeverity: LoggingSeverity) => void>(it.SetVoiceLogDir)
	holds<(secret: string, callback: Client.CreateOrJoinLobbyCallback) => void>(it.CreateOrJoinLobby)
	holds<(secret: string) => Promise<Snowflake>>(it.CreateOrJoinLobby)
	holds<
		(
			secret: string,
			lobbyMetadata: Record<string, string>,
			memberMetadata: Record<string, string>,
			callback: Client.CreateOrJoinLobbyCallback,
		) => void
	>(it.CreateOrJoinLobbyWithMetadata)
	holds<
		(
			secret: string,
			lobbyMetadata: Record<string, string>,
			memberMetadata: Record<string, string>,
		) => Promise<Snowflake>
	>(it.CreateOrJoinLobbyWithMetadata)
	holds<(guildId: SnowflakeLike, cb: Client.GetGuildChannelsCallback) => void>(it.GetGuildChannels)
	holds<(guildId: SnowflakeLike) => Promise<GuildChannel[]>>(it.GetGuildChannels)
	holds<(lobbyId: SnowflakeLike) => LobbyHandle | undefined>(it.GetLobbyHandle)
	holds<() => Snowflake[]>(it.GetLobbyIds)
	holds<(cb: Client.GetUserGuildsCallback) => void>(it.GetUserGuilds)
	holds<() => Promise<GuildMinimal[]>>(it.GetUserGuilds)
	holds<
		(
			lobbyId: SnowflakeLike,
			provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback,
			callback: Client.JoinLinkedLobbyGuildCallback,
		) => void
	>(it.JoinLinkedLobbyGuild)
	holds<
		(
			lobbyId: SnowflakeLike,
			provisionalUserMergeRequiredCallback: Client.ProvisionalUserMergeRequiredCallback,
		) => Promise<string>
	>(it.JoinLinkedLobbyGuild)
	holds<(lobbyId: SnowflakeLike, callback: Client.LeaveLobbyCallback) => void>(it.LeaveLobby)
	holds<(lobbyId: SnowflakeLike) => Promise<void>>(it.LeaveLobby)
	holds<(lobbyId: SnowflakeLike, channelId: SnowflakeLike, callback: Client.LinkOrUnlinkChannelCallback) => void>(
		it.LinkChannelToLobby,
	)
	holds<(lobbyId: SnowflakeLike, channelId: SnowflakeLike) => Promise<void>>(it.LinkChannelToLobby)
	holds<(cb: Client.LobbyCreatedCallback) => void>(it.SetLobbyCreatedCallback)
	holds<(cb: Client.LobbyDeletedCallback) => void>(it.SetLobbyDeletedCallback)
	holds<(cb: Client.LobbyMemberAddedCallback) => void>(it.SetLobbyMemberAddedCallback)
	holds<(cb: Client.LobbyMemberRemovedCallback) => void>(it.SetLobbyMemberRemovedCallback)
	holds<(cb: Client.LobbyMemberUpdatedCallback) => void>(it.SetLobbyMemberUpdatedCallback)
	holds<(cb: Client.LobbyUpdatedCallback) => void>(it.SetLobbyUpdatedCallback)
	holds<(lobbyId: SnowflakeLike, callback: Client.LinkOrUnlinkChannelCallback) => void>(it.UnlinkChannelFromLobby)
	holds<(lobbyId: SnowflakeLike) => Promise<void>>(it.UnlinkChannelFromLobby)
	holds<(callback: Client.IsPlatformAppInstalledCallback) => void>(it.IsPlatformAppInstalled)
	holds<() => Promise<boolean>>(it.IsPlatformAppInstalled)
	holds<(invite: ActivityInvite, cb: Client.AcceptActivityInviteCallback) => void>(it.AcceptActivityInvite)
	holds<(invite: ActivityInvite) => Promise<string>>(it.AcceptActivityInvite)
	holds<() => void>(it.ClearRichPresence)
	holds<(applicationId: SnowflakeLike, command: string) => boolean>(it.RegisterLaunchCommand)
	holds<(applicationId: SnowflakeLike, steamAppId: number) => boolean>(it.RegisterLaunchSteamApplication)
	holds<(userId: SnowflakeLike, content: string, cb: Client.SendActivityInviteCallback) => void>(it.SendActivityInvite)
	holds<(userId: SnowflakeLike, content: string) => Promise<void>>(it.SendActivityInvite)
	holds<(userId: SnowflakeLike, cb: Client.SendActivityInviteCallback) => void>(it.SendActivityJoinRequest)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.SendActivityJoinRequest)
	holds<(invite: ActivityInvite, cb: Client.SendActivityInviteCallback) => void>(it.SendActivityJoinRequestReply)
	holds<(invite: ActivityInvite) => Promise<void>>(it.SendActivityJoinRequestReply)
	holds<(cb: Client.ActivityInviteCallback) => void>(it.SetActivityInviteCreatedCallback)
	holds<(cb: Client.ActivityInviteCallback) => void>(it.SetActivityInviteUpdatedCallback)
	holds<(cb: Client.ActivityJoinCallback) => void>(it.SetActivityJoinCallback)
	holds<(cb: Client.ActivityJoinWithApplicationCallback) => void>(it.SetActivityJoinWithApplicationCallback)
	holds<(status: StatusType, callback: Client.UpdateStatusCallback) => void>(it.SetOnlineStatus)
	holds<(status: StatusType) => Promise<void>>(it.SetOnlineStatus)
	holds<(activity: Activity, cb: Client.UpdateRichPresenceCallback) => void>(it.UpdateRichPresence)
	holds<(activity: Activity) => Promise<void>>(it.UpdateRichPresence)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.AcceptPlatformFriendRequest)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.AcceptPlatformFriendRequest)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.AcceptGameFriendRequest)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.AcceptGameFriendRequest)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.BlockUser)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.BlockUser)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.CancelPlatformFriendRequest)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.CancelPlatformFriendRequest)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.CancelGameFriendRequest)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.CancelGameFriendRequest)
	holds<(userId: SnowflakeLike) => RelationshipHandle>(it.GetRelationshipHandle)
	holds<() => RelationshipHandle[]>(it.GetRelationships)
	holds<(groupType: RelationshipGroupType) => RelationshipHandle[]>(it.GetRelationshipsByGroup)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.RejectPlatformFriendRequest)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.RejectPlatformFriendRequest)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.RejectGameFriendRequest)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.RejectGameFriendRequest)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.RemovePlatformAndGameFriend)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.RemovePlatformAndGameFriend)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.RemoveGameFriend)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.RemoveGameFriend)
	holds<(searchStr: string) => UserHandle[]>(it.SearchFriendsByUsername)
	holds<(username: string, cb: Client.SendFriendRequestCallback) => void>(it.SendPlatformFriendRequest)
	holds<(username: string) => Promise<void>>(it.SendPlatformFriendRequest)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.SendPlatformFriendRequestById)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.SendPlatformFriendRequestById)
	holds<(username: string, cb: Client.SendFriendRequestCallback) => void>(it.SendGameFriendRequest)
	holds<(username: string) => Promise<void>>(it.SendGameFriendRequest)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.SendGameFriendRequestById)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.SendGameFriendRequestById)
	holds<(cb: Client.RelationshipCreatedCallback) => void>(it.SetRelationshipCreatedCallback)
	holds<(cb: Client.RelationshipDeletedCallback) => void>(it.SetRelationshipDeletedCallback)
	holds<(userId: SnowflakeLike, cb: Client.UpdateRelationshipCallback) => void>(it.UnblockUser)
	holds<(userId: SnowflakeLike) => Promise<void>>(it.UnblockUser)
	holds<() => UserHandle | undefined>(it.GetCurrentUserV2)
	holds<(applicationId: SnowflakeLike, callback: Client.GetPlatformClientConnectedUserCallback) => void>(
		it.GetPlatformClientConnectedUser,
	)
	holds<(applicationId: SnowflakeLike) => Promise<UserHandle | undefined>>(it.GetPlatformClientConnectedUser)
	holds<(userId: SnowflakeLike) => UserHandle | undefined>(it.GetUser)
	holds<(cb: Client.RelationshipGroupsUpdatedCallback) => void>(it.SetRelationshipGroupsUpdatedCallback)
	holds<(cb: Client.UserUpdatedCallback) => void>(it.SetUserUpdatedCallback)
	same<Client.EndCallCallback, () => void>()
	same<Client.EndCallsCallback, () => void>()
	same<Client.GetCurrentInputDeviceCallback, (device: AudioDevice) => void>()
	same<Client.GetCurrentOutputDeviceCallback, (device: AudioDevice) => void>()
	same<Client.GetInputDevicesCallback, (devices: AudioDevice[]) => void>()
	same<Client.GetOutputDevicesCallback, (devices: AudioDevice[]) => void>()
	same<Client.DeviceChangeCallback, (inputDevices: AudioDevice[], outputDevices: AudioDevice[]) => void>()
	same<Client.SetInputDeviceCallback, (result: ClientResult) => void>()
	same<Client.NoAudioInputCallback, (inputDetected: boolean) => void>()
	same<Client.SetOutputDeviceCallback, (result: ClientResult) => void>()
	same<Client.VoiceParticipantChangedCallback, (lobbyId: Snowflake, memberId: Snowflake, added: boolean) => void>()
	same<
		Client.UserAudioReceivedCallback,
		(
			userId: Snowflake,
			data: Int16Array,
			samplesPerChannel: number,
			sampleRate: number,
			channels: number,
			outShouldMute: { value: boolean },
		) => void
	>()
	same<
		Client.UserAudioCapturedCallback,
		(data: Int16Array, samplesPerChannel: number, sampleRate: number, channels: number) => void
	>()
	same<Client.AuthorizationCallback, (result: ClientResult, code: string, redirectUri: string) => void>()
	same<
		Client.ExchangeChildTokenCallback,
		(
			result: ClientResult,
			accessToken: string,
			tokenType: AuthorizationTokenType,
			expiresIn: number,
			scopes: string,
		) => void
	>()
	same<Client.FetchCurrentUserCallback, (result: ClientResult, id: Snowflake, name: string) => void>()
	same<
		Client.TokenExchangeCallback,
		(
			result: ClientResult,
			accessToken: string,
			refreshToken: string,
			tokenType: AuthorizationTokenType,
			expiresIn: number,
			scopes: string,
		) => void
	>()
	same<Client.AuthorizeRequestCallback, () => void>()
	same<Client.RevokeTokenCallback, (result: ClientResult) => void>()
	same<Client.AuthorizeDeviceScreenClosedCallback, () => void>()
	same<Client.TokenExpirationCallback, () => void>()
	same<Client.UnmergeIntoProvisionalAccountCallback, (result: ClientResult) => void>()
	same<Client.UpdateProvisionalAccountDisplayNameCallback, (result: ClientResult) => void>()
	same<Client.UpdateTokenCallback, (result: ClientResult) => void>()
	same<Client.DeleteUserMessageCallback, (result: ClientResult) => void>()
	same<Client.EditUserMessageCallback, (result: ClientResult) => void>()
	same<Client.GetLobbyMessagesCallback, (result: ClientResult, messages: MessageHandle[]) => void>()
	same<Client.UserMessageSummariesCallback, (result: ClientResult, summaries: UserMessageSummary[]) => void>()
	same<Client.UserMessagesWithLimitCallback, (result: ClientResult, messages: MessageHandle[]) => void>()
	same<Client.ProvisionalUserMergeRequiredCallback, () => void>()
	same<Client.OpenMessageInPlatformCallback, (result: ClientResult) => void>()
	same<Client.SendUserMessageCallback, (result: ClientResult, messageId: Snowflake) => void>()
	same<Client.MessageCreatedCallback, (messageId: Snowflake) => void>()
	same<Client.MessageDeletedCallback, (messageId: Snowflake, channelId: Snowflake) => void>()
	same<Client.MessageUpdatedCallback, (messageId: Snowflake) => void>()
	same<Client.LogCallback, (message: string, severity: LoggingSeverity) => void>()
	same<Client.OpenConnectedGamesSettingsInPlatformCallback, (result: ClientResult) => void>()
	same<Client.OnStatusChanged, (status: Client.Status, error: Client.Error, errorDetail: number) => void>()
	same<Client.CreateOrJoinLobbyCallback, (result: ClientResult, lobbyId: Snowflake) => void>()
	same<Client.GetGuildChannelsCallback, (result: ClientResult, guildChannels: GuildChannel[]) => void>()
	same<Client.GetUserGuildsCallback, (result: ClientResult, guilds: GuildMinimal[]) => void>()
	same<Client.JoinLinkedLobbyGuildCallback, (result: ClientResult, inviteUrl: string) => void>()
	same<Client.LeaveLobbyCallback, (result: ClientResult) => void>()
	same<Client.LinkOrUnlinkChannelCallback, (result: ClientResult) => void>()
	same<Client.LobbyCreatedCallback, (lobbyId: Snowflake) => void>()
	same<Client.LobbyDeletedCallback, (lobbyId: Snowflake) => void>()
	same<Client.LobbyMemberAddedCallback, (lobbyId: Snowflake, memberId: Snowflake) => void>()
	same<Client.LobbyMemberRemovedCallback, (lobbyId: Snowflake, memberId: Snowflake) => void>()
	same<Client.LobbyMemberUpdatedCallback, (lobbyId: Snowflake, memberId: Snowflake) => void>()
	same<Client.LobbyUpdatedCallback, (lobbyId: Snowflake) => void>()
	same<Client.IsPlatformAppInstalledCallback, (installed: boolean) => void>()
	same<Client.AcceptActivityInviteCallback, (result: ClientResult, joinSecret: string) => void>()
	same<Client.SendActivityInviteCallback, (result: ClientResult) => void>()
	same<Client.ActivityInviteCallback, (invite: ActivityInvite) => void>()
	same<Client.ActivityJoinCallback, (joinSecret: string) => void>()
	same<Client.ActivityJoinWithApplicationCallback, (applicationId: Snowflake, joinSecret: string) => void>()
	same<Client.UpdateStatusCallback, (result: ClientResult) => void>()
	same<Client.UpdateRichPresenceCallback, (result: ClientResult) => void>()
	same<Client.UpdateRelationshipCallback, (result: ClientResult) => void>()
	same<Client.SendFriendRequestCallback, (result: ClientResult) => void>()
	same<Client.RelationshipCreatedCallback, (userId: Snowflake, isPlatformRelationshipUpdate: boolean) => void>()
	same<Client.RelationshipDeletedCallback, (userId: Snowflake, isPlatformRelationshipUpdate: boolean) => void>()
	same<Client.GetPlatformClientConnectedUserCallback, (result: ClientResult, user: UserHandle | undefined) => void>()
	same<Client.RelationshipGroupsUpdatedCallback, (userId: Snowflake) => void>()
	same<Client.UserUpdatedCallback, (userId: Snowflake) => void>()
}

export function ofCallInfoHandle(it: CallInfoHandle): void {
	holds<() => Snowflake>(it.ChannelId)
	holds<() => Snowflake[]>(it.GetParticipants)
	holds<(userId: SnowflakeLike) => VoiceStateHandle | undefined>(it.GetVoiceStateHandle)
	holds<() => Snowflake>(it.GuildId)
}

export function ofUsers(it: Users): void {
	holds<(userId: SnowflakeLike) => UserApplicationProfileHandle[]>(it.GetUserApplicationProfiles)
	holds<(userId: SnowflakeLike) => UserApplicationProfileHandle[]>(it.GetUserApplicationProfilesNoLock)
}
