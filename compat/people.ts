/** The people of these tests: what they sit before, and how they come to an account. */
import type { Browser, BrowserContext, Page } from 'playwright-core'

export const PASSWORD = 'a lantern in the long night'

/** A desk by day, a phone by night. */
export const LOOKS = {
	wide: { viewport: { width: 1200, height: 800 }, colorScheme: 'light' },
	narrow: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const

type ContextOptions = Parameters<Browser['newContext']>[0]

/** A browser of somebody who was never here, at no page yet. */
export async function openPage(
	browser: Browser,
	origin: string,
	options: ContextOptions = {},
): Promise<[BrowserContext, Page]> {
	const context = await browser.newContext({ baseURL: origin, ...options })
	context.setDefaultTimeout(15_000)
	return [context, await context.newPage()]
}

/** Fills in the registration that is shown, and sends it. */
export async function register(page: Page, name: string): Promise<void> {
	await page.fill('[name=username]', name)
	await page.fill('[name=email]', `${name}@example.com`)
	await page.fill('[name=password]', PASSWORD)
	await page.click('main button')
}
