import { startChild } from './child.ts'
const server = await startChild('guildhall.ts', { sync: 'full' })
const { url, socketUrl, botToken } = server.ready as Record<string, string>
const identify = { token: botToken, intents: 513, properties: { os: 'linux', browser: 'bench', device: 'bench' } }
const sockets = 1000
const post = async () => {
	const r = await fetch(String(url), { method: 'POST', headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' }, body: JSON.stringify({ content: 'The gate is open, come in.' }) })
	return r.text()
}
for (let i = 0; i < 50; i++) await post()
let b = await server.read()
for (let i = 0; i < 200; i++) await post()
let a = await server.read()
console.log('create alone, µs per message', (a.cpuMicros - b.cpuMicros) / 200)
const listeners = await startChild('listeners.ts', { url: socketUrl, sockets, identify })
const warm = listeners.ask('hear', sockets * 20)
for (let i = 0; i < 20; i++) await post()
await warm
b = await server.read()
const heard = listeners.ask('hear', sockets * 100)
for (let i = 0; i < 100; i++) await post()
await heard
a = await server.read()
console.log('µs per frame', (a.cpuMicros - b.cpuMicros) / 100 / sockets)
await listeners.stop()
await server.stop()
