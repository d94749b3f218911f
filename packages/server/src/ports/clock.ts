/** The time. Everything that waits or dates something asks this, so that a test can move it. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	now(): number
	/** Calls `run` once, `ms` from now; the answer takes it back. Does not keep the process alive. */
	after(ms: number, run: () => void): () => void
}

/** A clock that also goes forward when told to. */
export interface MovableClock extends Clock {
	/** Goes `ms` forward; what became due is called, in the order of its time, before this returns. */
	advance(ms: number): void
}
