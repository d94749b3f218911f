/** The demo studio's game, played by two people at their browsers; a third one in the lobby does not play fair. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client, ClientStatus } from '@guildhall/socialsdk'
import type { Browser, Page } from 'playwright-core'
import { isAccessible, launchChromium, picture } from './chromium.ts'
import { becomes } from './in-process.ts'
import { LOOKS, openPage, register } from './people.ts'
import { type Platform, startPlatform } from './platform.ts'

let platform: Platform
let browser: Browser

before(async () => {
	platform = await startPlatform('--fixture-size', 'small')
	browser = await launchChromium({ withWebgl: true })
})

after(async () => {
	await browser?.close()
	await platform?.[Symbol.asyncDispose]()
})

interface Player extends AsyncDisposable {
	page: Page
	/** What went wrong on the page. */
	errors: string[]
}

/** Without motion, which costs much where graphics are made by software. */
async function atTheGame(options: Parameters<typeof openPage>[2] = {}, path = '/'): Promise<Player> {
	const [context, page] = await openPage(browser, platform.fixture.game_url, { reducedMotion: 'reduce', ...options })
	const errors: string[] = []
	page.on('pageerror', (error) => errors.push(String(error)))
	page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
	await page.goto(path)
	return { page, errors, [Symbol.asyncDispose]: () => context.close() }
}

async function asGuest(options: Parameters<typeof openPage>[2] = {}, path = '/'): Promise<Player> {
	const player = await atTheGame(options, path)
	await player.page.click('#guest')
	await player.page.waitForSelector('#player:not([hidden])')
	return player
}

/** Registers in the window that opens, and allows the game. */
async function consent(page: Page, button: string, name: string): Promise<void> {
	const opening = page.waitForEvent('popup')
	await page.click(button)
	const popup = await opening
	await popup.click('a[href*="/register"]')
	await register(popup, name)
	await popup.click('#decision [value=true]')
}

/** A guest opens a match; answers its code. */
async function openMatch({ page }: Player): Promise<string> {
	await page.click('#new-match')
	await page.waitForSelector('#canvas canvas')
	return (await page.textContent('#match-code')) ?? ''
}

const turn = ({ page }: Player, words: string) =>
	page.waitForFunction((words) => document.getElementById('turn')?.textContent?.includes(words), words)

const light = ({ page }: Player, column: number) => page.click(`#columns button:nth-of-type(${column})`)

/** Columns, played by both in turn; each waits until it is theirs. */
async function play(first: Player, second: Player, columns: readonly number[]): Promise<void> {
	for (const [index, column] of columns.entries()) {
		const player = index % 2 === 0 ? first : second
		await turn(player, 'Your turn')
		await light(player, column)
		await player.page.waitForFunction(() => !document.getElementById('turn')?.textContent?.includes('Your turn'))
	}
}

const columnsOf = ({ page }: Player) =>
	page.$$eval('#columns button', (buttons) => buttons.map(({ ariaLabel }) => ariaLabel?.replace(/^Column \d, /, '')))

const fits = async ({ page }: Player) => {
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
	assert.ok(overflow <= 0, `${overflow} pixels wider than the window`)
}

test('a guest and a player with an account play, talk, and play again', async () => {
	await using guest = await atTheGame(LOOKS.wide)
	await picture(guest.page, 'game-welcome-wide')
	await isAccessible(guest.page)
	await guest.page.click('#guest')
	await guest.page.waitForSelector('#harbor:not([hidden])')
	await picture(guest.page, 'game-harbor-wide')
	await isAccessible(guest.page)
	const code = await openMatch(guest)
	assert.match(code, /^[A-Z2-9]{8}$/)
	await turn(guest, 'Waiting for the other keeper')
	await picture(guest.page, 'game-waiting-wide')

	// The address of the match leads there, by way of signing in.
	await using other = await atTheGame(LOOKS.narrow, `/#match=${code}`)
	await picture(other.page, 'game-welcome-narrow')
	await isAccessible(other.page)
	await fits(other)
	await consent(other.page, '#sign-in', 'juniper')
	await turn(guest, 'Your turn')
	await turn(other, 'sets a red light')
	assert.equal(await other.page.textContent('#seat-starboard .name'), 'juniper (you)')

	await play(guest, other, [4, 4, 3, 5])
	await other.page.fill('#words', 'a calm night')
	await other.page.press('#words', 'Enter')
	await guest.page.waitForSelector('#chat li')
	assert.equal(await guest.page.textContent('#chat li'), 'juniper a calm night')
	await picture(guest.page, 'game-match-wide')
	await picture(other.page, 'game-match-narrow')
	await isAccessible(guest.page)
	await isAccessible(other.page)
	await fits(guest)
	await fits(other)

	assert.deepEqual(await columnsOf(guest), await columnsOf(other))
	await guest.page.click('#resign')
	await turn(other, 'You win by resignation')
	await turn(guest, 'juniper wins by resignation')
	await guest.page.click('#next-round')
	await turn(other, 'Your turn: set a green light')
	await play(other, guest, [1, 2, 1, 2, 1, 2, 1])
	await turn(other, 'You win with four in a row')
	await turn(guest, 'juniper wins with four in a row')
	assert.equal(await guest.page.textContent('#seat-starboard .score'), '2')
	await guest.page.waitForTimeout(1500)
	await picture(guest.page, 'game-won-wide')
	await picture(other.page, 'game-won-narrow')
	assert.deepEqual([guest.errors, other.errors], [[], []])
})

test('what somebody else in the lobby makes up changes nothing, for nobody', async () => {
	const { api_base, origin, bots, users } = platform.fixture
	await using first = await asGuest()
	const code = await openMatch(first)
	await using second = await asGuest({}, `/#match=${code}`)
	await play(first, second, [1, 1])
	await turn(first, 'Your turn')

	using cheat = new Client(api_base, origin)
	cheat.SetApplicationId(bots[0].application.id)
	await cheat.UpdateToken(1, users[2].access_token)
	const ready = becomes(cheat, ClientStatus.Ready)
	cheat.Connect()
	await ready
	const secret = `harbor-lights:${code}`
	const lobbyId = await cheat.CreateOrJoinLobby(secret)
	const before = await columnsOf(first)
	const move = { act: 'move', round: '1', column: '3', so_far: '00' }
	await cheat.SendLobbyMessageWithMetadata(lobbyId, 'mine now', move)
	await cheat.SendLobbyMessageWithMetadata(lobbyId, 'over', { act: 'resign', round: '1' })
	const me = String(users[2].id)
	await cheat.CreateOrJoinLobbyWithMetadata(secret, { game: 'harbor-lights', port: me, starboard: me }, {})
	await cheat.SendLobbyMessageWithMetadata(lobbyId, 'and again', { ...move, column: '4' })
	await cheat.SendLobbyMessage(lobbyId, 'done')
	for (const { page } of [first, second]) await page.waitForSelector('#chat li')
	assert.deepEqual([await columnsOf(first), await columnsOf(second)], [before, before])

	// The players play on, with the keyboard; who comes back sees what was played.
	await first.page.focus('#columns button:nth-of-type(1)')
	await first.page.keyboard.press('ArrowRight')
	await first.page.keyboard.press('Enter')
	await turn(second, 'Your turn')
	assert.equal((await columnsOf(second))[1], 'from below: red')
	assert.deepEqual([first.errors, second.errors], [[], []])
})

test('who reloads comes back to the match; who is away is shown so; who leaves is in the harbor', async () => {
	await using first = await asGuest()
	const code = await openMatch(first)
	await using second = await asGuest(LOOKS.narrow)
	await second.page.fill('#code', code.toLowerCase())
	await second.page.click('#join button')
	await play(first, second, [4, 4])
	await second.page.fill('#words', 'ahoy')
	await second.page.press('#words', 'Enter')
	await first.page.waitForSelector('#chat li')
	await first.page.reload()
	await turn(first, 'Your turn')
	assert.equal((await columnsOf(first))[3], 'from below: red, green')
	assert.equal(await first.page.locator('#chat li').count(), 1)

	await second.page.click('#sign-out')
	await second.page.waitForSelector('#welcome:not([hidden])')
	await first.page.waitForSelector('#seat-starboard.away')
	await first.page.click('#leave')
	await first.page.waitForSelector('#harbor:not([hidden])')
	await first.page.fill('#code', 'NOTTHERE')
	await first.page.click('#join button')
	await first.page.waitForFunction(() => document.getElementById('notice')?.textContent?.includes('no match'))
	assert.deepEqual([first.errors, second.errors], [[], []])
})

test('players become friends, and see who is there', async () => {
	await using first = await asGuest(LOOKS.wide)
	const code = await openMatch(first)
	await using second = await asGuest(LOOKS.narrow, `/#match=${code}`)
	await turn(second, 'sets a red light')
	await first.page.click('#befriend')
	await first.page.waitForSelector('#befriend[aria-disabled=true]')
	await second.page.waitForFunction(() => document.getElementById('befriend')?.textContent === 'Accept as a friend')
	await second.page.click('#befriend')
	for (const { page } of [first, second]) {
		await page.waitForSelector('#befriend', { state: 'hidden' })
		await page.click('#leave')
		await page.waitForSelector('#friends li.online')
	}
	assert.equal(await first.page.textContent('#friends b'), await second.page.textContent('#player-name'))
	await picture(first.page, 'game-friends-wide')
	await picture(second.page, 'game-friends-narrow')
	await isAccessible(first.page)
	await isAccessible(second.page)

	// One is invited and comes along.
	await openMatch(first)
	await first.page.click('#guests button')
	await first.page.waitForSelector('#guests button:has-text("Invited")')
	await second.page.waitForSelector('#friends .state:has-text("Waiting for a second keeper")')
	await picture(second.page, 'game-invited-narrow')
	await isAccessible(second.page)
	await fits(second)
	await second.page.click('#invites button:has-text("Come along")')
	await turn(second, 'sets a red light')
	await second.page.waitForSelector('#invites', { state: 'hidden' })
	for (const { page } of [first, second]) await page.click('#leave')

	// The other asks to be let in, and is.
	await openMatch(second)
	await picture(second.page, 'game-guests-narrow')
	await first.page.click('#friends button:has-text("Ask to join")')
	await second.page.click('#invites button:has-text("Let in")')
	await first.page.click('#invites button:has-text("Come along")')
	await turn(second, 'Your turn')
	await first.page.click('#leave')
	await second.page.click('#leave')

	// A request by name, which is refused; a name that nobody has.
	await using third = await atTheGame()
	await consent(third.page, '#sign-in', 'rosemary')
	await third.page.waitForSelector('#harbor:not([hidden])')
	await first.page.fill('#friend', 'rosemary')
	await first.page.press('#friend', 'Enter')
	await third.page.click('#requests button:has-text("Refuse")')
	await first.page.waitForSelector('#requests', { state: 'hidden' })
	await first.page.fill('#friend', 'nobody.at.all')
	await first.page.press('#friend', 'Enter')
	await first.page.waitForSelector('#notice:not(:empty)')
	await second.page.click('#sign-out')
	await first.page.waitForSelector('#friends li:not(.online)')
	const refused = (line: string) => !line.includes('404') && !line.includes('400')
	assert.deepEqual([first.errors.filter(refused), second.errors, third.errors], [[], [], []])
})

test('a guest keeps what they have with an account', async () => {
	await using player = await asGuest(LOOKS.narrow)
	await picture(player.page, 'game-harbor-narrow')
	await isAccessible(player.page)
	await fits(player)
	assert.equal(await player.page.isVisible('#player-guest'), true)
	await consent(player.page, '#keep', 'willow')
	await player.page.waitForFunction(() => document.getElementById('player-name')?.textContent === 'willow')
	assert.equal(await player.page.isVisible('#player-guest'), false)
	assert.equal(await player.page.isVisible('#keep'), false)
	await player.page.reload()
	await player.page.waitForSelector('#harbor:not([hidden])')
	assert.equal(await player.page.textContent('#player-name'), 'willow')
	assert.deepEqual(player.errors, [])
})

test('the site of the game: its own name, its own pages, guests for its own pages', async () => {
	const { game_url: game } = platform.fixture
	const { port } = new URL(game)
	const elsewhere = await fetch(`http://localhost:${port}/callback?code=1`, { redirect: 'manual' }).catch(
		() => undefined,
	)
	if (elsewhere)
		assert.deepEqual([elsewhere.status, elsewhere.headers.get('location')], [307, `${game}/callback?code=1`])
	const page = await fetch(game)
	assert.match(
		page.headers.get('content-security-policy') ?? '',
		/^default-src 'none'; script-src 'self'; style-src 'self';/,
	)
	const { applicationId } = (await (await fetch(`${game}/config.json`)).json()) as { applicationId: string }
	assert.equal(applicationId, platform.fixture.bots[0].application.id)
	assert.equal((await fetch(`${game}/nothing`)).status, 404)
	assert.equal((await fetch(`${game}/`, { method: 'DELETE' })).status, 405)
	const guest = async (body: string, type = 'application/json') =>
		(await fetch(`${game}/guest`, { method: 'POST', headers: { 'content-type': type }, body })).status
	assert.equal(await guest('{"secret":"a secret of a browser"}'), 200)
	assert.equal(await guest('{"secret":"short"}'), 400)
	assert.equal(await guest('null'), 400)
	assert.equal(await guest('{'), 400)
	assert.equal(await guest(`{"secret":"${'x'.repeat(5000)}"}`), 413)
	assert.equal(await guest('{"secret":"a secret of a browser"}', 'text/plain'), 415)
})
