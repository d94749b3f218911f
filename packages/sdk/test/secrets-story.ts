/** A debug build does everything that has to do with tokens, with any tokens, on a platform that repeats them. Run by redaction.test.ts. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
	AuthenticationExternalAuthType,
	AuthorizationTokenType,
	DeviceAuthorizationArgs,
	LoggingSeverity,
} from '../src/index.ts'
import { APPLICATION_ID, clientOn, type Reply, type Transport, transport } from './transport.ts'

const { OIDC } = AuthenticationExternalAuthType
const { Bearer } = AuthorizationTokenType
const ROUTES = [
	'POST /oauth2/token',
	'POST /oauth2/token/revoke',
	'POST /partner-sdk/token',
	'POST /partner-sdk/child-token',
	'POST /partner-sdk/provisional-accounts/unmerge',
	'GET /users/@me',
	'GET /oauth2/@me',
]

interface Secrets {
	code: string
	verifier: string
	access: string
	refresh: string
	external: string
	parent: string
	device: string
	user: string
}

/** What a platform answers, rightly or not. */
const ANSWERS: readonly ((secrets: Secrets) => Reply | 'down')[] = [
	right,
	(secrets) => ({ status: 400, body: { message: `no good: ${JSON.stringify(secrets)}`, code: 530010 } }),
	(secrets) => ({
		status: 400,
		body: { error: 'invalid_grant', error_description: `Invalid ${Object.values(secrets).join(' and ')}` },
	}),
	(secrets) => ({ status: 401, body: { message: new URLSearchParams({ ...secrets }).toString(), code: 0 } }),
	() => 'down',
]

function right({ access, refresh, device, user }: Secrets): Reply {
	return {
		body: {
			...{ access_token: access, refresh_token: refresh, expires_in: 10, scope: 'openid' },
			...{ device_code: device, user_code: user, expires_in: 60, interval: 5 },
			...{ expires: '2030-01-01T00:00:00Z', application: { id: APPLICATION_ID }, user: { id: '7' }, id: '7' },
		},
	}
}

async function everything(wire: Transport, secrets: Secrets): Promise<string[]> {
	const { code, verifier, access, refresh, external, parent, user } = secrets
	const lines: string[] = []
	using client = clientOn(wire, { deviceScreen: { open: () => () => {} } })
	client.AddLogCallback((line) => lines.push(line), LoggingSeverity.Verbose)
	client.OpenAuthorizeDeviceScreen(APPLICATION_ID, user)
	const device = client.GetTokenFromDeviceProvisionalMerge(
		new DeviceAuthorizationArgs({ scopes: 'openid' }),
		OIDC,
		external,
	)
	await wire.settled()
	const ends = Promise.allSettled([
		client.GetToken(APPLICATION_ID, code, verifier, 'r:/authorize/callback'),
		client.GetTokenFromProvisionalMerge(APPLICATION_ID, code, verifier, 'r:/authorize/callback', OIDC, external),
		client.RefreshToken(APPLICATION_ID, refresh),
		client.RevokeToken(APPLICATION_ID, access),
		client.GetProvisionalToken(APPLICATION_ID, OIDC, external),
		client.ExchangeChildToken(parent, APPLICATION_ID),
		client.UnmergeIntoProvisionalAccount(APPLICATION_ID, OIDC, external),
		client.FetchCurrentUser(Bearer, access),
		client.UpdateToken(Bearer, access),
		device,
	])
	await wire.settled()
	for (let second = 0; second < 61; second += 5) await wire.advance(5000)
	await ends
	return lines
}

// Longer than any word that a log line has by itself.
const token = fc.stringMatching(/^[A-Za-z0-9._~+/=-]{24,64}$/)
const secrets = fc.record<Secrets>({
	...{ code: token, verifier: token, access: token, refresh: token },
	...{ external: token, parent: token, device: token, user: token },
})

let count = 0
await fc.assert(
	fc.asyncProperty(secrets, fc.constantFrom(...ANSWERS), async (given, answer) => {
		const wire = transport(Object.fromEntries(ROUTES.map((route) => [route, () => answer(given)])))
		// What a client was never given it cannot know.
		wire.routes['POST /oauth2/device/authorize'] = () => right(given)
		const lines = await everything(wire, given)
		count += lines.length
		const log = lines.join('\n')
		for (const [name, secret] of Object.entries(given)) {
			for (const spelling of [secret, encodeURIComponent(secret)]) assert.ok(!log.includes(spelling), `${name}: ${log}`)
		}
	}),
	{ numRuns: 60 },
)
console.log(count)
