/** A debug build that does everything with secrets, and prints what its log says. Run by redaction.test.ts. */
import {
	AuthorizationArgs,
	AuthorizationTokenType,
	Client,
	ClientCreateOptions,
	ClientStatus,
	LoggingSeverity,
} from '../src/index.ts'
import { APPLICATION_ID, smallPlatform } from './platform.ts'

await using platform = await smallPlatform()
const client = new Client(new ClientCreateOptions({ apiBase: platform.apiBase, openUrl: (url) => void fetch(url) }))
const lines: string[] = []
client.AddLogCallback((line, severity) => lines.push(`${severity} ${line}`), LoggingSeverity.Verbose)

const verifier = client.CreateAuthorizationCodeVerifier()
const args = new AuthorizationArgs({ clientId: APPLICATION_ID, scopes: 'openid', codeChallenge: verifier.Challenge() })
const { code, redirectUri } = await client.Authorize(args)
const tokens = await client.GetToken(APPLICATION_ID, code, verifier.Verifier(), redirectUri)
await client.UpdateToken(AuthorizationTokenType.Bearer, tokens.accessToken)
const ready = new Promise<void>((resolve) => {
	client.on('statusChanged', (status) => {
		if (status === ClientStatus.Ready) resolve()
	})
})
client.Connect()
await ready

const secrets = [code, verifier.Verifier(), tokens.accessToken, tokens.refreshToken, 'lobby-secret-1']
// A platform that repeats secrets in its complaints must not bring them into the log.
const complaint = () => ({ status: 400, body: { message: `no good: ${secrets.join(' ')}`, code: 1 } })
for (const route of ['PUT /lobbies', 'POST /oauth2/token', 'POST /oauth2/token/revoke', 'GET /users/@me']) {
	platform.answers.set(route, complaint)
}
const { accessToken, refreshToken } = tokens
await Promise.allSettled([
	client.CreateOrJoinLobby('lobby-secret-1'),
	client.RefreshToken(APPLICATION_ID, refreshToken),
	client.GetToken(APPLICATION_ID, code, verifier.Verifier(), redirectUri),
	client.RevokeToken(APPLICATION_ID, accessToken),
	client.FetchCurrentUser(AuthorizationTokenType.Bearer, accessToken),
])
client.Destroy()
console.log(JSON.stringify({ lines, secrets }))
