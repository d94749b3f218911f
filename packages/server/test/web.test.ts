import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { isPublic, outgoingWeb } from '../src/adapters/web.ts'

test('only global unicast is public, also where it is wrapped', () => {
	for (const address of ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34']) {
		assert.equal(isPublic(address), true, address)
	}
	for (const address of [
		...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
		...['255.255.255.255', '192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '240.0.0.1'],
		...['::1', '::', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1'],
		...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'localhost', ''],
	]) {
		assert.equal(isPublic(address), false, address)
	}
})

test('addresses that are not public are refused, in numbers and by name', async () => {
	const web = outgoingWeb({ allowsLocal: false })
	const bounds = { method: 'GET', timeoutMs: 2000, mostBytes: 1000 } as const
	for (const url of [
		...['http://example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://localhost/', 'https://2130706433/'],
		...['https://user:secret@example.com/', 'ftp://example.com/', 'nonsense', 'https://0x7f.1/'],
	]) {
		await assert.rejects(web.send({ ...bounds, url }), { name: 'WebError', trouble: 'refused' }, url)
	}
	await web.close()
})

test('an answer is bounded in time and size, and a redirect is an answer', async () => {
	const server = createServer((request, response) => {
		if (request.url === '/slow') return
		if (request.url === '/large') return void response.end('x'.repeat(5000))
		response.writeHead(302, { location: '/large', 'x-said': request.headers['user-agent'] ?? '' }).end('moved')
	})
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const web = outgoingWeb({ allowsLocal: true })
	const bounds = { method: 'GET', timeoutMs: 300, mostBytes: 1000 } as const
	const moved = await web.send({ ...bounds, url: `${origin}/`, headers: { 'user-agent': 'Test' } })
	assert.deepEqual(
		[moved.status, moved.headers.location, moved.headers['x-said'], String(moved.body)],
		[...[302, '/large', 'Test', 'moved']],
	)
	await assert.rejects(web.send({ ...bounds, url: `${origin}/large` }), { trouble: 'too-large' })
	await assert.rejects(web.send({ ...bounds, url: `${origin}/slow` }), { trouble: 'too-slow' })
	await assert.rejects(web.send({ ...bounds, url: 'http://127.0.0.1:9/' }), { trouble: 'unreachable' })
	await web.close()
	server.closeAllConnections()
	server.close()
})

test('a name is asked for once, every address that it has must be public, and no other is connected to', async () => {
	const asked: string[] = []
	const answers: Record<string, string[]> = {
		'mixed.example.com': ['93.184.216.34', '10.0.0.1'],
		'metadata.example.com': ['169.254.169.254'],
		'wrapped.example.com': ['::ffff:127.0.0.1'],
		'tunnel.example.com': ['64:ff9b::a00:1'],
	}
	const web = outgoingWeb({
		allowsLocal: false,
		resolve(hostname, answer) {
			asked.push(hostname)
			const addresses = answers[hostname] ?? []
			answer(
				null,
				addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
			)
		},
	})
	const bounds = { method: 'GET', timeoutMs: 2000, mostBytes: 1000 } as const
	for (const hostname of Object.keys(answers)) {
		await assert.rejects(web.send({ ...bounds, url: `https://${hostname}/` }), { trouble: 'refused' }, hostname)
	}
	assert.deepEqual(asked, Object.keys(answers))
	await web.close()
})

test('a name that leads elsewhere the next time is not asked again for the same request', async () => {
	const server = createServer((_request, response) => void response.end('here'))
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
	const { port } = server.address() as AddressInfo
	let times = 0
	const web = outgoingWeb({
		allowsLocal: true,
		resolve: (_hostname, answer) => answer(null, [{ address: times++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]),
	})
	const bounds = { method: 'GET', timeoutMs: 2000, mostBytes: 1000 } as const
	const { body } = await web.send({ ...bounds, url: `http://rebinding.example.com:${port}/` })
	assert.deepEqual([String(body), times], ['here', 1])
	await web.close()
	server.closeAllConnections()
	server.close()
})
