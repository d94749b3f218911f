/** People who bring bots into their servers with Chromium, and the bots, in discord.js. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { Client, Events, GatewayIntentBits, type Guild, PermissionFlagsBits, WebhookClient } from 'discord.js'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { isAccessible, launchChromium, picture } from './chromium.ts'
import { LOOKS, openPage, register } from './people.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let browser: Browser
let herald: Client<true>

before(async () => {
	platform = await startPlatform('--fixture-size', 'small')
	browser = await launchChromium()
	const client = new Client({
		intents: [GatewayIntentBits.Guilds],
		rest: { api: platform.fixture.api_base, cdn: platform.fixture.cdn_base },
	})
	const ready = once(client, Events.ClientReady)
	await client.login(platform.fixture.bots[1].token)
	await ready
	herald = client as Client<true>
	await patchApplication({ integration_types_config: { 1: {} } })
})

after(async () => {
	await herald?.destroy()
	await browser?.close()
	await platform?.[Symbol.asyncDispose]()
})

const PERMISSIONS =
	PermissionFlagsBits.SendMessages | PermissionFlagsBits.ManageMessages | PermissionFlagsBits.KickMembers

async function patchApplication(changes: object): Promise<void> {
	const { api_base, bots } = platform.fixture
	const response = await fetch(`${api_base}/v10/applications/@me`, {
		method: 'PATCH',
		headers: { authorization: `Bot ${bots[1].token}`, 'content-type': 'application/json' },
		body: JSON.stringify(changes),
	})
	assert.equal(response.status, 200, await response.text())
}

/** Somebody who has just registered, with a server of their own where one is named. */
async function newcomer(
	name: string,
	guild: string | undefined,
	options: Parameters<Browser['newContext']>[0] = {},
): Promise<[BrowserContext, Page]> {
	const [context, page] = await openPage(browser, platform.fixture.origin, options)
	await page.goto('/register')
	await register(page, name)
	await page.waitForURL('**/account')
	if (guild !== undefined) {
		const csrf = await page.getAttribute('[name=csrf_token]', 'value')
		const made = await context.request.post('/api/v10/guilds', {
			data: { name: guild },
			headers: { 'x-csrf-token': csrf ?? '', origin: platform.fixture.origin },
		})
		assert.equal(made.status(), 201)
	}
	return [context, page]
}

const link = (fields: Record<string, string> = {}) =>
	`/oauth2/authorize?${new URLSearchParams({ client_id: platform.fixture.bots[1].application.id, ...fields })}`

const ready = (page: Page) => page.waitForFunction(() => !document.querySelector('[aria-disabled]'))

function nextGuild(name: string): Promise<Guild> {
	return new Promise((resolve) => {
		const listen = (guild: Guild) => {
			if (guild.name !== name) return
			herald.off(Events.GuildCreate, listen)
			resolve(guild)
		}
		herald.on(Events.GuildCreate, listen)
	})
}

for (const [look, options] of Object.entries(LOOKS)) {
	test(`a person brings a bot into their server, and it hears of it, ${look}`, async () => {
		const name = `House of ${look}`
		const [context, page] = await newcomer(`${look}host`, name, options)
		await page.goto(link({ scope: 'bot', permissions: String(PERMISSIONS) }))
		await picture(page, `${look}-install`)
		await isAccessible(page)
		await ready(page)
		await page.click('[value=true]')
		await page.waitForSelector('[role=alert]')
		await picture(page, `${look}-install-incomplete`)
		await isAccessible(page)
		await page.selectOption('#guild', { label: name })
		await page.uncheck('text=Kick members')
		await ready(page)
		const heard = nextGuild(name)
		await page.click('[value=true]')
		await page.waitForURL('**/oauth2/authorized')
		await picture(page, `${look}-installed`)
		await isAccessible(page)
		const guild = await heard
		const me = await guild.members.fetchMe()
		assert.ok(me.permissions.has(PermissionFlagsBits.ManageMessages))
		assert.ok(!me.permissions.has(PermissionFlagsBits.KickMembers), 'what was unticked it does not have')
		assert.equal(guild.roles.botRoleFor(herald.user)?.managed, true)

		await page.goto(link())
		await page.check('text=To your account')
		await picture(page, `${look}-install-account`)
		await isAccessible(page)
		assert.equal(await page.isVisible('#guild'), false)
		await ready(page)
		await page.click('[value=true]')
		await page.waitForURL('**/oauth2/authorized')
		await page.goto(link({ scope: 'bot' }))
		await page.click('text=Cancel')
		await page.waitForURL('**/oauth2/authorized?error=access_denied**')
		await isAccessible(page)
		await context.close()
	})
}

test('without scripts the same can be chosen, and chosen again', async () => {
	const [context, page] = await newcomer('plainhost', 'Plain house', { javaScriptEnabled: false, ...LOOKS.narrow })
	await page.goto(link({ scope: 'bot', permissions: String(PERMISSIONS) }))
	await page.uncheck('text=Send messages')
	await page.click('[value=true]')
	await page.waitForSelector('[role=alert]')
	assert.equal(await page.isChecked('text=Send messages'), false, 'what was chosen stays')
	await page.selectOption('#guild', { label: 'Plain house' })
	const heard = nextGuild('Plain house')
	await page.click('[value=true]')
	await page.waitForURL('**/oauth2/authorized')
	assert.equal((await heard).name, 'Plain house')
	await context.close()
})

test('one who manages no server is told so', async () => {
	const [context, page] = await newcomer('homeless', undefined, LOOKS.narrow)
	await page.goto(link({ scope: 'bot' }))
	await picture(page, 'narrow-install-nowhere')
	await isAccessible(page)
	assert.equal(await page.isDisabled('[value=true]'), true)
	await context.close()
})

test('the whole way can be gone with the keyboard', async () => {
	const [context, page] = await newcomer('keyhost', 'Key house')
	await page.goto(link({ scope: 'bot', permissions: String(PERMISSIONS) }))
	await ready(page)
	const tabTo = async (selector: string) => {
		for (let tab = 0; tab < 30; tab++) {
			await page.keyboard.press('Tab')
			if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
		}
		throw new Error(`The keyboard does not lead to ${selector}.`)
	}
	await tabTo('#guild')
	await page.keyboard.press('ArrowDown')
	await tabTo('[name=permission_KickMembers]')
	await page.keyboard.press('Space')
	await tabTo('[value=true]')
	await page.keyboard.press('Enter')
	await page.waitForURL('**/oauth2/authorized')
	await context.close()
})

test('a channel is chosen for a webhook, which posts from somewhere else', async () => {
	const [context, page] = await newcomer('newshost', 'News house', LOOKS.wide)
	await context.route('http://127.0.0.1:9/**', (route) => route.fulfill({ body: 'back' }))
	const { redirect_uri, bots, api_base } = platform.fixture
	const { id: client_id, client_secret } = bots[0].application
	await page.goto(link({ client_id, scope: 'webhook.incoming', response_type: 'code', redirect_uri }))
	await page.selectOption('#channel', { label: '#general' })
	await picture(page, 'wide-webhook')
	await isAccessible(page)
	await ready(page)
	await page.click('[value=true]')
	await page.waitForURL('http://127.0.0.1:9/**')
	const code = new URL(page.url()).searchParams.get('code') ?? ''
	const response = await fetch(platform.fixture.oauth.token_url, {
		method: 'POST',
		body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri, client_id, client_secret }),
	})
	const { webhook } = (await response.json()) as { webhook: { id: string; token: string; name: string } }
	const poster = new WebhookClient({ id: webhook.id, token: webhook.token }, { rest: { api: api_base } })
	const sent = await poster.send({ content: 'from elsewhere', username: 'Courier' })
	assert.equal((await poster.fetchMessage(sent.id)).author.username, 'Courier')
	await poster.editMessage(sent.id, 'from elsewhere, later')
	await poster.deleteMessage(sent.id)
	await poster.delete()
	await context.close()
})
