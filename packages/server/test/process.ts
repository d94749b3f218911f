/** The real process, as `npm start` and `guildhall` run it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname

export interface Ended {
	code: number | null
	out: string
	error: string
}

/** A directory that is gone when the test is over. */
export function temporaryFolder(): Disposable & { path: string } {
	const path = mkdtempSync(join(tmpdir(), 'guildhall-process-'))
	return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Runs a command to its end. */
export async function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
	return launch(args, env).ended
}

export interface Running extends AsyncDisposable {
	// biome-ignore lint/suspicious/noExplicitAny: its shape is what the tests look at
	fixture: any
	fixturePath: string
	/** What it has printed so far. */
	page: string
	/** Sends a signal and waits for the end. */
	stop(signal?: NodeJS.Signals): Promise<Ended>
	/** Calls the control. */
	control(verb: string, body: unknown, token?: string): Promise<{ status: number; body: Answer }>
	/** Calls the API with an `Authorization` header. */
	api(method: string, path: string, authorization?: string, body?: unknown): Promise<{ status: number; body: Answer }>
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
type Answer = any

/** Starts a development server in this directory, on a free port, and waits until its fixture is written. */
export async function startDev(dataDir: string, ...args: string[]): Promise<Running> {
	const { child, ended, printed } = launch(['dev', '--port', '0', '--data-dir', dataDir, ...args])
	const page = await printed(/Ctrl-C stops it/)
	const fixturePath = /Fixture +(\S+)/.exec(page)?.[1] ?? ''
	const fixture = JSON.parse(readFileSync(fixturePath, 'utf8'))
	const call = async (method: string, url: string, authorization?: string, body?: unknown) => {
		const response = await fetch(url, {
			method,
			headers: {
				...(authorization ? { authorization } : {}),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		})
		const text = await response.text()
		return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
	}
	const stop = (signal: NodeJS.Signals = 'SIGINT') => {
		child.kill(signal)
		return ended
	}
	return {
		fixture,
		fixturePath,
		page,
		stop,
		control: (verb, body, token = fixture.control.token) =>
			call('POST', `${fixture.control.url}/${verb}`, `Bearer ${token}`, body),
		api: (method, path, authorization, body) =>
			call(method, `${fixture.api_base}/v${fixture.api_version}${path}`, authorization, body),
		async [Symbol.asyncDispose]() {
			if (child.exitCode === null) await stop('SIGKILL')
		},
	}
}

/** Starts a server for players on a free port, without TLS before it. */
export async function startServe(
	dataDir: string,
	env: Record<string, string> = {},
): Promise<AsyncDisposable & { origin: string; stop(): Promise<Ended> }> {
	const { child, ended, logged } = launch(
		['serve', '--port', '0', '--data-dir', dataDir, '--origin', 'http://127.0.0.1'],
		{ GUILDHALL_INSECURE_HTTP: 'true', GUILDHALL_TRUST_MAIL: 'true', ...env },
	)
	const line = /^.*"msg":"serving".*$/m.exec(await logged(/"msg":"serving"/))?.[0] ?? ''
	const stop = () => {
		child.kill('SIGTERM')
		return ended
	}
	return {
		origin: `http://127.0.0.1:${JSON.parse(line).port}`,
		stop,
		async [Symbol.asyncDispose]() {
			if (child.exitCode === null) child.kill('SIGKILL')
			await ended
		},
	}
}

interface Launched {
	child: ChildProcess
	ended: Promise<Ended>
	/** Resolves with all that was printed once it matches; rejects where the process ends before. */
	printed(pattern: RegExp): Promise<string>
	/** The same of what it logs. */
	logged(pattern: RegExp): Promise<string>
}

function launch(args: readonly string[], env: Record<string, string> = {}): Launched {
	const inherited = Object.entries(process.env).filter(([name]) => !/^(GUILDHALL_|DATABASE_URL$|NODE_TEST)/.test(name))
	const child = spawn(process.execPath, ['--conditions=source', MAIN, ...args], {
		env: { ...Object.fromEntries(inherited), ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const output = { out: '', error: '' }
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		output.out += text
	})
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		output.error += text
	})
	const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...output })))
	const seen = (stream: 'stdout' | 'stderr', text: () => string) => (pattern: RegExp) =>
		new Promise<string>((resolve, reject) => {
			child[stream].on('data', () => pattern.test(text()) && resolve(text()))
			void ended.then(({ code, error }) => reject(new Error(`It ended with ${code} before: ${error}`)))
		})
	return {
		child,
		ended,
		printed: seen('stdout', () => output.out),
		logged: seen('stderr', () => output.error),
	}
}
