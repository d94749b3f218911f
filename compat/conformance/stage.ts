/** A server under test in a process of its own, and the wire to it. What checks learn of it they learn over HTTP. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Answer, type Sent, send } from './http.ts'
import type { AnswerTo, OrderName, OrderOf, Ready } from './orders.ts'

export type StageKind = 'sqlite' | 'postgres' | 'oracle'

export interface Stage extends AsyncDisposable {
	kind: StageKind
	origin: string
	/** Sends a request to the server. */
	send(method: string, target: string, sent?: Sent): Promise<Answer>
	/** Has the house do what no client can. */
	order<N extends OrderName>(name: N, order: OrderOf<N>): Promise<AnswerTo<N>>
	advance(ms: number): Promise<void>
}

export interface StageOptions {
	kind: StageKind
	/** Counts requests as a server for players does. */
	isLimited?: boolean
	/** Name of a mutant: the server runs with this change in its source. */
	mutant?: string
}

const MUTATE = new URL('./mutate.ts', import.meta.url).href

/** Starts a server; it ends with `await using`. @throws where it does not come up, or does not end well */
export async function openStage({ kind, isLimited = false, mutant }: StageOptions): Promise<Stage> {
	const script = kind === 'oracle' ? 'oidc-provider.ts' : 'guildhall.ts'
	const child = fork(new URL(`./stages/${script}`, import.meta.url), isLimited ? ['--limited'] : [], {
		execArgv: ['--conditions=source', ...(mutant ? ['--import', MUTATE] : [])],
		env: { ...process.env, STORE: kind === 'postgres' ? 'postgres' : 'sqlite', ...(mutant ? { MUTANT: mutant } : {}) },
		stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
	})
	const wire = openWire(child)
	const { origin } = await wire.ready
	return {
		kind,
		origin,
		send: (method, target, sent) => send(origin, method, target, sent),
		order: wire.order,
		advance: async (ms) => {
			await wire.order('advance', { ms })
		},
		async [Symbol.asyncDispose]() {
			const exited = once(child, 'exit')
			await wire.order('end' as OrderName, {} as never)
			await exited
		},
	}
}

interface Waiting {
	resolve(value: never): void
	reject(reason: Error): void
}

type FromStage = { ready: Ready } | { number: number; value: never } | { number: number; error: string }

function openWire(child: ChildProcess) {
	const waiting = new Map<number, Waiting>()
	let complaints = ''
	let count = 0
	child.stderr?.on('data', (chunk) => {
		complaints += chunk
	})
	const expect = <T>(number: number) =>
		new Promise<T>((resolve, reject) => waiting.set(number, { resolve, reject } as Waiting))
	const ready = expect<Ready>(0)
	child.on('message', (message: FromStage) => {
		const number = 'ready' in message ? 0 : message.number
		const one = waiting.get(number)
		waiting.delete(number)
		if ('ready' in message) one?.resolve(message.ready as never)
		else if ('error' in message) one?.reject(new Error(message.error))
		else one?.resolve(message.value)
	})
	child.once('exit', (code) => {
		for (const { reject } of waiting.values())
			reject(new Error(`The server under test ended with ${code}: ${complaints}`))
	})
	return {
		ready,
		order<N extends OrderName>(name: N, order: OrderOf<N>): Promise<AnswerTo<N>> {
			const number = ++count
			const answer = expect<AnswerTo<N>>(number)
			child.send({ number, name, order })
			return answer
		},
	}
}
