/** Tokens by which an approved application vouches for its player, once. */
import assert from 'node:assert/strict'
import { check } from '../check.ts'
import { game, person } from '../game.ts'
import type { Stage } from '../stage.ts'

const PATH = '/api/oauth2/token/rpc'

async function world(stage: Stage, scope = 'identify') {
	const lantern = await game(stage, { eligibleScopes: ['rpc'] })
	const alice = await person(stage)
	const use = async (rpc_token: string) => {
		const { json } = await alice.browser.ask('GET', `/api${lantern.url({ scope })}`)
		return alice.browser.ask(
			'POST',
			'/api/oauth2/authorize',
			{ request: json.request, authorize: true, rpc_token },
			{ 'x-csrf-token': json.csrf_token },
		)
	}
	return { lantern, alice, use }
}

export const RPC = [
	check(
		'1.1 an rpc_token is used once, within a minute, by its application',
		['1.1 POST /oauth2/token/rpc', '1.8 rpc_token'],
		async (stage) => {
			const { lantern, use } = await world(stage)
			const other = await world(stage)
			const make = async () => String((await lantern.post(PATH, {})).json.rpc_token)
			const token = await make()
			assert.notEqual((await other.use(token)).status, 200, "another application's")
			assert.equal((await use(token)).status, 200)
			assert.notEqual((await use(token)).status, 200, 'once')
			const late = await make()
			await stage.advance(61_000)
			assert.notEqual((await use(late)).status, 200)
		},
	),

	check(
		'1.1 an rpc_token is for applications that are approved and show their secret',
		['1.1 POST /oauth2/token/rpc', '6 scope escalation'],
		async (stage) => {
			const plain = await game(stage)
			const { status, json } = await plain.post(PATH, {})
			assert.deepEqual([status, json.error], [400, 'unauthorized_client'])
			const open = await game(stage, { isPublicClient: true, eligibleScopes: ['rpc'] })
			assert.equal((await open.post(PATH, {})).json.error, 'unauthorized_client')
		},
	),

	check('1.1 messages.read is never given by an rpc_token', ['1.1 POST /oauth2/token/rpc'], async (stage) => {
		const { lantern, use } = await world(stage, 'identify messages.read')
		assert.notEqual((await use(String((await lantern.post(PATH, {})).json.rpc_token))).status, 200)
	}),
]
