/** A game in Chromium on the real platform: the ways in, and what becomes of tokens. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type * as socialsdk from '@guildhall/socialsdk'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { isAccessible, launchChromium, picture } from './chromium.ts'
import { type GameSite, startGame } from './game-site.ts'
import { type Platform, startPlatform } from './platform.ts'

/** What the game's page has left there. */
declare const window: Window & {
	client: socialsdk.Client
	socialsdk: typeof socialsdk
	application: string
	tokens: socialsdk.Tokens
	statuses: number[]
}

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

/** A browser whose owner has just registered, on the page of a game. */
async function visitor(game: GameSite, name: string): Promise<[BrowserContext, Page]> {
	const context = await browser.newContext()
	context.setDefaultTimeout(15_000)
	const page = await context.newPage()
	await page.goto(`${platform.fixture.origin}/register`)
	await page.fill('[name=username]', name)
	await page.fill('[name=email]', `${name}@example.com`)
	await page.fill('[name=password]', 'a lantern in the long night')
	await page.click('main button[type=submit]')
	await page.waitForURL('**/account')
	await page.goto(game.origin)
	return [context, page]
}

async function isReady(page: Page): Promise<void> {
	await page.waitForFunction(() => /Ready|Error/.test(document.getElementById('status')?.textContent ?? ''))
	assert.equal(await page.textContent('#status'), 'Ready')
}

test('leaving the page for the consent page, and coming back to play', async () => {
	await using game = await startGame(platform.fixture, 'redirect')
	const [context, page] = await visitor(game, 'wayfarer')
	await page.click('#sign-in')
	await page.waitForSelector('#decision')
	await page.click('#decision [value=true]')
	await isReady(page)
	assert.equal(await page.textContent('#player'), 'wayfarer')
	assert.equal(page.url(), `${game.origin}/`, 'the code is out of the address')
	assert.equal(await page.evaluate(() => sessionStorage.length), 0)
	assert.equal(context.pages().length, 1, 'no other window')
	await context.close()
})

test('leaving the page and saying no', async () => {
	await using game = await startGame(platform.fixture, 'redirect')
	const [context, page] = await visitor(game, 'doubter')
	await page.click('#sign-in')
	await page.waitForSelector('#decision')
	await page.click('#decision [value=false]')
	await page.waitForFunction(() => document.getElementById('status')?.textContent?.includes('Aborted'))
	assert.equal(await page.evaluate(() => sessionStorage.length), 0)
	await context.close()
})

test('an answer that somebody else made up is not taken', async () => {
	await using game = await startGame(platform.fixture, 'redirect')
	const [context, page] = await visitor(game, 'target')
	await page.click('#sign-in')
	await page.waitForSelector('#decision')
	await page.goto(`${game.origin}/callback?code=stolen&state=guessed`)
	await page.waitForFunction(() => /state/.test(document.getElementById('status')?.textContent ?? ''))
	await context.close()
})

test('a person asks a game that is open, on the page of their games, to begin an authorization', async () => {
	await using game = await startGame(platform.fixture, 'redirect')
	const [context, page] = await visitor(game, 'beckoner')
	await page.click('#sign-in')
	await page.click('#decision [value=true]')
	await isReady(page)
	const games = await context.newPage()
	await games.goto(`${platform.fixture.origin}/account/games`)
	assert.equal(await games.isVisible('text=Games you have open'), false)
	await page.evaluate(() => {
		const asked = new Promise<string>((resolve) => {
			window.client.RegisterAuthorizeRequestCallback(() => resolve('asked'))
		})
		Object.assign(window, { asked })
	})
	// The game's word is on its way to the platform.
	while (!(await games.isVisible('[aria-label^="Ask "]'))) await games.reload()
	await picture(games, 'games-open')
	await isAccessible(games)
	await games.click('[aria-label^="Ask "]')
	await games.waitForSelector('[role=status]')
	assert.equal(await page.evaluate(() => (window as unknown as { asked: Promise<string> }).asked), 'asked')
	await context.close()
})

test('a window, then another token on the live session, until the access is revoked', async () => {
	await using game = await startGame(platform.fixture)
	const [context, page] = await visitor(game, 'dweller')
	const opening = page.waitForEvent('popup')
	await page.click('#sign-in')
	const popup = await opening
	await popup.waitForSelector('#decision')
	await popup.click('#decision [value=true]')
	await isReady(page)

	const refreshed = await page.evaluate(async () => {
		const { client, application, tokens: first } = window
		window.statuses = []
		client.on('statusChanged', (status) => window.statuses.push(status))
		const second = await client.RefreshToken(application, first.refreshToken)
		window.tokens = second
		await client.UpdateToken(second.tokenType, second.accessToken)
		const lobby = new Promise((resolve) => client.on('lobbyCreated', resolve))
		await client.CreateOrJoinLobby('another-harbour')
		await lobby
		const dead = await client.FetchCurrentUser(first.tokenType, first.accessToken).catch((error) => error.status)
		const alive = await client.FetchCurrentUser(second.tokenType, second.accessToken)
		return { statuses: window.statuses, dead, name: alive.name }
	})
	assert.deepEqual(refreshed, { statuses: [], dead: 401, name: 'dweller' })

	const revoked = await page.evaluate(async () => {
		const { client, socialsdk, application, tokens } = window
		const ended = new Promise<number[]>((resolve) => {
			client.on('statusChanged', (...report) => {
				if (report[0] === socialsdk.ClientStatus.Disconnected) resolve(report)
			})
		})
		await client.RevokeToken(application, tokens.accessToken)
		const report = await ended
		const refresh = await client.RefreshToken(application, tokens.refreshToken).catch((error) => String(error.message))
		return { report, refresh, isAuthenticated: client.IsAuthenticated() }
	})
	assert.deepEqual(revoked.report, [0, 2, 4004])
	assert.match(String(revoked.refresh), /^HTTPError 400: invalid_grant/)
	assert.equal(revoked.isAuthenticated, false, 'the token died with it')
	await context.close()
})
