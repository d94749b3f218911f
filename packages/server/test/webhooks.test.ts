import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationDeauthorized, checkOf, WEBHOOK_EVENTS } from '@guildhall/protocol'
import { getUser } from '../src/domain/accounts/accounts.ts'
import { presentUser } from '../src/domain/accounts/present.ts'
import { deauthorize } from '../src/domain/applications/authorizations.ts'
import { deleteApplication } from '../src/domain/applications/delete.ts'
import { getDelivery, listDeliveries, redeliver } from '../src/domain/webhooks/log.ts'
import { notifyApplication } from '../src/domain/webhooks/notify.ts'
import type { Transaction } from '../src/ports/store.ts'
import { openReceiver, type Receiver, subscribe } from './receiver.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ALL = WEBHOOK_EVENTS.map(({ name }) => name)
const DEAUTHORIZED = ['APPLICATION_DEAUTHORIZED']

/** A game whose server hears of everything. */
async function game(server: TestServer, types: readonly string[] = ALL): Promise<{ bot: Bot; receiver: Receiver }> {
	const bot = await server.bot('Harbor', { hasSocialTerms: true })
	const receiver = await openReceiver(bot.application.public_key)
	await subscribe(bot, receiver, types)
	return { bot, receiver }
}

/** Somebody lets the game use their account and takes that back. */
async function comeAndGo(server: TestServer, bot: Bot, username: string): Promise<string> {
	const { id } = await server.player(username, ['identify'], bot.application)
	await server.store.transaction((tx) => deauthorize(tx, { applicationId: bot.id, userId: id }, 'removed'))
	return id
}

const logOf = (server: TestServer, bot: Bot) => listDeliveries(server.store, bot.id)

test('W1 W2 an address is an endpoint once it takes a PING and refuses a forgery', async () => {
	await using server = await testServer()
	const bot = await server.bot('Harbor')
	await using receiver = await openReceiver(bot.application.public_key)
	const { status, body } = await bot.patch('/applications/@me', { event_webhooks_url: receiver.url })
	assert.equal(status, 200, JSON.stringify(body))
	assert.deepEqual([body.event_webhooks_url, body.event_webhooks_status], [receiver.url, 1])
	assert.deepEqual(
		receiver.received.map(({ isGenuine, text }) => [isGenuine, text]),
		[true, false].map((isGenuine) => [isGenuine, `{"version":1,"application_id":"${bot.id}","type":0}`]),
	)
	const [{ headers } = assert.fail()] = receiver.received
	assert.equal(headers['content-type'], 'application/json')
	assert.equal(headers['user-agent'], `Guildhall-Webhook/1.0 (+${server.config.origin})`)
	assert.match(String(headers['x-signature-ed25519']), /^[0-9a-f]{128}$/)
	assert.equal(headers['x-signature-timestamp'], String(Math.floor(server.clock.now() / 1000)))
	assert.deepEqual((await bot.get('/applications/@me')).body, body)
})

test('W2 what does not answer as it must is refused, with a sentence', async () => {
	await using server = await testServer()
	const bot = await server.bot('Harbor')
	await using receiver = await openReceiver(bot.application.public_key)
	const good = { ping: receiver.answerPing, forgery: receiver.answerForgery }
	const table: [Partial<typeof good>, RegExp][] = [
		[{ ping: (_, response) => void response.writeHead(200).end() }, /with 204; the answer was 200/],
		[
			{ ping: (_, response) => void response.writeHead(204, { 'content-type': 'nonsense' }).end() },
			/Content-Type of the answer to a PING is none/,
		],
		[{ ping: (_, response) => void response.writeHead(302, { location: '/' }).end() }, /the answer was 302/],
		[{ forgery: good.ping }, /wrong signature must be answered with 401; the answer was 204/],
		[{ ping: (_, response) => void response.socket?.destroy() }, /could not be reached/],
		[{ ping: () => {} }, /took too long/],
	]
	for (const [behaviour, sentence] of table) {
		receiver.answerPing = behaviour.ping ?? good.ping
		receiver.answerForgery = behaviour.forgery ?? good.forgery
		const { status, body } = await bot.patch('/applications/@me', {
			description: 'changed',
			event_webhooks_url: receiver.url,
			event_webhooks_status: 2,
		})
		const [leaf] = body.errors?.event_webhooks_url?._errors ?? []
		assert.deepEqual([status, body.code, leaf?.code], [400, 50035, 'APPLICATION_EVENT_WEBHOOKS_URL_INVALID'])
		assert.match(leaf.message, sentence)
	}
	const { body } = await bot.get('/applications/@me')
	assert.deepEqual([body.event_webhooks_url, body.event_webhooks_status, body.description], [null, 1, ''])
})

test('W3 addresses of private networks are refused before anything is sent', async () => {
	await using server = await testServer({ localTargets: false })
	const bot = await server.bot('Harbor')
	await using receiver = await openReceiver(bot.application.public_key)
	for (const url of [
		receiver.url,
		'https://169.254.169.254/latest',
		'https://localhost/',
		'https://a:b@example.com/',
	]) {
		const { status, body } = await bot.patch('/applications/@me', { event_webhooks_url: url })
		assert.deepEqual([status, body.code], [400, 50035], url)
		assert.match(
			body.errors.event_webhooks_url._errors[0].message,
			/must begin with https|public server|user or a pass/,
		)
	}
	assert.equal(receiver.received.length, 0)
})

test('W4 types and status are what they can be', async () => {
	await using server = await testServer()
	const bot = await server.bot('Harbor')
	await using receiver = await openReceiver(bot.application.public_key)
	const unknown = await bot.patch('/applications/@me', { event_webhooks_types: ['LOBBY_MESSAGE_CREATE', 'NONSENSE'] })
	assert.equal(unknown.body.errors.event_webhooks_types[1]._errors[0].code, 'BASE_TYPE_CHOICES')
	assert.ok((await bot.patch('/applications/@me', { event_webhooks_status: 3 })).body.errors.event_webhooks_status)
	assert.ok((await bot.patch('/applications/@me', { event_webhooks_status: 2 })).body.errors.event_webhooks_status)
	await subscribe(bot, receiver, ALL)
	const { body } = await bot.get('/applications/@me')
	assert.deepEqual([body.event_webhooks_status, body.event_webhooks_types], [2, ALL])
	// What is not named stays.
	await bot.patch('/applications/@me', { event_webhooks_types: null })
	assert.deepEqual((await bot.get('/applications/@me')).body.event_webhooks_types, [])
	const off = await bot.patch('/applications/@me', { event_webhooks_url: null })
	assert.deepEqual([off.body.event_webhooks_url, off.body.event_webhooks_status], [null, 1])
})

test('W5 an endpoint that is switched on again is asked again', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	const before = receiver.received.length
	await bot.patch('/applications/@me', { description: 'x', event_webhooks_url: receiver.url, event_webhooks_status: 2 })
	assert.equal(receiver.received.length, before)
	await bot.patch('/applications/@me', { event_webhooks_status: 1 })
	receiver.answerForgery = receiver.answerPing
	assert.equal((await bot.patch('/applications/@me', { event_webhooks_status: 2 })).status, 400)
	assert.equal((await bot.get('/applications/@me')).body.event_webhooks_status, 1)
})

test('W6 interactions have an endpoint of their own, which answers with a PONG', async () => {
	await using server = await testServer()
	const bot = await server.bot('Harbor')
	await using receiver = await openReceiver(bot.application.public_key)
	const refused = await bot.patch('/applications/@me', { interactions_endpoint_url: receiver.url })
	const [leaf] = refused.body.errors.interactions_endpoint_url._errors
	assert.equal(leaf.code, 'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID')
	receiver.answerPing = (_, response) =>
		void response.writeHead(200, { 'content-type': 'application/json' }).end('{"type":1}')
	const { status, body } = await bot.patch('/applications/@me', { interactions_endpoint_url: receiver.url })
	assert.deepEqual([status, body.interactions_endpoint_url], [200, receiver.url], JSON.stringify(body))
	assert.equal(receiver.received.at(-1)?.body.type, 1)
	const gone = await bot.patch('/applications/@me', { interactions_endpoint_url: null })
	assert.equal(gone.body.interactions_endpoint_url, null)
})

test('W9 W10 an event is sent once, signed, in the exact text that was signed', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	const userId = await comeAndGo(server, bot, 'bob')
	await server.app.worker.idle()
	const sent = receiver.received.filter(({ body }) => body.type === 1)
	assert.equal(sent.length, 1)
	const [{ body, text, headers, isGenuine } = assert.fail()] = sent
	assert.ok(isGenuine)
	assert.equal(text, JSON.stringify(JSON.parse(text)))
	assert.deepEqual([body.version, body.application_id, body.event.type], [1, bot.id, 'APPLICATION_DEAUTHORIZED'])
	assert.match(body.event.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/)
	assert.equal(body.event.data.user.id, userId)
	const [logged = assert.fail()] = await logOf(server, bot)
	assert.deepEqual([logged.id, logged.outcome, logged.tries.length], [headers['x-event-id'], 'delivered', 1])
})

test('W11 events of lobbies carry what was said and nothing of what moderation says', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	await using own = await openReceiver(bot.application.public_key)
	const bob = await server.player('bob', ['sdk.social_layer'], bot.application)
	const members = [{ id: bob.id }]
	const { body: lobby } = await bot.post('/lobbies', { members })
	const path = `/lobbies/${lobby.id}/messages`
	const { body: message } = await bob.post(path, { content: 'ahoy "ü" </x>', metadata: { b: '1', 10: 'x', 9: 'y' } })
	await bot.put(`${path}/${message.id}/moderation-metadata`, { action: 'hide' })
	await bob.patch(`${path}/${message.id}`, { content: 'ahoy!' })
	await bob.delete(`${path}/${message.id}`)
	await bob.post(path, { content: ' ' })
	await server.app.worker.idle()
	const heard = receiver.events()
	assert.deepEqual(heard.map(({ type }) => type).sort(), [
		...['LOBBY_MESSAGE_CREATE', 'LOBBY_MESSAGE_DELETE', 'LOBBY_MESSAGE_UPDATE'],
	])
	for (const { type, data } of heard) {
		const declared = WEBHOOK_EVENTS.find(({ name }) => name === type)
		assert.deepEqual(declared && checkOf(declared.data).problems(data), [], type)
		assert.equal(data.id, message.id)
		assert.ok(!JSON.stringify(data).includes('hide'))
	}
	const [created] = receiver.events('LOBBY_MESSAGE_CREATE')
	assert.deepEqual([created.data.content, created.data.flags], ['ahoy "ü" </x>', 1 << 16])
	assert.equal('application_id' in created.data, false)
	const [updated] = receiver.events('LOBBY_MESSAGE_UPDATE')
	assert.ok(updated.data.timestamp && updated.data.edited_timestamp)
	assert.deepEqual(receiver.events('LOBBY_MESSAGE_DELETE')[0].data, { id: message.id, lobby_id: lobby.id })
	for (const { text } of receiver.received) assert.equal(text, JSON.stringify(JSON.parse(text)))

	// W8: a lobby with an address of its own.
	own.answerForgery = own.answerPing
	const refused = await bot.post('/lobbies', { override_event_webhooks_url: own.url })
	assert.equal(refused.body.errors.override_event_webhooks_url._errors[0].code, 'LOBBY_EVENT_WEBHOOKS_URL_INVALID')
	own.answerForgery = (_, response) => void response.writeHead(401).end()
	const { body: other } = await bot.post('/lobbies', { members, override_event_webhooks_url: own.url })
	assert.equal(other.override_event_webhooks_url, own.url)
	const asked = own.received.length
	assert.equal((await bot.post('/lobbies', { override_event_webhooks_url: own.url })).status, 201)
	assert.equal(own.received.length, asked)
	await bob.post(`/lobbies/${other.id}/messages`, { content: 'elsewhere' })
	await server.app.worker.idle()
	assert.deepEqual(
		own.events().map(({ data }) => data.content),
		['elsewhere'],
	)
	assert.equal(receiver.events().length, 3)
	assert.equal((await logOf(server, bot))[0]?.host, new URL(own.url).host)
})

test('W12 nothing is sent of what nobody subscribed to, nor while the endpoint is disabled', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server, ['LOBBY_MESSAGE_CREATE'])
	await using _ = receiver
	await comeAndGo(server, bot, 'bob')
	await subscribe(bot, receiver, DEAUTHORIZED)
	await bot.patch('/applications/@me', { event_webhooks_status: 1 })
	await comeAndGo(server, bot, 'carol')
	await bot.patch('/applications/@me', { event_webhooks_status: 2 })
	await server.advance(HOUR)
	assert.deepEqual([receiver.events(), await logOf(server, bot)], [[], []])
})

test('W13 an event is tried seven times by one id, signed anew each time, and then given up', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	receiver.answer = (_, response) => void response.writeHead(500).end()
	await comeAndGo(server, bot, 'bob')
	await server.app.worker.idle()
	for (const [index, wait] of [1, 5, 15, 45, 120, 360].entries()) {
		assert.equal(receiver.events().length, index + 1)
		await server.advance(wait * SECOND - 1)
		assert.equal(receiver.events().length, index + 1)
		await server.advance(1)
	}
	await server.advance(DAY)
	const tries = receiver.received.filter(({ body }) => body.event)
	assert.equal(tries.length, 7)
	assert.equal(new Set(tries.map(({ text }) => text)).size, 1)
	assert.equal(new Set(tries.map(({ headers }) => headers['x-event-id'])).size, 1)
	assert.equal(new Set(tries.map(({ headers }) => headers['x-signature-timestamp'])).size, 7)
	const [logged = assert.fail()] = await logOf(server, bot)
	assert.deepEqual([logged.outcome, logged.tries.length, logged.nextTryAt], ['failed', 7, null])
	assert.deepEqual(
		logged.tries.map(({ status, error }) => [status, error]),
		Array.from({ length: 7 }, () => [500, 'The endpoint answered 500.']),
	)
})

test('W13 any 2xx takes an event, 410 ends it, everything else is tried again', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	const statuses = [404, 429, 302, 200]
	receiver.answer = (_, response) => void response.writeHead(statuses.shift() ?? 410).end()
	await comeAndGo(server, bot, 'bob')
	await server.app.worker.idle()
	await server.advance(1 * SECOND)
	await server.advance(5 * SECOND)
	await server.advance(15 * SECOND)
	const [taken = assert.fail()] = await logOf(server, bot)
	assert.equal(taken.outcome, 'delivered')
	assert.deepEqual(
		taken.tries.map(({ status }) => status),
		[404, 429, 302, 200],
	)
	await comeAndGo(server, bot, 'carol')
	await server.advance(HOUR)
	const [gone = assert.fail()] = await logOf(server, bot)
	assert.deepEqual([gone.outcome, gone.tries.length], ['failed', 1])
})

test('W14 an endpoint that hangs has four events at a time, and holds up nobody else', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	const quick = await server.bot('Quick', { hasSocialTerms: true })
	await using other = await openReceiver(quick.application.public_key)
	await subscribe(quick, other, DEAUTHORIZED)
	const held: (() => void)[] = []
	receiver.answer = (_, response) => void held.push(() => response.writeHead(204).end())
	const people = await Promise.all(Array.from({ length: 40 }, (_, n) => server.person(`p${n}`)))
	await server.store.transaction(async (tx) => {
		for (const { id } of people) await notifyDeauthorized(tx, bot.id, id)
	})
	await receiver.heard(4)
	await server.store.transaction((tx) => notifyDeauthorized(tx, quick.id, quick.id))
	await other.heard(1)
	assert.equal(receiver.underWay.now, 4)
	receiver.answer = (_, response) => void response.writeHead(204).end()
	for (const release of held) release()
	await receiver.heard(40)
	await server.app.worker.idle()
	assert.equal(receiver.underWay.most, 4)
	assert.equal((await logOf(server, bot)).filter(({ outcome }) => outcome === 'delivered').length, 40)
	assert.equal(receiver.events().length, 40)
})

test('W14 what has waited for ten minutes is not tried any more', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	await server.app.worker.stop()
	await comeAndGo(server, bot, 'bob')
	await server.opened.reserveIds(server.clock.now() + 11 * MINUTE)
	server.clock.advance(11 * MINUTE)
	server.app.worker.start()
	await server.app.worker.idle()
	assert.equal(receiver.events().length, 0)
	const [logged = assert.fail()] = await logOf(server, bot)
	assert.match(logged.tries[0]?.error ?? '', /waited for its turn for too long/)
})

test('W15 what waits when its endpoint is switched off, or its application ends, is dropped', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	receiver.answer = (_, response) => void response.writeHead(500).end()
	await comeAndGo(server, bot, 'bob')
	await server.app.worker.idle()
	await bot.patch('/applications/@me', { event_webhooks_status: 1 })
	await server.advance(HOUR)
	assert.equal(receiver.events().length, 1)
	assert.equal((await logOf(server, bot))[0]?.outcome, 'dropped')

	await bot.patch('/applications/@me', { event_webhooks_status: 2 })
	await comeAndGo(server, bot, 'carol')
	await server.app.worker.idle()
	assert.equal(receiver.events().length, 2)
	await server.store.transaction((tx) => deleteApplication(tx, bot.application.owner_user_id, bot.id))
	await server.advance(HOUR)
	assert.equal(receiver.events().length, 2)
	assert.deepEqual(await logOf(server, bot), [])
})

test('W16 an endpoint that takes nothing for an hour is switched off, and its owner hears why', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	receiver.answer = (_, response) => void response.writeHead(410).end()
	const person = await server.person('bob')
	const fail = (count: number) =>
		server.store.transaction(async (tx) => {
			for (let n = 0; n < count; n++) await notifyDeauthorized(tx, bot.id, person.id)
		})
	const status = async () => (await bot.get('/applications/@me')).body.event_webhooks_status
	await fail(60)
	await server.app.worker.idle()
	assert.equal(await status(), 2)
	await server.advance(HOUR)
	await fail(1)
	await server.app.worker.idle()
	assert.equal(await status(), 3)
	assert.deepEqual(
		server.mails.map(({ to, subject }) => [to, subject]),
		[['owner-of-harbor@example.com', 'Harbor: event webhooks were switched off']],
	)
	const count = receiver.events().length
	await fail(1)
	await server.advance(HOUR)
	assert.equal(receiver.events().length, count)

	// Switched on again it begins anew: what failed before does not count.
	await subscribe(bot, receiver, DEAUTHORIZED)
	await fail(10)
	await server.app.worker.idle()
	assert.equal(await status(), 2)
})

test('W17 an endpoint that lets forgeries in on three days in a row loses its address', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	const good = receiver.answerForgery
	const forgeries = () => receiver.received.filter(({ isGenuine }) => !isGenuine).length
	const url = async () => (await bot.get('/applications/@me')).body.event_webhooks_url
	assert.equal(forgeries(), 1)
	for (const behaviour of [receiver.answerPing, receiver.answerPing, good, receiver.answerPing, receiver.answerPing]) {
		receiver.answerForgery = behaviour
		await server.advance(DAY)
	}
	assert.deepEqual([forgeries(), await url()], [6, receiver.url])
	await server.advance(DAY)
	const { body } = await bot.get('/applications/@me')
	assert.deepEqual([body.event_webhooks_url, body.event_webhooks_status], [null, 3])
	assert.equal(server.mails[0]?.subject, 'Harbor: the webhook address was removed')
	await server.advance(2 * DAY)
	assert.equal(forgeries(), 7)

	// A new address has one series of probes, however often it was set.
	receiver.answerForgery = good
	await subscribe(bot, receiver, ALL)
	await bot.patch('/applications/@me', { event_webhooks_status: 1 })
	await bot.patch('/applications/@me', { event_webhooks_status: 2 })
	assert.equal(forgeries(), 9)
	await server.advance(DAY)
	assert.equal(forgeries(), 10)
})

test('W17 the address for interactions is probed likewise', async () => {
	await using server = await testServer()
	const bot = await server.bot('Harbor')
	await using receiver = await openReceiver(bot.application.public_key)
	receiver.answerPing = (_, response) =>
		void response.writeHead(200, { 'content-type': 'application/json' }).end('{"type":1}')
	await bot.patch('/applications/@me', { interactions_endpoint_url: receiver.url })
	receiver.answerForgery = receiver.answerPing
	for (let day = 0; day < 3; day++) await server.advance(DAY)
	assert.equal((await bot.get('/applications/@me')).body.interactions_endpoint_url, null)
	assert.equal(server.mails[0]?.subject, 'Harbor: the interactions address was removed')
})

test('W18 the log keeps the latest thousand for thirty days; what is in it can be sent again', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server)
	await using _ = receiver
	receiver.answer = (_, response) => void response.writeHead(410).end('no')
	await comeAndGo(server, bot, 'bob')
	await server.app.worker.idle()
	const [failed = assert.fail()] = await logOf(server, bot)
	const detail = await getDelivery(server.store, bot.id, failed.id)
	assert.equal(detail.body, receiver.received.at(-1)?.text)
	receiver.answer = (_, response) => void response.writeHead(204).end()
	await server.store.transaction((tx) => redeliver(tx, bot.id, failed.id))
	await server.app.worker.idle()
	const [again = assert.fail()] = await logOf(server, bot)
	assert.deepEqual([again.outcome, again.tries.map(({ status }) => status)], ['delivered', [410, 204]])
	const sent = receiver.received.filter(({ body }) => body.event)
	assert.equal(sent[0]?.text, sent[1]?.text)
	assert.equal(sent[0]?.headers['x-event-id'], sent[1]?.headers['x-event-id'])

	const other = await server.bot('Other')
	await assert.rejects(getDelivery(server.store, other.id, failed.id), { name: 'ApiError' })
	await assert.rejects(server.store.transaction((tx) => redeliver(tx, other.id, failed.id)))
	await bot.patch('/applications/@me', { event_webhooks_status: 1 })
	await assert.rejects(server.store.transaction((tx) => redeliver(tx, bot.id, failed.id)))

	await server.app.listen('127.0.0.1', 0)
	await server.advance(30 * DAY + HOUR)
	await server.app.idle()
	assert.deepEqual(await logOf(server, bot), [])
})

test('W18 the log of an application is cut to its length', async () => {
	await using server = await testServer()
	const { bot, receiver } = await game(server, DEAUTHORIZED)
	await using _ = receiver
	const { application_id, lane, type } = { application_id: bot.id, lane: bot.id, type: DEAUTHORIZED[0] as string }
	const person = await server.person('bob')
	await server.store.transaction(async (tx) => {
		const row = { application_id, lane, type, target_url: null, body: '{}', created_at: 0, begun_at: 0, due_at: null }
		for (let n = 0; n < 1100; n++) {
			const entry = { ...row, id: tx.newId(), failures: 0, outcome: 'delivered' as const, tries: '[]' }
			await tx.db.insertInto('webhook_deliveries').values(entry).execute()
		}
	})
	await server.store.transaction(async (tx) => {
		for (let n = 0; n < 130; n++) await notifyDeauthorized(tx, bot.id, person.id)
	})
	await server.app.worker.idle()
	assert.equal(receiver.events().length, 130)
	const { count } = await server.store.db
		.selectFrom('webhook_deliveries')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.where('application_id', '=', bot.id)
		.executeTakeFirstOrThrow()
	assert.ok(Number(count) >= 1000 && Number(count) <= 1100, String(count))
	// What is left is the latest.
	const log = await listDeliveries(server.store, bot.id, { limit: 130 })
	assert.ok(log.every(({ tries }) => tries.length === 1))
	assert.equal(
		(await listDeliveries(server.store, bot.id, { before: log.at(-1)?.id ?? '', limit: 1 }))[0]?.tries.length,
		0,
	)
})

/** As many events as a test wants, without an authorization for each. */
async function notifyDeauthorized(tx: Transaction, applicationId: string, userId: string): Promise<void> {
	await notifyApplication(tx, ApplicationDeauthorized, applicationId, { user: presentUser(await getUser(tx, userId)) })
}
