/** One event as a session sends it, its JSON written and encoded once however many sessions hear it. */
export interface Dispatch {
	readonly name: string
	/** The `d` and the closing brace of the frame, UTF-8. */
	readonly tail: Buffer
	/** What it counts in a ring, in bytes. */
	readonly size: number
	/** When it was said, by the clock of sockets. */
	readonly at: number
}

/** What a kept dispatch costs besides its bytes. */
const OVERHEAD = 128

export function dispatchOf(name: string, json: string, at: number): Dispatch {
	const tail = Buffer.from(`${json}}`)
	return { name, tail, size: tail.length + OVERHEAD, at }
}

/** A message of the gateway, with the header of its WebSocket frame before it, so that it leaves in one piece. */
export interface Message {
	readonly text: Buffer
	/** A whole frame, final and unmasked (RFC 6455 §5.2). */
	readonly framed: Buffer
}

/** The last message that was put together: sessions that stand at the same number get the very same bytes. */
let lastDispatch: Dispatch | undefined
let lastNumber = 0
let lastMessage: Message | undefined

/** A dispatch as it is sent under the number `s`. */
export function messageOf(dispatch: Dispatch, s: number): Message {
	if (lastMessage && dispatch === lastDispatch && s === lastNumber) return lastMessage
	const head = `{"t":"${dispatch.name}","s":${s},"op":0,"d":`
	const message = frame(FINAL_TEXT, head.length + dispatch.tail.length, (text) => {
		text.write(head, 0, 'latin1')
		dispatch.tail.copy(text, head.length)
	})
	lastDispatch = dispatch
	lastNumber = s
	lastMessage = message
	return message
}

/** Lets the last message go; after a round, so that it does not outlive what it was made of. */
export function forgetLastMessage(): void {
	lastDispatch = undefined
	lastMessage = undefined
}

/** A message that is no dispatch: `s` and `t` are there and null (G2). */
export function controlMessage(op: number, d: unknown = null): Message {
	return messageOfText(Buffer.from(JSON.stringify({ t: null, s: null, op, d })))
}

export function messageOfText(content: Buffer): Message {
	return frame(FINAL_TEXT, content.length, (text) => content.copy(text))
}

/** A message that is no text. */
export function messageOfBytes(content: Buffer): Message {
	return frame(FINAL_BINARY, content.length, (text) => content.copy(text))
}

const FINAL_TEXT = 0x81
const FINAL_BINARY = 0x82

function frame(kind: number, length: number, write: (text: Buffer) => void): Message {
	const header = length < 126 ? 2 : length < 65_536 ? 4 : 10
	const framed = Buffer.allocUnsafe(header + length)
	framed[0] = kind
	if (header === 2) framed[1] = length
	else if (header === 4) {
		framed[1] = 126
		framed.writeUInt16BE(length, 2)
	} else {
		framed[1] = 127
		framed.writeUIntBE(0, 2, 2)
		framed.writeUIntBE(length, 4, 6)
	}
	const text = framed.subarray(header)
	write(text)
	return { text, framed }
}
