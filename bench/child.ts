/** Processes under measurement: what is measured runs alone in its own, and tells its own CPU time and memory. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface Child {
	/** What the process said when it was ready. */
	ready: Record<string, unknown>
	/** Microseconds of CPU, user and system, since its start. */
	cpuMicros(): Promise<number>
	/** Bytes in use after a collection: heap, buffers and what else the runtime knows of. */
	bytes(): Promise<number>
	/** Asks it to do something of its own and waits for the answer. */
	ask(command: string, argument?: unknown): Promise<unknown>
	stop(): Promise<void>
}

/** `BENCH_PROFILE=<directory>`: each measured process leaves a CPU profile there when it ends. */
const PROFILE = process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : []

/** Starts the script and waits until it is ready. */
export async function startChild(script: URL, argument: unknown = {}): Promise<Child> {
	const child = fork(script, [JSON.stringify(argument)], {
		execArgv: ['--conditions=source', '--expose-gc', ...PROFILE],
		env: { ...process.env, NODE_ENV: 'production' },
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	})
	const ready = (await answerOf(child)) as Record<string, unknown>
	const ask = async (command: string, given?: unknown) => {
		child.send({ command, argument: given })
		return answerOf(child)
	}
	return {
		ready,
		ask,
		cpuMicros: () => ask('cpu') as Promise<number>,
		bytes: () => ask('bytes') as Promise<number>,
		async stop() {
			const exited = once(child, 'exit')
			child.send({ command: 'stop' })
			await exited
		},
	}
}

async function answerOf(child: ChildProcess): Promise<unknown> {
	const answered = new AbortController()
	try {
		const [answer] = await Promise.race([
			once(child, 'message', { signal: answered.signal }),
			once(child, 'exit', { signal: answered.signal }).then(([code]) => {
				throw new Error(`A measured process ended with ${code}.`)
			}),
		])
		return answer
	} finally {
		answered.abort()
	}
}

type Command = (argument: never) => unknown

/** In the measured process: says it is ready and answers the commands, `cpu`, `bytes` and `stop` among them. */
export function serveParent(ready: Record<string, unknown>, commands: Record<string, Command> = {}): void {
	process.on('message', async ({ command, argument }: { command: string; argument: never }) => {
		if (command === 'stop') process.exit(0)
		if (command === 'cpu') process.send?.(cpuMicros())
		else if (command === 'bytes') process.send?.(bytesInUse())
		else process.send?.((await commands[command]?.(argument)) ?? null)
	})
	process.send?.(ready)
}

function cpuMicros(): number {
	const { user, system } = process.cpuUsage()
	return user + system
}

/** Collects first, so it costs CPU: never asked between two readings of that. */
function bytesInUse(): number {
	globalThis.gc?.()
	globalThis.gc?.()
	const { heapUsed, external } = process.memoryUsage()
	return heapUsed + external
}

/** The argument the parent started this process with. */
export function argumentOf<T>(): T {
	return JSON.parse(process.argv[2] ?? '{}') as T
}
