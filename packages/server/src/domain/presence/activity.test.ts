import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Activity, Activity as ActivityShape, checkOf } from '@guildhall/protocol'
import fc from 'fast-check'
import { type Actor, readActivities } from './activity.ts'
import { WrongActivity } from './wrong-activity.ts'

const PLAYER: Actor = { kind: 'player', applicationId: '11', applicationName: 'Chess', parentId: undefined }
const BOT: Actor = { kind: 'bot' }
const NOW = 1_760_000_000_000

const read = (fields: object, actor: Actor = PLAYER) => readActivities([fields], actor, NOW)[0]
const shown = (fields: object, actor: Actor = PLAYER): Partial<Activity> => {
	const { created_at: _, flags: __, application_id: ___, ...rest }: Partial<Activity> = read(fields, actor)?.shown ?? {}
	return rest
}
const x = (count: number) => 'x'.repeat(count)
const url = (length: number) => `https://example.com/${x(length - 20)}`

describe('Q7 texts for people are cut, or left out where they are too short', () => {
	for (const [what, of, at] of [
		['name', (text: string) => ({ name: text }), (seen: ReturnType<typeof shown>) => seen.name],
		['details', (text: string) => ({ details: text }), (seen: ReturnType<typeof shown>) => seen.details],
		['state', (text: string) => ({ state: text }), (seen: ReturnType<typeof shown>) => seen.state],
		[
			'assets.large_text',
			(text: string) => ({ assets: { large_text: text } }),
			(seen: ReturnType<typeof shown>) => seen.assets?.large_text,
		],
		[
			'assets.small_text',
			(text: string) => ({ assets: { small_text: text } }),
			(seen: ReturnType<typeof shown>) => seen.assets?.small_text,
		],
	] as const) {
		test(what, () => {
			assert.equal(at(shown(of(x(2)))), x(2))
			assert.equal(at(shown(of(x(128)))), x(128))
			assert.equal(at(shown(of(x(129)))), x(128))
			assert.equal(at(shown(of('🙂'.repeat(129)))), '🙂'.repeat(128))
			assert.equal(at(shown(of(x(1)))), what === 'name' ? 'x' : undefined)
			assert.equal(at(shown(of(''))), what === 'name' ? 'Chess' : undefined)
		})
	}

	test('a bot, and a custom status, may say one letter', () => {
		assert.equal(shown({ name: 'a', state: 'b' }, BOT).state, 'b')
		assert.deepEqual(shown({ type: 4, state: 'b' }), { name: 'Custom Status', type: 4, state: 'b' })
	})

	test('streams are of Twitch and YouTube', () => {
		for (const address of ['https://twitch.tv/a', 'https://www.youtube.com/watch?v=1', 'http://youtu.be/1']) {
			assert.equal(shown({ name: 'a', type: 1, url: address }, BOT).url, address)
			assert.equal(shown({ name: 'a', type: 0, url: address }, BOT).url, undefined)
		}
		for (const address of ['https://example.com/a', 'https://twitch.tv.example.com/', 'javascript:twitch.tv/']) {
			assert.equal(shown({ name: 'a', type: 1, url: address }, BOT).url, undefined)
		}
	})

	test('addresses of buttons are measured in characters', () => {
		const address = url(20) + '🙂'.repeat(492)
		assert.deepEqual(read({ buttons: [{ label: 'a', url: address }] })?.buttonUrls, [address])
	})

	test('labels of buttons', () => {
		assert.deepEqual(shown({ buttons: [{ label: x(33), url: url(512) }] }).buttons, [x(32)])
	})
})

describe('Q6 who may say what', () => {
	test('a bot says name, type, state and url alone', () => {
		const rich = { name: 'a', type: 3, state: 'b', details: 'c', party: { id: 5 }, secrets: 'x', flags: -1, buttons: 7 }
		assert.deepEqual(read(rich, BOT)?.shown, { name: 'a', type: 3, state: 'b', created_at: NOW })
	})
	test('a bot needs a name; an empty one is left out', () => {
		assert.throws(() => read({ type: 0 }, BOT), WrongActivity)
		assert.equal(read({ name: '' }, BOT), undefined)
	})
	test("a player's activity has the name of the application by default", () => {
		assert.deepEqual(read({})?.shown, { name: 'Chess', type: 0, created_at: NOW, application_id: '11', flags: 0 })
	})
	test('more than ten are cut', () => {
		const many = Array.from({ length: 12 }, (_, index) => ({ name: `n${index}` }))
		assert.equal(readActivities(many, BOT, NOW).length, 10)
	})
	test('created_at stays while the session goes on with the same', () => {
		const before = readActivities([{ details: 'Opening' }], PLAYER, NOW)
		const after = readActivities([{ details: 'Endgame' }, { type: 2 }], PLAYER, NOW + 5, before)
		assert.deepEqual(
			after.map(({ shown: { created_at, details } }) => [created_at, details]),
			[
				[NOW, 'Endgame'],
				[NOW + 5, undefined],
			],
		)
	})
})

describe('Q8 what is refused, and where', () => {
	const wrong: [path: string, given: unknown][] = [
		['0', 'chess'],
		['0', null],
		['0.name', { name: 5 }],
		['0.type', { type: 7 }],
		['0.type', { type: -1 }],
		['0.type', { type: 'x' }],
		['0.state', { state: 5 }],
		['0.details', { details: [] }],
		['0.status_display_type', { status_display_type: 3 }],
		['0.details_url', { details_url: url(257) }],
		['0.details_url', { details_url: 'javascript:alert(1)' }],
		['0.state_url', { state_url: 'not an address' }],
		['0.state_url', { state_url: 'https://me@example.com/' }],
		['0.state_url', { state_url: 'https://:me@example.com/' }],
		['0.timestamps', { timestamps: 5 }],
		['0.timestamps.start', { timestamps: { start: -1 } }],
		['0.timestamps.end', { timestamps: { end: 'soon' } }],
		['0.party.id', { party: { id: 'x' } }],
		['0.party.id', { party: { id: x(129) } }],
		['0.party.size', { party: { size: [0, 2] } }],
		['0.party.size', { party: { size: [1, -1] } }],
		['0.party.size', { party: { size: [1] } }],
		['0.party.size', { party: { size: [1, 2, 3] } }],
		['0.party.size', { party: { size: [1.5, 2] } }],
		['0.secrets.join', { secrets: { join: 'x' } }],
		['0.secrets.join', { secrets: { join: x(129) } }],
		['0.secrets.spectate', { secrets: { spectate: 5 } }],
		['0.assets', { assets: 'x' }],
		['0.assets.large_image', { assets: { large_image: x(301) } }],
		['0.assets.large_image', { assets: { large_image: `mp:${x(1022)}` } }],
		['0.assets.small_url', { assets: { small_url: 'ftp://example.com/' } }],
		['0.assets.large_url', { assets: { large_url: url(257) } }],
		['0.instance', { instance: 'yes' }],
		['0.flags', { flags: -1 }],
		['0.buttons', { buttons: ['a', 'b', 'c'] }],
		['0.buttons.0', { buttons: [5] }],
		['0.buttons.0.label', { buttons: [{ url: url(30) }] }],
		['0.buttons.0.url', { buttons: [{ label: 'a', url: url(513) }] }],
		['0.buttons.0.url', { buttons: [{ label: 'a', url: 'javascript:alert(1)' }] }],
		['0.buttons.0.url', { buttons: [{ label: 'a', url: url(20) + '🙂'.repeat(493) }] }],
		['0.metadata.button_urls.1', { buttons: ['a', 'b'], metadata: { button_urls: [url(30)] } }],
		['0.metadata.button_urls.0', { buttons: ['a'] }],
		['0.supported_platforms', { supported_platforms: 'desktop' }],
		['0.emoji.name', { emoji: { name: 5 } }],
	]
	for (const [path, given] of wrong) {
		test(`${path}: ${JSON.stringify(given).slice(0, 60)}`, () => {
			assert.throws(
				() => readActivities([given], PLAYER, NOW),
				(error: unknown) => error instanceof WrongActivity && error.path.join('.') === path,
			)
		})
	}

	test('what is at its bound is taken', () => {
		const fields = {
			status_display_type: 2,
			details_url: url(256),
			state_url: url(256),
			party: { id: x(128), size: [1, 0] },
			assets: {
				large_image: x(300),
				small_image: `mp:${x(1021)}`,
				large_url: url(256),
				small_url: 'http://example.com/',
				invite_cover_image: 'x',
			},
			instance: true,
			timestamps: { start: 0, end: NOW },
			emoji: { name: '🙂', id: null },
			supported_platforms: ['ios', 'desktop', 'toaster', 'ios'],
		}
		assert.deepEqual(shown(fields), {
			name: 'Chess',
			type: 0,
			...fields,
			supported_platforms: ['desktop', 'ios'],
		})
		assert.deepEqual(read({ secrets: { join: x(128), spectate: x(2), match: null } })?.secrets, {
			join: x(128),
			spectate: x(2),
		})
	})
})

test('Q9 seconds become milliseconds', () => {
	assert.deepEqual(shown({ timestamps: { start: 1_760_000_000, end: 100_000_000_000 } }).timestamps, {
		start: NOW,
		end: 100_000_000_000,
	})
	assert.deepEqual(shown({ timestamps: { start: 99_999_999_999.9 } }).timestamps, { start: 99_999_999_999_000 })
	assert.equal(shown({ timestamps: {} }).timestamps, undefined)
})

test('Q10 buttons in both of their forms', () => {
	const urls = ['https://example.com/a', 'https://example.com/b']
	const forms = [
		{ buttons: ['A', 'B'], metadata: { button_urls: urls } },
		{
			buttons: [
				{ label: 'A', url: urls[0] },
				{ label: 'B', url: urls[1] },
			],
		},
	]
	for (const fields of forms) {
		const activity = read(fields)
		assert.deepEqual([activity?.shown.buttons, activity?.buttonUrls], [['A', 'B'], urls])
		assert.equal(JSON.stringify(activity?.shown).includes('example.com'), false)
	}
})

test('Q11 flags of secrets are ours, the others the client’s', () => {
	const flags = (fields: object) => read(fields)?.shown.flags
	assert.equal(flags({ flags: 0x7fffffff }), 0b1_1111_1001)
	assert.equal(flags({ flags: 1 << 1 }), 0)
	assert.equal(flags({ flags: 1 << 6, secrets: { join: 'hush' } }), (1 << 6) | (1 << 1))
	assert.equal(flags({ secrets: { spectate: 'hush' } }), 1 << 2)
})

test('Q8 whatever a client sends is taken in the form of an activity, or refused', () => {
	const fits = checkOf(ActivityShape)
	const keys = ['name', 'type', 'state', 'details', 'url', 'flags', 'party', 'assets', 'secrets', 'buttons', 'metadata']
	const more = [
		'timestamps',
		'emoji',
		'id',
		'size',
		'start',
		'end',
		'large_image',
		'join',
		'label',
		'button_urls',
		'__proto__',
	]
	const { value } = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small', withCrossShrink: true },
			fc.constantFrom(null, '', 'x', 'xx', '🙂🙂', 0, 1, 2, -1, 1e20, 0.5, true, 'https://twitch.tv/x', 'mp:x'),
			fc.array(tie('value'), { maxLength: 3 }),
			fc.dictionary(fc.constantFrom(...keys, ...more), tie('value'), { maxKeys: 6 }),
		),
	}))
	fc.assert(
		fc.property(fc.array(value, { maxLength: 3 }), fc.constantFrom(PLAYER, BOT), (given, actor) => {
			let read: ReturnType<typeof readActivities> = []
			try {
				read = readActivities(given, actor, NOW)
			} catch (error) {
				assert.ok(error instanceof WrongActivity, String(error))
			}
			for (const { shown } of read) assert.ok(fits.accepts(shown), JSON.stringify(shown))
		}),
		{ numRuns: 3000 },
	)
})
