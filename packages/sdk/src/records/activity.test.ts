import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
	Activity,
	ActivityActionTypes,
	ActivityButton,
	type ActivityInit,
	ActivityInvite,
	ActivityParty,
	ActivityPartyPrivacy,
	ActivityTypes,
} from '../index.ts'

test('an activity starts as playing, with nothing said', () => {
	const activity = new Activity()
	assert.equal(activity.Type(), ActivityTypes.Playing)
	for (const name of ['State', 'Details', 'Assets', 'Timestamps', 'Party', 'Secrets', 'StatusDisplayType'] as const) {
		assert.equal(activity[name](), undefined, name)
	}
	assert.deepEqual(activity.GetButtons(), [])
	assert.deepEqual(activity.toJSON(), { name: '', type: 0, supportedPlatforms: 0, buttons: [] })
})

test('a party is private and nobody is in it yet', () => {
	const party = new ActivityParty()
	assert.equal(party.Privacy(), ActivityPartyPrivacy.Private)
	assert.deepEqual([party.Id(), party.CurrentSize(), party.MaxSize()], ['', 0, 0])
})

test('what is in an activity is kept and given as copies', () => {
	const party = new ActivityParty({ id: 'p-1' })
	const button = new ActivityButton({ label: 'Watch' })
	const activity = new Activity({ party })
	activity.AddButton(button)
	party.SetId('p-2')
	button.SetLabel('no')
	activity.GetButtons()[0]?.SetLabel('no')
	activity.GetButtons().push(button)
	activity.Party()?.SetId('p-3')
	assert.equal(activity.Party()?.Id(), 'p-1')
	assert.deepEqual(
		activity.GetButtons().map((one) => one.Label()),
		['Watch'],
	)
	const copy = activity.copy()
	copy.AddButton(button)
	assert.equal(activity.GetButtons().length, 1)
})

test('numbers are whole and lists are lists', () => {
	assert.throws(() => new ActivityParty({ currentSize: 1.5 }), /^TypeError: ActivityParty\.currentSize: a whole number/)
	assert.throws(() => new Activity({ buttons: 'two' as never }), /^TypeError: Activity\.buttons: a list/)
	assert.throws(() => new Activity().AddButton('two' as never), TypeError)
	assert.throws(() => new Activity().Equals(Activity.nullobj), new TypeError('Activity: invalid object'))
})

const text = fc.option(fc.string(), { nil: undefined })
const whole = fc.nat()
const init: fc.Arbitrary<ActivityInit> = fc.record(
	{
		name: fc.string(),
		type: fc.constantFrom(...Object.values(ActivityTypes)),
		statusDisplayType: fc.constantFrom(0 as const, 1 as const, 2 as const, undefined),
		...{ state: text, stateUrl: text, details: text, detailsUrl: text },
		...{ applicationId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) },
		assets: fc.record({ largeImage: text, largeText: text, smallUrl: text, inviteCoverImage: text }),
		timestamps: fc.record({ start: whole, end: whole }),
		party: fc.record({ id: fc.string(), currentSize: whole, maxSize: whole, privacy: fc.constantFrom(0, 1) }),
		secrets: fc.record({ join: fc.string() }),
		supportedPlatforms: whole,
		buttons: fc.array(fc.record({ label: fc.string(), url: fc.string() }), { maxLength: 3 }),
	},
	{ requiredKeys: [] },
)

test('Equals compares every field, and a copy is equal', () => {
	fc.assert(
		fc.property(init, init, (one, other) => {
			const activity = new Activity(one)
			assert.ok(activity.Equals(activity.copy()))
			assert.ok(activity.Equals(new Activity(JSON.parse(JSON.stringify(activity)))))
			const merged = new Activity({ ...one, ...other })
			const isSame = JSON.stringify(merged) === JSON.stringify(activity)
			assert.equal(activity.Equals(merged), isSame)
		}),
	)
})

test('an invite has its fields', () => {
	const invite = new ActivityInvite({ senderId: 5, type: ActivityActionTypes.Join, partyId: 'p', isValid: true })
	assert.deepEqual(invite.toJSON(), {
		...{ senderId: '5', channelId: '0', messageId: '0', type: 1, applicationId: '0', parentApplicationId: '0' },
		...{ partyId: 'p', sessionId: '', isValid: true },
	})
	invite.SetIsValid(false)
	assert.deepEqual([invite.IsValid(), invite.isValid()], [false, true])
})
