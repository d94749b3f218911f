/** What may be asked for, and what a token may do. */
import assert from 'node:assert/strict'
import { answerIn } from '../browser.ts'
import { check } from '../check.ts'
import { asBearer, type Game, game, type Person, person, signedIn } from '../game.ts'

async function errorOf({ browser }: Person, lantern: Game, scope: string): Promise<string | null> {
	const { status, headers } = await browser.open(lantern.url({ scope }))
	return status === 200 ? null : answerIn(headers.location ?? '').get('error')
}

export const SCOPES = [
	check('1.7 what needs approval is refused without', ['1.7 approval', '6 scope escalation'], async (stage) => {
		const lantern = await game(stage, { hasSocialTerms: false, eligibleScopes: ['rpc'] })
		const alice = await person(stage)
		for (const scope of [
			'rpc.voice.read',
			'voice',
			'identify.premium',
			'dm_channels.read',
			'activities.read',
			'activities.write',
			'applications.builds.upload',
		]) {
			assert.equal(await errorOf(alice, lantern, scope), 'invalid_scope', scope)
			assert.equal(await errorOf(alice, lantern, `identify ${scope}`), 'invalid_scope', scope)
		}
		for (const scope of ['relationships.read', 'sdk.social_layer', 'sdk.social_layer_presence']) {
			assert.equal(await errorOf(alice, lantern, scope), 'invalid_scope', scope)
		}
		assert.equal(await errorOf(alice, lantern, 'rpc'), null)
		assert.equal(await errorOf(alice, await game(stage), 'sdk.social_layer'), null)
	}),

	check('1.7 internal scopes are reached by expansion alone', ['1.7 internal', '6 scope escalation'], async (stage) => {
		const lantern = await game(stage, { eligibleScopes: ['lobbies.write', 'gateway.connect'] })
		const alice = await person(stage)
		for (const scope of [
			'relationships.write',
			'presences.read',
			'presences.write',
			'gateway.connect',
			'application_identities.write',
			'account.global_name.update',
			'lobbies.write',
			'dm_channels.messages.read',
			'dm_channels.messages.write',
			'guilds.channels.read',
		]) {
			assert.equal(await errorOf(alice, lantern, scope), 'invalid_scope', scope)
		}
	}),

	check('1.7 an umbrella is kept by its name, and opens what it stands for', ['1.7 expansion'], async (stage) => {
		const { lantern, alice, tokens } = await signedIn(stage, { scope: 'sdk.social_layer_presence' })
		assert.equal(tokens.scope, 'sdk.social_layer_presence')
		assert.deepEqual((await asBearer(stage, tokens.access_token)).json.scopes, ['sdk.social_layer_presence'])
		assert.equal((await asBearer(stage, tokens.access_token, '/api/v10/users/@me')).json.id, alice.id)
		const lobby = (token: string) =>
			stage.send('POST', '/api/v10/lobbies', {
				headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
				body: '{}',
			})
		assert.equal((await lobby(tokens.access_token)).status, 403, 'presence holds no lobbies')
		const { text } = await alice.browser.open(lantern.url({ scope: 'sdk.social_layer' }))
		assert.match(text, /lobbies/, 'the page says it in words')
	}),

	check('1.7 an operation asks for its scope', ['1.7 enforced', '6 scope escalation'], async (stage) => {
		const { tokens } = await signedIn(stage, { scope: 'guilds' })
		assert.equal((await asBearer(stage, tokens.access_token, '/api/v10/users/@me/guilds')).status, 200)
		for (const path of ['/api/v10/users/@me', '/api/v10/oauth2/userinfo']) {
			const { status, json } = await asBearer(stage, tokens.access_token, path)
			assert.deepEqual([status, json.code], [403, 50026], path)
		}
		const { tokens: nameless } = await signedIn(stage, { scope: 'identify' })
		assert.equal((await asBearer(stage, nameless.access_token, '/api/v10/users/@me')).json.email ?? null, null)
		assert.equal((await asBearer(stage, nameless.access_token, '/api/v10/users/@me/guilds')).json.code, 50026)
	}),
]
