/** Refresh tokens: a new pair each time, and what comes of one that is used twice. */
import assert from 'node:assert/strict'
import { check, core } from '../check.ts'
import { game, opens, signedIn, tokensOf } from '../game.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND
const INVALID_REFRESH = { error: 'invalid_grant', error_description: 'Invalid "refresh_token" in request' }

export const REFRESH = [
	core('1.8 a refresh gives a new pair', ['1.8 rotation', '1.3 refresh_token', '6 refresh theft'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const next = tokensOf(await lantern.refresh(tokens.refresh_token))
		assert.notEqual(next.refresh_token, tokens.refresh_token)
		assert.notEqual(next.access_token, tokens.access_token)
		assert.equal(await opens(stage, next.access_token), true)
	}),

	core('1.8 the pair before is dead', ['1.8 rotation'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const second = tokensOf(await lantern.refresh(tokens.refresh_token))
		assert.equal(await opens(stage, tokens.access_token), false)
		assert.equal(await opens(stage, second.access_token), true)
		const third = tokensOf(await lantern.refresh(second.refresh_token))
		assert.equal(await opens(stage, second.access_token), false)
		assert.deepEqual((await lantern.refresh(tokens.refresh_token)).json, INVALID_REFRESH)
		assert.equal(await opens(stage, third.access_token), false)
	}),

	core('1.8 a used refresh token ends its family', ['1.8 reuse', '6 refresh theft'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const second = tokensOf(await lantern.refresh(tokens.refresh_token))
		const third = tokensOf(await lantern.refresh(second.refresh_token))
		await stage.advance(31 * SECOND)
		assert.equal((await lantern.refresh(tokens.refresh_token)).json.error, 'invalid_grant')
		assert.equal(await opens(stage, third.access_token), false)
		assert.equal((await lantern.refresh(third.refresh_token)).json.error, 'invalid_grant')
	}),

	core('1.8 an answer that was lost can be asked for again', ['1.8 leeway', '6 refresh theft'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const lost = tokensOf(await lantern.refresh(tokens.refresh_token))
		await stage.advance(29 * SECOND)
		const again = tokensOf(await lantern.refresh(tokens.refresh_token))
		assert.deepEqual([await opens(stage, lost.access_token), await opens(stage, again.access_token)], [false, true])
		assert.equal((await lantern.refresh(again.refresh_token)).status, 200)
	}),

	check(
		'1.8 a superseded token is dead, and its use is theft',
		['1.8 leeway', '1.8 reuse', '6 refresh theft'],
		async (stage) => {
			const { lantern, tokens } = await signedIn(stage)
			const lost = tokensOf(await lantern.refresh(tokens.refresh_token))
			const again = tokensOf(await lantern.refresh(tokens.refresh_token))
			assert.deepEqual((await lantern.refresh(lost.refresh_token)).json, INVALID_REFRESH)
			assert.deepEqual((await lantern.refresh(again.refresh_token)).json, INVALID_REFRESH)
		},
	),

	check('1.8 once the successor is used there is no leeway', ['1.8 leeway', '6 refresh theft'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const second = tokensOf(await lantern.refresh(tokens.refresh_token))
		const third = tokensOf(await lantern.refresh(second.refresh_token))
		assert.deepEqual((await lantern.refresh(tokens.refresh_token)).json, INVALID_REFRESH)
		assert.equal(await opens(stage, third.access_token), false)
	}),

	core('1.8 after the leeway a second use is theft', ['1.8 leeway', '1.8 reuse', '6 refresh theft'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const second = tokensOf(await lantern.refresh(tokens.refresh_token))
		await stage.advance(31 * SECOND)
		assert.deepEqual((await lantern.refresh(tokens.refresh_token)).json, INVALID_REFRESH)
		assert.equal(await opens(stage, second.access_token), false)
	}),

	check('6 a stale token cuts no link', ['1.8 reuse', '6 stale token cuts a link'], async (stage) => {
		const { lantern, alice, tokens, again } = await signedIn(stage)
		const other = await again()
		await lantern.refresh(tokens.refresh_token)
		await lantern.revoke(tokens.refresh_token)
		assert.equal(await opens(stage, other.access_token), true, 'a used token revokes nothing')
		await stage.advance(31 * SECOND)
		await lantern.refresh(tokens.refresh_token)
		assert.equal(await opens(stage, other.access_token), true, 'another family lives on')
		const apps = (await alice.browser.ask('GET', '/api/v10/oauth2/tokens')).json
		assert.equal(apps.length, 1, 'the authorization stands')
	}),

	check(
		'1.8 of many refreshes at once one pair is alive in the end',
		['1.8 leeway', '6 refresh theft'],
		async (stage) => {
			// Where only two come, no third puts right what they did.
			for (const count of [2, 3, 20, 20]) {
				const { lantern, tokens } = await signedIn(stage)
				const answers = await Promise.all(Array.from({ length: count }, () => lantern.refresh(tokens.refresh_token)))
				const given = answers.filter(({ status }) => status === 200).map(tokensOf)
				const alive = []
				for (const pair of given) if (await opens(stage, pair.access_token)) alive.push(pair)
				assert.equal(alive.length, 1, `${given.length} of ${count} were answered`)
				assert.equal((await lantern.refresh(alive[0]?.refresh_token ?? '')).status, 200)
			}
		},
	),

	core('1.8 of many uses of a stolen token none wins', ['1.8 reuse', '6 refresh theft'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const second = tokensOf(await lantern.refresh(tokens.refresh_token))
		await lantern.refresh(second.refresh_token)
		const answers = await Promise.all(Array.from({ length: 20 }, () => lantern.refresh(tokens.refresh_token)))
		assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400]))
	}),

	core('1.3 a refresh may narrow and never widen', ['1.3 refresh_token', '6 scope escalation'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage, { scope: 'openid identify email' })
		const narrow = tokensOf(await lantern.refresh(tokens.refresh_token, { scope: 'openid identify' }))
		assert.equal(narrow.scope, 'openid identify')
		const wide = await lantern.refresh(narrow.refresh_token, { scope: 'openid identify email guilds' })
		assert.deepEqual([wide.status, wide.json.error], [400, 'invalid_scope'])
	}),

	core('1.3 a refresh token keeps what was granted', ['1.3 refresh_token'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage, { scope: 'identify email' })
		const narrow = tokensOf(await lantern.refresh(tokens.refresh_token, { scope: 'identify' }))
		assert.equal(tokensOf(await lantern.refresh(narrow.refresh_token)).scope, 'identify email')
	}),

	core("1.3 a refresh token is its application's alone", ['1.10 refresh'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		const thief = await game(stage)
		assert.equal((await thief.refresh(tokens.refresh_token)).json.error, 'invalid_grant')
		assert.equal((await lantern.refresh(tokens.refresh_token)).status, 200)
	}),

	core(
		'1.10 every refusal of a refresh token has the same words',
		['1.10 refresh', '1.8 refresh token'],
		async (stage) => {
			const { lantern, tokens, again } = await signedIn(stage)
			const { lantern: other, tokens: gone } = await signedIn(stage)
			await other.revoke(gone.access_token)
			const used = await again()
			await lantern.refresh(tokensOf(await lantern.refresh(used.refresh_token)).refresh_token)
			const answers = [
				await lantern.refresh('nonsense'),
				await lantern.refresh(tokens.access_token),
				await other.refresh(tokens.refresh_token),
				await other.refresh(gone.refresh_token),
				await lantern.refresh(used.refresh_token),
			]
			await stage.advance(400 * DAY)
			answers.push(await lantern.refresh(tokens.refresh_token))
			for (const { status, json } of answers) assert.deepEqual([status, json], [400, INVALID_REFRESH])
		},
	),

	core('1.8 a refresh token is dropped after 400 idle days', ['1.8 refresh token'], async (stage) => {
		const { lantern, tokens } = await signedIn(stage)
		await stage.advance(399 * DAY)
		const next = tokensOf(await lantern.refresh(tokens.refresh_token))
		await stage.advance(399 * DAY)
		const last = tokensOf(await lantern.refresh(next.refresh_token))
		await stage.advance(400 * DAY)
		assert.deepEqual((await lantern.refresh(last.refresh_token)).json, INVALID_REFRESH)
	}),
]
