import type { SocialSdkError } from '../core/failure.ts'
import type { Logger } from '../core/log.ts'
import type { ClientError, ClientStatus } from '../enums/clients.ts'
import type { Clock, Platform, Socket, WebSocketConstructor } from '../platform/platform.ts'
import { NORMAL } from './close-codes.ts'
import { gatewayUrl, parseFrame } from './frames.ts'
import { newSession, type SessionEffect, type SessionInput, type Timer } from './session.ts'
import { step } from './step.ts'

export interface ConnectionOptions {
	os: string
	clock: Clock
	log: Logger
	network: Platform['network']
	webSocket(): Promise<WebSocketConstructor>
	/** The address of the gateway; rejects with the HTTP status as `status`, and the seconds to wait as `retryAfter`. */
	lookUp(): Promise<string>
	random(): number
	onStatus(status: ClientStatus, error: ClientError, detail: number): void
	onDispatch(name: string, data: unknown): void
}

/** Carries out what the session decides: the socket, the timers, the lookups. */
export interface Connection {
	tell(input: SessionInput): void
	status(): ClientStatus
	/** Ends at once and without a word. */
	destroy(): void
}

export function connection(options: ConnectionOptions): Connection {
	const { clock, log, network, random, onStatus, onDispatch } = options
	let session = newSession(options.os)
	let socket: Socket | undefined
	let isDestroyed = false
	const timers = new Map<Timer, () => void>()
	// What is said while effects are carried out waits, so that these are never seen half done.
	const inbox: SessionInput[] = []
	let isBusy = false
	// Stands for the socket being opened or open: what an older one has to say is of no interest.
	let current = {}

	const forgetNetwork = network?.onOnline(() => tell({ type: 'network', isOnline: true }))

	function tell(input: SessionInput): void {
		if (isDestroyed) return
		inbox.push(input)
		if (isBusy) return
		isBusy = true
		try {
			for (let next = inbox.shift(); next; next = inbox.shift()) {
				const after = step(session, next, random())
				session = after.session
				after.effects.forEach(carryOut)
			}
		} finally {
			isBusy = false
		}
	}

	function carryOut(effect: SessionEffect): void {
		switch (effect.type) {
			case 'status':
				onStatus(effect.status, effect.error, effect.detail)
				break
			case 'look up':
				lookUp()
				break
			case 'open':
				open(effect.url)
				break
			case 'send':
				socket?.send(JSON.stringify(effect.frame))
				break
			case 'close':
				socket?.close(effect.code)
				break
			case 'drop':
				drop(effect.code)
				break
			case 'start':
				start(effect.timer, effect.ms)
				break
			case 'stop':
				for (const timer of effect.timers) stop(timer)
				break
			case 'dispatch':
				onDispatch(effect.name, effect.data)
				break
			case 'log':
				log.error(effect.message)
				break
			default:
				effect satisfies never
		}
	}

	function lookUp(): void {
		if (network) tell({ type: 'network', isOnline: network.isOnline() })
		options.lookUp().then(
			(url) => tell({ type: 'address', url }),
			(error) => {
				log.warning(`The address of the gateway is not to be had: ${error}`)
				const { status = 0, retryAfter = 0 } = Object(error) as Partial<SocialSdkError>
				tell({ type: 'address failed', status, waitMs: retryAfter * 1000 })
			},
		)
	}

	function open(url: string): void {
		const opening = {}
		current = opening
		options
			.webSocket()
			.then((WebSocket) => {
				if (current === opening) listen(new WebSocket(gatewayUrl(url)))
			})
			.catch((error: unknown) => {
				log.error(`No socket could be opened: ${error}`)
				if (current === opening) tell({ type: 'closed', code: 1006 })
			})
	}
	function listen(made: Socket): void {
		socket = made
		made.onopen = () => tell({ type: 'opened' })
		made.onmessage = (event: { data?: unknown }) => {
			const frame = parseFrame(event.data)
			if (frame) tell({ type: 'frame', frame })
			else log.warning('The gateway sent something that is no frame')
		}
		made.onerror = (event: { message?: unknown }) => {
			// Browsers say nothing; elsewhere this is where a refused upgrade tells its HTTP status.
			if (typeof event.message === 'string' && event.message) log.warning(`Gateway socket: ${event.message}`)
		}
		made.onclose = (event: { code?: number }) => {
			silence(made)
			tell({ type: 'closed', code: event.code ?? 1006 })
		}
	}

	function silence(made: Socket): void {
		made.onopen = made.onmessage = made.onclose = null
		// An error after that would be nobody's, and what is nobody's ends a Node process.
		made.onerror = () => {}
		if (socket === made) socket = undefined
	}

	function drop(code: number): void {
		current = {}
		const dropped = socket
		if (!dropped) return
		silence(dropped)
		dropped.close(code)
	}

	function start(timer: Timer, ms: number): void {
		stop(timer)
		const cancel = clock.after(ms, () => {
			timers.delete(timer)
			if (timer === 'retry' && network) tell({ type: 'network', isOnline: network.isOnline() })
			tell({ type: 'timer', timer })
		})
		timers.set(timer, cancel)
	}

	function stop(timer: Timer): void {
		timers.get(timer)?.()
		timers.delete(timer)
	}

	return {
		tell,
		status: () => session.status,
		destroy() {
			isDestroyed = true
			for (const timer of [...timers.keys()]) stop(timer)
			forgetNetwork?.()
			drop(NORMAL)
			session = newSession(options.os)
		},
	}
}
