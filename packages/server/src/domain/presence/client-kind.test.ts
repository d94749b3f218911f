import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientKind, systemOf } from './client-kind.ts'

for (const [of, properties, kind, system] of [
	['bot', { os: 'linux', browser: 'discord.js', device: 'discord.js' }, 'web', 'linux'],
	['bot', { $os: 'linux', $browser: 'Discord iOS', $device: 'x' }, 'mobile', 'linux'],
	['player', { os: 'browser', browser: 'socialsdk', device: 'socialsdk' }, 'web', 'browser'],
	['player', { os: 'linux', browser: 'socialsdk', device: 'socialsdk' }, 'desktop', 'linux'],
	['player', { os: 'Android', browser: 'socialsdk', device: '' }, 'mobile', 'android'],
	['player', { os: 'iPadOS', browser: 'Safari', device: '' }, 'mobile', 'ipados'],
	['player', { os: 'Windows', browser: 'Firefox', device: '' }, 'web', 'windows'],
	['player', { os: 'Android', browser: 'x', device: 'Oculus Quest' }, 'vr', 'android'],
	['player', { os: 'curios', browser: 'webster', device: 5 }, 'desktop', 'curios'],
	['player', { os: 7, browser: null, device: {} }, 'desktop', 'unknown'],
	['player', {}, 'desktop', 'unknown'],
] as const) {
	test(`Q2 ${of} with ${JSON.stringify(properties)} is ${kind}`, () => {
		assert.equal(clientKind(of, properties), kind)
		assert.equal(systemOf(properties), system)
	})
}
