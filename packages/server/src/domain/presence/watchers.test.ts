import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFollows } from './following.ts'
import type { Friendship } from './friends.ts'
import type { SessionPresence } from './merge.ts'
import { viewsOf, viewsOffline } from './views.ts'
import { createWatchers, type SharedText, sharedTexts, tellFriend, type Watcher } from './watchers.ts'

const PLATFORM: Friendship = { isOfPlatform: true, families: new Set() }
const GAME: Friendship = { isOfPlatform: false, families: new Set(['10']) }

const playing: SessionPresence = {
	status: 'online',
	client: 'desktop',
	os: 'test',
	game: { applicationId: '10', familyId: '10' },
	activities: [
		{
			shown: { name: 'Chess', type: 0, created_at: 1, application_id: '10' },
			secrets: { join: 'the-way-in' },
			buttonUrls: [],
		},
	],
}

function watcher(familyId: string, heard: SharedText[], seesActivities = true): Watcher {
	return {
		userId: '2',
		applicationId: familyId,
		familyId,
		seesActivities,
		ownTold: undefined,
		hear: (_event, text) => heard.push(text),
	}
}

const change = () => ({
	userId: '1',
	before: viewsOffline('1'),
	now: viewsOf('1', new Map([['a', playing]])),
	text: sharedTexts(),
	follows: createFollows(),
})

test('Q19 a thousand friends are told with two texts: those who play the same game, and those who do not', () => {
	const heard: SharedText[] = []
	const told = change()
	for (let n = 0; n < 1000; n++) tellFriend([watcher(n % 2 === 0 ? '10' : `other ${n}`, heard)], PLATFORM, told)
	assert.equal(heard.length, 1000)
	assert.deepEqual(
		[...new Set(heard)].map(({ json }) => JSON.parse(json).activities.length),
		[1, 0],
	)
	assert.equal(
		heard.some(({ json }) => json.includes('the-way-in')),
		false,
	)
})

test('Q15 friends of a game are told within it alone, and without what they may not see', () => {
	for (const [friendship, familyId, seesActivities, expected] of [
		[GAME, '10', true, 1],
		[GAME, '10', false, 0],
		[GAME, '11', true, undefined],
		[PLATFORM, '10', false, 0],
		[undefined, '10', true, undefined],
	] as const) {
		const heard: SharedText[] = []
		tellFriend([watcher(familyId, heard, seesActivities)], friendship, change())
		const [text] = heard
		assert.equal(text && JSON.parse(text.json).activities.length, expected)
	}
})

test('who watches no more is told nothing', () => {
	const watchers = createWatchers()
	const stop = watchers.add(watcher('10', []))
	assert.deepEqual([[...watchers.of('2')].length, watchers.size], [1, 1])
	stop()
	assert.deepEqual([[...watchers.of('2')].length, watchers.size], [0, 0])
})
