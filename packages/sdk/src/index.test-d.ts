/** What must and what must not compile: checked by tsc, never run. */
import {
	AuthorizationArgs,
	type AuthorizationCodeChallenge,
	AuthorizationCodeVerifier,
	type CallOptions,
	Client,
	ClientCreateOptions,
	ClientResult,
	ClientStatus,
	EnumToString,
	type ErrorType,
	type LobbyHandle,
	type LobbyMemberHandle,
	type MessageHandle,
	type Snowflake,
	type SnowflakeLike,
	type Tokens,
	type UserHandle,
} from './index.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function same<A, B>(..._: Equal<A, B> extends true ? [] : ['not the same', A, B]): void {}

export function ids(args: AuthorizationArgs): void {
	same<Snowflake, bigint>()
	same<SnowflakeLike, bigint | string | number>()
	same<ReturnType<typeof args.ClientId>, bigint>()
	args.SetClientId(1n)
	args.SetClientId('1')
	args.SetClientId(1)
	// @ts-expect-error an id is not a boolean
	args.SetClientId(true)
	// @ts-expect-error the client id is not optional
	args.SetClientId(undefined)
}

export function optionals(args: AuthorizationArgs): void {
	same<ReturnType<typeof args.State>, string | undefined>()
	same<ReturnType<typeof args.CodeChallenge>, AuthorizationCodeChallenge | undefined>()
	same<ReturnType<typeof args.IntegrationType>, 0 | 1 | undefined>()
	same<Parameters<typeof args.SetState>, [value: string | null | undefined]>()
	args.SetIntegrationType(null)
	// @ts-expect-error there is no such context
	args.SetIntegrationType(2)
	// @ts-expect-error scopes are required
	args.SetScopes(null)
}

export function construction(): void {
	new AuthorizationArgs({ clientId: '1', scopes: 'openid', codeChallenge: { challenge: 'x' }, nonce: null })
	// @ts-expect-error keys are in camelCase
	new AuthorizationArgs({ Scopes: 'openid' })
	// @ts-expect-error only the SDK makes results
	new ClientResult()
	// @ts-expect-error only the SDK makes verifiers
	new AuthorizationCodeVerifier()
	new Client()
	new Client('https://a/api', 'https://a')
	new Client(new ClientCreateOptions({ dispatch: 'manual' }))
	// @ts-expect-error both addresses or none
	new Client('https://a/api')
	// @ts-expect-error options are a record
	new Client({ apiBase: 'https://a/api' })
}

export function objects(args: AuthorizationArgs, challenge: AuthorizationCodeChallenge, client: Client): void {
	same<ReturnType<typeof args.copy>, AuthorizationArgs>()
	const moved = AuthorizationArgs.moveFrom(args)
	same<typeof moved, AuthorizationArgs>()
	// @ts-expect-error one record is not another
	AuthorizationArgs.moveFrom(challenge)
	same<typeof AuthorizationArgs.nullobj, AuthorizationArgs>()
	// @ts-expect-error a client is moved, not copied
	client.copy()
	// @ts-expect-error what an object holds is not reachable
	args.held
}

export async function operations(client: Client, args: AuthorizationArgs, options: CallOptions): Promise<void> {
	const authorized = await client.Authorize(args, { signal: new AbortController().signal })
	same<typeof authorized, { code: string; redirectUri: string }>()
	const tokens = await client.GetToken(1, 'code', 'verifier', 'uri')
	same<typeof tokens, Tokens>()
	same<typeof tokens.tokenType, 0 | 1>()
	const lobby = await client.CreateOrJoinLobby('secret', options)
	same<typeof lobby, bigint>()
	const history = await client.GetLobbyMessagesWithLimit(lobby, 10)
	same<typeof history, MessageHandle[]>()
	const nothing = await client.LeaveLobby(lobby)
	same<typeof nothing, void>()

	const returned = client.Authorize(args, (result, code, redirectUri) => {
		same<typeof result, ClientResult>()
		same<[typeof code, typeof redirectUri], [string, string]>()
	})
	same<typeof returned, void>()
	client.GetToken(1, 'c', 'v', 'r', (_result, _access, _refresh, tokenType, expiresIn, scopes) => {
		same<[typeof tokenType, typeof expiresIn, typeof scopes], [0 | 1, number, string]>()
	})
	client.SendLobbyMessage(1, 'x', (result, messageId) =>
		same<[typeof result, typeof messageId], [ClientResult, bigint]>(),
	)
	// @ts-expect-error the id comes second
	client.SendLobbyMessage(1, 'x', (messageId: bigint) => messageId)
	// @ts-expect-error metadata is text
	await client.SendLobbyMessageWithMetadata(1, 'x', { n: 1 })
}

export function listeners(client: Client): void {
	client.SetStatusChangedCallback((status, error, detail) => {
		same<typeof status, Client.Status>()
		same<typeof error, Client.Error>()
		same<typeof detail, number>()
	})
	client.SetStatusChangedCallback(undefined)
	const off = client.on('lobbyMemberAdded', (lobbyId, memberId) => {
		same<[typeof lobbyId, typeof memberId], [bigint, bigint]>()
	})
	same<typeof off, () => void>()
	// @ts-expect-error there is no such event
	client.on('somethingHappened', () => {})
	// @ts-expect-error a status is no text
	client.on('statusChanged', (status: string) => status)
}

export function handles(user: UserHandle, lobby: LobbyHandle, member: LobbyMemberHandle, message: MessageHandle): void {
	same<ReturnType<typeof user.Avatar>, string | undefined>()
	same<Parameters<typeof user.AvatarUrl>, [animatedType: UserHandle.AvatarType, staticType: UserHandle.AvatarType]>()
	same<ReturnType<typeof lobby.GetLobbyMemberHandle>, LobbyMemberHandle | undefined>()
	same<ReturnType<typeof member.Metadata>, Record<string, string>>()
	same<ReturnType<typeof message.ApplicationId>, bigint | undefined>()
	same<ReturnType<typeof message.Lobby>, LobbyHandle | undefined>()
}

export function enums(): void {
	const status: Client.Status = ClientStatus.Ready
	same<typeof ErrorType.HTTPError, 2>()
	EnumToString(Client.Status, status)
	// @ts-expect-error numbers of another enum are not statuses
	const wrong: Client.Status = 99
	void wrong
}

export function disposal(): void {
	using client = new Client()
	client.Connect()
}
