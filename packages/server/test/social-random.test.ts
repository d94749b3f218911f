/**
 * Players of a game ask each other, block each other, come into lobbies, are taken out of them, write and take back, several
 * at once. Whenever nothing is on the way, a session that was there all the while knows what READY of a new one says.
 *
 * `PARTIES=100 PARTIES_SEED=1` says how many, and with which chance.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { enter, quiet } from './playing.ts'
import { type TestServer, testServer } from './server.ts'
import { type Belief, beliefOf } from './social/belief.ts'
import { anyDeed, type Deed, type Guest, type Party, party, perform, type Session } from './social/party.ts'

/** On PostgreSQL a party takes three times as long. */
const MOST_PARTIES = process.env.STORE === 'postgres' ? 5 : 20
const PARTIES = Number(process.env.PARTIES ?? (process.env.CI ? MOST_PARTIES : 2))
const SEED = process.env.PARTIES_SEED ? { seed: Number(process.env.PARTIES_SEED) } : {}

/** Of so many, where a machine has other work too. */
const LONG = { timeout: 600_000 }

/** What a session that begins now is told, and what everybody reads of what was written. */
async function truthOf(server: TestServer, { guests }: Party, { player }: Guest): Promise<Belief> {
	await using fresh = await enter(server, player)
	const belief = beliefOf([fresh])
	for (const other of guests) {
		if (other.player.id === player.id) continue
		const { status, body } = await player.get(`/users/${other.player.id}/messages?limit=200`)
		assert.equal(status, 200, JSON.stringify(body))
		for (const { id, content } of body) belief.messages[id] = content
	}
	fresh.ws.close(1000)
	await fresh.closed
	return belief
}

/** Nothing is on the way. */
const rest = ({ guests }: Party) => quiet(...guests.map(({ sessions }) => sessions.at(-1) as Session))

async function play(rounds: readonly Deed[][]): Promise<void> {
	await using server = await testServer()
	const place = await party(server)
	const { guests } = place
	let n = 0
	for (const deeds of rounds) {
		await Promise.all(deeds.map((deed) => perform(server, place, deed, ++n)))
		await rest(place)
		for (const guest of guests) {
			const believed = beliefOf(guest.sessions)
			const truth = await truthOf(server, place, guest)
			assert.deepEqual(believed, truth, `${guests.indexOf(guest)} after ${JSON.stringify(deeds)}`)
		}
		await rest(place)
	}
	for (const { sessions } of guests) for (const { ws } of sessions) ws.terminate()
}

test('whatever players do to each other, what their sessions were told is so', LONG, async () => {
	const rounds = fc.array(fc.array(anyDeed, { minLength: 2, maxLength: 6, size: 'max' }), {
		minLength: 5,
		maxLength: 12,
		size: 'max',
	})
	await fc.assert(fc.asyncProperty(rounds, play), {
		numRuns: PARTIES,
		endOnFailure: !process.env.PARTIES_SHRINK,
		...SEED,
	})
})
