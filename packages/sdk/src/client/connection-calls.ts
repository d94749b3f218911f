import { heldBy, Movable } from '../core/object.ts'
import { type Snowflake, type SnowflakeLike, toSnowflake } from '../core/snowflake.ts'
import type { ClientStatus, LoggingSeverity } from '../enums/clients.ts'
import type { LogCallback, OnStatusChanged, OrNone } from './callbacks.ts'
import { setLogDir } from './log-file.ts'
import type { ClientEvents, ClientState } from './state.ts'

/** What a client does about its connection, its log and its listeners. */
export abstract class ConnectionCalls extends Movable<ClientState> {
	/**
	 * Adds a listener; the returned function removes it. As many as one likes, beside the one of `Set…Callback`.
	 *
	 * @example const off = client.on('messageCreated', (messageId) => show(client.GetMessageHandle(messageId)))
	 */
	on<N extends keyof ClientEvents>(event: N, listener: (...args: ClientEvents[N]) => void): () => void {
		return heldBy(this).events.on(event, listener)
	}

	/** Begins to connect with the token of `UpdateToken`; `Ready` is told by the status listener. */
	Connect(): void {
		heldBy(this).connection.tell({ type: 'connect' })
	}

	/** Begins to disconnect; done when the status is Disconnected. */
	Disconnect(): void {
		heldBy(this).connection.tell({ type: 'disconnect' })
	}

	/** How the connection is. */
	GetStatus(): ClientStatus {
		return heldBy(this).connection.status()
	}

	/** Called with every change of the status, and why; `errorDetail` is a close code of the gateway or an HTTP status. */
	SetStatusChangedCallback(cb: OrNone<OnStatusChanged>): void {
		heldBy(this).events.set('statusChanged', cb)
	}

	/** The application in use: as set, or of the token. */
	GetApplicationId(): Snowflake {
		return heldBy(this).applicationId
	}

	/** Sets the default application id, for `Authorize` before there is a token. */
	SetApplicationId(applicationId: SnowflakeLike): void {
		heldBy(this).applicationId = toSnowflake(applicationId, 'applicationId')
	}

	/** How long an HTTP request may take; 30,000 ms unless set. */
	SetHttpRequestTimeout(httpTimeoutInMilliseconds: number): void {
		const state = heldBy(this)
		if (!(httpTimeoutInMilliseconds > 0)) throw new RangeError('The timeout is a positive number of milliseconds')
		state.httpTimeoutMs = httpTimeoutInMilliseconds
	}

	/** Adds a listener of the log; call it right after construction. Tokens and other secrets never reach it. */
	AddLogCallback(callback: LogCallback, minSeverity: LoggingSeverity): void {
		const { log } = heldBy(this)
		if (typeof callback !== 'function') throw new TypeError('AddLogCallback: a function is needed')
		log.add(callback, minSeverity)
	}

	/**
	 * Writes the log to `socialsdk.log` in a directory, anew; the empty path is the working directory and the severity
	 * None ends it. False where it cannot, as in browsers.
	 */
	SetLogDir(path: string, minSeverity: LoggingSeverity): boolean {
		return setLogDir(heldBy(this), path, minSeverity)
	}
}
