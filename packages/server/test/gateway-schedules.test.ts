/**
 * Random schedules over real sockets, in every encoding and compression: bursts, readers that stop, connections that
 * break at either end, drains of the server. Nothing is lost, said twice or out of order, and a Resume is refused only
 * where G11 lets go what it asks for. `src/gateway/resume.test.ts` plays the same on the state machine alone, far more often.
 *
 * `SOCKET_SCHEDULES=40` says how many, which CI does; `SCHEDULES_SEED=1` with which chance.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MOST_KEPT, MOST_KEPT_BYTES } from '../src/gateway/ring.ts'
import { connect, type Frame, type GatewayClient, house, PLAIN_INTENTS } from './gateway-client.ts'
import { type Bot, type TestServer, testServer } from './server.ts'

const SCHEDULES = Number(process.env.SOCKET_SCHEDULES ?? (process.env.CI ? 40 : 4))
const SEED = process.env.SCHEDULES_SEED === undefined ? {} : { seed: Number(process.env.SCHEDULES_SEED) }
const QUERIES = ['json', 'json&compress=zlib-stream', 'json&compress=zstd-stream', 'etf'].map(
	(encoding) => `?v=10&encoding=${encoding}`,
)

/** What is said in the guild, to all clients alike. */
interface Crier {
	server: TestServer
	guildId: string
	/** Bytes of each. */
	said: number[]
}

function say({ server, guildId, said }: Crier, count: number, bytes: number): void {
	for (let n = 0; n < count; n++) {
		const data = { id: guildId, name: `${said.length} ${'x'.repeat(bytes)}` }
		said.push(bytes)
		server.bus.publish({ subject: `guild.${guildId}`, name: 'GUILD_UPDATE', data, json: JSON.stringify(data) })
	}
}

/** One client, over all its connections. */
class Client {
	readonly #crier: Crier
	readonly #bot: Bot
	readonly #query: string
	#connection: GatewayClient | undefined
	#sessionId: string | undefined
	/** How much was said before its session heard anything. */
	#since = 0
	/** Of the connection, the frames that were looked at. */
	#looked = 0
	#seq = 0
	#heard = 0
	resumed = 0
	renewed = 0

	constructor(crier: Crier, bot: Bot, query: string) {
		this.#crier = crier
		this.#bot = bot
		this.#query = query
	}

	/** Checks what came since the last look. */
	look(): void {
		const frames = this.#connection?.frames ?? []
		for (; this.#looked < frames.length; this.#looked++) {
			const { op, s, t, d } = frames[this.#looked] as Frame
			if (op !== 0) continue
			assert.equal(s, this.#seq + 1, 'a number is skipped or comes again')
			this.#seq++
			if (t !== 'GUILD_UPDATE') continue
			assert.equal(Number.parseInt(d.name, 10), this.#since + this.#heard, 'it is not what was said')
			this.#heard++
		}
	}

	stopReading(): void {
		this.#connection?.ws.pause()
	}

	readAgain(): void {
		if (this.#connection?.ws.isPaused) this.#connection.ws.resume()
	}

	breakOff(): void {
		this.#connection?.ws.terminate()
	}

	/** By another connection; the one before may be alive, broken, or half read. */
	async comeBack(): Promise<void> {
		this.look()
		const before = this.#connection
		const connection = await connect(this.#crier.server, this.#query)
		this.#connection = connection
		this.#looked = 0
		await connection.next(({ op }) => op === 10)
		if (this.#sessionId === undefined) await this.#identify()
		else {
			const missed = this.#crier.said.slice(this.#since + this.#heard)
			connection.send(6, { token: this.#bot.token, session_id: this.#sessionId, seq: this.#seq })
			const { op, d } = await connection.next(({ op, t }) => op === 9 || t === 'RESUMED')
			if (op === 9) {
				const bytes = missed.reduce((sum, one) => sum + one, 0)
				assert.equal(d, false)
				// Half of the bound, as a dispatch costs more than its text.
				assert.ok(
					missed.length > MOST_KEPT - 20 || bytes > MOST_KEPT_BYTES / 2,
					'a Resume is refused that G11 promises',
				)
				this.renewed++
				await this.#identify()
			} else this.resumed++
		}
		before?.ws.terminate()
	}

	async #identify(): Promise<void> {
		const properties = { os: 'test', browser: 'test', device: 'test' }
		this.#connection?.send(2, { token: this.#bot.token, intents: PLAIN_INTENTS, properties })
		const ready = await this.#connection?.event('READY')
		this.#sessionId = ready.session_id
		await this.#connection?.event('GUILD_CREATE')
		this.#seq = 0
		this.#heard = 0
		this.#since = this.#crier.said.length
	}

	/** Ends its session. */
	async leave(): Promise<void> {
		this.#connection?.ws.close(1000)
		await this.#connection?.closed
	}

	/** Everything that was said has come. */
	async catchUp(): Promise<void> {
		this.readAgain()
		await this.comeBack()
		this.#connection?.send(1)
		await this.#connection?.next(({ op }) => op === 11)
		this.look()
		assert.equal(this.#since + this.#heard, this.#crier.said.length, 'something never came')
	}
}

const who = fc.nat(QUERIES.length - 1)
const step = fc.oneof(
	{ weight: 8, arbitrary: fc.record({ do: fc.constant('say' as const), count: fc.integer({ min: 1, max: 20 }) }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('say large' as const), count: fc.integer({ min: 1, max: 8 }) }) },
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('burst' as const), count: fc.integer({ min: 500, max: 3000 }) }),
	},
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('stop reading' as const), who }) },
	{ weight: 3, arbitrary: fc.record({ do: fc.constant('read again' as const), who }) },
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('break off' as const), who }) },
	{
		weight: 3,
		arbitrary: fc.record({ do: fc.constant('sever' as const), who, how: fc.constantFrom('terminate', 'close') }),
	},
	{ weight: 6, arbitrary: fc.record({ do: fc.constant('come back' as const), who }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const) }) },
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), turns: fc.nat(20) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function play(crier: Crier, bots: readonly Bot[], clients: readonly Client[], steps: readonly Step[]) {
	const { gateway } = crier.server.app
	for (const act of steps) {
		switch (act.do) {
			case 'say':
				say(crier, act.count, 50)
				break
			case 'say large':
				say(crier, act.count, 400_000)
				break
			case 'burst':
				say(crier, act.count, 100)
				break
			case 'stop reading':
				clients[act.who]?.stopReading()
				break
			case 'read again':
				clients[act.who]?.readAgain()
				break
			case 'break off':
				clients[act.who]?.breakOff()
				break
			case 'sever':
				gateway.sever(
					bots[act.who]?.id ?? '',
					act.how === 'close' ? { how: 'close', code: 4000 } : { how: 'terminate' },
				)
				break
			case 'come back':
				await clients[act.who]?.comeBack()
				break
			case 'drain':
				for (const { id } of bots) {
					gateway.sever(id, { how: 'reconnect' })
					gateway.sever(id, { how: 'close', code: 4000 })
				}
				break
			case 'pass':
				for (let turn = 0; turn < act.turns; turn++) await new Promise(setImmediate)
				break
			default:
				act satisfies never
		}
		for (const client of clients) client.look()
	}
	for (const client of clients) await client.catchUp()
}

/** What chance alone brings seldom: a reader is cut because it stopped, and finds that the ring has let go of what it missed. */
const CUT: Step[] = [
	{ do: 'stop reading', who: 0 },
	...Array.from({ length: 5 }, (): Step[] => [
		{ do: 'say large', count: 8 },
		{ do: 'pass', turns: 20 },
	]).flat(),
	{ do: 'burst', count: 3000 },
	{ do: 'pass', turns: 20 },
	{ do: 'come back', who: 0 },
]

/** So many take a while where a machine has other work too. */
const LONG = { timeout: 600_000 }

test(`G10–G14 ${SCHEDULES} random schedules over sockets lose, repeat and reorder nothing`, LONG, async () => {
	const seen = { resumed: 0, renewed: 0 }
	await using server = await testServer({ maxConcurrency: 1000 })
	const { guildId } = await house(server)
	const bots: Bot[] = []
	for (const at of QUERIES.keys()) {
		const bot = await server.bot(`Bot ${at}`)
		await server.join(guildId, bot.id)
		bots.push(bot)
	}
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
			const crier: Crier = { server, guildId, said: [] }
			const clients = QUERIES.map((query, at) => new Client(crier, bots[at] as Bot, query))
			for (const client of clients) await client.comeBack()
			await play(crier, bots, clients, steps)
			for (const client of clients) {
				seen.resumed += client.resumed
				seen.renewed += client.renewed
				await client.leave()
			}
		}),
		{ numRuns: SCHEDULES, examples: [[CUT]], endOnFailure: true, ...SEED },
	)
	const { dropped } = server.app.gateway.meters
	assert.ok(seen.resumed > 0 && seen.renewed > 0 && dropped > 0, JSON.stringify({ ...seen, dropped }))
})
