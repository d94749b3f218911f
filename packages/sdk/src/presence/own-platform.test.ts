import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hereWith, ownPlatform } from './own-platform.ts'

const MAC =
	'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'

const ROWS = [
	['browser', MAC, 0, 'desktop'],
	['browser', MAC, 5, 'ios'],
	['browser', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15', 5, 'ios'],
	['browser', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124.0.0.0 Mobile', 5, 'android'],
	['browser', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/124.0.0.0', 10, 'desktop'],
	['browser', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) Edge/44.18363.8131', 0, 'xbox'],
	['browser', 'Mozilla/5.0 (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15', 0, 'ps5'],
	['browser', 'Mozilla/5.0 (PlayStation 4 11.00) AppleWebKit/605.1.15', 0, 'ps4'],
	['browser', '', 0, 'desktop'],
	['android', 'Node.js/24', 0, 'android'],
	['win32', 'Node.js/24', 0, 'desktop'],
	['linux', 'an Android in its name', 5, 'desktop'],
] as const

test('where a game runs is told by the browser, or by Node', () => {
	for (const [name, userAgent, maxTouchPoints, platform] of ROWS) {
		assert.equal(ownPlatform({ name, userAgent, maxTouchPoints }), platform, `${name} ${userAgent}`)
	}
	assert.equal(ownPlatform(hereWith(process.platform)), 'desktop')
})
