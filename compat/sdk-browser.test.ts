/** The bundle in a real browser, with a game page, the shipped callback page and the small platform. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type * as socialsdk from '@guildhall/socialsdk'
import { type Browser, chromium, type Page } from 'playwright-core'
import { APPLICATION_ID, type SmallPlatform, smallPlatform } from '../packages/sdk/test/platform.ts'
import { bundleGame, bundleSdk } from '../packages/sdk/tools/bundle.ts'

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'

declare const window: Window & { sdk: typeof socialsdk; client: socialsdk.Client; socialsdk: typeof socialsdk }

/** What a page of S15 keeps between the steps. */
interface Trying {
	told: { sockets: number }
	lost: Promise<void>
	back: Promise<void>
	advance(ms: number): void
	becomes(status: number): Promise<void>
}

describe('in Chromium', { skip: !existsSync(CHROMIUM) && 'no Chromium on this machine' }, () => {
	let platform: SmallPlatform
	let browser: Browser
	let origin: string
	let close: () => void
	/** Of files that are a while under way, in milliseconds. */
	const delays = new Map<string, number>()

	before(async () => {
		platform = await smallPlatform()
		const pages: Record<string, [string, string]> = {
			'/': ['text/html', '<!doctype html><title>Game</title><button>Play</button>'],
			'/socialsdk.js': ['text/javascript', await bundleSdk({ format: 'esm' })],
			'/socialsdk.iife.js': ['text/javascript', await bundleSdk({ format: 'iife' })],
			...(await splitSdk()),
			'/callback.html': [
				'text/html',
				await readFile(new URL('../packages/sdk/callback.html', import.meta.url), 'utf8'),
			],
		}
		const server = createServer((request, response) => {
			const [type, text] = pages[request.url?.split('?')[0] ?? ''] ?? ['text/plain', '']
			const delayMs = delays.get(request.url ?? '') ?? 0
			setTimeout(() => response.writeHead(200, { 'content-type': type }).end(text), delayMs)
		})
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
		close = () => server.close()
		// Only root needs it; in a container one is.
		browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
	})

	after(async () => {
		await browser?.close()
		close?.()
		await platform?.[Symbol.asyncDispose]()
	})

	/** The SDK as a bundler splits it; every file comes late. */
	async function splitSdk(): Promise<Record<string, [string, string]>> {
		const files = Object.entries(await bundleGame("export * from 'socialsdk'"))
		for (const [name] of files) delays.set(`/split/${name}`, 300)
		return Object.fromEntries(files.map(([name, text]) => [`/split/${name}`, ['text/javascript', text]]))
	}

	async function game(options: object = {}, path = '/socialsdk.js'): Promise<Page> {
		const page = await (await browser.newContext()).newPage()
		page.setDefaultTimeout(10_000)
		await page.goto(origin)
		await page.evaluate(
			async ([apiBase, applicationId, more, path]) => {
				window.sdk = await import(path)
				const redirectUri = `${location.origin}/callback.html`
				window.client = new window.sdk.Client(new window.sdk.ClientCreateOptions({ apiBase, redirectUri, ...more }))
				window.client.SetApplicationId(applicationId)
			},
			[platform.apiBase, APPLICATION_ID, options, path] as const,
		)
		return page
	}

	/** Authorizes in a click; what `Authorize` gives is kept as `answer`. */
	const authorizeOnClick = (page: Page) =>
		page.evaluate(() => {
			const { client, sdk } = window
			const pair = client.CreateAuthorizationCodeVerifier()
			const args = new sdk.AuthorizationArgs({ scopes: 'openid', codeChallenge: pair.Challenge() })
			const button = document.querySelector('button')
			if (!button) throw new Error('no button')
			button.onclick = () => {
				const answer = client.Authorize(args).then(
					({ code, redirectUri }) => ({ code, redirectUri, verifier: pair.Verifier() }),
					(error) => ({ type: error.type as number, message: String(error.message) }),
				)
				Object.assign(window, { answer })
			}
		})

	const answerOf = (page: Page) =>
		page.evaluate(() => (window as unknown as { answer: Promise<Record<string, string>> }).answer)

	test('the script defines socialsdk, and importing touches nothing', async () => {
		const page = await (await browser.newContext()).newPage()
		await page.goto(origin)
		await page.addScriptTag({ url: '/socialsdk.iife.js' })
		const scopes = await page.evaluate(() => window.socialsdk.Client.GetDefaultCommunicationScopes())
		assert.equal(scopes, 'openid sdk.social_layer')
	})

	test('there are no files: SetLogDir says so, and the scopes are as anywhere', async () => {
		const page = await game()
		const [isWritten, lines, scopes] = await page.evaluate(() => {
			const { client, sdk } = window
			const lines: string[] = []
			client.AddLogCallback((line) => lines.push(line), sdk.LoggingSeverity.Verbose)
			const isWritten = client.SetLogDir('/tmp', sdk.LoggingSeverity.Verbose)
			return [isWritten, lines, sdk.Client.GetDefaultPresenceScopes()] as const
		})
		assert.equal(isWritten, false)
		assert.deepEqual(lines, ['SetLogDir: there are no files here'])
		assert.equal(scopes, 'openid sdk.social_layer_presence')
		await page.context().close()
	})

	test('a window, the consent page, the callback page, tokens, Ready', async () => {
		const page = await game()
		await authorizeOnClick(page)
		await page.click('button')
		const { code, verifier, redirectUri } = await answerOf(page)
		assert.equal(redirectUri, `${origin}/callback.html`)
		const name = await page.evaluate(
			async ([applicationId, ...given]) => {
				const { client, sdk } = window
				const [code = '', verifier = '', redirectUri = ''] = given
				const tokens = await client.GetToken(applicationId ?? '', code, verifier, redirectUri)
				await client.UpdateToken(tokens.tokenType, tokens.accessToken)
				const ready = new Promise<void>((resolve) => {
					client.on('statusChanged', (status) => {
						if (status === sdk.ClientStatus.Ready) resolve()
					})
				})
				client.Connect()
				await ready
				return client.GetCurrentUserV2()?.DisplayName()
			},
			[APPLICATION_ID, code ?? '', verifier ?? '', redirectUri ?? ''],
		)
		assert.equal(name, 'alice')
		await page.context().close()
	})

	test('a page that cuts the window off from the game: the answer comes all the same', async () => {
		const page = await game()
		await authorizeOnClick(page)
		platform.answers.set('GET /oauth2/authorize', ({ query }) => {
			const back = new URL(query.get('redirect_uri') ?? '')
			back.search = String(new URLSearchParams({ state: query.get('state') ?? '' }))
			const headers = { 'content-type': 'text/html', 'cross-origin-opener-policy': 'same-origin' }
			// The small platform sends it as JSON: in quotes, which a page does not mind.
			return { headers, body: `<script>location.replace('${back.href}&code=' + (opener ? 'kept' : 'cut'))</script>` }
		})
		await page.click('button')
		assert.equal((await answerOf(page)).code, 'cut')
		platform.answers.clear()
		await page.context().close()
	})

	test('a window that is closed, and one that the browser does not open', async () => {
		const page = await game()
		await authorizeOnClick(page)
		platform.answers.set('GET /oauth2/authorize', () => ({ headers: { 'content-type': 'text/html' }, body: '?' }))
		const opening = page.waitForEvent('popup')
		await page.click('button')
		await (await opening).close()
		assert.deepEqual(await answerOf(page), { type: 7, message: 'Aborted: The window was closed' })
		platform.answers.clear()
		await page.evaluate(() => {
			window.open = () => null
		})
		await page.click('button')
		assert.equal((await answerOf(page)).type, 8)
		await page.context().close()
	})

	test('with its parts still on their way the window opens in the click, and closes where nothing comes of it', async () => {
		const page = await game({}, '/split/game.js')
		await page.evaluate(() => {
			const { open } = window
			window.open = (...given) => {
				Object.assign(window, { openedIn: window.event?.type })
				return open.apply(window, given)
			}
		})
		await authorizeOnClick(page)
		await page.click('button')
		assert.equal(await page.evaluate(() => Object(window).openedIn), 'click')
		assert.match((await answerOf(page)).code ?? '', /^code-/)

		const opening = page.waitForEvent('popup')
		const failed = await page.evaluate(() =>
			window.client.Authorize(new window.sdk.AuthorizationArgs()).catch(({ message }) => message),
		)
		assert.match(failed, /^ValidationError: Scopes/)
		const popup = await opening
		if (!popup.isClosed()) await popup.waitForEvent('close')
		await page.context().close()
	})

	test('a part that cannot be loaded is a failure that may be tried again', async () => {
		const page = await game({}, '/split/game.js')
		await page.route('**/split/*', (route) => route.abort())
		const [type, retryable] = await page.evaluate(() =>
			window.client.RevokeToken(1, 'token').then(
				() => [],
				(error) => [error.type, error.retryable],
			),
		)
		assert.deepEqual([type, retryable], [1, true])
		await page.context().close()
	})

	test('S15 while the browser is offline nothing is tried, and when it is online again it is at once', async () => {
		const page = await game()
		await page.evaluate(
			async ([apiBase, token]) => {
				const { sdk } = window
				let now = Date.now()
				const waiting = new Set<{ at: number; then: () => void }>()
				const clock = {
					now: () => now,
					after(ms: number, then: () => void) {
						const timer = { at: now + ms, then }
						waiting.add(timer)
						return () => void waiting.delete(timer)
					},
				}
				const told = { sockets: 0 }
				const webSocket = class extends WebSocket {
					constructor(url: string) {
						super(url)
						told.sockets++
					}
				}
				const client = new sdk.Client(new sdk.ClientCreateOptions({ apiBase, clock, webSocket }))
				const becomes = (wanted: number) =>
					new Promise<void>((resolve) => {
						const off = client.on('statusChanged', (status) => {
							if (status !== wanted) return
							off()
							resolve()
						})
					})
				const advance = (ms: number) => {
					now += ms
					for (const timer of [...waiting]) if (timer.at <= now && waiting.delete(timer)) timer.then()
				}
				await client.UpdateToken(sdk.AuthorizationTokenType.Bearer, token)
				const isReady = becomes(sdk.ClientStatus.Ready)
				client.Connect()
				await isReady
				Object.assign(window, { advance, told, lost: becomes(sdk.ClientStatus.Reconnecting), becomes })
			},
			[platform.apiBase, platform.token(platform.player('alice'))] as const,
		)
		platform.gateway.sever(4000)
		await page.evaluate(() => (window as unknown as Trying).lost)
		await page.context().setOffline(true)
		await page.waitForFunction(() => !navigator.onLine)
		const tried = await page.evaluate(async () => {
			const { advance, told, becomes } = window as unknown as Trying
			Object.assign(window, { back: becomes(window.sdk.ClientStatus.Ready) })
			for (const ms of [2_000, 10_000, 60_000]) {
				advance(ms)
				// A socket is made in a microtask behind it.
				await new Promise((turned) => setTimeout(turned))
			}
			return told.sockets
		})
		assert.equal(tried, 1, 'the first one alone')
		await page.context().setOffline(false)
		await page.evaluate(() => (window as unknown as Trying).back)
		assert.equal(await page.evaluate(() => (window as unknown as Trying).told.sockets), 2)
		await page.context().close()
	})

	test('leaving the page, coming back to another, and going on there', async () => {
		const page = await game({ authorizeMode: 'redirect', redirectUri: `${origin}/` })
		await authorizeOnClick(page)
		await page.click('button')
		await page.waitForURL(`${origin}/?code=**`)
		const resumed = await page.evaluate(
			async ([apiBase, applicationId]) => {
				const path = '/socialsdk.js'
				const sdk: typeof socialsdk = await import(path)
				const client = new sdk.Client(new sdk.ClientCreateOptions({ apiBase, authorizeMode: 'redirect' }))
				const resumed = await client.ResumeAuthorize(location.href)
				if (!resumed) return 'nothing'
				const { code, codeVerifier, redirectUri } = resumed
				const tokens = await client.GetToken(applicationId ?? '', code, codeVerifier, redirectUri)
				const again = await client.ResumeAuthorize(location.href)
				return `${tokens.scopes}, then ${again}`
			},
			[platform.apiBase, APPLICATION_ID] as const,
		)
		assert.equal(resumed, 'openid sdk.social_layer, then undefined')
		await page.context().close()
	})
})
