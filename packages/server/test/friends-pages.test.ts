import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockUser, requestFriend } from '../src/domain/relationships/requests.ts'
import { type Browser, openBrowser } from './browser.ts'
import { enter, told } from './playing.ts'
import { type TestServer, testServer } from './server.ts'

const HERE = '/account/friends'

async function person(server: TestServer, name: string): Promise<{ id: string; browser: Browser }> {
	const { id } = await server.person(name)
	const browser = openBrowser(server)
	await browser.become(id)
	return { id, browser }
}

/** Who stands on which list, by username, and what can be done with them. */
function listsOf(text: string): Record<string, string[]> {
	const lists: Record<string, string[]> = {}
	for (const [, list = '', panel = ''] of text.matchAll(/aria-labelledby="(\w+)"><h2 id="\w+">(.*?)<\/section>/gs)) {
		lists[list] = [...panel.matchAll(/<p class="hint">([\w.]+)(?: · |<)/g)].map(([, name = '']) => name)
	}
	return lists
}

const bodiesOf = async ({ browser }: { browser: Browser }) => listsOf((await browser.get(HERE)).text)

test('F15 people ask, accept, decline, take back, remove, block and unblock on the site', async () => {
	await using server = await testServer()
	const [alice, bob] = [await person(server, 'alice'), await person(server, 'bob')]
	const act = async ({ browser }: { browser: Browser }, name: string, fields: Record<string, string>) => {
		const { location } = await browser.act(HERE, name, fields)
		assert.equal(location, `${HERE}?done=friend-${name === 'ask' ? 'asked' : name}`)
		return (await browser.get(location)).text
	}
	assert.deepEqual(await bodiesOf(alice), { ask: [], incoming: [], friends: [], outgoing: [], blocked: [] })
	assert.match((await alice.browser.get(HERE)).text, /Nobody is waiting for your answer/)

	await act(alice, 'ask', { username: ' Bob ' })
	assert.deepEqual([(await bodiesOf(alice)).outgoing, (await bodiesOf(bob)).incoming], [['bob'], ['alice']])
	assert.match((await bob.browser.get(HERE)).text, /You have no friend and no server in common/)
	assert.match(await act(bob, 'decline', { person: alice.id }), /role="status">Declined/)
	assert.deepEqual([(await bodiesOf(alice)).outgoing, (await bodiesOf(bob)).incoming], [[], []])

	await act(alice, 'ask', { username: 'bob' })
	await act(alice, 'cancel', { person: bob.id })
	assert.deepEqual((await bodiesOf(bob)).incoming, [])

	await act(alice, 'ask', { username: 'bob' })
	await act(bob, 'accept', { person: alice.id })
	assert.deepEqual([(await bodiesOf(alice)).friends, (await bodiesOf(bob)).friends], [['bob'], ['alice']])
	await act(bob, 'remove', { person: alice.id })
	assert.deepEqual([(await bodiesOf(alice)).friends, (await bodiesOf(bob)).friends], [[], []])

	// Both have asked: they are friends.
	await act(alice, 'ask', { username: 'bob' })
	await act(bob, 'ask', { username: 'alice' })
	assert.deepEqual((await bodiesOf(alice)).friends, ['bob'])
	await act(bob, 'block', { person: alice.id })
	assert.deepEqual([(await bodiesOf(alice)).friends, (await bodiesOf(bob)).blocked], [[], ['alice']])
	assert.deepEqual((await bodiesOf(alice)).blocked, [])
	await act(bob, 'unblock', { person: alice.id })
	assert.deepEqual((await bodiesOf(bob)).blocked, [])
	const blocked = await bob.browser.act(HERE, 'block-name', { blocked: 'ALICE' })
	assert.equal(blocked.location, `${HERE}?done=friend-block`)
	assert.deepEqual((await bodiesOf(bob)).blocked, ['alice'])
})

test('F15 a game that is open hears what is done on the site', async () => {
	await using server = await testServer()
	const alice = await server.player('alice')
	await using hers = await enter(server, alice)
	const bob = await person(server, 'bob')
	await bob.browser.act(HERE, 'ask', { username: 'alice' })
	assert.deepEqual((({ id, type }) => [id, type])(await hers.event('RELATIONSHIP_ADD')), [bob.id, 3])
	await bob.browser.act(HERE, 'cancel', { person: alice.id })
	assert.deepEqual(await hers.event('RELATIONSHIP_REMOVE'), { id: bob.id, type: 3 })
	await bob.browser.act(HERE, 'block', { person: alice.id })
	await hers.settled()
	assert.deepEqual([told(hers, 'RELATIONSHIP_ADD').length, told(hers, 'RELATIONSHIP_REMOVE').length], [1, 1])
})

test('F15 what is refused is said at the field, and what is over meanwhile is left as it is', async () => {
	await using server = await testServer()
	const [alice, bob, mallory] = [
		await person(server, 'alice'),
		await person(server, 'bob'),
		await person(server, 'mallory'),
	]
	await server.store.transaction((tx) => blockUser(tx, mallory.id, alice.id))
	await server.store.transaction((tx) => blockUser(tx, alice.id, bob.id))
	for (const [username, sentence] of [
		['nobody', 'Nobody has this username'],
		['', 'Nobody has this username'],
		['x\0y', 'Nobody has this username'],
		['alice', 'Nobody has this username'],
		['mallory', 'They take no request from you'],
		['bob', 'You have blocked them'],
	] as const) {
		const { status, text } = await alice.browser.act(HERE, 'ask', { username })
		assert.deepEqual([status, new RegExp(`id="username-problem">${sentence}`).test(text)], [400, true], username)
	}
	for (const blocked of ['nobody', '', 'x\0y', 'alice']) {
		const { status, text } = await alice.browser.act(HERE, 'block-name', { blocked })
		assert.deepEqual([status, /id="blocked-name-problem">Nobody has/.test(text)], [400, true], blocked)
	}
	// A page that was open while the two became friends, and again strangers.
	await server.store.transaction((tx) => requestFriend(tx, null, mallory.id, { otherId: bob.id }))
	await server.store.transaction((tx) => requestFriend(tx, null, bob.id, { otherId: mallory.id }))
	for (const act of ['decline', 'cancel', 'unblock']) {
		const { status, text } = await bob.browser.act(HERE, act, { person: mallory.id })
		assert.deepEqual([status, /role="alert">That has changed meanwhile/.test(text)], [400, true], act)
	}
	assert.deepEqual((await bodiesOf(bob)).friends, ['mallory'])
	for (const person of ['', 'x', '1', bob.id, '9'.repeat(40)]) {
		for (const act of ['accept', 'decline', 'cancel', 'remove', 'block', 'unblock']) {
			assert.equal((await bob.browser.act(HERE, act, { person })).status, 400, `${act} ${person}`)
		}
	}
	assert.equal((await bob.browser.submit(HERE, { act: 'remove', person: mallory.id })).status, 400)
	const foreign = { origin: 'https://evil.example' }
	assert.equal((await bob.browser.submit(HERE, { act: 'remove', person: mallory.id }, foreign)).status, 403)
	assert.deepEqual((await bodiesOf(bob)).friends, ['mallory'])
	assert.match((await openBrowser(server).get(HERE)).location, /^\/login\?next=/)
})

test('F6, F15 people say whose requests reach them', async () => {
	await using server = await testServer()
	const [alice, bob] = [await person(server, 'alice'), await person(server, 'bob')]
	const isOn = async (name: string) =>
		new RegExp(`name="${name}" type="checkbox" value="on" checked`).test((await alice.browser.get(HERE)).text)
	const all = async () => [await isOn('all'), await isOn('mutual_friends'), await isOn('mutual_guilds')]
	assert.deepEqual(await all(), [true, true, true])
	const saved = await alice.browser.act(HERE, 'sources', { mutual_friends: 'on' })
	assert.equal(saved.location, `${HERE}?done=friend-sources-saved`)
	assert.deepEqual(await all(), [false, true, false])
	assert.equal((await bob.browser.act(HERE, 'ask', { username: 'alice' })).status, 400)
	await alice.browser.act(HERE, 'ask', { username: 'bob' })
	assert.equal((await bob.browser.act(HERE, 'accept', { person: alice.id })).status, 303)
})

test('F15 long lists have pages of their own, and a page that ends with its last entry is the one before', async () => {
	await using server = await testServer()
	const alice = await person(server, 'alice')
	const others: string[] = []
	for (let index = 0; index < 27; index++) {
		const { id } = await server.person(`person${String(index).padStart(2, '0')}`)
		others.push(id)
		await server.store.transaction((tx) => blockUser(tx, alice.id, id))
	}
	const namesOf = (text: string) => [...text.matchAll(/<p class="hint">(person\d\d)</g)].map(([, name]) => name)
	const name = (index: number) => `person${String(index).padStart(2, '0')}`
	const home = (await alice.browser.get(HERE)).text
	assert.deepEqual(
		namesOf(home),
		Array.from({ length: 10 }, (_, index) => name(index)),
	)
	assert.match(home, /href="\/account\/friends\/blocked\/1"[^>]*>Show all 27</)
	const first = (await alice.browser.get(`${HERE}/blocked/1`)).text
	assert.deepEqual([namesOf(first).length, namesOf(first)[24]], [25, name(24)])
	assert.match(first, /href="\/account\/friends\/blocked\/2"[^>]*>Next</)
	assert.ok(!first.includes('>Back<'))
	const second = await alice.browser.get(`${HERE}/blocked/2`)
	assert.deepEqual(namesOf(second.text), [name(25), name(26)])
	assert.match(second.text, /Page 2 of 2/)
	for (const person of others.slice(25)) {
		const { location } = await alice.browser.act(`${HERE}/blocked/2`, 'unblock', { person })
		assert.equal(location, `${HERE}/blocked/2?done=friend-unblock`)
	}
	assert.equal(namesOf((await alice.browser.get(`${HERE}/blocked/2`)).text).length, 25)
	assert.match((await alice.browser.get(`${HERE}/incoming/1`)).text, /Nobody is waiting/)
	for (const path of ['strangers/1', 'blocked/0', 'blocked/x', 'blocked/-1', 'toString/1', 'blocked/9999999']) {
		assert.equal((await alice.browser.get(`${HERE}/${path}`)).status, 404, path)
	}
})

test('F15 friends and blocked people stand by name, requests the latest first; names are no markup', async () => {
	await using server = await testServer()
	const alice = await person(server, 'alice')
	const [zoe, adam, mia] = [await person(server, 'zoe'), await person(server, 'adam'), await person(server, 'mia')]
	await zoe.browser.act('/account', 'save', { name: 'Beth <b>', username: 'zoe' })
	for (const { browser } of [adam, zoe, mia]) {
		await browser.act(HERE, 'ask', { username: 'alice' })
		await server.advance(1000)
	}
	assert.deepEqual((await bodiesOf(alice)).incoming, ['mia', 'zoe', 'adam'])
	for (const { id } of [mia, zoe, adam]) await alice.browser.act(HERE, 'accept', { person: id })
	assert.deepEqual((await bodiesOf(alice)).friends, ['adam', 'zoe', 'mia'])
	const { text } = await alice.browser.get(HERE)
	assert.match(text, /<h3>Beth &lt;b&gt;<\/h3>/)
	assert.match(text, /aria-label="Block Beth &lt;b&gt;"/)
})
