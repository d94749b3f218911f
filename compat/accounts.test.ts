/** What people do with their accounts, in Chromium: they confirm, forget, add a second step and passkeys, look after logins, leave. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { codeOf } from './authenticator-app.ts'
import { isAccessible, launchChromium, picture } from './chromium.ts'
import { LOOKS, openPage, PASSWORD } from './people.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let browser: Browser

before(async () => {
	// Passkeys are bound to a name: the platform must be reached at one.
	const port = String(await freePort())
	const site = ['--port', port, '--origin', `http://localhost:${port}`, '--trust-mail', 'false']
	platform = await startPlatform('--fixture-size', 'small', ...site)
	browser = await launchChromium()
})

after(async () => {
	await browser?.close()
	await platform?.[Symbol.asyncDispose]()
})

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	server.close()
	return port
}

async function openContext(options: Parameters<Browser['newContext']>[0] = {}): Promise<[BrowserContext, Page]> {
	return openPage(browser, platform.fixture.origin, options)
}

/** Fills the registration and stands at the page that says to look for the mail. */
async function begin(page: Page, name: string): Promise<void> {
	await page.goto('/register')
	await page.fill('[name=username]', name)
	await page.fill('[name=email]', `${name}@example.com`)
	await page.fill('[name=password]', PASSWORD)
	await page.click('main button.primary')
	await page.waitForURL('**/register/sent')
}

/** Follows the link of the latest mail to an address, as the console shows it. */
async function followMail(page: Page, address: string): Promise<void> {
	for (;;) {
		await page.goto('/console')
		const mail = page.locator('.mail', { hasText: `To ${address}` }).first()
		const link = mail.locator('a[href*="token="]')
		if ((await link.count()) > 0) return link.click()
	}
}

async function register(page: Page, name: string): Promise<void> {
	await begin(page, name)
	await followMail(page, `${name}@example.com`)
	await page.click('main button.primary')
	await page.waitForURL('**/account')
}

async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
	await page.goto('/login')
	await page.fill('[name=name]', name)
	await page.fill('[name=password]', password)
	await page.click('form[action="/login"] button')
}

async function signOut(page: Page): Promise<void> {
	await page.goto('/account')
	await page.click('text=Sign out')
	await page.waitForURL(/\/$/)
}

/** The page is there, looks as it should, and is for everybody. */
async function look(page: Page, name: string): Promise<void> {
	await picture(page, name)
	await isAccessible(page)
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
	assert.ok(overflow <= 0, `${name} is ${overflow} pixels wider than the window`)
}

/** Turns two-step sign-in on; the key of the app, and the backup codes. */
async function enableTwoStep(page: Page, name = ''): Promise<{ key: string; codes: string[] }> {
	await page.goto('/account/two-step')
	if (name) await look(page, `${name}-two-step-off`)
	await page.click('text=Begin')
	const key = (await page.textContent('.secret')) ?? ''
	if (name) await look(page, `${name}-two-step-scan`)
	await page.fill('[name=code]', codeOf(key, Date.now()))
	await page.click('text=Turn on')
	await page.waitForSelector('.codes')
	if (name) await look(page, `${name}-backup-codes`)
	return { key, codes: await page.locator('.codes code').allTextContents() }
}

for (const [looks, options] of Object.entries(LOOKS)) {
	test(`an account from its first mail to its end, ${looks}`, async () => {
		const name = `${looks}heron`
		const [context, page] = await openContext(options)
		await begin(page, name)
		await look(page, `${looks}-registration-sent`)
		await page.click('text=Send the mail again')
		await page.waitForSelector('[role=status]')
		await page.goto('/console')
		await look(page, `${looks}-console`)
		await followMail(page, `${name}@example.com`)
		await look(page, `${looks}-registration-confirm`)
		await page.click('main button.primary')
		await page.waitForURL('**/account')
		await look(page, `${looks}-profile`)

		await page.fill('[name=name]', 'Heron of the Reeds')
		await page.click('text=Save')
		await page.waitForSelector('[role=status]')
		assert.equal(await page.textContent('h1'), 'Heron of the Reeds')

		await page.goto('/account/security')
		await look(page, `${looks}-security`)
		const { codes } = await enableTwoStep(page, looks)
		await page.click('text=I have kept them')
		await page.waitForURL('**/account/security')
		await look(page, `${looks}-security-two-step`)
		await page.goto('/account/two-step')
		await look(page, `${looks}-two-step-on`)
		for (const path of ['email', 'password', 'passkeys', 'logins', 'apps', 'games', 'delete', 'proof']) {
			await page.goto(`/account/${path}`)
			await look(page, `${looks}-${path}`)
		}

		await signOut(page)
		await signIn(page, name)
		await page.waitForURL('**/login/second-step**')
		await page.fill('[name=code]', '000000')
		await page.click('text=Sign in')
		await page.waitForSelector('[role=alert]')
		await look(page, `${looks}-second-step`)
		await page.fill('[name=code]', codes[0] ?? '')
		await page.click('text=Sign in')
		await page.waitForURL('**/account')

		await page.goto('/account/delete')
		await page.fill('[name=name]', 'somebody')
		await page.click('text=Delete my account')
		await page.waitForSelector('#name-problem')
		await look(page, `${looks}-delete-problem`)
		await page.fill('[name=name]', name)
		await page.click('text=Delete my account')
		await page.waitForSelector('text=Your account is deleted')
		await look(page, `${looks}-deleted`)
		await signIn(page, name)
		await page.waitForSelector('[role=alert]')
		await context.close()
	})

	test(`a forgotten password, ${looks}`, async () => {
		const name = `${looks}plover`
		const [context, page] = await openContext(options)
		await register(page, name)
		await signOut(page)
		await page.goto('/login')
		await look(page, `${looks}-login`)
		await page.click('text=Forgot your password?')
		await look(page, `${looks}-reset`)
		await page.fill('[name=name]', name)
		await page.click('text=Send the link')
		await page.waitForURL('**/login/reset/sent')
		await look(page, `${looks}-reset-sent`)
		await followMail(page, `${name}@example.com`)
		await page.fill('[name=password]', 'short')
		await page.click('text=Change password')
		await page.waitForSelector('#password-problem')
		await look(page, `${looks}-new-password`)
		await page.fill('[name=password]', 'another lantern entirely')
		await page.click('text=Change password')
		await page.waitForURL('**/login?reset=1')
		await look(page, `${looks}-login-after-reset`)
		await signIn(page, name, 'another lantern entirely')
		await page.waitForURL('**/account')
		await context.close()
	})
}

/** A device with a finger on it, inside the browser. */
async function withAuthenticator(context: BrowserContext, page: Page) {
	const client = await context.newCDPSession(page)
	await client.send('WebAuthn.enable')
	const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: false,
		},
	})
	return {
		touches: (enabled: boolean) => client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
		verifies: (isUserVerified: boolean) => client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
		credentials: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
	}
}

for (const [looks, options] of Object.entries(LOOKS)) {
	test(`a passkey is added, signs in, is the second step, proves, and goes, ${looks}`, async () => {
		const name = `${looks}curlew`
		const [context, page] = await openContext(options)
		const device = await withAuthenticator(context, page)
		// Only the button is meant here: the device would also take what the browser suggests.
		await context.addInitScript(() => {
			PublicKeyCredential.isConditionalMediationAvailable = async () => false
		})
		await register(page, name)
		await page.goto('/account/security')
		await page.click('text=Add a passkey')
		await look(page, `${looks}-passkey-add`)
		await page.fill('[name=name]', 'My laptop')
		await device.touches(true)
		await page.click('text=Create passkey')
		await page.waitForURL('**/account/security?done=passkey-added')
		await look(page, `${looks}-passkeys`)
		const [credential] = await device.credentials()
		assert.deepEqual([credential?.rpId, credential?.isResidentCredential], ['localhost', true])
		await device.touches(false)

		await signOut(page)
		await page.goto('/login')
		await device.touches(true)
		await page.click('text=Sign in with a passkey')
		await page.waitForURL('**/account')
		assert.equal(await page.textContent('h1'), name)

		await device.touches(false)
		await enableTwoStep(page)
		await signOut(page)
		await signIn(page, name)
		await page.waitForURL('**/login/second-step**')
		await look(page, `${looks}-second-step-passkey`)
		await device.verifies(false)
		await device.touches(true)
		await page.click('text=Use a passkey instead')
		await page.waitForSelector('[role=alert]')
		await look(page, `${looks}-passkey-failed`)
		await device.verifies(true)
		await page.click('text=Use a passkey instead')
		await page.waitForURL('**/account')

		await page.goto('/account/proof?next=/account/security')
		await page.click('text=Use a passkey instead')
		await page.waitForURL('**/account/security')
		await page.click('text=Rename')
		await look(page, `${looks}-passkey-rename`)
		await page.fill('details [name=name]', 'Old laptop')
		await page.click('details >> text=Save')
		await page.waitForSelector('h3:has-text("Old laptop")')
		await page.click('[aria-label="Remove Old laptop"]')
		await page.waitForURL('**/account/security?done=passkey-removed')
		assert.equal(await page.isVisible('h3:has-text("Old laptop")'), false)
		await context.close()
	})
}

test('a passkey is offered among the names that the browser suggests', async () => {
	const [context, page] = await openContext()
	const device = await withAuthenticator(context, page)
	await register(page, 'dunlin')
	await device.touches(true)
	await page.goto('/account/passkeys')
	await page.click('text=Create passkey')
	await page.waitForURL('**/account/security?done=passkey-added')
	await device.touches(false)
	await signOut(page)
	// The virtual device chooses it by itself once it is touched; a person picks it from the list.
	await device.touches(true)
	await page.goto('/login')
	await page.waitForURL('**/account')
	await context.close()
})

test('everything but passkeys works without scripts', async () => {
	const [context, page] = await openContext({ javaScriptEnabled: false, ...LOOKS.narrow })
	await register(page, 'plain')
	await page.goto('/login')
	assert.equal(await page.isVisible('text=Sign in with a passkey'), false)
	const { codes } = await enableTwoStep(page)
	await signOut(page)
	await signIn(page, 'plain')
	await page.fill('[name=code]', codes[3] ?? '')
	await page.click('text=Sign in')
	await page.waitForURL('**/account')
	await page.goto('/account/proof?next=/account/password')
	await page.fill('[name=password]', PASSWORD)
	await page.click('text=Continue')
	await page.waitForURL('**/account/password')
	await page.fill('[name=password]', 'another lantern entirely')
	await page.click('main button.primary')
	await page.waitForSelector('[role=status]')
	await page.goto('/account/passkeys')
	assert.equal(await page.isVisible('noscript .alert'), true)
	await context.close()
})

test('who sees a browser they do not know signs it out', async () => {
	const [context, page] = await openContext(LOOKS.wide)
	await register(page, 'warden')
	const [other, elsewhere] = await openContext({
		userAgent:
			'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
	})
	await signIn(elsewhere, 'warden')
	await elsewhere.waitForURL('**/account')
	await page.goto('/account/logins')
	await look(page, 'wide-logins-two')
	await page.click('[aria-label="Sign out Safari on iOS"]')
	await page.waitForSelector('[role=status]')
	await elsewhere.goto('/account')
	assert.match(elsewhere.url(), /\/login\?next=/)
	await context.close()
	await other.close()
})
