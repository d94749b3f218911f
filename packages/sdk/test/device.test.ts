import assert from 'node:assert/strict'
import { test } from 'node:test'
import decodeQR from 'qr/decode.js'
import {
	AuthenticationExternalAuthType,
	type Client,
	type ClientCreateOptionsInit,
	DeviceAuthorizationArgs,
	type DeviceCode,
	type DeviceScreen,
	LoggingSeverity,
} from '../src/index.ts'
import {
	APPLICATION_ID,
	clientOn,
	ended,
	oauthError,
	platformError,
	type Reply,
	type Transport,
	tokensAnswer,
	transport,
} from './transport.ts'

const BEGIN = 'POST /oauth2/device/authorize'
const POLL = 'POST /oauth2/token'
const GRANT = {
	device_code: 'device-code-1',
	user_code: 'BCDF-GHJK',
	verification_uri: 'https://play.example/activate',
	verification_uri_complete: 'https://play.example/activate?user_code=BCDF-GHJK',
	expires_in: 300,
	interval: 5,
}
const args = new DeviceAuthorizationArgs({ scopes: 'openid sdk.social_layer' })

interface Seen extends DeviceScreen {
	shown: DeviceCode[]
	/** Those on the screen now. */
	open: DeviceScreen['open']
	visible: Set<DeviceCode>
	/** The person closes what is shown. */
	dismiss(): void
}

function screen(): Seen {
	const closers = new Map<DeviceCode, () => void>()
	const seen: Seen = {
		shown: [],
		visible: new Set(),
		open(code, closed) {
			seen.shown.push(code)
			seen.visible.add(code)
			closers.set(code, closed)
			return () => void seen.visible.delete(code)
		},
		dismiss() {
			for (const code of seen.visible) closers.get(code)?.()
		},
	}
	return seen
}

/** A game on a console, with a platform that has given it a code. */
function consoleGame(polls: Transport['routes'][string], more: ClientCreateOptionsInit = {}) {
	const wire = transport({ [BEGIN]: { body: GRANT }, [POLL]: polls })
	const seen = screen()
	const client = clientOn(wire, { deviceScreen: seen, ...more })
	let closed = 0
	client.SetAuthorizeDeviceScreenClosedCallback(() => closed++)
	const pollTimes = () => wire.sent.filter(({ route }) => route === POLL).map(({ at }) => at / 1000)
	return { wire, seen, client, closed: () => closed, pollTimes, [Symbol.dispose]: () => client.Destroy() }
}

const pending = oauthError('authorization_pending')
const slower = oauthError('slow_down')

/** What the token endpoint answers, when it is asked, and how it ends. */
const TABLE: readonly [what: string, polls: (Reply | 'down')[], times: number[], end: string][] = [
	['allowed at once', [tokensAnswer()], [5], 'done'],
	['allowed after a while', [pending, pending, tokensAnswer()], [5, 10, 15], 'done'],
	['told to slow down, for good', [slower, pending, tokensAnswer()], [5, 15, 25], 'done'],
	['told to slow down twice', [slower, slower, tokensAnswer()], [5, 15, 30], 'done'],
	['refused', [pending, oauthError('access_denied')], [5, 10], 'Aborted'],
	['expired over there', [pending, oauthError('expired_token')], [5, 10], 'AuthorizationFailed'],
	['used up', [oauthError('invalid_grant')], [5], 'HTTPError 400'],
	['a client that may not', [{ status: 401, body: { error: 'invalid_client' } }], [5], 'HTTPError 401'],
	['a network that is gone for a while', ['down', 'down', pending, tokensAnswer()], [5, 15, 35, 40], 'done'],
	['a platform in trouble', [{ status: 503 }, tokensAnswer()], [5, 10], 'done'],
	['too many requests', [{ status: 429, body: { retry_after: 12 } }, pending, tokensAnswer()], [5, 17, 22], 'done'],
	['an account that is being merged', [{ status: 423 }, tokensAnswer()], [5, 10], 'done'],
	['a merge of what is no placeholder', [platformError(400, 530014)], [5], 'HTTPError 400 530014'],
	['a merge of one who is banned', [platformError(400, 530017)], [5], 'HTTPError 400 530017'],
	['a proof that is none', [platformError(403, 50025)], [5], 'HTTPError 403 50025'],
]

for (const [what, polls, times, end] of TABLE) {
	test(`4.4 a device: ${what}`, async () => {
		using game = consoleGame(polls)
		const result = ended(game.client.GetTokenFromDevice(args))
		await game.wire.settled()
		for (let second = 0; second < 60; second++) await game.wire.advance(1000)
		assert.equal(await result, end)
		assert.deepEqual(game.pollTimes(), times)
		assert.deepEqual([game.seen.shown.length, game.seen.visible.size, game.closed()], [1, 0, 1])
		assert.equal(game.wire.clock.next(), undefined, 'nothing waits')
	})
}

test('4.4 what is sent, shown and given', async () => {
	using game = consoleGame(tokensAnswer('a', 'r'))
	const tokens = game.client.GetTokenFromDevice(args)
	await game.wire.settled()
	const [begin] = game.wire.sent
	assert.deepEqual(begin?.body, { client_id: APPLICATION_ID, scope: 'openid sdk.social_layer' })
	const [shown] = game.seen.shown
	assert.deepEqual(
		[shown?.userCode, shown?.verificationUri, shown?.verificationUriComplete],
		[GRANT.user_code, GRANT.verification_uri, GRANT.verification_uri_complete],
	)
	assert.equal(shown?.expiresAt, game.wire.clock.now() + 300_000)
	assert.equal(readText(shown?.text ?? ''), GRANT.verification_uri_complete)
	assert.match(shown?.text ?? '', /\nOpen https:\/\/play\.example\/activate and enter BCDF-GHJK$/)
	await game.wire.advance(5000)
	assert.deepEqual((await tokens).accessToken, 'a')
	assert.deepEqual(game.wire.sent[1]?.body, {
		grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
		client_id: APPLICATION_ID,
		device_code: GRANT.device_code,
	})
})

test('4.5 a merge on a device says whose placeholder', async () => {
	using game = consoleGame(tokensAnswer())
	const { SteamSessionTicket } = AuthenticationExternalAuthType
	const tokens = game.client.GetTokenFromDeviceProvisionalMerge(args, SteamSessionTicket, 'ticket-1')
	await game.wire.settled()
	await game.wire.advance(5000)
	await tokens
	const [begin, poll] = game.wire.sent
	assert.equal('external_auth_token' in (begin?.body ?? {}), false)
	assert.deepEqual(
		[poll?.body.external_auth_type, poll?.body.external_auth_token],
		['STEAM_SESSION_TICKET', 'ticket-1'],
	)
})

test('4.4 a code that nobody uses expires with its time, also where nothing is heard', async () => {
	for (const polls of [[pending], ['down' as const]]) {
		using game = consoleGame(polls)
		const result = ended(game.client.GetTokenFromDevice(args))
		await game.wire.settled()
		for (let second = 0; second < 299; second++) await game.wire.advance(1000)
		assert.equal(game.seen.visible.size, 1)
		await game.wire.advance(1000)
		assert.equal(await result, 'AuthorizationFailed')
		assert.ok(game.pollTimes().every((at) => at < 300))
	}
})

for (const [what, end, type] of [
	['AbortGetTokenFromDevice', (client: Client) => client.AbortGetTokenFromDevice(), 'Aborted'],
	['the end of the client', (client: Client) => client.Destroy(), 'ClientDestroyed'],
	['the person at the screen', (_: Client, seen: Seen) => seen.dismiss(), 'Aborted'],
	['a signal', (_: Client, __: Seen, signal: AbortController) => signal.abort(), 'Aborted'],
	['a second one', (client: Client) => void ended(client.GetTokenFromDevice(args)), 'Aborted'],
] as const) {
	test(`4.4 it ends by ${what}`, async () => {
		using game = consoleGame([pending])
		const signal = new AbortController()
		const result = ended(game.client.GetTokenFromDevice(args, { signal: signal.signal }))
		await game.wire.settled()
		await game.wire.advance(5000)
		end(game.client, game.seen, signal)
		assert.equal(await result, type)
		await game.wire.settled()
		assert.equal(game.seen.visible.has(game.seen.shown[0] as DeviceCode), false)
		assert.equal(game.closed(), 1)
	})
}

test('4.4 arguments that cannot work, and a platform that gives no code, show nothing', async () => {
	using game = consoleGame(pending)
	assert.equal(await ended(game.client.GetTokenFromDevice(new DeviceAuthorizationArgs())), 'ValidationError')
	assert.equal(await ended(game.client.GetTokenFromDevice(DeviceAuthorizationArgs.nullobj)), 'ValidationError')
	game.client.SetApplicationId(0)
	assert.equal(await ended(game.client.GetTokenFromDevice(args)), 'ValidationError')
	game.client.SetApplicationId(APPLICATION_ID)
	game.wire.routes[BEGIN] = oauthError('invalid_scope')
	assert.equal(await ended(game.client.GetTokenFromDevice(args)), 'HTTPError 400')
	game.wire.routes[BEGIN] = { body: {} }
	assert.equal(await ended(game.client.GetTokenFromDevice(args)), 'AuthorizationFailed')
	assert.equal(game.seen.shown.length, 0)
})

test('4.4 in Node the game has to give a screen, and one that fails is told', async () => {
	using nowhere = consoleGame(pending, { deviceScreen: undefined })
	assert.equal(await ended(nowhere.client.GetTokenFromDevice(args)), 'ValidationError')
	const open = () => {
		throw new Error('no screen')
	}
	using broken = consoleGame(pending, { deviceScreen: { open } })
	assert.equal(await ended(broken.client.GetTokenFromDevice(args)), 'AuthorizationFailed')
	assert.equal(broken.closed(), 0)
})

test('OpenAuthorizeDeviceScreen shows a code of the back end, CloseAuthorizeDeviceScreen takes it away', async () => {
	using game = consoleGame(pending)
	const errors: string[] = []
	game.client.AddLogCallback((line) => errors.push(line), LoggingSeverity.Error)
	game.client.OpenAuthorizeDeviceScreen(0, 'WXYZ-1')
	await game.wire.settled()
	const [shown] = game.seen.shown
	assert.equal(shown?.verificationUriComplete, 'https://play.example/activate?user_code=WXYZ-1')
	assert.equal(shown?.verificationUri, 'https://play.example/activate')
	game.client.CloseAuthorizeDeviceScreen()
	game.client.CloseAuthorizeDeviceScreen()
	await game.wire.settled()
	assert.deepEqual([game.seen.visible.size, game.closed()], [0, 1])

	game.client.OpenAuthorizeDeviceScreen(APPLICATION_ID, 'A')
	game.client.OpenAuthorizeDeviceScreen(APPLICATION_ID, 'B')
	await game.wire.settled()
	assert.deepEqual(
		[...game.seen.visible].map(({ userCode }) => userCode),
		['B'],
		'one at a time',
	)
	game.seen.dismiss()
	game.client.CloseAuthorizeDeviceScreen()
	await game.wire.settled()
	assert.deepEqual([game.seen.visible.size, game.closed()], [0, 2])
	assert.equal(game.wire.sent.length, 0, 'only the screen')

	game.client.OpenAuthorizeDeviceScreen(APPLICATION_ID, 'C')
	game.client.CloseAuthorizeDeviceScreen()
	game.client.OpenAuthorizeDeviceScreen(APPLICATION_ID, '')
	await game.wire.settled()
	assert.deepEqual(
		[game.seen.shown.length, game.closed()],
		[2, 2],
		'what is taken back before it is there is not shown',
	)
	assert.match(errors.join(), /userCode is needed/)
})

/** What a camera reads on a terminal with light text on dark. */
function readText(text: string): string {
	const lines = text.split('\n').filter((line) => /^[ ▀▄█]+$/.test(line))
	const rows = lines.flatMap((line) => [
		[...line].map((block) => '▀█'.includes(block)),
		[...line].map((block) => '▄█'.includes(block)),
	])
	const [scale, size] = [4, rows[0]?.length ?? 0]
	const data = new Uint8Array(size * scale * size * scale * 4).fill(255)
	for (let y = 0; y < size * scale; y++) {
		for (let x = 0; x < size * scale; x++) {
			const isLight = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)]
			if (!isLight) data.fill(0, (y * size * scale + x) * 4, (y * size * scale + x) * 4 + 3)
		}
	}
	return decodeQR({ width: size * scale, height: size * scale, data })
}
