import { Agent, request } from 'node:http'
import { type Child, startChild } from '../child.ts'
import { median, type Row } from '../report.ts'
import type { SocialReady } from './platform.ts'

const CONNECTIONS = 16
const ROUNDS = 3

/** What one request says. */
interface Order {
	method: string
	path: string
	token: string
	body: string
}

/** Joins, messages and changes of metadata over very many lobbies of ten, beside a route that does one insert. */
export async function lobbyRows(lobbies: number, count: number): Promise<Row[]> {
	const server = await startChild(new URL('processes/platform.ts', import.meta.url), { lobbies })
	const floor = await startChild(new URL('../messages/processes/bare-fastify.ts', import.meta.url), { sync: 'normal' })
	const { port, botToken, people, lobbyIds } = server.ready as unknown as SocialReady
	const bare = new URL(String(floor.ready.url))
	let turn = 0
	const lobby = () => lobbyIds[(turn++ * 31) % lobbyIds.length]
	const bot = `Bot ${botToken}`
	const kinds: Record<string, () => Order> = {
		join: () => ({
			...{ method: 'PUT', token: bot, body: '{"metadata":{"role":"guest"}}' },
			path: `/api/v10/lobbies/${lobby()}/members/${people[(turn * 13) % people.length]?.id}`,
		}),
		message: () => {
			const at = (turn++ * 31) % lobbyIds.length
			// The first of its members, as the platform seats them.
			const token = `Bearer ${people[(at * 7) % people.length]?.token}`
			return {
				method: 'POST',
				path: `/api/v10/lobbies/${lobbyIds[at]}/messages`,
				token,
				body: '{"content":"Over here!"}',
			}
		},
		'metadata of a lobby': () => ({
			...{ method: 'PATCH', path: `/api/v10/lobbies/${lobby()}`, token: bot },
			body: `{"metadata":{"round":"${turn}"}}`,
		}),
	}
	const insert = () => ({ method: 'POST', path: bare.pathname, token: bot, body: '{"content":"Over here!"}' })
	const rows: Row[] = []
	for (const [kind, order] of Object.entries(kinds)) {
		const costs = { ours: [] as Cost[], floor: [] as Cost[] }
		for (let round = -1; round < ROUNDS; round++) {
			const ours = await load(server, port, count, order)
			const theirs = await load(floor, Number(bare.port), count, insert)
			if (round < 0) continue
			costs.ours.push(ours)
			costs.floor.push(theirs)
		}
		const of = (costs: Cost[], what: keyof Cost) => median(costs.map((cost) => cost[what]))
		rows.push(
			{ what: kind, unit: 'CPU µs a request', ours: of(costs.ours, 'micros'), floor: of(costs.floor, 'micros') },
			{ what: '', unit: '/s', ours: of(costs.ours, 'perSecond'), floor: of(costs.floor, 'perSecond') },
		)
	}
	await server.stop()
	await floor.stop()
	return rows
}

interface Cost {
	micros: number
	perSecond: number
}

async function load(child: Child, port: number, count: number, order: () => Order): Promise<Cost> {
	const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
	const before = await child.cpuMicros()
	const began = performance.now()
	let left = count
	const work = async () => {
		while (left-- > 0) await send(agent, port, order())
	}
	await Promise.all(Array.from({ length: CONNECTIONS }, work))
	const seconds = (performance.now() - began) / 1000
	agent.destroy()
	return { micros: ((await child.cpuMicros()) - before) / count, perSecond: Math.round(count / seconds) }
}

function send(agent: Agent, port: number, { method, path, token, body }: Order): Promise<void> {
	const headers = { authorization: token, 'content-type': 'application/json', 'content-length': String(body.length) }
	return new Promise((resolve, reject) => {
		const sending = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
			let text = ''
			response.setEncoding('utf8').on('data', (part) => {
				text += part
			})
			response.once('end', () => {
				if (response.statusCode && response.statusCode < 300) resolve()
				else reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`))
			})
		})
		sending.once('error', reject)
		sending.end(body)
	})
}
