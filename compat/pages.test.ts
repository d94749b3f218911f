/** The platform's own pages in Chromium, as people come upon them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { isAccessible, launchChromium, picture } from './chromium.ts'
import { LOOKS, openPage, PASSWORD, register } from './people.ts'
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

/** A browser in which somebody with this name has just registered. */
async function newcomer(
	name: string,
	options: Parameters<Browser['newContext']>[0] = {},
): Promise<[BrowserContext, Page]> {
	const [context, page] = await openPage(browser, platform.fixture.origin, options)
	await page.goto('/register')
	await register(page, name)
	await page.waitForURL('**/account')
	return [context, page]
}

function authorizeUrl(changes: Record<string, string> = {}): string {
	const { bots, redirect_uri } = platform.fixture
	const scope = 'openid identify email sdk.social_layer'
	const params = { client_id: bots[0].application.id, response_type: 'code', redirect_uri, scope, ...changes }
	return `/oauth2/authorize?${new URLSearchParams(params)}`
}

for (const [look, options] of Object.entries(LOOKS)) {
	test(`consent, refusal and removal, ${look}`, async () => {
		const [context, page] = await newcomer(`${look}wanderer`, options)
		await context.route('http://127.0.0.1:9/**', (route) => route.fulfill({ body: `back at ${route.request().url()}` }))
		await page.goto(authorizeUrl())
		await page.click('summary')
		await picture(page, `${look}-consent`)
		await isAccessible(page)
		assert.equal(await page.isVisible('.done'), false)
		await page.click('[value=true]')
		await page.waitForURL('http://127.0.0.1:9/**')
		assert.match(page.url(), /[?&]code=/)

		await page.goto('/account/apps')
		await picture(page, `${look}-apps`)
		await isAccessible(page)
		await page.click('text=Remove')
		await page.waitForSelector('[role=status]')
		assert.equal(await page.isVisible('.applications'), false)

		await page.goto(authorizeUrl({ client_id: '1' }))
		await picture(page, `${look}-failure`)
		await isAccessible(page)
		await context.close()
	})
}

const WITHOUT_SCRIPTS_TOO = { ...LOOKS, plain: { ...LOOKS.wide, javaScriptEnabled: false } }

for (const [look, options] of Object.entries(WITHOUT_SCRIPTS_TOO)) {
	test(`two people become friends without a game, and strangers, ${look}`, async () => {
		const [ada, bert] = [`${look}ada`, `${look}bert`]
		const [hers, page] = await newcomer(ada, options)
		const [his, other] = await newcomer(bert, options)
		const shows = async (at: Page, name: string) => {
			await picture(at, `${look}-${name}`)
			if (look !== 'plain') await isAccessible(at)
			const { width } = at.viewportSize() ?? { width: 0 }
			const box = await at.locator('main').boundingBox()
			assert.ok((box?.x ?? 0) + (box?.width ?? 0) <= width, `${name} is wider than the window`)
		}
		await page.goto('/account/friends')
		await shows(page, 'friends-none')
		await page.fill('[name=username]', 'nobody-at-all')
		await page.getByRole('button', { name: 'Ask', exact: true }).click()
		await page.waitForSelector('#username-problem')
		await shows(page, 'friends-problem')
		await page.fill('[name=username]', bert)
		await page.keyboard.press('Enter')
		await page.waitForSelector('[role=status]')
		assert.equal(await page.getByLabel(`Take back what you asked ${bert}`).isVisible(), true)

		await other.goto('/account')
		await other.click('nav >> text=Friends')
		await shows(other, 'friends-asked')
		await other.getByLabel(`Accept ${ada}`).click()
		await other.waitForSelector('text=You are friends now')
		await shows(other, 'friends')
		await other.getByLabel(`Block ${ada}`).click()
		await other.waitForSelector('text=Blocked, in every game')
		await other.goto('/account/friends/blocked/1')
		await shows(other, 'friends-blocked')
		await other.getByLabel(`Unblock ${ada}`).click()
		await other.waitForSelector('text=You are strangers now')
		await page.reload()
		assert.equal(await page.isVisible('.rows'), false)
		await hers.close()
		await his.close()
	})
}

test('a person wears the tag of a server of theirs', async () => {
	const [context, page] = await newcomer('tagwearer', LOOKS.narrow)
	const csrf = await page.getAttribute('[name=csrf_token] >> nth=0', 'value')
	const made = await page.evaluate(async (csrf) => {
		const send = async (method: string, path: string, body: object) => {
			const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf ?? '' }
			const answer = await fetch(`/api/v10${path}`, { method, headers, body: JSON.stringify(body) })
			return [answer.status, await answer.json()] as const
		}
		const [, guild] = await send('POST', '/guilds', { name: 'The foxes' })
		return (await send('PATCH', `/guilds/${guild.id}/profile`, { tag: 'FOX' }))[0]
	}, csrf)
	assert.equal(made, 200)
	await page.reload()
	await page.getByLabel('FOX of The foxes').check()
	await picture(page, 'narrow-tag')
	await isAccessible(page)
	await page.locator('form', { hasText: 'Server tag' }).getByText('Save').click()
	await page.waitForSelector('[role=status]')
	assert.equal(await page.getByLabel('FOX of The foxes').isChecked(), true)
	await context.close()
})

test('the whole way can be gone with the keyboard', async () => {
	const [context, page] = await newcomer('keys')
	await context.route('http://127.0.0.1:9/**', (route) => route.fulfill({ body: 'back' }))
	await page.goto(authorizeUrl({ scope: 'identify' }))
	await page.waitForFunction(() => !document.querySelector('[aria-disabled]'))
	for (let tab = 0; tab < 20; tab++) {
		await page.keyboard.press('Tab')
		if (await page.evaluate(() => document.activeElement?.matches('[value=true]'))) break
	}
	await page.keyboard.press('Enter')
	await page.waitForURL('http://127.0.0.1:9/**')
	await context.close()
})

test('a request that asks for nothing goes on from sign-in by itself', async () => {
	const [context, page] = await newcomer('returning')
	await context.route('http://127.0.0.1:9/**', (route) => route.fulfill({ body: 'back' }))
	await page.goto(authorizeUrl({ scope: 'identify' }))
	await page.waitForFunction(() => !document.querySelector('[aria-disabled]'))
	await page.click('[value=true]')
	await page.waitForURL('http://127.0.0.1:9/**')
	await page.goto('/account')
	await page.click('text=Sign out')
	await page.goto(authorizeUrl({ scope: 'identify', prompt: 'none' }))
	await page.fill('[name=name]', 'returning')
	await page.fill('[name=password]', PASSWORD)
	await page.click('main button')
	await page.waitForURL('http://127.0.0.1:9/**')
	assert.match(page.url(), /[?&]code=/)
	await context.close()
})

test('an app on the device takes over, and the page says that one may go back', async () => {
	const [context, page] = await newcomer('mobile', LOOKS.narrow)
	const { id } = platform.fixture.bots[0].application
	await page.goto(authorizeUrl({ scope: 'identify' }))
	await page.waitForFunction(() => !document.querySelector('[aria-disabled]'))
	// No application of the demo studio registers such an address; what the page does with one is its script's alone.
	await page.route('**/api/oauth2/authorize', (route) =>
		route.fulfill({ json: { location: `guildhall-${id}:/authorize/callback?code=x` } }),
	)
	await page.click('[value=true]')
	await page.waitForSelector('.done:not([hidden])')
	assert.equal(await page.isVisible('.consent'), false)
	await picture(page, 'narrow-done')
	await isAccessible(page)
	await context.close()
})

test('without scripts a form and a page that leads back do the same', async () => {
	const [context, page] = await newcomer('plain', { javaScriptEnabled: false, ...LOOKS.narrow })
	await page.goto(authorizeUrl({ scope: 'identify' }))
	const answered = page.waitForRequest((request) => request.url().startsWith('http://127.0.0.1:9/'))
	await page.click('[value=true]')
	assert.match((await answered).url(), /[?&]code=/)
	await context.close()
})

test('the button does nothing in the moment in which the page comes up', async () => {
	const [context, page] = await newcomer('hasty')
	await page.goto(authorizeUrl({ scope: 'identify' }))
	await page.evaluate(() => {
		window.dispatchEvent(new Event('focus'))
		document.querySelector<HTMLButtonElement>('[value=true]')?.click()
	})
	assert.equal(await page.getAttribute('#decision', 'aria-busy'), null)
	assert.equal(await page.isVisible('.consent'), true)
	await context.close()
})

test('another account is a click away', async () => {
	const [context, page] = await newcomer('firstname')
	await page.goto(authorizeUrl({ scope: 'identify' }))
	await page.click('text=Switch account')
	await page.fill('[name=name]', 'firstname')
	await page.fill('[name=password]', 'not the password')
	await page.click('main button')
	await page.waitForSelector('[role=alert]')
	await picture(page, 'wide-wrong-password')
	await isAccessible(page)
	await page.fill('[name=password]', PASSWORD)
	await page.click('main button')
	await page.waitForSelector('#decision')
	await context.close()
})

test('what is wrong with a form is said where it is, and aloud', async () => {
	const context = await browser.newContext({ baseURL: platform.fixture.origin, ...LOOKS.narrow })
	const page = await context.newPage()
	await page.goto('/register')
	await page.fill('[name=username]', 'a')
	await page.fill('[name=email]', 'a@b.example')
	await page.fill('[name=password]', 'password1234')
	await page.click('main button')
	await page.waitForSelector('#username-problem')
	assert.equal(await page.getAttribute('[name=username]', 'aria-invalid'), 'true')
	assert.equal(await page.evaluate(() => document.activeElement?.id), 'username')
	await picture(page, 'narrow-problems')
	await isAccessible(page)
	await context.close()
})
