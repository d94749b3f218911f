/** A game in Chromium on a screen without a keyboard, and its player with another browser. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import { isAccessible, launchChromium, picture } from './chromium.ts'
import { type GameSite, startGame } from './game-site.ts'
import { LOOKS, register } from './people.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let game: GameSite
let browser: Browser

before(async () => {
	platform = await startPlatform('--fixture-size', 'small')
	game = await startGame(platform.fixture)
	browser = await launchChromium()
})

after(async () => {
	await browser?.close()
	await game?.[Symbol.asyncDispose]()
	await platform?.[Symbol.asyncDispose]()
})

/** A game that shows its code. */
async function waitingGame(options: Parameters<Browser['newContext']>[0] = {}): Promise<[BrowserContext, Page]> {
	const context = await browser.newContext(options)
	context.setDefaultTimeout(15_000)
	const page = await context.newPage()
	await page.goto(game.origin)
	await page.click('#sign-in-elsewhere')
	await page.waitForSelector('dialog[open]')
	return [context, page]
}

/** What a camera reads that is held at the screen. */
async function scan(page: Page): Promise<string> {
	const screenshot = (await page.locator('dialog svg').screenshot()).toString('base64')
	const { width, height, data } = await page.evaluate(async (base64) => {
		const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
		const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
		context?.drawImage(bitmap, 0, 0)
		const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height)
		return { width: bitmap.width, height: bitmap.height, data: [...(pixels?.data ?? [])] }
	}, screenshot)
	return decodeQR({ width, height, data: Uint8Array.from(data) })
}

/** Follows the address on another device, and decides there. */
async function decide(address: string, name: string, result: 'granted' | 'denied'): Promise<void> {
	const context = await browser.newContext()
	context.setDefaultTimeout(15_000)
	const page = await context.newPage()
	await page.goto(address)
	await page.click('text=Create an account')
	await register(page, name)
	await page.waitForURL('**/activate?user_code=*')
	await page.click('main button')
	await page.waitForFunction(() => document.querySelector('#decision') && !document.querySelector('[aria-disabled]'))
	await page.click(`[value=${result}]`)
	await page.waitForSelector('[role=status]')
	await context.close()
}

const statusOf = (page: Page) => page.textContent('#status')

for (const [look, options] of Object.entries(LOOKS)) {
	test(`a player scans the code of a game, allows it on the phone, and plays, ${look}`, async () => {
		const [context, page] = await waitingGame(options)
		await picture(page, `${look}-device-overlay`)
		await isAccessible(page)
		const address = await scan(page)
		const userCode = await page.textContent('dialog code')
		assert.equal(address, `${platform.fixture.origin}/activate?user_code=${userCode}`)
		assert.equal(await page.getAttribute('dialog a', 'href'), address)
		const { width } = options.viewport
		assert.ok(((await page.locator('dialog').boundingBox())?.width ?? width) < width, 'it fits')
		await decide(address, `${look}keeper`, 'granted')
		await page.waitForFunction(() => /Ready|Error/.test(document.getElementById('status')?.textContent ?? ''))
		assert.equal(await statusOf(page), 'Ready')
		assert.equal(await page.textContent('#player'), `${look}keeper`)
		assert.equal(await page.locator('dialog').count(), 0, 'the code is gone')
		await context.close()
	})
}

test('a player who says no on the phone leaves the game where it was', async () => {
	const [context, page] = await waitingGame()
	await decide(await scan(page), 'naysayer', 'denied')
	await page.waitForFunction(() => document.getElementById('status')?.textContent !== 'Disconnected')
	assert.match((await statusOf(page)) ?? '', /Aborted: The authorization was refused/)
	assert.equal(await page.locator('dialog').count(), 0)
	await context.close()
})

for (const [how, close] of [
	['Escape', (page: Page) => page.keyboard.press('Escape')],
	['the button', (page: Page) => page.click('dialog button')],
	['the keyboard alone', (page: Page) => page.keyboard.press('Tab').then(() => page.keyboard.press('Enter'))],
] as const) {
	test(`the code is closed by ${how}: the game goes on without, and has the focus back`, async () => {
		const [context, page] = await waitingGame()
		await close(page)
		await page.waitForFunction(() => document.getElementById('status')?.textContent !== 'Disconnected')
		assert.match((await statusOf(page)) ?? '', /Aborted/)
		assert.equal(await page.locator('dialog').count(), 0)
		assert.equal(await page.evaluate(() => document.activeElement?.id), 'sign-in-elsewhere')
		await context.close()
	})
}

test('a strict content policy and styles of the page do not harm it', async () => {
	const context = await browser.newContext()
	context.setDefaultTimeout(15_000)
	const page = await context.newPage()
	const complaints: string[] = []
	page.on('console', (message) => complaints.push(message.text()))
	await page.goto(`${game.origin}/strict`)
	await page.evaluate(() => document.getElementById('sign-in-elsewhere')?.click())
	await page.waitForSelector('dialog[open]')
	const shown = await page.locator('dialog').evaluate((dialog) => ({
		isStyled: getComputedStyle(dialog).borderRadius === '12px',
		isClickable: getComputedStyle(dialog.querySelector('button') as Element).display !== 'none',
	}))
	assert.deepEqual(shown, { isStyled: true, isClickable: true })
	assert.deepEqual(complaints, [])
	await context.close()
})
