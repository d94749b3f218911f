/** The token endpoint from the outside: who may ask, in which form, and how it answers. */
import assert from 'node:assert/strict'
import { check, core } from '../check.ts'
import { asBearer, game, person, REVOKE, signedIn, TOKEN, tokensOf } from '../game.ts'
import { basic, FORM, formOf } from '../http.ts'

const refresh = (refresh_token: string) => ({ grant_type: 'refresh_token', refresh_token })

export const TOKEN_ENDPOINT = [
	core(
		'1.3 tokens come as JSON that is never stored, with expires_in as a number',
		['1.3 expires_in', '1.3 no-store', '1.1 POST /oauth2/token'],
		async (stage) => {
			const { lantern, alice } = await signedIn(stage)
			const answer = await lantern.redeem(await alice.browser.code(lantern.url({ scope: 'openid identify' })))
			assert.equal(answer.status, 200)
			assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
			assert.match(answer.headers['cache-control'] ?? '', /no-store/)
			assert.equal(typeof answer.json.expires_in, 'number')
			assert.equal(answer.json.token_type.toLowerCase(), 'bearer')
			assert.equal(answer.json.scope, 'openid identify')
			const refused = await lantern.redeem('nonsense')
			assert.match(refused.headers['cache-control'] ?? '', /no-store/)
		},
	),

	check('1.3 no-store goes with no-cache for old proxies', ['1.3 no-store'], async (stage) => {
		const lantern = await game(stage)
		for (const answer of [await lantern.redeem('x'), await lantern.revoke('x')]) {
			assert.deepEqual([answer.headers['cache-control'], answer.headers.pragma], ['no-store', 'no-cache'])
		}
	}),

	core('1.3 only a form is taken', ['1.3 form'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const fields = { client_id: lantern.id, client_secret: lantern.secret, ...refresh(tokens.refresh_token) }
		for (const [type, body] of [
			['application/json', JSON.stringify(fields)],
			['text/plain', formOf(fields)],
			[undefined, formOf(fields)],
		]) {
			const answer = await stage.send('POST', TOKEN, { headers: { 'content-type': type }, body })
			assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_request'], String(type))
		}
		assert.equal((await lantern.refresh(tokens.refresh_token)).status, 200, 'nothing was used up')
	}),

	check('1.1 other methods of the token endpoint are 405', ['1.1 POST /oauth2/token'], async (stage) => {
		for (const path of [TOKEN, REVOKE]) {
			for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
				assert.equal((await stage.send(method, path)).status, 405, `${method} ${path}`)
			}
		}
	}),

	check('1.1 API paths answer with a version and without', ['1.1 versions'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		for (const root of ['/api', '/api/v9', '/api/v10']) {
			assert.equal((await asBearer(stage, tokens.access_token, `${root}/oauth2/@me`)).status, 200, root)
			assert.equal((await lantern.post(`${root}/oauth2/token`, {})).json.error, 'unsupported_grant_type', root)
			assert.equal((await stage.send('GET', `${root}/oauth2/keys`)).status, 200, root)
			assert.equal((await lantern.post(`${root}/oauth2/token/revoke`, { token: 'x' })).status, 200, root)
		}
	}),

	core('1.3 credentials come by Basic or in the form', ['1.3 client authentication'], async (stage) => {
		const { lantern, alice } = await signedIn(stage)
		const grant = async () => ({
			grant_type: 'authorization_code',
			code: await alice.browser.code(lantern.url({ scope: 'openid' })),
			redirect_uri: 'https://game.example/callback',
		})
		const byBasic = await stage.send('POST', TOKEN, {
			headers: { ...FORM, ...basic(lantern.id, lantern.secret) },
			body: formOf(await grant()),
		})
		assert.equal(byBasic.status, 200)
		const byForm = await stage.send('POST', TOKEN, {
			headers: FORM,
			body: formOf({ client_id: lantern.id, client_secret: lantern.secret, ...(await grant()) }),
		})
		assert.equal(byForm.status, 200)
	}),

	check('1.3 both ways at once only where they agree', ['1.3 client authentication'], async (stage) => {
		const lantern = await game(stage)
		const other = await game(stage)
		const send = (fields: Record<string, string>, secret = lantern.secret) =>
			stage.send('POST', TOKEN, {
				headers: { ...FORM, ...basic(lantern.id, secret) },
				body: formOf({ grant_type: 'client_credentials', scope: 'identify', ...fields }),
			})
		assert.equal((await send({ client_id: lantern.id, client_secret: lantern.secret })).status, 200)
		assert.equal((await send({ client_id: lantern.id })).status, 200)
		assert.equal((await send({ client_id: other.id })).status, 401)
		assert.equal((await send({ client_secret: other.secret })).status, 401)
		assert.equal((await send({ client_id: lantern.id, client_secret: lantern.secret }, other.secret)).status, 401)
	}),

	core(
		'1.3 wrong credentials are 401 invalid_client',
		['1.3 client authentication', '6 public client posing'],
		async (stage) => {
			const { lantern, tokens } = await signedIn(stage)
			const other = await game(stage)
			const shown = [
				{ client_id: lantern.id, client_secret: 'wrong' },
				{ client_id: lantern.id, client_secret: other.secret },
				{ client_id: lantern.id, client_secret: undefined },
				{ client_id: '1', client_secret: lantern.secret },
			]
			for (const credentials of shown) {
				const answer = await lantern.refresh(tokens.refresh_token, credentials)
				assert.deepEqual([answer.status, answer.json.error], [401, 'invalid_client'], JSON.stringify(credentials))
			}
			const byBasic = await stage.send('POST', TOKEN, {
				headers: { ...FORM, ...basic(lantern.id, 'wrong') },
				body: formOf(refresh(tokens.refresh_token)),
			})
			assert.deepEqual([byBasic.status, byBasic.json.error], [401, 'invalid_client'])
			assert.match(byBasic.headers['www-authenticate'] ?? '', /^Basic /)
		},
	),

	core('1.3 no credentials at all are 401 with a challenge', ['1.3 client authentication'], async (stage) => {
		for (const path of [TOKEN, REVOKE]) {
			const answer = await stage.send('POST', path, { headers: FORM, body: formOf({ token: 'x' }) })
			assert.deepEqual([answer.status, answer.json.error], [401, 'invalid_client'], path)
			assert.match(answer.headers['www-authenticate'] ?? '', /^Basic /)
		}
	}),

	check('1.3 an empty secret is none', ['1.3 client authentication', '6 public client posing'], async (stage) => {
		const lantern = await game(stage)
		for (const [headers, fields] of [
			[basic(lantern.id, ''), {}],
			[{}, { client_id: lantern.id, client_secret: '' }],
		] as const) {
			const answer = await stage.send('POST', TOKEN, {
				headers: { ...FORM, ...headers },
				body: formOf({ grant_type: 'client_credentials', scope: 'identify', ...fields }),
			})
			assert.equal(answer.json.error, 'invalid_client')
		}
	}),

	core('1.3 an unknown grant is unsupported_grant_type', ['1.3 other grants'], async (stage) => {
		const lantern = await game(stage)
		for (const grant_type of ['password', 'nonsense', '__proto__', 'constructor']) {
			const answer = await lantern.token({ grant_type, username: 'a', password: 'b' })
			assert.deepEqual([answer.status, answer.json.error], [400, 'unsupported_grant_type'], grant_type)
		}
	}),

	core('1.3 a missing grant is unsupported_grant_type too', ['1.3 other grants'], async (stage) => {
		const lantern = await game(stage)
		for (const grant_type of [undefined, '']) {
			const answer = await lantern.token({ grant_type })
			assert.deepEqual([answer.status, answer.json.error], [400, 'unsupported_grant_type'])
		}
	}),

	core('6 fields that come twice, and bodies without end, are refused', ['6 bodies'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const good = formOf({ client_id: lantern.id, client_secret: lantern.secret, ...refresh(tokens.refresh_token) })
		const send = (body: string) => stage.send('POST', TOKEN, { headers: FORM, body })
		for (const name of ['grant_type', 'refresh_token', 'client_id', 'client_secret', 'scope']) {
			const answer = await send(`${good}&scope=identify&${name}=x`)
			assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_request'], name)
		}
		const huge = await send(`${good}&padding=${'x'.repeat(80 * 1024)}`)
		assert.ok(huge.status === 413 || huge.status === 400, String(huge.status))
		assert.equal((await send(good)).status, 200, 'nothing was used up')
	}),

	check('1.3 client credentials act for the owner', ['1.3 client_credentials'], async (stage) => {
		const owner = await person(stage)
		const lantern = await game(stage, { ownerId: owner.id })
		const answer = await lantern.token({ grant_type: 'client_credentials', scope: 'identify email' })
		const tokens = tokensOf(answer)
		assert.deepEqual(Object.keys(answer.json), ['access_token', 'token_type', 'expires_in', 'scope'])
		assert.equal((await asBearer(stage, tokens.access_token, '/api/v10/users/@me')).json.id, owner.id)
		const me = await asBearer(stage, tokens.access_token)
		assert.deepEqual([me.json.application.id, me.json.user.id], [lantern.id, owner.id])
	}),

	check(
		'1.3 client credentials are for confidential clients',
		['1.3 client_credentials', '1.3 public client'],
		async (stage) => {
			const lantern = await game(stage, { isPublicClient: true })
			const answer = await lantern.token({ grant_type: 'client_credentials', scope: 'identify' })
			assert.deepEqual([answer.status, answer.json.error], [400, 'unauthorized_client'])
			for (const scope of [undefined, 'nonsense', 'bot', 'openid', 'lobbies.write']) {
				const wrong = await lantern.token({ grant_type: 'client_credentials', scope, client_secret: lantern.secret })
				assert.deepEqual([wrong.status, wrong.json.error], [400, 'invalid_scope'], String(scope))
			}
		},
	),

	check('1.7 commands are updated with client credentials alone', ['1.7 flows'], async (stage) => {
		const lantern = await game(stage)
		const alice = await person(stage)
		const scope = 'applications.commands.update'
		assert.equal((await lantern.token({ grant_type: 'client_credentials', scope })).json.scope, scope)
		for (const response_type of ['code', 'token']) {
			const { location } = (await alice.browser.open(lantern.url({ scope, response_type }))).headers
			assert.match(location ?? '', /error=invalid_scope/)
		}
	}),

	check(
		'1.10 a bad bearer token is 401 everywhere',
		['1.10 bearer', '1.1 GET /oauth2/@me', '6 token in URL'],
		async (stage) => {
			const { lantern, tokens } = await signedIn(stage)
			for (const path of ['/api/v10/oauth2/@me', '/api/v10/users/@me', '/api/v10/oauth2/userinfo']) {
				for (const [authorization, code] of [
					[undefined, 0],
					['Bearer', 0],
					[`Bot ${tokens.access_token}`, 0],
					['Bearer nonsense', 50025],
					[`Bearer ${tokens.refresh_token}`, 50025],
				] as const) {
					const answer = await stage.send('GET', path, { headers: { authorization } })
					assert.deepEqual([answer.status, answer.json.code], [401, code], `${path} ${authorization}`)
					if (code === 0) assert.equal(answer.json.message, '401: Unauthorized')
				}
				const inQuery = await stage.send('GET', `${path}?access_token=${tokens.access_token}`)
				assert.equal(inQuery.status, 401, 'a token in the address opens nothing')
			}
			const bot = await stage.send('GET', '/api/v10/oauth2/@me', {
				headers: { authorization: `Bot ${lantern.botToken}` },
			})
			assert.equal(bot.status, 401)
		},
	),

	check('1.1 @me says what a token stands for', ['1.1 GET /oauth2/@me'], async (stage) => {
		const { lantern, alice, tokens } = await signedIn(stage, { scope: 'identify guilds' })
		const { json } = await asBearer(stage, tokens.access_token)
		assert.deepEqual([json.application.id, json.scopes, json.user.id], [lantern.id, ['identify', 'guilds'], alice.id])
		assert.ok(Date.parse(json.expires) > 0)
		const { tokens: quiet } = await signedIn(stage, { scope: 'guilds' })
		assert.deepEqual(Object.keys((await asBearer(stage, quiet.access_token)).json), [
			'application',
			'scopes',
			'expires',
		])
	}),

	check(
		'1.1 a bot sees its application, with the scopes it may ask for',
		['1.1 GET /oauth2/applications/@me'],
		async (stage) => {
			const lantern = await game(stage, { eligibleScopes: ['rpc'] })
			const headers = { authorization: `Bot ${lantern.botToken}` }
			const { status, json } = await stage.send('GET', '/api/v10/oauth2/applications/@me', { headers })
			assert.deepEqual([status, json.id, json.eligible_oauth2_scopes?.includes('rpc')], [200, lantern.id, true])
			assert.equal((await stage.send('GET', '/api/v10/oauth2/applications/@me')).status, 401)
		},
	),

	check('1.1 what no documented client sends is not there', ['1.1 not offered'], async (stage) => {
		const lantern = await game(stage)
		for (const path of ['introspect', 'token/introspect', 'register', 'par', 'logout', 'end_session']) {
			assert.equal((await lantern.post(`/api/oauth2/${path}`, { token: 'x' })).status, 404, path)
		}
	}),
]
