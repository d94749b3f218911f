/** The page of an invite in Chromium, as people come upon it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { isAccessible, launchChromium, picture } from './chromium.ts'
import { LOOKS, openPage, register } from './people.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let browser: Browser

before(async () => {
	platform = await startPlatform('--fixture-size', 'small')
	browser = await launchChromium()
})

after(async () => {
	await browser?.close()
	await platform?.[Symbol.asyncDispose]()
})

async function inviteOf(bounds: object): Promise<string> {
	const { api_base, bots, guild } = platform.fixture
	const response = await fetch(`${api_base}/v10/channels/${guild.text_channel_id}/invites`, {
		method: 'POST',
		headers: { authorization: `Bot ${bots[0].token}`, 'content-type': 'application/json' },
		body: JSON.stringify(bounds),
	})
	const { code } = (await response.json()) as { code: string }
	return code
}

for (const [look, options] of Object.entries(LOOKS)) {
	test(`one who has just registered accepts an invite, ${look}`, async () => {
		const code = await inviteOf({ max_uses: 1, unique: true })
		const [context, page] = await openPage(browser, platform.fixture.origin, options)
		await page.goto(`/invite/${code}`)
		assert.match(page.url(), /\/login\?next=/)
		await page.goto('/register')
		await register(page, `${look}guest`)
		await page.waitForURL('**/account')
		await page.goto(`/invite/${code}`)
		await picture(page, `${look}-invite`)
		await isAccessible(page)
		await page.click('button.primary')
		await page.waitForSelector('[role=status]')
		await picture(page, `${look}-invite-accepted`)
		await isAccessible(page)
		await page.goto(`/invite/${code}`)
		assert.match((await page.textContent('h1')) ?? '', /does not work/)
		await isAccessible(page)
		await context.close()
	})
}
