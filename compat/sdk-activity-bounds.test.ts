/** What the SDK takes of an activity, the platform takes: else it would close the session, and be told the same again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExactJson } from '@guildhall/protocol'
import { Activity, type ActivityInit } from '@guildhall/socialsdk'
import fc from 'fast-check'
import { checkActivity } from '../packages/sdk/src/presence/activity-bounds.ts'
import { writeActivity } from '../packages/sdk/src/presence/write-activity.ts'
import { readActivities } from '../packages/server/src/domain/presence/activity.ts'

const PLAYER = { kind: 'player', applicationId: '1', applicationName: 'Lantern', parentId: undefined } as const
const LARGEST = 0x7fff_ffff

const chance = <T>(usual: fc.Arbitrary<T>, ...odd: T[]) =>
	fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...odd) })
const text = (most: number) =>
	chance(
		fc.string({ unit: 'binary', minLength: 2, maxLength: most }),
		...['', 'x', 'x'.repeat(most), '😀'.repeat(most), 'x'.repeat(most + 1), '\ud800\udbff', '\0\0', 'a\0', '  '],
	)
const address = (most: number) =>
	chance(
		fc.constantFrom('https://example.com', 'http://[::1]:1/x?y#z', 'HTTPS://EXAMPLE.com', 'https://é.example/ö'),
		...['https://user@example.com', 'https://u:p@example.com', 'https://:p@example.com', 'http:example.com'],
		...['https:///x', ' https://example.com', `https://example.com/${'😀'.repeat(most - 20)}`, 'ftp://example.com', ''],
	)
const whole = (usual: fc.Arbitrary<number>) =>
	chance(usual, -1, 0, LARGEST, LARGEST + 1, 1e11 - 1, 1e11, Number.MAX_SAFE_INTEGER)
const few = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] })

const activities = few({
	name: text(128),
	type: whole(fc.integer({ min: 0, max: 6 })),
	statusDisplayType: whole(fc.integer({ min: 0, max: 2 })),
	state: text(128),
	stateUrl: address(256),
	details: text(128),
	detailsUrl: address(256),
	assets: few({
		...{ largeImage: text(300), largeText: text(128), largeUrl: address(256) },
		...{ smallImage: text(300), smallText: text(128), smallUrl: address(256), inviteCoverImage: text(300) },
	}),
	timestamps: few({ start: whole(fc.nat()), end: whole(fc.nat()) }),
	party: fc.record({ id: text(128), currentSize: whole(fc.nat()), maxSize: whole(fc.nat()) }),
	secrets: fc.record({ join: text(128) }),
	supportedPlatforms: whole(fc.integer({ min: 0, max: 255 })),
	buttons: fc.array(fc.record({ label: text(32), url: address(512) }), { maxLength: 2 }),
})

const isTaken = (check: () => void): boolean => {
	try {
		check()
		return true
	} catch {
		return false
	}
}

test('8.1 Q8 whatever the SDK takes is taken by the platform', () => {
	const runs = 5_000
	let taken = 0
	fc.assert(
		fc.property(activities, (init) => {
			const activity = new Activity(init as ActivityInit)
			if (!isTaken(() => checkActivity(activity))) return
			taken++
			const wire = parseExactJson(JSON.stringify(writeActivity(activity)))
			const [read] = readActivities([wire], PLAYER, 0)
			// What lets others in arrives as it is, but for zeros.
			assert.equal(read?.shown.party?.id, activity.Party()?.Id().replaceAll('\0', '').toWellFormed())
			assert.equal(read?.secrets.join, activity.Secrets()?.Join().replaceAll('\0', '').toWellFormed())
		}),
		{ numRuns: runs },
	)
	assert.ok(taken > runs / 10, `Only ${taken} were taken.`)
})
