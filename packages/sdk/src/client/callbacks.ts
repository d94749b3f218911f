import type { TokenValues } from '../auth/tokens.ts'
import type { Snowflake } from '../core/snowflake.ts'
import type { ClientError, ClientStatus, LoggingSeverity } from '../enums/clients.ts'
import type { MessageHandle } from '../handles/message-handle.ts'
import type { ClientResult } from '../records/client-result.ts'

// Completions: called once, also on failure.
export type AuthorizationCallback = (result: ClientResult, code: string, redirectUri: string) => void
export type TokenExchangeCallback = (result: ClientResult, ...tokens: TokenValues) => void
export type RevokeTokenCallback = (result: ClientResult) => void
export type UpdateTokenCallback = (result: ClientResult) => void
export type FetchCurrentUserCallback = (result: ClientResult, id: Snowflake, name: string) => void
export type CreateOrJoinLobbyCallback = (result: ClientResult, lobbyId: Snowflake) => void
export type LeaveLobbyCallback = (result: ClientResult) => void
export type SendUserMessageCallback = (result: ClientResult, messageId: Snowflake) => void
export type GetLobbyMessagesCallback = (result: ClientResult, messages: MessageHandle[]) => void

// Listeners: called whenever it happens.
export type OnStatusChanged = (status: ClientStatus, error: ClientError, errorDetail: number) => void
export type TokenExpirationCallback = () => void
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
