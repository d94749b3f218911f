/** The authorization endpoint: what it takes, in which order it looks, and where its answers go. */
import assert from 'node:assert/strict'
import { answerIn, openBrowser } from '../browser.ts'
import { check, core } from '../check.ts'
import { CALLBACK, game, person, pkce, signedIn } from '../game.ts'

const goneBack = (location: string | undefined, error: string) => {
	if (!location?.startsWith(`${CALLBACK}?`)) assert.fail(`It went to ${location}.`)
	assert.equal(answerIn(location).get('error'), error)
}

export const AUTHORIZE = [
	core(
		'1.1 a person allows, and code and state go back',
		['1.1 GET /oauth2/authorize', '1.1 POST /api/oauth2/authorize', '1.2 state'],
		async (stage) => {
			const lantern = await game(stage)
			const alice = await person(stage)
			const back = await alice.browser.consent(lantern.url({ scope: 'openid', state: 'a-state' }))
			assert.ok(back.startsWith(`${CALLBACK}?`))
			assert.ok(answerIn(back).get('code'))
			assert.equal(answerIn(back).get('state'), 'a-state')
		},
	),

	core('1.2 one who says no sends access_denied back', ['1.2 cancel'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const back = await alice.browser.consent(lantern.url({ scope: 'openid', state: 's' }), false)
		goneBack(back, 'access_denied')
		assert.equal(answerIn(back).get('state'), 's')
		assert.equal(answerIn(back).get('code'), null)
	}),

	core('1.2 an unknown client is told on a page', ['1.2 client_id', '1.2 order'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		for (const client_id of [undefined, '1', '99999999999999999999999999', '1 or 1=1', '"><script>']) {
			const { status, headers } = await alice.browser.open(lantern.url({ client_id }))
			assert.ok(status >= 400 && status < 500, `${client_id}: ${status}`)
			assert.equal(headers.location, undefined, client_id)
		}
	}),

	core('1.2 the client is looked at first, then where answers go, then the rest', ['1.2 order'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const bad = { response_type: 'nonsense', scope: 'openid' }
		const noClient = await alice.browser.open(
			lantern.url({ ...bad, client_id: '1', redirect_uri: 'https://evil.example/' }),
		)
		const noPlace = await alice.browser.open(lantern.url({ ...bad, redirect_uri: 'https://evil.example/' }))
		for (const { status, headers } of [noClient, noPlace])
			assert.deepEqual([status, headers.location], [400, undefined])
		goneBack((await alice.browser.open(lantern.url(bad))).headers.location, 'unsupported_response_type')
	}),

	check(
		'1.2 every other mistake goes back with its name and the state',
		['1.2 errors', '1.2 response_type', '1.2 scope', '1.2 prompt', '1.2 integration_type', '1.5 S256'],
		async (stage) => {
			const lantern = await game(stage)
			const alice = await person(stage)
			const { challenge } = pkce()
			const table: [Record<string, string | undefined>, string][] = [
				[{ response_type: undefined }, 'invalid_request'],
				[{ response_type: 'id_token' }, 'unsupported_response_type'],
				[{ response_type: 'code token' }, 'unsupported_response_type'],
				[{ response_type: 'none' }, 'unsupported_response_type'],
				[{ scope: undefined }, 'invalid_scope'],
				[{ scope: ' ' }, 'invalid_scope'],
				[{ scope: 'identify nonsense' }, 'invalid_scope'],
				[{ scope: 'identify,email' }, 'invalid_scope'],
				[{ prompt: 'login' }, 'invalid_request'],
				[{ integration_type: '2' }, 'invalid_request'],
				[{ nonce: 'n'.repeat(256) }, 'invalid_request'],
				[{ ...challenge, code_challenge: 'short' }, 'invalid_request'],
			]
			for (const [changes, error] of table) {
				const { location } = (await alice.browser.open(lantern.url(changes))).headers
				goneBack(location, error)
				assert.equal(answerIn(location ?? '').get('state'), 'opaque')
				assert.ok(answerIn(location ?? '').get('error_description'))
			}
		},
	),

	check('1.2 errors of the implicit grant go into the fragment', ['1.2 errors', '1.3 implicit'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const { location } = (await alice.browser.open(lantern.url({ response_type: 'token', scope: 'nonsense' }))).headers
		assert.match(location ?? '', /^https:\/\/game\.example\/callback#error=invalid_scope&.*state=opaque$/)
		assert.match(
			await alice.browser.consent(lantern.url({ response_type: 'token' }), false),
			/callback#error=access_denied/,
		)
	}),

	core('1.2 a parameter that comes twice is refused', ['1.2 repeated', '6 bodies'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		for (const name of ['scope', 'state', 'response_type', 'nonce', 'prompt', 'code_challenge']) {
			const url = `${lantern.url({ [name]: 'consent' })}&${name}=consent`
			goneBack((await alice.browser.open(url)).headers.location, 'invalid_request')
		}
		for (const name of ['client_id', 'redirect_uri']) {
			const value = name === 'client_id' ? lantern.id : encodeURIComponent(CALLBACK)
			const { status, headers } = await alice.browser.open(`${lantern.url()}&${name}=${value}`)
			assert.deepEqual([status, headers.location], [400, undefined], name)
		}
	}),

	core('1.2 an unknown parameter is ignored', ['1.2 unknown'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		assert.ok(await alice.browser.code(lantern.url({ scope: 'openid', extra: 'foobar', display: 'popup' })))
	}),

	core('1.2 a state comes back to the byte', ['1.2 state'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		for (const raw of ['a%20b', 'a+b', '%ff%FE', '%7B%22x%22%3A%5B%5D%7D', '%27()*!~', 'a%2Fb==', '%0d%0aX:%20y']) {
			const url = `${lantern.url({ state: undefined })}&state=${raw}`
			assert.ok((await alice.browser.consent(url)).endsWith(`&state=${raw}`), raw)
			const refused = (await alice.browser.open(`${url}&prompt=x`)).headers.location
			assert.ok(refused?.endsWith(`&state=${raw}`), raw)
		}
		const none = await alice.browser.allow(lantern.url({ state: undefined }))
		assert.equal(none.has('state'), false)
	}),

	check('1.2 a nonce without openid is tolerated', ['1.2 nonce'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		assert.ok(await alice.browser.code(lantern.url({ scope: 'identify', nonce: 'n' })))
	}),

	core('1.5 iss goes along where openid is asked for, in success and error', ['1.5 iss', '6 mix-up'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const url = lantern.url({ scope: 'openid' })
		assert.equal((await alice.browser.allow(url)).get('iss'), stage.origin)
		assert.equal(
			answerIn(await alice.browser.consent(lantern.url({ scope: 'openid identify' }), false)).get('iss'),
			stage.origin,
		)
	}),

	check('1.5 without openid there is no iss, and none is announced', ['1.5 iss'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		assert.equal((await alice.browser.allow(lantern.url({ scope: 'identify' }))).get('iss'), null)
		const metadata = (await stage.send('GET', '/.well-known/openid-configuration')).json
		assert.ok(!metadata.authorization_response_iss_parameter_supported)
	}),

	core('1.5 prompt=none is silent where the consent is on file', ['1.5 prompt=none', '1.2 prompt'], async (stage) => {
		const { lantern, alice } = await signedIn(stage, { scope: 'openid identify' })
		const silent = (scope: string) => alice.browser.open(lantern.url({ scope, prompt: 'none' }))
		for (const scope of ['openid', 'identify', 'identify openid']) {
			assert.match((await silent(scope)).headers.location ?? '', /[?&]code=/, scope)
		}
		assert.equal((await silent('identify email')).status, 200, 'without openid the page asks')
		assert.equal((await alice.browser.open(lantern.url({ prompt: 'consent' }))).status, 200)
	}),

	core('1.5 prompt=none never shows a page to OpenID Connect', ['1.5 prompt=none'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const url = lantern.url({ scope: 'openid', prompt: 'none' })
		goneBack((await openBrowser(stage).open(url)).headers.location, 'login_required')
		const asked = (await alice.browser.open(url)).headers.location
		assert.match(asked ?? '', /error=(consent_required|interaction_required|login_required)/)
	}),

	check('1.5 prompt=none says consent_required where only that is missing', ['1.5 prompt=none'], async (stage) => {
		const { lantern, alice } = await signedIn(stage, { scope: 'openid' })
		const { location } = (await alice.browser.open(lantern.url({ scope: 'openid email', prompt: 'none' }))).headers
		goneBack(location, 'consent_required')
	}),

	check(
		'1.15 who is not signed in comes back after signing in',
		['1.15 comes back', '1.1 GET /oauth2/authorize'],
		async (stage) => {
			const lantern = await game(stage)
			const url = lantern.url({ state: 'a b&c' })
			const { status, headers } = await openBrowser(stage).open(url)
			assert.equal(status, 302)
			const next = new URL(headers.location ?? '', stage.origin).searchParams.get('next')
			assert.equal(next, url)
		},
	),

	check('1.10 one whose address is not confirmed can allow nothing', ['1.10 unverified'], async (stage) => {
		const lantern = await game(stage)
		const bea = await person(stage, { isVerified: false })
		const json = await bea.browser.ask('GET', `/api/v10${lantern.url()}`)
		assert.deepEqual([json.status, json.json.code], [403, 40002])
		const { text } = await bea.browser.open(lantern.url())
		assert.doesNotMatch(text, /name="request"/)
		goneBack(
			(await bea.browser.open(lantern.url({ scope: 'openid', prompt: 'none' }))).headers.location,
			'interaction_required',
		)
	}),

	check(
		'1.1 the request as JSON, for clients of ours',
		['1.1 GET /api/oauth2/authorize', '1.1 POST /api/oauth2/authorize', '1.1 versions'],
		async (stage) => {
			const lantern = await game(stage)
			const alice = await person(stage)
			for (const root of ['/api', '/api/v10']) {
				const { status, json } = await alice.browser.ask('GET', root + lantern.url())
				assert.deepEqual(
					[status, json.application.id, json.user.id, json.scopes],
					[200, lantern.id, alice.id, ['identify']],
				)
				const decided = await alice.browser.ask(
					'POST',
					`${root}/oauth2/authorize`,
					{ request: json.request, authorize: true },
					{ 'x-csrf-token': json.csrf_token },
				)
				assert.match(decided.json.location, /[?&]code=/)
			}
			const stranger = await openBrowser(stage).ask('GET', `/api${lantern.url()}`)
			assert.deepEqual([stranger.status, stranger.headers.location], [302, lantern.url()])
			const wrong = await alice.browser.ask('GET', `/api${lantern.url({ redirect_uri: 'https://evil.example/' })}`)
			assert.deepEqual([wrong.status, wrong.json.error], [400, 'invalid_request'])
		},
	),

	check('1.3 a token in the fragment, for sites without a server', ['1.3 implicit'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const back = await alice.browser.consent(lantern.url({ response_type: 'token', scope: 'identify guilds' }))
		assert.ok(back.startsWith(`${CALLBACK}#`))
		const answer = answerIn(back)
		assert.deepEqual([...answer.keys()], ['access_token', 'token_type', 'expires_in', 'scope', 'state'])
		assert.deepEqual(
			[answer.get('token_type'), answer.get('expires_in'), answer.get('scope')],
			['Bearer', '604800', 'identify guilds'],
		)
		const me = await stage.send('GET', '/api/v10/users/@me', {
			headers: { authorization: `Bearer ${answer.get('access_token')}` },
		})
		assert.equal(me.json.id, alice.id)
	}),

	check(
		'6 what must not be had without a server is not',
		['1.3 implicit', '6 role data by implicit'],
		async (stage) => {
			const lantern = await game(stage, { redirectUris: [CALLBACK, 'mygame:/authorize/callback'] })
			const alice = await person(stage)
			for (const scope of ['role_connections.write', 'openid', 'identify role_connections.write']) {
				const { location } = (await alice.browser.open(lantern.url({ response_type: 'token', scope }))).headers
				assert.match(location ?? '', /#error=invalid_scope/, scope)
			}
			const app = { response_type: 'token', redirect_uri: 'mygame:/authorize/callback', ...pkce().challenge }
			assert.match(
				(await alice.browser.open(lantern.url(app))).headers.location ?? '',
				/error=unsupported_response_type/,
			)
		},
	),
]
