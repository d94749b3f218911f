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
export { LobbyHandle } from './handles/lobby-handle.ts'
export { LobbyMemberHandle } from './handles/lobby-member-handle.ts'
export { MessageHandle } from './handles/message-handle.ts'
export { UserHandle } from './handles/user-handle.ts'
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
export { AuthorizationArgs, type AuthorizationArgsInit } from './records/authorization-args.ts'
export {
	AuthorizationCodeChallenge,
	type AuthorizationCodeChallengeInit,
} from './records/authorization-code-challenge.ts'
export { AuthorizationCodeVerifier } from './records/authorization-code-verifier.ts'
export { ClientCreateOptions, type ClientCreateOptionsInit } from './records/client-create-options.ts'
export { ClientResult } from './records/client-result.ts'
export { DeviceAuthorizationArgs, type DeviceAuthorizationArgsInit } from './records/device-authorization-args.ts'
