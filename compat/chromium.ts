/** The browser that people use in these tests, and how pages are judged in it. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Where pictures go when one wants to look at them. */
const PICTURES = process.env.PICTURES

/** `withWebgl`: games are drawn, by software. */
export function launchChromium({ withWebgl = false } = {}): Promise<Browser> {
	return chromium.launch({
		executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
		args: [
			'--no-sandbox',
			...(withWebgl ? ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'] : []),
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	})
}

/** Keeps a picture of the page, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
	if (!PICTURES) return
	mkdirSync(PICTURES, { recursive: true })
	await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
}

/** Holds the page to the rules of WCAG that a machine can check. */
export async function isAccessible(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page }).analyze()
	assert.deepEqual(
		violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html) })),
		[],
	)
}
