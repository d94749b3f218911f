import { emptyCache } from '../cache/cache.ts'
import { dispose } from '../core/dispose.ts'
import { Holding, heldBy, invalid } from '../core/object.ts'
import { closeDeviceScreen } from '../device/device-screen.ts'
import { ClientError, ClientStatus, ClientThread } from '../enums/clients.ts'
import { EnumToString } from '../enums/enum-to-string.ts'
import { ClientCreateOptions } from '../records/client-create-options.ts'
import type * as callbacks from './callbacks.ts'
import { createState } from './create-state.ts'
import { closeLogFile } from './log-file.ts'
import { MessageCalls } from './message-calls.ts'
import { destroyed } from './operation.ts'
import type { ClientEvents } from './state.ts'
import { VERSION } from './version.ts'

/**
 * The way into the platform: holds the connection and the caches, and has every operation.
 *
 * Every operation that takes a completion callback gives a promise when it is left out. Its failures are
 * {@link ClientResult}s for callbacks and `SocialSdkError`s for promises; nothing is thrown.
 */
export class Client extends MessageCalls {
	static readonly Error: typeof ClientError = ClientError
	static readonly Status: typeof ClientStatus = ClientStatus
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

	static GetVersionMajor(): number {
		return VERSION[0]
	}

	static GetVersionMinor(): number {
		return VERSION[1]
	}

	static GetVersionPatch(): number {
		return VERSION[2]
	}

	static ErrorToString(type: Client.Error): string {
		return EnumToString(ClientError, type)
	}

	static StatusToString(type: Client.Status): string {
		return EnumToString(ClientStatus, type)
	}

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
	type GetLobbyMessagesCallback = callbacks.GetLobbyMessagesCallback
	type OnStatusChanged = callbacks.OnStatusChanged
	type TokenExpirationCallback = callbacks.TokenExpirationCallback
	type LogCallback = callbacks.LogCallback
	type UserUpdatedCallback = callbacks.UserUpdatedCallback
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
