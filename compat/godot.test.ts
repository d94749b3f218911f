/**
 * The two halves of the addon for Godot. The page's half, guildhall.js, runs in Chromium, called as GDScript calls it: by text, with a
 * callback that gets lists. The half in GDScript is read, not run: no package brings the engine.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Bridge } from '../packages/sdk-godot/src/bridge.ts'
import { launchChromium } from './chromium.ts'
import { type EnginePages, serveEnginePages } from './engine-pages.ts'
import { type Platform, startPlatform } from './platform.ts'

declare const window: Window & {
	GuildhallBridge: Bridge
	/** What guildhall.gd would be told: its callback's arguments. */
	heard: [name: string, json: string][]
	wake(): void
}

const ADDON = new URL('../packages/sdk-godot/addons/guildhall/', import.meta.url)
const SDK = new URL('../packages/sdk/src/', import.meta.url)

suite('the half in GDScript', () => {
	const script = readFileSync(new URL('guildhall.gd', ADDON), 'utf8')

	test('it is GDScript', async (context) => {
		const mistakes = await gdscriptMistakes()
		if (!mistakes) return context.skip('no parser of GDScript was installed for this machine')
		assert.deepEqual(mistakes('func f(:\n\tpass\n'), ['func f(:'])
		for (const file of ['guildhall.gd', 'plugin.gd']) {
			assert.deepEqual(mistakes(readFileSync(new URL(file, ADDON), 'utf8')), [], file)
		}
	})

	test('it has a signal for every event of a client, with as many arguments', () => {
		const signals = [...script.matchAll(/^signal (\w+)(?:\((.*)\))?$/gm)].map(
			([, name = '', args]) => [name, args ? args.split(',').length : 0] as const,
		)
		const declared = ['client/state.ts', 'cache/happenings.ts'].flatMap((file) => {
			const [, body = ''] =
				/export interface \w*Events[^{]*\{\n([\s\S]*?)\n\}/.exec(readFileSync(new URL(file, SDK), 'utf8')) ?? []
			return [...body.matchAll(/^\t(\w+): \[(.*)\]$/gm)]
		})
		const events = declared.map(
			([, name = '', args]) =>
				[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), args ? args.split(',').length : 0] as const,
		)
		assert.ok(events.length >= 14)
		const others = signals.filter(([name]) => name !== 'answered')
		assert.deepEqual(others.toSorted(), events.toSorted())
	})

	test('it calls what the other half has, with as many arguments', () => {
		const calls = [...script.matchAll(/_bridge\.(\w+)\((.*)\)$/gm)].map(([, name, args = '']) => {
			const inner = args.replaceAll(/\([^()]*\)/g, '').replace(/\)+$/, '')
			return `${name} ${inner === '' ? 0 : inner.split(',').length}`
		})
		assert.deepEqual(calls.toSorted(), ['listen 1', 'read 2', 'request 3', 'run 0', 'start 2'])
	})
})

/** What a parser of GDScript cannot read in a text; undefined where its binaries do not fit the machine. */
async function gdscriptMistakes(): Promise<((text: string) => string[]) | undefined> {
	const modules = await Promise.all([import('tree-sitter'), import('tree-sitter-gdscript')]).catch(() => undefined)
	if (!modules) return undefined
	const [{ default: Parser }, { default: language }] = modules
	const parser = new Parser()
	parser.setLanguage(language as Parameters<typeof parser.setLanguage>[0])
	return (text) =>
		parser
			.parse(text)
			.rootNode.descendantsOfType('ERROR')
			.map((node) => node.text)
}

suite('the half on the page', () => {
	let platform: Platform
	let pages: EnginePages
	let browser: Browser

	before(async () => {
		platform = await startPlatform('--fixture-size', 'small')
		pages = await serveEnginePages()
		browser = await launchChromium()
	})

	after(async () => {
		await browser?.close()
		await pages?.[Symbol.asyncDispose]()
		await platform?.[Symbol.asyncDispose]()
	})

	/** A page with the bridge, and a frame loop that runs it, as `_process` does. */
	async function game(options: object): Promise<Page> {
		const page = await (await browser.newContext()).newPage()
		page.setDefaultTimeout(15_000)
		await page.goto(`${pages.origin}/godot`)
		await page.evaluate((options) => {
			window.heard = []
			window.GuildhallBridge.start(JSON.stringify(options), (name, json) => window.heard.push([name, json]))
			const frame = () => {
				window.GuildhallBridge.run()
				requestAnimationFrame(frame)
			}
			frame()
		}, options)
		return page
	}

	let last = 0
	async function request(page: Page, method: string, args: unknown[] = []) {
		last += 1
		await page.evaluate(([id, method, args]) => window.GuildhallBridge.request(id, method, args), [
			String(last),
			method,
			JSON.stringify(args),
		] as const)
		const [, answer] = await hears(page, 'answered', ([id]) => id === String(last))
		return answer as Record<string, unknown>
	}

	const read = (page: Page, method: string, args: unknown[] = []) =>
		page.evaluate(([method, args]) => JSON.parse(window.GuildhallBridge.read(method, args)), [
			method,
			JSON.stringify(args),
		] as const)

	/** The arguments of the first thing told under this name that is as wanted. */
	async function hears(page: Page, name: string, isWanted: (args: unknown[]) => boolean = () => true) {
		for (;;) {
			const all = await page.evaluate(() => window.heard)
			const found = all
				.map(([name, json]) => [name, JSON.parse(json)])
				.find(([one, args]) => one === name && isWanted(args))
			if (found) return found[1] as unknown[]
			await page.waitForFunction((count) => window.heard.length > count, all.length)
		}
	}

	test('a token, Ready, a lobby, a message, a user: everything as text', async () => {
		const { api_base: apiBase, origin: webBase, bots, users } = platform.fixture
		const page = await game({ apiBase, webBase, applicationId: bots[0].application.id })
		await page.evaluate(() => {
			for (const name of ['status_changed', 'lobby_created', 'message_created']) window.GuildhallBridge.listen(name)
		})
		assert.deepEqual(await request(page, 'UpdateToken', [1, users[0].access_token]), { ok: true, value: null })
		assert.equal(await read(page, 'Connect'), null)
		assert.deepEqual(await hears(page, 'status_changed', ([status]) => status === 3), [3, 0, 0])

		const made = await request(page, 'CreateOrJoinLobbyWithMetadata', ['godot', { map: 'bay' }, { boat: 'cutter' }])
		assert.match(String(made.value), /^\d{17,20}$/)
		await hears(page, 'lobby_created', ([id]) => id === made.value)
		const lobby = await read(page, 'GetLobbyHandle', [made.value])
		assert.deepEqual([lobby.id, lobby.metadata], [made.value, { map: 'bay' }])
		const [member] = lobby.lobby_members
		assert.deepEqual([member.id, member.connected, member.metadata], [users[0].id, true, { boat: 'cutter' }])
		assert.deepEqual([member.user.display_name, member.user.is_provisional], ['Alice', false])

		const sent = await request(page, 'SendLobbyMessage', [made.value, 'ahoy'])
		await hears(page, 'message_created', ([id]) => id === sent.value)
		const message = await read(page, 'GetMessageHandle', [sent.value])
		assert.deepEqual([message.content, message.author.display_name, message.lobby.id], ['ahoy', 'Alice', made.value])
		const history = await request(page, 'GetLobbyMessagesWithLimit', [made.value, 10])
		assert.deepEqual(
			(history.value as { id: string }[]).map(({ id }) => id),
			[sent.value],
		)
		await page.context().close()
	})

	test('what is not there and what is wrong is told, not thrown', async () => {
		const { api_base: apiBase, bots, users } = platform.fixture
		const page = await game({ apiBase, applicationId: bots[0].application.id })
		assert.equal(await read(page, 'GetLobbyHandle', ['1']), null)
		assert.equal(await read(page, 'GetApplicationId'), bots[0].application.id)
		await request(page, 'UpdateToken', [1, users[0].access_token])
		const long = await request(page, 'CreateOrJoinLobby', ['x'.repeat(251)])
		assert.equal(long.ok, false)
		assert.ok(typeof long.type === 'number' && typeof long.retryable === 'boolean', JSON.stringify(long))
		assert.deepEqual(await request(page, 'Sink', []), {
			...{ ok: false, error: 'Client has no Sink' },
		})
		assert.equal((await request(page, 'constructor', [])).error, 'Client has no constructor')
		const args = { $: 'DeviceAuthorizationArgs', scopes: 'openid', clientId: '1', sails: 3 }
		const wrong = await request(page, 'GetTokenFromDevice', [args])
		assert.match(String(wrong.error), /sails/)
		assert.match(String((await request(page, 'GetTokenFromDevice', [{ $: 'Ship' }])).error), /The SDK has no Ship/)
		await page.context().close()
	})
})
