/** behaviour.md §2.1, as data: from where, what happens, and what is reported. */
import assert from 'node:assert/strict'
import {
	AuthorizationTokenType,
	type Client,
	ClientError,
	ClientStatus,
	EnumToString,
	type Fetch,
	type Socket,
	type WebSocketConstructor,
} from '../../src/index.ts'

/** A client whose way to the platform can be broken. */
export interface Line {
	client: Client
	token: string
	cable: Cable
	/** Moves the clock of the client. */
	advance(ms: number): Promise<void>
	until(isSo: () => boolean): Promise<void>
}

/** What stands between a client and a platform. */
export interface Cable {
	fetch: Fetch
	webSocket: WebSocketConstructor
	/** Closes the open socket towards the client, with a code. */
	cut(code: number): void
	/** The platform says something. */
	say(frame: object): void
	/** What the lookup of the address is answered with; undefined: what the platform answers. */
	lookup: Response | undefined
	/** Sockets do not open. */
	isDown: boolean
	/** Sessions are asked for by another name from now on. */
	isForgotten: boolean
	/** How many sockets were opened. */
	opened: number
}

export function cable(fetch: Fetch, RealSocket: WebSocketConstructor): Cable {
	let open: Socket | undefined
	const made: Cable = {
		fetch: async (url, init) => (url.endsWith('/gateway') && made.lookup ? made.lookup.clone() : fetch(url, init)),
		webSocket: class {
			constructor(url: string) {
				made.opened++
				const socket = made.isDown ? deadSocket() : new RealSocket(url)
				const send = socket.send.bind(socket)
				socket.send = (text) => send(made.isForgotten ? text.replace(/"session_id":"/, '"session_id":"x') : text)
				open = socket
				// biome-ignore lint/correctness/noConstructorReturn: it is the socket itself, listened to
				return socket
			}
		} as unknown as WebSocketConstructor,
		cut(code) {
			const socket = open
			const { onclose } = socket ?? {}
			if (socket) socket.onmessage = socket.onclose = null
			if (socket) socket.onerror = () => {}
			socket?.close(4000)
			onclose?.({ code } as never)
		},
		say: (frame) => open?.onmessage?.({ data: JSON.stringify(frame) } as never),
		lookup: undefined,
		isDown: false,
		isForgotten: false,
		opened: 0,
	}
	return made
}

/** One that leads nowhere. */
function deadSocket(): Socket {
	const dead: Socket = { send() {}, close() {}, onopen: null, onmessage: null, onerror: null, onclose: null }
	setImmediate(() => dead.onclose?.({ code: 1006 } as never))
	return dead
}

const UP = 'HttpWait Connecting Connected Ready'

interface Row {
	title: string
	/** Of what is reported, in order; with its error and detail in brackets where there is one. */
	reports: string
	act(line: Line): Promise<void>
}

async function up({ client, token, until }: Line): Promise<void> {
	await client.UpdateToken(AuthorizationTokenType.Bearer, token)
	client.Connect()
	await until(() => client.GetStatus() === ClientStatus.Ready)
}

const back = async ({ client, advance, until }: Line) => {
	await advance(1_300)
	await until(() => client.GetStatus() === ClientStatus.Ready)
}

export const ROWS: readonly Row[] = [
	{ title: 'Connect with a token', reports: UP, act: up },
	{
		title: 'Connect without a token',
		reports: 'Disconnected(ConnectionFailed 0)',
		act: async ({ client }) => client.Connect(),
	},
	{
		title: 'the address lookup fails, and then does not',
		reports: `HttpWait Reconnecting(ConnectionFailed 503) ${UP}`,
		async act(line) {
			line.cable.lookup = new Response('', { status: 503 })
			await line.client.UpdateToken(AuthorizationTokenType.Bearer, line.token)
			line.client.Connect()
			await line.until(() => line.client.GetStatus() === ClientStatus.HttpWait && line.cable.opened === 0)
			await line.advance(0)
			await new Promise((resolve) => setTimeout(resolve, 20))
			line.cable.lookup = undefined
			await back(line)
		},
	},
	{
		title: 'a lookup that is told to wait waits no less',
		reports: `HttpWait Reconnecting(ConnectionFailed 429) ${UP}`,
		async act(line) {
			line.cable.lookup = Response.json({ message: 'slow', retry_after: 20 }, { status: 429 })
			await line.client.UpdateToken(AuthorizationTokenType.Bearer, line.token)
			line.client.Connect()
			await new Promise((resolve) => setTimeout(resolve, 20))
			line.cable.lookup = undefined
			await line.advance(19_900)
			assert.equal(line.cable.opened, 0)
			await back(line)
		},
	},
	{
		title: 'the socket does not open, and then does',
		reports: `HttpWait Connecting Reconnecting(ConnectionFailed 0) ${UP}`,
		async act(line) {
			line.cable.isDown = true
			await line.client.UpdateToken(AuthorizationTokenType.Bearer, line.token)
			line.client.Connect()
			await line.until(() => line.cable.opened === 1)
			await new Promise((resolve) => setTimeout(resolve, 20))
			line.cable.isDown = false
			await back(line)
		},
	},
	{
		title: 'Disconnect while the address is looked up',
		reports: 'HttpWait Disconnecting Disconnected(ConnectionCanceled 0)',
		async act(line) {
			await line.client.UpdateToken(AuthorizationTokenType.Bearer, line.token)
			line.client.Connect()
			line.client.Disconnect()
		},
	},
	{
		title: 'Disconnect when Ready',
		reports: `${UP} Disconnecting Disconnected`,
		async act(line) {
			await up(line)
			line.client.Disconnect()
			await line.until(() => line.client.GetStatus() === ClientStatus.Disconnected)
		},
	},
	{
		title: 'Connect while Disconnecting is remembered',
		reports: `${UP} Disconnecting Disconnected ${UP}`,
		async act(line) {
			await up(line)
			line.client.Disconnect()
			line.client.Connect()
			await line.until(() => line.client.GetStatus() === ClientStatus.Ready)
		},
	},
	{
		title: 'the server asks to reconnect',
		reports: `${UP} Reconnecting(UnexpectedClose 0) Ready`,
		async act(line) {
			await up(line)
			line.cable.say({ op: 7, d: null })
			await line.until(() => line.client.GetStatus() === ClientStatus.Ready)
		},
	},
	{
		title: 'the session is resumed after it was lost',
		reports: `${UP} Reconnecting(UnexpectedClose 1006) Ready`,
		async act(line) {
			await up(line)
			line.cable.cut(1006)
			await back(line)
		},
	},
	{
		title: 'a resume that is refused: a fresh session',
		reports: `${UP} Reconnecting(UnexpectedClose 1006) ${UP}`,
		async act(line) {
			await up(line)
			line.cable.isForgotten = true
			line.cable.cut(1006)
			await back(line)
		},
	},
	...[4000, 4002, 4003, 4005, 4008].map((code) => ({
		title: `close code ${code} is followed by a resume`,
		reports: `${UP} Reconnecting(UnexpectedClose ${code}) Ready`,
		async act(line: Line) {
			await up(line)
			line.cable.cut(code)
			await back(line)
		},
	})),
	...[4007, 4009].map((code) => ({
		title: `close code ${code} is followed by a fresh session`,
		reports: `${UP} Reconnecting(UnexpectedClose ${code}) ${UP}`,
		async act(line: Line) {
			await up(line)
			line.cable.cut(code)
			await back(line)
		},
	})),
	...[4004, 4010, 4011, 4012, 4013, 4014, 4020].map((code) => ({
		title: `close code ${code} ends it: no further try`,
		reports: `${UP} Disconnected(UnexpectedClose ${code})`,
		async act(line: Line) {
			await up(line)
			line.cable.cut(code)
			await line.until(() => line.client.GetStatus() === ClientStatus.Disconnected)
			const { opened } = line.cable
			await line.advance(120_000)
			assert.equal(line.cable.opened, opened)
		},
	})),
]

export async function playRow(line: Line, { reports, act }: Row): Promise<void> {
	const told: string[] = []
	line.client.on('statusChanged', (status, error, detail) => {
		const cause = error === ClientError.None ? '' : `(${EnumToString(ClientError, error)} ${detail})`
		told.push(`${EnumToString(ClientStatus, status)}${cause}`)
	})
	// A retry that waits looks as a lookup does: HttpWait is reported once for both (S11, S17).
	await act(line)
	await line.until(() => told.length >= reports.replaceAll(/\([^)]*\)/g, '').split(' ').length)
	assert.equal(told.join(' '), reports)
}
