/** The plugins of engines in Chromium: their example scenes, drawn by WebGL, with two players in a lobby. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type * as socialsdk from '@guildhall/socialsdk'
import type { Browser, Page } from 'playwright-core'
import type { Harbor, play as playPhaser } from '../packages/sdk-phaser/example/scene.ts'
import type { play as playPixi } from '../packages/sdk-pixi/example/scene.ts'
import type { Lamp, play as playThree } from '../packages/sdk-three/example/scene.ts'
import { launchChromium, picture } from './chromium.ts'
import { type Engine, type EnginePages, serveEnginePages } from './engine-pages.ts'
import { type FixtureUser, type Platform, startPlatform } from './platform.ts'

declare const window: Window & {
	socialsdk: typeof socialsdk
	client: socialsdk.Client
	play(client: socialsdk.Client, parent: HTMLElement): unknown
	phaser: ReturnType<typeof playPhaser>
	three: ReturnType<typeof playThree>
	pixi: Awaited<ReturnType<typeof playPixi>>
}

let platform: Platform
let pages: EnginePages
let browser: Browser

before(async () => {
	platform = await startPlatform('--fixture-size', 'small')
	pages = await serveEnginePages()
	browser = await launchChromium({ withWebgl: true })
})

after(async () => {
	await browser?.close()
	await pages?.[Symbol.asyncDispose]()
	await platform?.[Symbol.asyncDispose]()
})

interface Player extends AsyncDisposable {
	page: Page
	/** What went wrong on the page. */
	errors: string[]
}

/** Starts the scene of an engine as this user; what `play` gave is a global by the engine's name. */
async function play(engine: Engine, user: FixtureUser): Promise<Player> {
	const page = await (await browser.newContext()).newPage()
	page.setDefaultTimeout(20_000)
	const errors: string[] = []
	page.on('pageerror', (error) => errors.push(String(error)))
	page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
	await page.goto(`${pages.origin}/${engine}`)
	const { api_base: apiBase, origin: webBase, bots } = platform.fixture
	await page.evaluate(
		async ([engine, token, applicationId, options]) => {
			const { socialsdk, play } = window
			const client = new socialsdk.Client(new socialsdk.ClientCreateOptions({ ...options, dispatch: 'manual' }))
			client.SetApplicationId(applicationId)
			// Until the engine does it.
			const pump = setInterval(socialsdk.RunCallbacks, 5)
			await client.UpdateToken(socialsdk.AuthorizationTokenType.Bearer, token)
			clearInterval(pump)
			Object.assign(window, { client, [engine]: await play(client, document.body) })
		},
		[engine, user.access_token, bots[0].application.id, { apiBase, webBase }] as const,
	)
	return { page, errors, [Symbol.asyncDispose]: () => page.context().close() }
}

const say = (page: Page, words: string) =>
	page.evaluate(async (words) => {
		await window.client.SendLobbyMessage(window.client.GetLobbyIds().at(-1) ?? 0n, words)
	}, words)

const disconnect = (page: Page) => page.evaluate(() => window.client.Disconnect())

test('Phaser: `this.social` in scenes, callbacks in the step, listeners that end with their scene', async () => {
	const [alice, bob] = platform.fixture.users
	const lamps = ({ page }: Player, count: number) =>
		page.waitForFunction((count) => window.phaser.scene.getScene<Harbor>('harbor').lamps.size === count, count)
	const said = ({ page }: Player) => page.evaluate(() => window.phaser.scene.getScene<Harbor>('harbor').said?.text)
	const hears = ({ page }: Player, words: string) =>
		page.waitForFunction((words) => window.phaser.scene.getScene<Harbor>('harbor').said?.text === words, words)
	await using here = await play('phaser', alice)
	await lamps(here, 1)
	assert.equal(await here.page.evaluate(() => window.phaser.renderer.type), 2, 'drawn by WebGL')
	await using there = await play('phaser', bob)
	await lamps(here, 2)
	await lamps(there, 2)

	// While the loop sleeps nothing is told; what happened meanwhile is told when it wakes.
	await here.page.evaluate(() => window.phaser.loop.sleep())
	await there.page.keyboard.press('Space')
	await hears(there, 'Bob: ahoy')
	assert.equal(await said(here), '')
	await here.page.evaluate(() => window.phaser.loop.wake())
	await hears(here, 'Bob: ahoy')
	await picture(here.page, 'engine-phaser')

	await disconnect(there.page)
	await lamps(here, 1)
	const listeners = await here.page.evaluate(async () => {
		const { events } = window.phaser.scene.getScene<Harbor>('harbor').social
		const before = events.listenerCount('messageCreated')
		window.phaser.scene.stop('harbor')
		await new Promise((resolve) => window.phaser.events.once('poststep', resolve))
		return [before, events.listenerCount('messageCreated')]
	})
	assert.deepEqual(listeners, [1, 0])
	await here.page.evaluate(async () => {
		const ended = new Promise((resolve) => window.phaser.events.once('destroy', resolve))
		window.phaser.destroy(true)
		await ended
	})
	assert.deepEqual([here.errors, there.errors], [[], []])
})

test('Phaser: what others see of a player follows the scenes', async () => {
	const [alice] = platform.fixture.users
	await using here = await play('phaser', alice)
	const says = (state: string | undefined) =>
		here.page.waitForFunction((state) => window.client.GetCurrentUserV2()?.GameActivity()?.State() === state, state)
	await says('In the harbor')
	await here.page.keyboard.press('Enter')
	await says('At sea, 1 fathoms deep')
	// The same scene, begun anew.
	await here.page.evaluate(() => window.phaser.scene.getScene('at-sea').scene.restart({ fathoms: 40 }))
	await says('At sea, 40 fathoms deep')
	// A menu above it has nothing to say, and what is paused is where the player is.
	const cleared = await here.page.evaluate(async () => {
		const { client, phaser } = window
		const clear = client.ClearRichPresence.bind(client)
		let count = 0
		client.ClearRichPresence = () => {
			count += 1
			clear()
		}
		phaser.scene.add('menu', {}, true)
		phaser.scene.pause('at-sea')
		for (let step = 0; step < 3; step++) await new Promise((resolve) => phaser.events.once('poststep', resolve))
		return count
	})
	assert.equal(cleared, 0)
	await here.page.evaluate(() => window.phaser.scene.stop('at-sea'))
	await says(undefined)
	// A new connection is told by itself.
	await here.page.evaluate(() => window.phaser.scene.wake('harbor'))
	await says('In the harbor')
	await disconnect(here.page)
	await here.page.waitForFunction(() => window.client.GetStatus() === window.socialsdk.ClientStatus.Disconnected)
	await here.page.evaluate(() => window.client.Connect())
	await says('In the harbor')
	await here.page.evaluate(async () => {
		window.client.Destroy()
		const ended = new Promise((resolve) => window.phaser.events.once('destroy', resolve))
		window.phaser.destroy(true)
		await ended
	})
	assert.deepEqual(here.errors, [])
})

test('three.js: an object for each member who is there, events of an EventDispatcher, callbacks in `update`', async () => {
	const [alice, bob] = platform.fixture.users
	const lamps = ({ page }: Player, names: string[]) =>
		page.waitForFunction(
			(names) => String(window.three.crowd?.children.map(({ name }) => name).sort()) === String(names),
			names,
		)
	await using here = await play('three', alice)
	await lamps(here, ['Alice'])
	await using there = await play('three', bob)
	await lamps(here, ['Alice', 'Bob'])
	await lamps(there, ['Alice', 'Bob'])
	await there.page.evaluate(async () => void (await window.three.say('ahoy')))
	await here.page.waitForFunction(() => {
		const bob = window.three.crowd?.children.find(({ name }) => name === 'Bob')
		return (bob as Lamp | undefined)?.material.emissive.getHexString() === '8a5a00'
	})
	await picture(here.page, 'engine-three')
	// Where there are lamps it is lighter than the sea.
	const colours = await here.page.evaluate(() => {
		const { renderer, crowd } = window.three
		const gl = renderer.getContext()
		const pixel = new Uint8Array(4 * 640 * 320)
		gl.readPixels(0, 0, 640, 320, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
		let bright = 0
		for (let at = 0; at < pixel.length; at += 4) if ((pixel[at] ?? 0) > 150) bright += 1
		return { bright, isWebgl: gl instanceof WebGL2RenderingContext, members: crowd?.children.length }
	})
	assert.equal(colours.isWebgl, true)
	assert.ok(colours.bright > 1000, `${colours.bright} bright pixels`)

	await disconnect(there.page)
	await lamps(here, ['Alice'])
	const afterwards = await here.page.evaluate(async () => {
		const { social, crowd } = window.three
		crowd?.dispose()
		let heard = 0
		social.addEventListener('lobbyUpdated', () => {
			heard += 1
		})
		social.dispose()
		const lobbyId = crowd?.lobbyId ?? 0n
		const updated = new Promise<void>((resolve) => social.client.SetLobbyUpdatedCallback(() => resolve()))
		await social.client.CreateOrJoinLobbyWithMetadata('the-harbor', { weather: 'fair' }, {})
		await updated
		return { heard, left: crowd?.children.length, metadata: social.client.GetLobbyHandle(lobbyId)?.Metadata() }
	})
	assert.deepEqual(afterwards, { heard: 0, left: 0, metadata: { weather: 'fair' } })
	assert.deepEqual([here.errors, there.errors], [[], []])
})

test('PixiJS: `app.social`, cards with names and pictures, callbacks in the ticker', async () => {
	const [alice, bob] = platform.fixture.users
	const cards = ({ page }: Player, names: string[]) =>
		page.waitForFunction(
			(names) => String([...window.pixi.cards.values()].map(({ label }) => label).sort()) === String(names),
			names,
		)
	await using here = await play('pixi', alice)
	// Members stay without being connected: both are there from the scenes before.
	await cards(here, ['Alice', 'Bob'])
	await using there = await play('pixi', bob)
	await cards(there, ['Alice', 'Bob'])
	assert.equal(await here.page.evaluate(() => window.pixi.app.renderer.type), 1, 'drawn by WebGL')

	await here.page.evaluate(() => window.pixi.app.ticker.stop())
	await say(there.page, 'ahoy')
	await there.page.waitForFunction(() => window.pixi.said.text === 'Bob: ahoy')
	assert.equal(await here.page.evaluate(() => window.pixi.said.text), '')
	await here.page.evaluate(() => window.pixi.app.ticker.start())
	await here.page.waitForFunction(() => window.pixi.said.text === 'Bob: ahoy')
	// Pictures come from the platform.
	await here.page.waitForFunction(() =>
		[...window.pixi.cards.values()].every(({ pictureUrl }) => pictureUrl.includes('/embed/')),
	)
	await picture(here.page, 'engine-pixi')

	await there.page.evaluate(async () => {
		await window.client.LeaveLobby(window.client.GetLobbyIds().at(-1) ?? 0n)
	})
	await cards(here, ['Alice'])
	await here.page.evaluate(() => window.pixi.app.destroy())
	assert.equal(await here.page.evaluate(() => window.pixi.app.social), undefined)
	assert.deepEqual([here.errors, there.errors], [[], []])
})
