import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pack } from 'etf.js'
import { connect, house, login } from './gateway-client.ts'
import { testServer } from './server.ts'

for (const query of ['?v=10&encoding=etf', '?v=10&encoding=etf&compress=zlib-stream']) {
	test(`G16 a session in the other encoding says the same: ${query}`, async () => {
		await using server = await testServer()
		const { bot, channelId } = await house(server)
		await using json = await login(server, { token: bot.token })
		await using etf = await login(server, { token: bot.token, compress: true }, query)
		const { session_id, resume_gateway_url } = etf.ready
		assert.match(session_id, /./)
		assert.match(resume_gateway_url, /^ws/)
		const content = 'Grüße, 世界 🏰'
		await bot.post(`/channels/${channelId}/messages`, { content, embeds: [{ title: 'x', color: 0xffffff }] })
		const [one, other] = await Promise.all([json.event('MESSAGE_CREATE'), etf.event('MESSAGE_CREATE')])
		assert.equal(other.content, content)
		assert.equal(typeof other.id, 'string', 'ids are texts')
		assert.deepEqual(other, one)
		const guild = (client: typeof json) => client.frames.find(({ t }) => t === 'GUILD_CREATE')?.d
		assert.deepEqual(guild(etf), guild(json))
		assert.deepEqual(
			etf.frames.filter(({ op }) => op === 0).map(({ s }) => s),
			etf.frames.filter(({ op }) => op === 0).map((_frame, index) => index + 1),
		)

		etf.ws.terminate()
		await etf.closed
		await bot.post(`/channels/${channelId}/messages`, { content: 'meanwhile' })
		await using back = await connect(server, query)
		await back.next(({ op }) => op === 10)
		back.send(6, { token: bot.token, session_id, seq: etf.seq })
		assert.equal((await back.event('MESSAGE_CREATE')).content, 'meanwhile')
		await back.event('RESUMED')
	})
}

test('G3 what is none of the encoding closes with 4002, also JSON', async () => {
	await using server = await testServer()
	for (const bytes of [
		Buffer.from('{"op":1,"d":null}'),
		Buffer.from([131, 80, 0, 0, 255, 255, 120, 156]),
		Buffer.from([131, 116, 255, 255, 255, 255]),
		Buffer.from([131, 116, 0, 0, 0, 1, 100, 0, 2, 111, 112, 97, 1]),
		Buffer.concat([Buffer.from(pack({ op: 1, d: null })), Buffer.alloc(5000)]),
	]) {
		await using client = await connect(server, '?v=10&encoding=etf')
		await client.next(({ op }) => op === 10)
		client.ws.send(bytes)
		assert.equal(await client.closed, 4002)
	}
})
