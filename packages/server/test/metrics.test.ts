import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createMetrics } from '../src/metrics/metrics.ts'
import { createMetricsServer } from '../src/metrics/server.ts'
import { connect, house, login } from './gateway-client.ts'
import { testServer } from './server.ts'

/** The value of a line, by its name and labels as they are written. */
const reading = (text: string, name: string): number =>
	Number(
		text
			.split('\n')
			.find((line) => line.startsWith(`${name} `))
			?.split(' ')[1] ?? Number.NaN,
	)

test('an operator sees requests by route, sessions, frames, resumes and the process; and no id, no token', async () => {
	await using server = await testServer()
	const metrics = createMetrics(server.app)
	const { bot, channelId } = await house(server)
	const client = await login(server, { token: bot.token })
	await bot.post(`/channels/${channelId}/messages`, { content: 'hello' })
	await client.event('MESSAGE_CREATE')
	client.send(1)
	await client.next(({ op }) => op === 11)
	const before = await metrics.text()
	assert.equal(reading(before, 'guildhall_gateway_sockets'), 1)
	assert.equal(reading(before, 'guildhall_gateway_sessions'), 1)
	assert.equal(reading(before, 'guildhall_gateway_frames_received_total'), 2)
	assert.equal(reading(before, 'guildhall_gateway_frames_sent_total'), client.frames.length)
	const bytes = client.raw.reduce((sum, { length }) => sum + length, 0)
	assert.equal(reading(before, 'guildhall_gateway_bytes_sent_total'), bytes)
	assert.ok(reading(before, 'guildhall_gateway_kept_bytes') > 0)
	// The delay of the event loop, which tells of overload before anything else does.
	for (const name of [
		'nodejs_eventloop_lag_p50_seconds',
		'nodejs_eventloop_lag_p99_seconds',
		'nodejs_eventloop_lag_max_seconds',
	])
		assert.ok(reading(before, name) >= 0, name)
	const route = 'method="POST",route="/api/channels/:channel_id/messages",status="200"'
	assert.equal(reading(before, `guildhall_http_request_duration_seconds_count{${route}}`), 1)
	for (const secret of [bot.id, bot.token, channelId]) assert.ok(!before.includes(secret))

	client.ws.terminate()
	await client.closed
	await using back = await connect(server)
	await back.next(({ op }) => op === 10)
	assert.equal(reading(await metrics.text(), 'guildhall_gateway_sessions_detached'), 1)
	back.send(6, { token: bot.token, session_id: client.ready.session_id, seq: client.seq })
	await back.event('RESUMED')
	await using lost = await connect(server)
	await lost.next(({ op }) => op === 10)
	lost.send(6, { token: bot.token, session_id: 'nothing', seq: 1 })
	await lost.next(({ op }) => op === 9)
	lost.send(99)
	assert.equal(await lost.closed, 4001)
	const after = await metrics.text()
	assert.equal(reading(after, 'guildhall_gateway_resumes_total'), 1)
	assert.equal(reading(after, 'guildhall_gateway_resumes_refused_total'), 1)
	assert.equal(reading(after, 'guildhall_gateway_drops_total'), 0)
	assert.equal(reading(after, 'guildhall_gateway_forgotten_total'), 0)
	assert.equal(reading(after, 'guildhall_gateway_sessions_begun_total'), 1)
	assert.equal(reading(after, 'guildhall_gateway_closes_total{code="0"}'), 1)
	assert.equal(reading(after, 'guildhall_gateway_closes_total{code="4001"}'), 1)
})

test('the port of metrics has one page', async () => {
	await using server = await testServer()
	const own = createMetricsServer(createMetrics(server.app)).listen(0, '127.0.0.1')
	await once(own, 'listening')
	const origin = `http://127.0.0.1:${(own.address() as AddressInfo).port}`
	const page = await fetch(`${origin}/metrics`)
	assert.equal(page.status, 200)
	assert.match(page.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
	assert.match(await page.text(), /^# HELP /)
	assert.equal((await fetch(`${origin}/api/v10/gateway`)).status, 404)
	assert.equal((await fetch(`${origin}/metrics`, { method: 'POST' })).status, 405)
	own.close()
	own.closeAllConnections()
})
