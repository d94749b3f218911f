import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { GatewayClient } from './gateway-client.ts'
import { elsewhere, enter, gameOf, play, quiet } from './playing.ts'
import { type Client, testServer } from './server.ts'

interface Seen {
	user: { id: string }
	status: string
}
type Session = GatewayClient & { ready: { presences: Seen[]; sessions: unknown } }

/** What a session knows of others by all it was told: presences of those who are there, and its user's own sessions. */
function knownTo(session: Session): [Seen[], unknown] {
	const known = new Map(session.ready.presences.map((seen) => [seen.user.id, seen]))
	let own = session.ready.sessions
	for (const { t, d } of session.frames) {
		if (t === 'PRESENCE_UPDATE') known.set(d.user.id, d)
		if (t === 'SESSIONS_REPLACE') own = d
	}
	const there = [...known.values()].filter(({ status }) => status !== 'offline')
	return [there.sort((one, other) => (one.user.id < other.user.id ? -1 : 1)), own]
}

const PEOPLE = 3
const person = fc.nat({ max: PEOPLE - 1 })
const order = fc.oneof(
	fc.record({ do: fc.constant('befriend' as const), one: person, other: person, game: fc.boolean() }),
	fc.record({ do: fc.constant('end' as const), one: person, other: person, game: fc.boolean() }),
	fc.record({ do: fc.constant('block' as const), one: person, other: person }),
	fc.record({ do: fc.constant('open' as const), one: person, elsewhere: fc.boolean() }),
	fc.record({ do: fc.constant('close' as const), one: person }),
	fc.record({
		do: fc.constant('play' as const),
		one: person,
		status: fc.constantFrom('online', 'idle', 'dnd', 'invisible'),
		state: fc.constantFrom('opening', 'endgame', undefined),
	}),
)

test('Q14–Q18 whatever happens, in whatever order, a session knows what READY of a new one would say', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(order, { minLength: 12, maxLength: 24, size: 'max' }), async (orders) => {
			await using server = await testServer()
			const [chess, go] = [await gameOf(server, 'Chess'), await gameOf(server, 'Go')]
			const people: { chess: Client; go: Client; sessions: Session[] }[] = []
			for (let n = 0; n < PEOPLE; n++) {
				const own = await server.player(`player${n}`, ['sdk.social_layer'], chess)
				people.push({ chess: own, go: await elsewhere(server, own, go), sessions: [] })
			}
			const at = (index: number) => people[index] as (typeof people)[number]
			const all = () => people.flatMap(({ sessions }) => sessions)
			for (const one of orders) {
				const { chess: from, sessions } = at(one.one)
				const session = sessions.at(-1)
				switch (one.do) {
					case 'befriend':
					case 'end': {
						if (one.one === one.other) break
						const path = `/users/@me/${one.game ? 'game-' : ''}relationships/`
						const other = at(one.other).chess
						if (one.do === 'end') await from.delete(`${path}${other.id}`)
						else {
							await from.put(`${path}${other.id}`, {})
							await other.put(`${path}${from.id}`, {})
						}
						break
					}
					case 'block':
						await from.put(`/users/@me/relationships/${at(one.other).chess.id}`, { type: 2 })
						break
					case 'open':
						if (sessions.length < 3) sessions.push(await enter(server, one.elsewhere ? at(one.one).go : from))
						break
					case 'close':
						sessions.shift()?.ws.close(1000)
						break
					case 'play':
						if (session) play(session, one.state ? { state: one.state } : undefined, one.status)
						break
					default:
						one satisfies never
				}
			}
			for (let round = 0; round < 2; round++) {
				await quiet(...all())
				// What came too often is told now.
				server.socketClock.advance(20_000)
				await quiet(...all())
			}
			while (server.app.gateway.counts().sessions > all().length) await server.app.idle()
			await quiet(...all())
			for (const { chess: own, go: other, sessions } of people) {
				for (const [who, isElsewhere] of [
					[own, false],
					[other, true],
				] as const) {
					const of = sessions.filter(
						({ ready }) =>
							(ready as unknown as { application: { id: string } }).application.id === (isElsewhere ? go : chess).id,
					)
					if (of.length === 0) continue
					const known = of.map(knownTo)
					const probe = await enter(server, who, {
						presence: { status: 'invisible', since: null, activities: [], afk: false },
					})
					const [presences, ownSessions] = knownTo(Object.assign(probe, { frames: [] }) as Session)
					probe.ws.close(1000)
					const before = (ownSessions as { session_id: string; active: boolean }[])
						.filter(({ session_id: id }) => id !== probe.ready.session_id)
						.map(({ active: _, ...rest }) => rest)
					for (const [there, told] of known) {
						assert.deepEqual(there, presences)
						assert.deepEqual(
							(told as { active: boolean }[]).map(({ active: _, ...rest }) => rest),
							before,
						)
					}
					while (server.app.gateway.counts().sessions > all().length) await server.app.idle()
					await quiet(...all())
				}
			}
			for (const { ws } of all()) ws.terminate()
		}),
		{ numRuns: 6 },
	)
})
