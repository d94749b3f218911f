/** Devices without a keyboard: a code there, a person here. */
import assert from 'node:assert/strict'
import { check } from '../check.ts'
import { asBearer, asScript, type Game, game, opens, type Person, person, tokensOf } from '../game.ts'
import type { Answer } from '../http.ts'
import type { Stage } from '../stage.ts'

const SECOND = 1000
const START = '/api/oauth2/device/authorize'
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

interface Started {
	device_code: string
	user_code: string
	verification_uri: string
	verification_uri_complete: string
	expires_in: number
	interval: number
}

async function waiting(stage: Stage, options: Parameters<typeof game>[1] = {}) {
	const lantern = await game(stage, options)
	const alice = await person(stage)
	const started = (await lantern.post(START, { scope: 'openid identify' })).json as Started
	const poll = (who = lantern) => who.token({ grant_type: GRANT, device_code: started.device_code })
	return { lantern, alice, started, poll }
}

const verify = (who: Person, lantern: Game, user_code: string) =>
	asScript(who, lantern, 'POST', '/api/oauth2/device/verify', { user_code })

async function decide(who: Person, lantern: Game, user_code: string, result = 'granted'): Promise<Answer> {
	await verify(who, lantern, user_code)
	return asScript(who, lantern, 'POST', '/api/oauth2/device/finish', { user_code, result })
}

export const DEVICES = [
	check(
		'1.3 a device asks, its person allows elsewhere, and it has tokens once',
		['1.1 device', '1.3 device_code', '1.8 device code'],
		async (stage) => {
			const { lantern, alice, started, poll } = await waiting(stage)
			assert.match(started.device_code, /^[\w-]{43}$/)
			assert.match(started.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
			assert.deepEqual([started.expires_in, started.interval], [300, 5])
			assert.equal(started.verification_uri, `${stage.origin}/activate`)
			assert.equal(started.verification_uri_complete, `${stage.origin}/activate?user_code=${started.user_code}`)
			const early = await poll()
			assert.deepEqual([early.status, early.json.error], [400, 'authorization_pending'])
			assert.equal((await decide(alice, lantern, started.user_code)).status, 204)
			const tokens = tokensOf(await poll())
			assert.deepEqual(
				[tokens.scope, typeof tokens.refresh_token, typeof tokens.id_token],
				['openid identify', 'string', 'string'],
			)
			assert.equal((await asBearer(stage, tokens.access_token, '/api/v10/users/@me')).json.id, alice.id)
			assert.equal((await poll()).json.error, 'invalid_grant', 'once')
		},
	),

	check('1.3 one who says no, and one who is late', ['1.3 device_code', '1.8 device code'], async (stage) => {
		const { lantern, alice, started, poll } = await waiting(stage)
		assert.equal((await decide(alice, lantern, started.user_code, 'denied')).status, 204)
		const denied = await poll()
		assert.deepEqual([denied.status, denied.json.error], [400, 'access_denied'])
		const late = await waiting(stage)
		await stage.advance(299 * SECOND)
		assert.equal((await late.poll()).json.error, 'authorization_pending')
		await stage.advance(2 * SECOND)
		const expired = await late.poll()
		assert.deepEqual([expired.status, expired.json.error], [400, 'expired_token'])
		assert.notEqual((await decide(late.alice, late.lantern, late.started.user_code)).status, 204)
	}),

	check(
		'6 a device that asks too often is told to slow down',
		['1.3 device_code', '1.8 device code', '6 user codes guessed'],
		async (stage) => {
			const { poll } = await waiting(stage)
			assert.equal((await poll()).json.error, 'authorization_pending')
			assert.equal((await poll()).json.error, 'slow_down')
			await stage.advance(6 * SECOND)
			assert.equal((await poll()).json.error, 'slow_down', 'ten seconds now')
			await stage.advance(16 * SECOND)
			assert.equal((await poll()).json.error, 'authorization_pending')
		},
	),

	check('6 of twenty polls at once one has the tokens', ['1.3 device_code', '6 code replay'], async (stage) => {
		for (let round = 0; round < 3; round++) {
			const { lantern, alice, started, poll } = await waiting(stage)
			await decide(alice, lantern, started.user_code)
			const answers = await Promise.all(Array.from({ length: 20 }, () => poll()))
			assert.equal(answers.filter(({ status }) => status === 200).length, 1)
		}
	}),

	check("1.3 a device code is its application's alone", ['1.3 device_code', '6 code interception'], async (stage) => {
		const { lantern, alice, started, poll } = await waiting(stage)
		await decide(alice, lantern, started.user_code)
		const thief = await game(stage)
		assert.equal((await poll(thief)).json.error, 'invalid_grant')
		assert.equal((await poll()).status, 200)
	}),

	check('1.1 who may not ask gets no code', ['1.1 device', '1.3 device_code', '6 scope escalation'], async (stage) => {
		const lantern = await game(stage, { hasSocialTerms: false })
		for (const scope of [
			undefined,
			'nonsense',
			'bot',
			'webhook.incoming',
			'sdk.social_layer',
			'rpc',
			'lobbies.write',
			'applications.commands.update',
		]) {
			const { status, json } = await lantern.post(START, { scope })
			assert.deepEqual([status, json.error], [400, 'invalid_scope'], String(scope))
		}
		assert.equal((await lantern.post(START, { scope: 'identify', client_secret: 'wrong' })).status, 401)
		const open = await game(stage, { isPublicClient: true })
		assert.equal((await open.post(START, { scope: 'identify' })).status, 200)
	}),

	check(
		'6 a device is decided about by a page of the site, by who typed the code',
		['6 csrf', '6 user codes guessed', '1.15 bearer is no session'],
		async (stage) => {
			const { lantern, alice, started, poll } = await waiting(stage)
			const mallory = await person(stage)
			assert.equal((await verify(alice, lantern, started.user_code)).status, 200)
			const body = { user_code: started.user_code, result: 'granted' }
			const { csrf_token } = (await alice.browser.ask('GET', `/api${lantern.url()}`)).json
			for (const headers of [
				{},
				{ 'x-csrf-token': 'guessed' },
				{ 'x-csrf-token': csrf_token, origin: 'https://evil.example' },
			]) {
				assert.equal((await alice.browser.ask('POST', '/api/oauth2/device/finish', body, headers)).status, 400)
			}
			assert.equal(
				(await asScript(mallory, lantern, 'POST', '/api/oauth2/device/finish', body)).status,
				400,
				'never typed',
			)
			const form = { user_code: started.user_code, result: 'granted', csrf_token: 'guessed' }
			assert.notEqual((await alice.browser.submit('/activate/decision', form)).status, 200)
			assert.equal((await poll()).json.error, 'authorization_pending')
			const page = await alice.browser.open(`/activate?user_code=${started.user_code}`)
			assert.equal(page.status, 200)
			assert.equal((await poll()).json.error !== undefined, true, 'a link decides nothing')
		},
	),

	check(
		'6 user codes cannot be guessed',
		['6 user codes guessed', '1.14 user code'],
		async (stage) => {
			const { lantern, alice, started } = await waiting(stage)
			const { csrf_token } = (await alice.browser.ask('GET', `/api${lantern.url()}`)).json
			const guess = () => alice.browser.submit('/activate', { user_code: 'BBBB-CCCC', csrf_token })
			for (let count = 0; count < 5; count++) assert.notEqual((await guess()).status, 429)
			assert.equal((await guess()).status, 429)
			assert.equal((await verify(alice, lantern, started.user_code)).status, 429, 'the right one too')
		},
		{ isLimited: true },
	),

	check(
		'1.14 an address gets five device codes a minute',
		['1.14 device'],
		async (stage) => {
			await stage.advance(120 * SECOND)
			const lantern = await game(stage)
			const answers = []
			for (let count = 0; count < 6; count++) answers.push((await lantern.post(START, { scope: 'identify' })).status)
			assert.deepEqual(answers, [200, 200, 200, 200, 200, 429])
		},
		{ isLimited: true },
	),

	check(
		'6 what a device was given ends with the authorization',
		['6 removed keeps acting', '1.11 deauthorize'],
		async (stage) => {
			const { lantern, alice, started, poll } = await waiting(stage)
			await decide(alice, lantern, started.user_code)
			const tokens = tokensOf(await poll())
			const second = (await lantern.post(START, { scope: 'identify' })).json as Started
			await decide(alice, lantern, second.user_code)
			await lantern.revoke(tokens.access_token)
			assert.equal(await opens(stage, tokens.access_token), false)
			const answer = await lantern.token({ grant_type: GRANT, device_code: second.device_code })
			assert.equal(answer.json.error, 'invalid_grant', 'what waited to be fetched is gone too')
		},
	),
]
