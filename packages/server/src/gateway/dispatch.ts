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

/** The last frame that was put together: sessions that stand at the same number get the very same bytes. */
let lastDispatch: Dispatch | undefined
let lastNumber = 0
let lastFrame: Buffer = Buffer.alloc(0)

/** The frame of a dispatch under the number `s`. */
export function frameOf(dispatch: Dispatch, s: number): Buffer {
	if (dispatch === lastDispatch && s === lastNumber) return lastFrame
	const head = `{"t":"${dispatch.name}","s":${s},"op":0,"d":`
	const frame = Buffer.allocUnsafe(head.length + dispatch.tail.length)
	frame.write(head, 0, 'latin1')
	dispatch.tail.copy(frame, head.length)
	lastDispatch = dispatch
	lastNumber = s
	lastFrame = frame
	return frame
}

/** Lets the last frame go; after a round, so that it does not outlive what it was made of. */
export function forgetLastFrame(): void {
	lastDispatch = undefined
	lastFrame = Buffer.alloc(0)
}

/** A frame that is no dispatch: `s` and `t` are there and null (G2). */
export function controlFrame(op: number, d: unknown = null): Buffer {
	return Buffer.from(JSON.stringify({ t: null, s: null, op, d }))
}
