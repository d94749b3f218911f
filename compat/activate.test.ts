/** A game on a console, and its player in Chromium on another device. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { isAccessible, launchChromium, picture } from './chromium.ts'
import { register as fillIn, LOOKS, openPage } from './people.ts'
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

/** What the console asks and hears. */
async function post(path: string, fields: Record<string, string>) {
	const { id: client_id, client_secret } = platform.fixture.bots[0].application
	const response = await fetch(`${platform.fixture.origin}/api/oauth2${path}`, {
		method: 'POST',
		headers: { 'user-agent': 'Lantern/1.0 (PlayStation 5)' },
		body: new URLSearchParams({ client_id, client_secret, ...fields }),
	})
	// biome-ignore lint/suspicious/noExplicitAny: answers are looked at freely in tests
	return { status: response.status, body: (await response.json()) as any }
}

const start = async () => (await post('/device/authorize', { scope: 'openid sdk.social_layer' })).body
const poll = (device_code: string) =>
	post('/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code })

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<[BrowserContext, Page]> {
	return openPage(browser, platform.fixture.origin, options)
}

/** Registers where the page that wants somebody signed in has led. */
async function register(page: Page, name: string): Promise<void> {
	await page.click('text=Create an account')
	await fillIn(page, name)
}

for (const [look, options] of Object.entries(LOOKS)) {
	test(`a player follows the code of the address, looks who asks, and allows it, ${look}`, async () => {
		const [context, page] = await open(options)
		const { device_code, user_code, verification_uri_complete } = await start()
		assert.equal((await poll(device_code)).body.error, 'authorization_pending')
		await page.goto(verification_uri_complete)
		await register(page, `${look}console`)
		await page.waitForURL('**/activate?user_code=*')
		assert.equal(await page.inputValue('#code'), user_code)
		await picture(page, `${look}-activate`)
		await isAccessible(page)
		await page.click('main button')
		await page.waitForSelector('#decision')
		await page.click('summary')
		await picture(page, `${look}-device`)
		await isAccessible(page)
		await page.waitForFunction(() => !document.querySelector('[aria-disabled]'))
		await page.click('[value=granted]')
		await page.waitForSelector('[role=status]')
		await picture(page, `${look}-device-allowed`)
		await isAccessible(page)
		const { status, body } = await poll(device_code)
		assert.deepEqual([status, body.scope], [200, 'openid sdk.social_layer'])
		await context.close()
	})
}

test('with the keyboard alone, and a wrong code on the way', async () => {
	const [context, page] = await open(LOOKS.narrow)
	const { device_code, user_code, verification_uri } = await start()
	await page.goto(verification_uri)
	await register(page, 'typist')
	await page.waitForURL('**/activate')
	assert.equal(await page.evaluate(() => document.activeElement?.id), 'code')
	await page.keyboard.type('BBBBBBBB')
	await page.keyboard.press('Enter')
	await page.waitForSelector('#code-problem')
	assert.equal(await page.getAttribute('#code', 'aria-invalid'), 'true')
	await picture(page, 'narrow-activate-wrong')
	await isAccessible(page)
	await page.keyboard.press('Control+A')
	await page.keyboard.type(user_code.toLowerCase())
	await page.keyboard.press('Enter')
	await page.waitForSelector('#decision')
	await page.waitForFunction(() => !document.querySelector('[aria-disabled]'))
	for (let tab = 0; tab < 20; tab++) {
		await page.keyboard.press('Tab')
		if (await page.evaluate(() => document.activeElement?.matches('[value=denied]'))) break
	}
	await page.keyboard.press('Enter')
	await page.waitForSelector('[role=status]')
	await picture(page, 'narrow-device-denied')
	assert.equal((await poll(device_code)).body.error, 'access_denied')
	await context.close()
})

test('without scripts it is the same', async () => {
	const [context, page] = await open({ javaScriptEnabled: false })
	const { device_code, verification_uri_complete } = await start()
	await page.goto(verification_uri_complete)
	await register(page, 'scriptless')
	await page.click('main button')
	await page.click('[value=granted]')
	await page.waitForSelector('[role=status]')
	assert.equal((await poll(device_code)).status, 200)
	await context.close()
})

test('the button does nothing in the moment in which the page comes up', async () => {
	const [context, page] = await open()
	const { device_code, verification_uri_complete } = await start()
	await page.goto(verification_uri_complete)
	await register(page, 'hastyone')
	await page.click('main button')
	await page.waitForSelector('#decision')
	await page.evaluate(() => {
		window.dispatchEvent(new Event('focus'))
		document.querySelector<HTMLButtonElement>('[value=granted]')?.click()
	})
	assert.equal(await page.isVisible('#decision'), true)
	assert.equal((await poll(device_code)).body.error, 'authorization_pending')
	await context.close()
})
