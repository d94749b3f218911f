/** What a game will get of voice, made by hand: nothing makes it for a game yet. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { make } from '../core/object.ts'
import { audioDevice } from './audio-device.ts'
import { Call } from './call.ts'
import { VADThresholdSettings } from './vad-threshold-settings.ts'

test('a call hands on what it is asked to whatever carries its sound', () => {
	const asked: unknown[] = []
	const answer = (name: string | symbol, args: unknown[]) => {
		asked.push([name, ...args])
		return `answer of ${String(name)}`
	}
	const control = new Proxy(
		{},
		{
			get:
				(_, name) =>
				(...args: unknown[]) =>
					answer(name, args),
		},
	)
	const call = make(Call, control) as unknown as Record<string, (...args: unknown[]) => unknown>
	const names = Object.getOwnPropertyNames(Call.prototype).filter((name) => name !== 'constructor')
	assert.equal(names.length, 25)
	for (const name of names) {
		const args = [7, true].slice(0, call[name]?.length)
		const given = call[name]?.(...args)
		assert.deepEqual(asked.pop(), [name, ...args])
		assert.equal(given, name.startsWith('Get') ? `answer of ${name}` : undefined)
	}
})

test('a threshold is moved, not copied, and has its bounds', () => {
	const settings = make(VADThresholdSettings, { isAutomatic: true, threshold: -60 })
	assert.deepEqual([settings.VadThreshold(), settings.Automatic()], [-60, true])
	settings.SetAutomatic(false)
	for (const dB of [-100, 0]) settings.SetVadThreshold(dB)
	for (const dB of [-101, 1]) assert.throws(() => settings.SetVadThreshold(dB), /^RangeError: VadThreshold/)
	const moved = settings.move()
	assert.deepEqual([moved.VadThreshold(), moved.Automatic(), settings.isValid()], [0, false, false])
})

test('devices are the same by their ids', () => {
	const one = audioDevice({ id: 'a', name: 'Headset', isDefault: true })
	const other = one.copy()
	other.SetName('Speaker')
	other.SetIsDefault(false)
	assert.ok(one.Equals(other))
	assert.deepEqual([one.Name(), one.IsDefault(), other.Name(), other.IsDefault()], ['Headset', true, 'Speaker', false])
	other.SetId('b')
	assert.ok(!one.Equals(other))
	assert.equal(other.Id(), 'b')
})
