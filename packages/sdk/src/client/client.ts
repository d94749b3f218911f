import { emptyCache } from '../cache/cache.ts'
import { dispose } from '../core/dispose.ts'
import { Holding, heldBy, invalid } from '../core/object.ts'
import { closeDeviceScreen } from '../device/close-device-screen.ts'
import { ClientError, ClientStatus, ClientThread } from '../enums/clients.ts'
import { EnumToString } from '../enums/enum-to-string.ts'
import { forgetInvites } from '../invites/known-invites.ts'
import { ClientCreateOptions } from '../records/client-create-options.ts'
import type * as callbacks from './callbacks.ts'
import { createState } from './create-state.ts'
import { LocalClientCalls } from './local-client-calls.ts'
import { closeLogFile } from './log-file.ts'
import { destroyed } from './operation.ts'
import type { ClientEvents } from './state.ts'
import { COMMIT, VERSION } from './version.ts'

/**
 * The way into the platform: holds the connection and the caches, and has every operation.
 *
 * Every operation that takes a completion callback gives a promise when it is left out. Its failures are
 * {@link ClientResult}s for callbacks and `SocialSdkError`s for promises; nothing is thrown.
 */
export class Client extends LocalClientCalls {
	/** The enum of what a change of status is due to. */
	static readonly Error: typeof ClientError = ClientError
	/** The enum of statuses. */
	static readonly Status: typeof ClientStatus = ClientStatus
	/** The enum of threads, of which there are none here. */
	static readonly Thread: typeof ClientThread = ClientThread
	static override readonly name = 'Client'
	static readonly nullobj: Client = invalid(Client)

	/** The scopes of all features. */
	static GetDefaultCommunicationScopes(): string {
		return 'openid sdk.social_layer'
	}

	/** The scopes of friends, presence and invites, without messages and lobbies. */
	static GetDefaultPresenceScopes(): string {
		return 'openid sdk.social_layer_presence'
	}

	/** The commit that this build of the SDK was made of; empty where its sources run. */
	static GetVersionHash(): string {
		return COMMIT
	}

	/** The first number of the version of the SDK. */
	static GetVersionMajor(): number {
		return VERSION[0]
	}

	/** The second number of the version of the SDK. */
	static GetVersionMinor(): number {
		return VERSION[1]
	}

	/** The third number of the version of the SDK. */
	static GetVersionPatch(): number {
		return VERSION[2]
	}

	/** The name of a `ClientError`, `unknown` for what is none. */
	static ErrorToString(type: Client.Error): string {
		return EnumToString(ClientError, type)
	}

	/** The name of a `ClientStatus`, `unknown` for what is none. */
	static StatusToString(type: Client.Status): string {
		return EnumToString(ClientStatus, type)
	}

	/** The name of a `ClientThread`, `unknown` for what is none. */
	static ThreadToString(type: Client.Thread): string {
		return EnumToString(ClientThread, type)
	}

	/** @example new Client('https://play.example/api', 'https://play.example') */
	constructor()
	constructor(apiBase: string, webBase: string)
	constructor(options: ClientCreateOptions)
	constructor(first?: string | ClientCreateOptions | Holding<never>, webBase?: string) {
		super(first instanceof Holding ? first : new Holding(createState(readOptions(first, webBase))))
	}

	/** Not once it is destroyed. */
	override isValid(): boolean {
		return super.isValid() && !heldBy(this).isDestroyed
	}

	/** Ends the connection and everything under way, with results of type ClientDestroyed; handles are empty from then on. */
	Destroy(): void {
		const state = heldBy(this)
		if (state.isDestroyed) return
		state.isDestroyed = true
		state.connection.destroy()
		state.token?.stopWatch()
		for (const operation of state.running) operation.abort(destroyed())
		closeDeviceScreen(state)
		forgetInvites(state)
		state.cache = emptyCache()
		closeLogFile(state)
	}

	/** `Destroy`, for `using`; nothing is left to do for a client that was moved. */
	[dispose](): void {
		if (this.isValid()) this.Destroy()
	}
}

export declare namespace Client {
	type Error = ClientError
	type Status = ClientStatus
	type Thread = ClientThread
	type Events = ClientEvents
	type AuthorizationCallback = callbacks.AuthorizationCallback
	type TokenExchangeCallback = callbacks.TokenExchangeCallback
	type RevokeTokenCallback = callbacks.RevokeTokenCallback
	type UpdateTokenCallback = callbacks.UpdateTokenCallback
	type ExchangeChildTokenCallback = callbacks.ExchangeChildTokenCallback
	type UnmergeIntoProvisionalAccountCallback = callbacks.UnmergeIntoProvisionalAccountCallback
	type UpdateProvisionalAccountDisplayNameCallback = callbacks.UpdateProvisionalAccountDisplayNameCallback
	type AuthorizeRequestCallback = callbacks.AuthorizeRequestCallback
	type AuthorizeDeviceScreenClosedCallback = callbacks.AuthorizeDeviceScreenClosedCallback
	type FetchCurrentUserCallback = callbacks.FetchCurrentUserCallback
	type CreateOrJoinLobbyCallback = callbacks.CreateOrJoinLobbyCallback
	type JoinLinkedLobbyGuildCallback = callbacks.JoinLinkedLobbyGuildCallback
	type ProvisionalUserMergeRequiredCallback = callbacks.ProvisionalUserMergeRequiredCallback
	type LeaveLobbyCallback = callbacks.LeaveLobbyCallback
	type SendUserMessageCallback = callbacks.SendUserMessageCallback
	type GetUserGuildsCallback = callbacks.GetUserGuildsCallback
	type GetGuildChannelsCallback = callbacks.GetGuildChannelsCallback
	type LinkOrUnlinkChannelCallback = callbacks.LinkOrUnlinkChannelCallback
	type EditUserMessageCallback = callbacks.EditUserMessageCallback
	type DeleteUserMessageCallback = callbacks.DeleteUserMessageCallback
	type UserMessagesWithLimitCallback = callbacks.UserMessagesWithLimitCallback
	type UserMessageSummariesCallback = callbacks.UserMessageSummariesCallback
	type OpenMessageInPlatformCallback = callbacks.OpenMessageInPlatformCallback
	type SetInputDeviceCallback = callbacks.SetInputDeviceCallback
	type SetOutputDeviceCallback = callbacks.SetOutputDeviceCallback
	type EndCallCallback = callbacks.EndCallCallback
	type EndCallsCallback = callbacks.EndCallsCallback
	type GetInputDevicesCallback = callbacks.GetInputDevicesCallback
	type GetOutputDevicesCallback = callbacks.GetOutputDevicesCallback
	type GetCurrentInputDeviceCallback = callbacks.GetCurrentInputDeviceCallback
	type GetCurrentOutputDeviceCallback = callbacks.GetCurrentOutputDeviceCallback
	type DeviceChangeCallback = callbacks.DeviceChangeCallback
	type NoAudioInputCallback = callbacks.NoAudioInputCallback
	type VoiceParticipantChangedCallback = callbacks.VoiceParticipantChangedCallback
	type UserAudioReceivedCallback = callbacks.UserAudioReceivedCallback
	type UserAudioCapturedCallback = callbacks.UserAudioCapturedCallback
	type GetLobbyMessagesCallback = callbacks.GetLobbyMessagesCallback
	type UpdateRelationshipCallback = callbacks.UpdateRelationshipCallback
	type SendFriendRequestCallback = callbacks.SendFriendRequestCallback
	type UpdateStatusCallback = callbacks.UpdateStatusCallback
	type UpdateRichPresenceCallback = callbacks.UpdateRichPresenceCallback
	type SendActivityInviteCallback = callbacks.SendActivityInviteCallback
	type AcceptActivityInviteCallback = callbacks.AcceptActivityInviteCallback
	type ActivityInviteCallback = callbacks.ActivityInviteCallback
	type ActivityJoinCallback = callbacks.ActivityJoinCallback
	type ActivityJoinWithApplicationCallback = callbacks.ActivityJoinWithApplicationCallback
	type GetPlatformClientConnectedUserCallback = callbacks.GetPlatformClientConnectedUserCallback
	type IsPlatformAppInstalledCallback = callbacks.IsPlatformAppInstalledCallback
	type OpenConnectedGamesSettingsInPlatformCallback = callbacks.OpenConnectedGamesSettingsInPlatformCallback
	type OnStatusChanged = callbacks.OnStatusChanged
	type TokenExpirationCallback = callbacks.TokenExpirationCallback
	type LogCallback = callbacks.LogCallback
	type UserUpdatedCallback = callbacks.UserUpdatedCallback
	type RelationshipCreatedCallback = callbacks.RelationshipCreatedCallback
	type RelationshipDeletedCallback = callbacks.RelationshipDeletedCallback
	type RelationshipGroupsUpdatedCallback = callbacks.RelationshipGroupsUpdatedCallback
	type LobbyCreatedCallback = callbacks.LobbyCreatedCallback
	type LobbyUpdatedCallback = callbacks.LobbyUpdatedCallback
	type LobbyDeletedCallback = callbacks.LobbyDeletedCallback
	type LobbyMemberAddedCallback = callbacks.LobbyMemberAddedCallback
	type LobbyMemberUpdatedCallback = callbacks.LobbyMemberUpdatedCallback
	type LobbyMemberRemovedCallback = callbacks.LobbyMemberRemovedCallback
	type MessageCreatedCallback = callbacks.MessageCreatedCallback
	type MessageUpdatedCallback = callbacks.MessageUpdatedCallback
	type MessageDeletedCallback = callbacks.MessageDeletedCallback
}

function readOptions(
	first: string | ClientCreateOptions | undefined,
	webBase: string | undefined,
): ClientCreateOptions {
	if (first instanceof ClientCreateOptions) return first
	if (first === undefined) return new ClientCreateOptions()
	if (typeof first !== 'string')
		throw new TypeError('A Client is made with nothing, two addresses or ClientCreateOptions')
	return new ClientCreateOptions({ apiBase: first, webBase })
}
