/** What has gone on in the gateway since the process began: plain numbers, so that counting costs next to nothing. */
export class GatewayMeters {
	/** Messages and their bytes, before compression. */
	framesSent = 0
	bytesSent = 0
	framesReceived = 0
	bytesReceived = 0
	/** Sessions that began, and that went on after a lost connection. */
	identified = 0
	resumed = 0
	/** Resumes that were answered with Invalid Session or a close. */
	resumesRefused = 0
	/** Connections that were cut because their client did not read (G14). */
	dropped = 0
	/** Connections that ended, by the code we gave; those that the client or the network ended by 0. */
	readonly closed = new Map<number, number>()

	close(code: number): void {
		this.closed.set(code, (this.closed.get(code) ?? 0) + 1)
	}
}
