import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceKindOf } from './device-kind.ts'

test('devices are known by what they send', () => {
	for (const [userAgent, kind] of [
		['Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605.1.15', 'playstation'],
		['libhttp/10.50 (PlayStation 4)', 'playstation'],
		['Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X)', 'xbox'],
		['Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet)', 'nintendo'],
		['Mozilla/5.0 (X11; Linux x86_64; Steam Deck)', 'steam-deck'],
		['Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0)', 'tv'],
		['Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7652)', 'tv'],
		['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)', 'ipad'],
		['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 'iphone'],
		['okhttp/4 (Linux; Android 14; Pixel 8)', 'android'],
		['Lantern/1.0 (Windows NT 10.0)', 'windows'],
		['Lantern/1.0 CFNetwork/1494 Darwin/23.4.0', 'mac'],
		['Lantern/1.0 (X11; Ubuntu; Linux x86_64)', 'linux'],
		['node', null],
		['', null],
	] as const) {
		assert.equal(deviceKindOf(userAgent), kind, userAgent)
	}
})
