import { asObject } from '../cache/wire.ts'

/** A frame of the gateway, either way. */
export interface Frame {
	op: number
	d: unknown
	s?: number | null
	t?: string | null
}

export const Op = {
	Dispatch: 0,
	Heartbeat: 1,
	Identify: 2,
	PresenceUpdate: 3,
	Resume: 6,
	Reconnect: 7,
	InvalidSession: 9,
	Hello: 10,
	HeartbeatAck: 11,
	UpdateToken: 50,
	AuthorizeRequests: 51,
} as const

/** Direct messages, private channels, calls, relationships, presences, lobbies, and that these are gone. */
const INTENTS = [12, 18, 19, 22, 23, 27, 28].reduce((bits, bit) => bits | (1 << bit), 0)
/** Attach to all lobbies on connecting, so that others see the member as connected. */
const AUTO_LOBBY_CONNECT = 1 << 16

export function identify(token: string, os: string, presence: object | undefined): Frame {
	const properties = { os, browser: 'socialsdk', device: 'socialsdk' }
	return {
		op: Op.Identify,
		d: {
			...{ token: `Bearer ${token}`, intents: INTENTS, capabilities: AUTO_LOBBY_CONNECT, properties },
			...(presence && { presence }),
		},
	}
}

export function resume(token: string, sessionId: string, seq: number | null): Frame {
	return { op: Op.Resume, d: { token: `Bearer ${token}`, session_id: sessionId, seq } }
}

/** Reads a frame from the socket; `undefined` for what is none. */
export function parseFrame(text: unknown): Frame | undefined {
	if (typeof text !== 'string') return undefined
	try {
		const frame: unknown = JSON.parse(text)
		return typeof asObject(frame).op === 'number' ? (frame as Frame) : undefined
	} catch {
		return undefined
	}
}

/** Where a socket is opened: the address with the version and encoding this SDK speaks. */
export function gatewayUrl(address: string): string {
	const url = new URL(address)
	url.searchParams.set('v', '10')
	url.searchParams.set('encoding', 'json')
	return url.href
}
