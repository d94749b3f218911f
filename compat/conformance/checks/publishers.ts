/** Games below a publisher's application, which people allow once. */
import assert from 'node:assert/strict'
import { check } from '../check.ts'
import { asBearer, CALLBACK, type Game, game, opens, signedIn, tokensOf } from '../game.ts'
import type { Answer } from '../http.ts'
import type { Stage } from '../stage.ts'

const DAY = 86_400_000

async function world(stage: Stage, isPublicClient = false) {
	const {
		lantern: publisher,
		alice,
		tokens,
		again,
	} = await signedIn(stage, { isPublicClient, scope: 'sdk.social_layer' })
	const child = await game(stage, { isPublicClient })
	await stage.order('below', { childId: child.id, parentId: publisher.id })
	return { publisher, child, alice, tokens, again }
}

function exchange(stage: Stage, publisher: Game, child: Game, token: string, changes: object = {}): Promise<Answer> {
	const body = { parent_access_token: token, child_application_id: child.id, parent_client_secret: publisher.secret }
	return stage.send('POST', '/api/partner-sdk/child-token', {
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ ...body, ...changes }),
	})
}

export const PUBLISHERS = [
	check(
		'1.13 a token of the publisher becomes one of its game, with its scopes and its end',
		['1.1 child-token', '1.13 child token', '1.8 child token'],
		async (stage) => {
			const { publisher, child, alice, tokens } = await world(stage)
			await stage.advance(DAY)
			const { status, json } = await exchange(stage, publisher, child, tokens.access_token)
			assert.equal(status, 200)
			assert.deepEqual(Object.keys(json).toSorted(), ['access_token', 'expires_in', 'scope', 'token_type'])
			assert.equal(json.scope, 'sdk.social_layer')
			assert.ok(json.expires_in <= 604_800 - 86_400)
			const me = (await asBearer(stage, json.access_token)).json
			assert.deepEqual([me.application.id, me.user.id], [child.id, alice.id])
		},
	),

	check(
		'6 publisher and game are not taken for one another',
		['1.13 hierarchy', '6 child and parent confused'],
		async (stage) => {
			const { publisher, child, tokens } = await world(stage)
			const other = await world(stage)
			const stranger = await game(stage)
			const made = (await exchange(stage, publisher, child, tokens.access_token)).json
			for (const [answer, why] of [
				[await exchange(stage, publisher, other.child, tokens.access_token), "another publisher's game"],
				[await exchange(stage, publisher, stranger, tokens.access_token), 'below nobody'],
				[await exchange(stage, publisher, publisher, tokens.access_token), 'itself'],
				[await exchange(stage, publisher, child, made.access_token), "a game's token"],
				[await exchange(stage, publisher, child, other.tokens.access_token), "another publisher's player"],
				[await exchange(stage, publisher, child, tokens.refresh_token), 'a refresh token'],
				[
					await exchange(stage, publisher, child, tokens.access_token, { parent_client_secret: 'wrong' }),
					'a wrong secret',
				],
				[
					await exchange(stage, publisher, child, tokens.access_token, { parent_client_secret: undefined }),
					'no secret',
				],
				[
					await exchange(stage, publisher, child, tokens.access_token, { parent_client_secret: child.secret }),
					"the game's secret",
				],
			] as const) {
				assert.ok(answer.status >= 400 && answer.status < 500, `${why}: ${answer.status}`)
				assert.equal(typeof answer.json.code, 'number', why)
			}
		},
	),

	check('1.13 a public publisher gives no secret', ['1.13 child token'], async (stage) => {
		const { publisher, child, tokens } = await world(stage, true)
		assert.equal(
			(await exchange(stage, publisher, child, tokens.access_token, { parent_client_secret: undefined })).status,
			200,
		)
	}),

	check(
		"1.13 a game's token outlives a refresh, and ends with the authorization",
		['1.13 ends', '1.8 child token', '1.11 deauthorize'],
		async (stage) => {
			const { publisher, child, tokens } = await world(stage)
			const made = (await exchange(stage, publisher, child, tokens.access_token)).json
			const next = tokensOf(await publisher.refresh(tokens.refresh_token))
			assert.equal(await opens(stage, tokens.access_token), false)
			assert.equal(await opens(stage, made.access_token), true)
			assert.equal((await exchange(stage, publisher, child, tokens.access_token)).status, 401, 'the old one makes none')
			const own = (await exchange(stage, publisher, child, next.access_token)).json
			await child.revoke(own.access_token)
			assert.deepEqual([await opens(stage, own.access_token), await opens(stage, next.access_token)], [false, true])
			const last = (await exchange(stage, publisher, child, next.access_token)).json
			await publisher.revoke(next.refresh_token)
			for (const { access_token } of [made, last, next]) assert.equal(await opens(stage, access_token), false)
		},
	),

	check('1.13 a game below a publisher asks nobody itself', ['1.13 hierarchy', '1.4 children'], async (stage) => {
		const { child, alice } = await world(stage)
		// Not for want of an address.
		await stage.order('redirects', { id: child.id, uris: [CALLBACK] })
		const { status, headers } = await alice.browser.open(child.url())
		assert.deepEqual([status, headers.location], [400, undefined])
		assert.equal((await child.token({ grant_type: 'client_credentials', scope: 'identify' })).status >= 400, true)
		assert.equal((await child.post('/api/oauth2/device/authorize', { scope: 'identify' })).status >= 400, true)
	}),
]
