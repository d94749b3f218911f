import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LobbyMessageDeleted } from '@guildhall/protocol'
import { outgoingWeb } from '../src/adapters/web.ts'
import { createDelivery } from '../src/domain/deliveries/deliver.ts'
import { DELIVER_EVENTS, notifyApplication } from '../src/domain/webhooks/notify.ts'
import { createLog } from '../src/log.ts'
import type { Transaction } from '../src/ports/store.ts'
import { createWorker } from '../src/workers/worker.ts'
import { openReceiver, subscribe } from './receiver.ts'
import { testServer } from './server.ts'

const TYPE = 'LOBBY_MESSAGE_DELETE'

const notify = (tx: Transaction, applicationId: string, n: number) =>
	notifyApplication(tx, LobbyMessageDeleted, applicationId, { id: String(n), lobby_id: '1' })

/** A little while that nobody waits for. */
async function turns(count: number): Promise<void> {
	for (let n = 0; n < count; n++) await new Promise(setImmediate)
}

test('W10 whenever events come, none is left lying: no clock moves, no other event calls for them', async () => {
	await using server = await testServer()
	const bot = await server.bot('Harbor')
	await using receiver = await openReceiver(bot.application.public_key)
	await subscribe(bot, receiver, [TYPE])
	const sent: string[] = []
	for (let burst = 0; burst < 60; burst++) {
		// From one at a time to many, at every moment of a turn that is just ending.
		const numbers = Array.from({ length: 1 + (burst % 7) }, (_, n) => burst * 10 + n)
		sent.push(...numbers.map(String))
		await Promise.all(numbers.map((n) => server.store.transaction((tx) => notify(tx, bot.id, n))))
		await turns((burst * 7) % 40)
	}
	await server.app.worker.idle()
	const heard = receiver.events().map(({ data }) => data.id)
	assert.deepEqual(heard.sort(), sent.sort())
})

test('W10 several processes share the work, and no event is sent twice where none of them dies', async () => {
	await using server = await testServer()
	const bot = await server.bot('Harbor')
	await using receiver = await openReceiver(bot.application.public_key)
	await subscribe(bot, receiver, [TYPE])
	const { store, clock } = server
	const web = outgoingWeb({ allowsLocal: true })
	const log = createLog('silent')
	const others = [1, 2].map(() => {
		const kinds = { [DELIVER_EVENTS]: { outside: createDelivery({ store, web }), mostAtOnce: 20 } }
		return createWorker({ store, clock, log, kinds })
	})
	for (const other of others) other.start()
	const numbers = Array.from({ length: 200 }, (_, n) => n)
	await Promise.all(numbers.map((n) => store.transaction((tx) => notify(tx, bot.id, n))))
	await receiver.heard(200)
	await Promise.all([server.app.worker, ...others].map((worker) => worker.idle()))
	for (const other of others) await other.stop()
	await web.close()
	assert.deepEqual(
		receiver
			.events()
			.map(({ data }) => Number(data.id))
			.sort((a, b) => a - b),
		numbers,
	)
	assert.ok(receiver.underWay.most <= 3 * 4, `${receiver.underWay.most} at once`)
})

test('W14 an event does not wait for one that takes its time, while there is room', async () => {
	await using server = await testServer()
	const bot = await server.bot('Harbor')
	await using receiver = await openReceiver(bot.application.public_key)
	await subscribe(bot, receiver, [TYPE])
	let release = () => {}
	receiver.answer = (_, response) => {
		receiver.answer = (_, next) => void next.writeHead(204).end()
		release = () => void response.writeHead(204).end()
	}
	for (const n of [1, 2]) {
		await server.store.transaction((tx) => notify(tx, bot.id, n))
		await receiver.heard(n)
	}
	assert.equal(receiver.underWay.most, 2)
	release()
	await server.app.worker.idle()
	assert.equal(receiver.events().length, 2)
})
