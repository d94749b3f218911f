/** The pages of developers in Chromium. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
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

async function developer(name: string, options: Parameters<Browser['newContext']>[0]): Promise<Page> {
	const [, page] = await openPage(browser, platform.fixture.origin, options)
	await page.goto('/register?next=/developers')
	await register(page, name)
	await page.waitForURL('**/developers')
	return page
}

for (const [look, options] of Object.entries(LOOKS)) {
	test(`an application from its first day to its last, ${look}`, async () => {
		const page = await developer(`${look}developer`, options)
		await page.fill('#name', 'Harbor')
		await page.click('text=Create application')
		await page.waitForURL('**/general')
		const base = page.url().replace(/\/general$/, '')
		for (const section of await page.locator('.sections a').all()) await section.waitFor()
		const sections = await page
			.locator('.sections a')
			.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
		for (const path of sections) {
			await page.goto(path)
			await picture(page, `${look}-portal-${path.split('/').at(-1)}`)
			await isAccessible(page)
			const width = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
			assert.equal(width, 0, `${path} scrolls sideways`)
		}

		await page.goto(`${base}/oauth`)
		await page.fill('#redirect_uri', 'http://play.example.com/')
		await page.waitForSelector('#redirect_uri-problem:has-text("https")')
		await picture(page, `${look}-portal-redirect`)
		await page.fill('#redirect_uri', 'https://play.example.com/callback')
		await page.waitForSelector('#redirect_uri-problem.is-good')
		await page.click('button:text-is("Add")')
		await page.waitForSelector('li:has-text("https://play.example.com/callback")')
		await page.click('button:text-is("New secret")')
		await picture(page, `${look}-portal-secret`)
		await isAccessible(page)
		const secret = await page.textContent('#shown')
		assert.match(secret ?? '', /^[\w-]{43}$/)
		assert.equal(await page.evaluate('String(getSelection())'), secret, 'ready to be copied')

		await page.goto(`${base}/ownership`)
		await page.fill('#confirm', 'Harbor')
		await page.click('text=Delete it for ever')
		await page.waitForURL('**/developers')
		await page.waitForSelector('text=You have no application yet.')

		await page.fill('#team', 'Lighthouse')
		await page.click('text=Create team')
		await page.waitForURL('**/teams/*')
		await page.fill('#username', platform.fixture.users[0].username)
		await page.click('button:text-is("Invite")')
		await page.waitForSelector('.tag')
		await picture(page, `${look}-portal-team`)
		await isAccessible(page)
		await page.context().close()
	})
}
