import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Activity } from '@guildhall/protocol'
import fc from 'fast-check'
import { merge, type SessionPresence } from './merge.ts'

const kinds = ['desktop', 'mobile', 'web', 'vr'] as const
const statuses = ['online', 'dnd', 'idle', 'invisible', 'offline'] as const
const games = ['1', '2', '3']

/** A session of a bot, or of a player in one of a few games. */
const session: fc.Arbitrary<SessionPresence> = fc
	.record({
		status: fc.constantFrom(...statuses),
		client: fc.constantFrom(...kinds),
		game: fc.option(fc.constantFrom(...games), { nil: undefined }),
		activities: fc.array(
			fc.record({
				name: fc.constantFrom('chess', 'go'),
				type: fc.constantFrom(0, 2, 4),
				created_at: fc.integer({ min: 1, max: 5 }),
			}),
			{ maxLength: 4 },
		),
	})
	.map(({ game, activities, ...rest }) => ({
		...rest,
		os: 'test',
		activities: activities.map((activity) => ({
			shown: { ...activity, ...(game ? { application_id: game } : {}) },
			secrets: {},
			buttonUrls: [],
		})),
		...(game ? { game: { applicationId: game, familyId: game } } : {}),
	}))

const sessions = fc
	.array(session, { maxLength: 8 })
	.map((list) => list.map((one, index) => [`s${index}`, one] as [string, SessionPresence]))

const isThere = ([, { status }]: readonly [string, SessionPresence]) => status !== 'invisible' && status !== 'offline'
const keyOf = ({ type, application_id: game, name }: Activity) =>
	type === 4 ? 'custom' : `${type} ${game ?? `named ${name}`}`

test('Q2 the most present status counts, for all and for each kind of client', () => {
	fc.assert(
		fc.property(sessions, (said) => {
			const { status, clientStatus } = merge(said)
			const best = (of: typeof said) =>
				(['online', 'dnd', 'idle'] as const).find((one) => of.some(([, { status }]) => status === one)) ?? 'offline'
			assert.equal(status, best(said))
			for (const kind of kinds) {
				const own = best(said.filter(([, { client }]) => client === kind))
				assert.equal(clientStatus[kind] ?? 'offline', own)
			}
		}),
	)
})

test('Q2 who is invisible counts for nothing: the same as if they had no session', () => {
	fc.assert(
		fc.property(sessions, (said) => {
			assert.deepEqual(merge(said), merge(said.filter(isThere)))
		}),
	)
})

test('Q3 of each application and type the last that was said is kept, and nothing else', () => {
	fc.assert(
		fc.property(sessions, (said) => {
			const last = new Map<string, Activity>()
			for (const [, { activities }] of said.filter(isThere)) {
				for (const { shown } of activities) last.set(keyOf(shown), shown)
			}
			const merged = merge(said).activities.map(({ activity }) => activity)
			const byKey = (list: Iterable<Activity>) => new Map([...list].map((one) => [keyOf(one), one]))
			assert.equal(merged.length, Math.min(10, last.size))
			for (const [key, activity] of byKey(merged)) assert.equal(activity, last.get(key))
		}),
	)
})

test('Q3 the custom status stands first, then the latest', () => {
	fc.assert(
		fc.property(sessions, (said) => {
			const merged = merge(said).activities.map(({ activity }) => activity)
			const others = merged.filter(({ type }) => type !== 4)
			if (others.length < merged.length) assert.equal(merged[0]?.type, 4)
			const times = others.map(({ created_at }) => created_at)
			assert.deepEqual(
				times,
				[...times].sort((a, b) => b - a),
			)
		}),
	)
})

test('Q2 who spoke in which order matters only where two say the same thing', () => {
	fc.assert(
		fc.property(sessions, fc.nat(), (said, turn) => {
			const own = said.map(
				([id, one]) =>
					[
						id,
						// Each session is of a game of its own: nothing of theirs stands for another's.
						{
							...one,
							activities: one.activities
								.filter(({ shown }) => shown.type !== 4)
								.map((activity) => ({ ...activity, shown: { ...activity.shown, application_id: id } })),
						},
					] as [string, SessionPresence],
			)
			const at = own.length === 0 ? 0 : turn % own.length
			assert.deepEqual(merge([...own.slice(at), ...own.slice(0, at)]), merge(own))
		}),
	)
})
