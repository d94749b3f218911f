import { ApiError } from '@guildhall/protocol'
import type { Settings } from '../config.ts'
import type { Store } from '../ports/store.ts'
import { WebError } from '../ports/web.ts'
import { type Machine, Refusal } from './machine.ts'
import type { Asking } from './operate.ts'
import { operatorTokenOf } from './secrets.ts'
import { SERVER_FILE, type ServerFile } from './server-file.ts'
import { withStoreAddress } from './store-address.ts'

/** How a command of operators reaches what it acts on. */
export type Reach =
	| { kind: 'server'; ask(asking: Asking, name: string): Promise<unknown>; close(): Promise<void> }
	| {
			kind: 'store'
			/** Whether a server that this command knows nothing of may use the store too. */
			isShared: boolean
			run<T>(work: (store: Store) => Promise<T>): Promise<T>
			close(): Promise<void>
	  }

const nothing = async () => {}

/** The server that is named, else the one that runs in the data directory, else the store. */
export async function openReach(machine: Machine, settings: Settings): Promise<Reach> {
	const found = await serverOf(machine, settings)
	if (found) return { kind: 'server', ask: (asking, name) => ask(machine, found, asking, name), close: nothing }
	return {
		kind: 'store',
		isShared: settings.databaseUrl !== undefined,
		run: (work) =>
			withStoreAddress(machine, settings, { isExclusive: false }, async (at) => {
				const { store, close } = await machine.openStore(at)
				try {
					return await work(store)
				} catch (error) {
					if (error instanceof ApiError) throw new Refusal(sentenceOf(error.message, error.errors))
					throw error
				} finally {
					await close()
				}
			}),
		close: nothing,
	}
}

interface Found {
	address: string
	token: string
}

async function serverOf(machine: Machine, settings: Settings): Promise<Found | undefined> {
	const { server, dataDir: path } = settings
	if (!path) {
		if (!server) return undefined
		return { address: server, token: tokenFor(server, operatorTokenOf(settings)) }
	}
	const dataDir = await machine.openDataDir(path, { isExclusive: false })
	try {
		const running = (await machine.isInUse(path)) ? (dataDir.read(SERVER_FILE) as ServerFile | undefined) : undefined
		const address = server ?? running?.address
		return address ? { address, token: tokenFor(address, operatorTokenOf(settings, dataDir)) } : undefined
	} finally {
		dataDir.close()
	}
}

function tokenFor(address: string, token: string | undefined): string {
	if (!token) throw new Refusal(`GUILDHALL_OPERATOR_TOKEN must be the token of the server at ${address}.`)
	return token
}

const TIMEOUT_MS = 30_000
const MOST_BYTES = 16 * 1024 * 1024

async function ask(machine: Machine, { address, token }: Found, asking: Asking, name: string): Promise<unknown> {
	const { operation, params = {}, query = {}, body } = asking
	const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
	const search = new URLSearchParams(
		Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
	)
	try {
		const answer = await machine.send({
			method: operation.method,
			url: `${address}/api/v10${path}?${search}`,
			headers: {
				authorization: `Operator ${token}`,
				'x-operator': encodeURIComponent(name),
				...(body ? { 'content-type': 'application/json' } : {}),
			},
			...(body ? { body: JSON.stringify(body) } : {}),
			timeoutMs: TIMEOUT_MS,
			mostBytes: MOST_BYTES,
		})
		const said: unknown = answer.body.length > 0 ? JSON.parse(answer.body.toString('utf8')) : undefined
		if (answer.status >= 400) throw new Refusal(refusalOf(address, answer.status, said))
		return said
	} catch (error) {
		if (error instanceof WebError) throw new Refusal(`${address}: ${error.message}`)
		if (error instanceof SyntaxError) throw new Refusal(`${address} is no Guildhall server.`)
		throw error
	}
}

function refusalOf(address: string, status: number, said: unknown): string {
	if (status === 401) return `The server at ${address} refuses the operator token.`
	const { message, errors } = (said ?? {}) as { message?: string; errors?: unknown }
	return sentenceOf(message ?? `The server at ${address} answers with status ${status}.`, errors)
}

/** What an invalid form says of its first field, else the error's own sentence. */
const sentenceOf = (message: string, errors: unknown): string => messagesIn(errors)[0] ?? message

/** The sentences of an invalid form. */
function messagesIn(tree: unknown): string[] {
	if (typeof tree !== 'object' || tree === null) return []
	if ('_errors' in tree && Array.isArray(tree._errors)) {
		return tree._errors.map((leaf) => String((leaf as { message?: unknown }).message))
	}
	return Object.values(tree).flatMap(messagesIn)
}
