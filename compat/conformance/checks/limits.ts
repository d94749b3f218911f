/** How often. On a server that counts as one for players does. */
import assert from 'node:assert/strict'
import { check } from '../check.ts'
import { game, person } from '../game.ts'
import type { Answer } from '../http.ts'

const LIMITED = { isLimited: true }

/** How many of the requests, one after the other, are let through; the first that is not says when to come back. */
async function letThrough(most: number, send: () => Promise<Answer>): Promise<number> {
	for (let count = 0; count < most; count++) {
		const { status, headers, json } = await send()
		if (status !== 429) continue
		assert.ok(Number(headers['retry-after']) > 0)
		assert.ok(json.retry_after > 0 && typeof json.message === 'string' && json.global === false, JSON.stringify(json))
		return count
	}
	return most
}

export const RATE_LIMITS = [
	check(
		'1.14 an application gets thirty tokens a second',
		['1.14 token'],
		async (stage) => {
			const lantern = await game(stage)
			assert.equal(
				await letThrough(40, () => lantern.token({ grant_type: 'client_credentials', scope: 'identify' })),
				30,
			)
			const other = await game(stage)
			assert.equal((await other.token({ grant_type: 'client_credentials', scope: 'identify' })).status, 200)
			await stage.advance(1000)
			assert.equal((await lantern.token({ grant_type: 'client_credentials', scope: 'identify' })).status, 200)
		},
		LIMITED,
	),

	check(
		'1.14 ten wrong secrets a minute',
		['1.14 invalid_client'],
		async (stage) => {
			const lantern = await game(stage)
			const guess = () => lantern.token({ grant_type: 'client_credentials', client_secret: 'guess' })
			assert.equal(await letThrough(20, guess), 10)
			await stage.advance(60_000)
			assert.equal((await guess()).status, 401)
		},
		LIMITED,
	),

	check(
		'1.14 ten revocations a second',
		['1.14 revoke'],
		async (stage) => {
			const lantern = await game(stage)
			assert.equal(await letThrough(20, () => lantern.revoke('nonsense')), 10)
		},
		LIMITED,
	),

	check(
		'1.14 thirty looks at the consent page a minute',
		['1.14 authorize'],
		async (stage) => {
			const lantern = await game(stage)
			const alice = await person(stage)
			assert.equal(await letThrough(40, () => alice.browser.ask('GET', `/api${lantern.url()}`)), 30)
		},
		LIMITED,
	),
]
