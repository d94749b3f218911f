/** People in Chromium: they register, allow a game, and meet in its lobby. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { isAccessible, launchChromium, picture } from './chromium.ts'
import { type GameSite, startGame } from './game-site.ts'
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

/** A person's own browser: their cookies are nobody else's. */
async function person(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
	const context = await browser.newContext(options)
	context.setDefaultTimeout(15_000)
	return context
}

async function register(page: Page, username: string): Promise<void> {
	await page.goto(`${platform.fixture.origin}/register`)
	await fillRegistration(page, username)
}

async function fillRegistration(page: Page, username: string): Promise<void> {
	await picture(page, 'register')
	await page.fill('[name=username]', username)
	await page.fill('[name=email]', `${username}@example.com`)
	await page.fill('[name=password]', 'a lantern in the long night')
	await page.click('main button[type=submit]')
}

/** Plays: signs in through the popup, allows the game, and is ready in the lobby. */
async function play(context: BrowserContext): Promise<Page> {
	const page = await context.newPage()
	await page.goto(game.origin)
	const opening = page.waitForEvent('popup')
	await page.click('#sign-in')
	const popup = await opening
	await popup.waitForSelector('#decision')
	await picture(popup, 'consent')
	await isAccessible(popup)
	await popup.click('#decision [value=true]')
	await isReady(page)
	await page.waitForSelector('#say:not([hidden])')
	return page
}

/** The game says that its client is ready; a failure of it is told instead of waited for. */
async function isReady(page: Page): Promise<void> {
	const said = () => document.getElementById('status')?.textContent ?? ''
	await page.waitForFunction(() => /Ready|Error/.test(document.getElementById('status')?.textContent ?? ''))
	assert.equal(await page.evaluate(said), 'Ready')
}

test('two players register, allow a game, become ready and talk in its lobby', async () => {
	const first = await person()
	await register(await first.newPage(), 'rowan')
	const second = await person({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
	await register(await second.newPage(), 'hazel')

	const here = await play(first)
	const there = await play(second)
	assert.equal(await here.textContent('#player'), 'rowan')

	await here.fill('#words', 'is anybody there?')
	await here.click('#say button')
	await there.waitForSelector('#chat li')
	assert.equal(await there.textContent('#chat li'), 'rowan: is anybody there?')
	await there.fill('#words', 'by the lighthouse')
	await there.click('#say button')
	await here.waitForSelector('#chat li:nth-child(2)')
	assert.equal(await here.textContent('#chat li:nth-child(2)'), 'hazel: by the lighthouse')
	await picture(here, 'lobby')
	await first.close()
	await second.close()
})

test('one who is not signed in comes to the consent page by way of registration', async () => {
	const context = await person()
	const page = await context.newPage()
	await page.goto(game.origin)
	const opening = page.waitForEvent('popup')
	await page.click('#sign-in')
	const popup = await opening
	await popup.click('a[href*="/register"]')
	await fillRegistration(popup, 'linden')
	await popup.click('#decision [value=true]')
	await isReady(page)
	await context.close()
})

test('one who says no leaves the game where it was', async () => {
	const context = await person()
	await register(await context.newPage(), 'aspen')
	const page = await context.newPage()
	await page.goto(game.origin)
	const opening = page.waitForEvent('popup')
	await page.click('#sign-in')
	const popup = await opening
	await popup.click('#decision [value=false]')
	await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('SocialSdkError'))
	await context.close()
})

test('every page is accessible, wide and narrow, light and dark', async () => {
	for (const [name, options] of Object.entries({
		light: { viewport: { width: 1200, height: 800 }, colorScheme: 'light' as const },
		dark: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
	})) {
		const context = await person(options)
		const page = await context.newPage()
		for (const path of ['/', '/register', '/login']) {
			await page.goto(platform.fixture.origin + path)
			await picture(page, `${name}${path.replaceAll('/', '-')}`)
			await isAccessible(page)
			const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
			assert.ok(overflow <= 0, `${path} is ${overflow} pixels wider than the window`)
		}
		await register(page, `${name}keeper`)
		await page.goto(`${platform.fixture.origin}/account`)
		await picture(page, `${name}-account`)
		await isAccessible(page)
		await context.close()
	}
})
