/** People who are banned from the platform, and applications that act for them. */
import assert from 'node:assert/strict'
import { check } from '../check.ts'
import { game, opens, person, signedIn } from '../game.ts'

export const BANS = [
	check('6 one who is banned acts through nobody', ['6 removed keeps acting', '1.11 ban'], async (stage) => {
		const { lantern, alice, tokens, again } = await signedIn(stage)
		const other = await again()
		const code = await alice.browser.code(lantern.url())
		const offer = (await alice.browser.ask('GET', `/api${lantern.url()}`)).json
		await stage.order('ban', { userId: alice.id })
		for (const pair of [tokens, other]) {
			assert.equal(await opens(stage, pair.access_token), false)
			const { status, json } = await lantern.refresh(pair.refresh_token)
			assert.deepEqual([status, json.error_description], [400, 'Invalid "refresh_token" in request'])
		}
		assert.equal((await lantern.redeem(code)).status, 400)
		const decided = await alice.browser.ask(
			'POST',
			'/api/oauth2/authorize',
			{ request: offer.request, authorize: true },
			{ 'x-csrf-token': offer.csrf_token },
		)
		assert.notEqual(decided.status, 200, 'the login has ended')
		assert.equal((await alice.browser.open(lantern.url())).status, 302, 'and the page asks to sign in')
	}),

	check('1.11 what a ban ended stays ended when it is over', ['1.11 ban'], async (stage) => {
		const { lantern, alice, tokens } = await signedIn(stage)
		await stage.order('ban', { userId: alice.id, seconds: 60 })
		await stage.advance(61_000)
		assert.equal(await opens(stage, tokens.access_token), false)
		assert.equal((await lantern.refresh(tokens.refresh_token)).status, 400)
		alice.browser.keep(await stage.order('login', { userId: alice.id }))
		assert.ok(await alice.browser.code(lantern.url()), 'and may be given again')
	}),

	check('6 an application acts for no owner who is banned', ['1.11 ban', '6 removed keeps acting'], async (stage) => {
		const owner = await person(stage)
		const lantern = await game(stage, { ownerId: owner.id })
		const before = await lantern.token({ grant_type: 'client_credentials', scope: 'identify' })
		await stage.order('ban', { userId: owner.id })
		assert.equal(await opens(stage, before.json.access_token), false)
		assert.notEqual((await lantern.token({ grant_type: 'client_credentials', scope: 'identify' })).status, 200)
		await stage.order('unban', { userId: owner.id })
		assert.equal((await lantern.token({ grant_type: 'client_credentials', scope: 'identify' })).status, 200)
	}),
]
