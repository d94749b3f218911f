import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startDev, temporaryFolder } from './process.ts'
import { openReceiver } from './receiver.ts'
import { STORE_KIND } from './store-place.ts'

test('W10 an event that was committed before a sudden death is delivered after it, by the same id', {
	// The development server that dies keeps its store in SQLite, whatever the tests run on.
	skip: STORE_KIND !== 'sqlite',
}, async () => {
	using folder = temporaryFolder()
	let id: string | undefined
	let publicKey = ''
	{
		await using server = await startDev(folder.path, '--fixture-size', 'small')
		const { fixture } = server
		const [bot] = fixture.bots
		const mine = await server.api('GET', '/applications/@me', `Bot ${bot.token}`)
		publicKey = mine.body.verify_key
		await using receiver = await openReceiver(publicKey)
		const set = await server.api('PATCH', '/applications/@me', `Bot ${bot.token}`, {
			event_webhooks_url: receiver.url,
			event_webhooks_status: 2,
			event_webhooks_types: ['LOBBY_MESSAGE_CREATE'],
		})
		assert.equal(set.status, 200, JSON.stringify(set.body))
		// It has heard of the event and says nothing: the server dies before it can note anything.
		receiver.answer = () => {}
		const [player] = fixture.users
		const lobby = await server.api('PUT', '/lobbies', `Bearer ${player.access_token}`, { secret: 'storm' })
		assert.equal(lobby.status, 200, JSON.stringify(lobby.body))
		const said = await server.api('POST', `/lobbies/${lobby.body.id}/messages`, `Bearer ${player.access_token}`, {
			content: 'before the storm',
		})
		assert.equal(said.status, 201, JSON.stringify(said.body))
		await receiver.heard(1)
		id = String(receiver.received.at(-1)?.headers['x-event-id'])
		await server.stop('SIGKILL')
	}
	await using receiver = await openReceiver(publicKey)
	await using server = await startDev(folder.path, '--fixture-size', 'small')
	const [bot] = server.fixture.bots
	const moved = await server.api('PATCH', '/applications/@me', `Bot ${bot.token}`, { event_webhooks_url: receiver.url })
	assert.equal(moved.status, 200, JSON.stringify(moved.body))
	await server.control('clock.advance', { ms: 61_000 })
	await receiver.heard(1)
	assert.equal(receiver.events()[0].data.content, 'before the storm')
	assert.equal(receiver.received.at(-1)?.headers['x-event-id'], id)
})
