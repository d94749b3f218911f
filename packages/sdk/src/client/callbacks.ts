import type { TokenValues } from '../auth/token-values.ts'
import type { Snowflake } from '../core/snowflake.ts'
import type { AuthorizationTokenType } from '../enums/authorization.ts'
import type { ClientError, ClientStatus, LoggingSeverity } from '../enums/clients.ts'
import type { MessageHandle } from '../handles/message-handle.ts'
import type { ClientResult } from '../records/client-result.ts'

// Completions: called once, also on failure.
export type AuthorizationCallback = (result: ClientResult, code: string, redirectUri: string) => void
export type TokenExchangeCallback = (result: ClientResult, ...tokens: TokenValues) => void
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
export type GetLobbyMessagesCallback = (result: ClientResult, messages: MessageHandle[]) => void

/** Called once, before the completion, when the game has to merge the player's placeholder account. */
export type ProvisionalUserMergeRequiredCallback = () => void

// Listeners: called whenever it happens.
export type OnStatusChanged = (status: ClientStatus, error: ClientError, errorDetail: number) => void
export type TokenExpirationCallback = () => void
export type AuthorizeRequestCallback = () => void
export type AuthorizeDeviceScreenClosedCallback = () => void
export type LogCallback = (message: string, severity: LoggingSeverity) => void
export type UserUpdatedCallback = (userId: Snowflake) => void
export type LobbyCreatedCallback = (lobbyId: Snowflake) => void
export type LobbyUpdatedCallback = (lobbyId: Snowflake) => void
export type LobbyDeletedCallback = (lobbyId: Snowflake) => void
export type LobbyMemberAddedCallback = (lobbyId: Snowflake, memberId: Snowflake) => void
export type LobbyMemberUpdatedCallback = (lobbyId: Snowflake, memberId: Snowflake) => void
export type LobbyMemberRemovedCallback = (lobbyId: Snowflake, memberId: Snowflake) => void
export type MessageCreatedCallback = (messageId: Snowflake) => void
export type MessageUpdatedCallback = (messageId: Snowflake) => void
export type MessageDeletedCallback = (messageId: Snowflake, channelId: Snowflake) => void

/** What a `Set…Callback` takes: a listener in place of the one before, or nothing to remove it. */
export type OrNone<L> = L | null | undefined
