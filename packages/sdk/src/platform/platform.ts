import type { Logger } from '../core/log.ts'
import type { LoggingSeverity } from '../enums/clients.ts'

/** The part of the global `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The part of a WebSocket that the SDK uses; browsers, Node 22 and the package `ws` have it. */
export interface Socket {
	send(data: string): void
	close(code?: number, reason?: string): void
	onopen: ((event: never) => void) | null
	onmessage: ((event: never) => void) | null
	onerror: ((event: never) => void) | null
	onclose: ((event: never) => void) | null
}

/** The class of a WebSocket. */
export type WebSocketConstructor = new (url: string) => Socket

/** What time it is, and what is to happen later. */
export interface Clock {
	/** Milliseconds since the Unix epoch. */
	now(): number
	/**
	 * Runs `then` after `ms`, unless the returned function is called before. What is in the background is no reason for
	 * a program to keep running.
	 */
	after(ms: number, then: () => void, options?: { isBackground: boolean }): () => void
}

/** `sessionStorage`, or anything like it. */
export interface KeyValueStore {
	getItem(key: string): string | null
	setItem(key: string, value: string): void
	removeItem(key: string): void
}

/** Shows a page to the user. Rejects when it cannot. */
export type OpenUrl = (url: string) => void | Promise<void>

/** The URLs that the operating system hands to the app, of an app with its own URI scheme. */
export interface DeepLinks {
	/** The returned function removes the listener. */
	onUrl(listener: (url: string) => void): () => void
}

/** What somebody needs to allow this device with another one. */
export interface DeviceCode {
	/** To be typed at `verificationUri`. */
	userCode: string
	verificationUri: string
	/** With the code in it. */
	verificationUriComplete: string
	/** Milliseconds since the Unix epoch, 0 where it is not known. */
	expiresAt: number
	/** Of `verificationUriComplete`: rows of modules, dark where true; leave four modules of light around them. */
	qr: readonly (readonly boolean[])[]
	/** All of it as lines for a terminal with light text on dark. */
	text: string
}

/** Shows codes to the person at this device. */
export interface DeviceScreen {
	/** `closed` is to be called when the person closes it; the returned function takes it away. */
	open(code: DeviceCode, closed: () => void): () => void
}

/** Where the answer of a consent page arrives. */
export interface Landing {
	/** What the consent page redirects to. */
	redirectUri: string
	/** Shows the consent page and gives the query of the redirect. */
	visit(url: string): Promise<URLSearchParams>
	close(): void
}

/** A window that was opened before it is known what it will show. */
export interface Popup {
	/** None where the browser did not let it open. */
	readonly window: Window | null
	readonly isShown: boolean
	show(url: string): void
}

/** What a landing needs to know. */
export interface LandingOptions {
	redirectUri: string | undefined
	openUrl: OpenUrl | undefined
	popup: Popup | undefined
	clock: Clock
}

/** What the SDK needs of the place it runs in. One file for each place; bundlers pick it by export conditions. */
export interface Platform {
	/** For the `properties` of the gateway. */
	name: string
	clock: Clock
	fetch: Fetch
	/** Where the API is when the game does not say. */
	defaultApiBase(): string
	webSocket(): Promise<WebSocketConstructor>
	/** Runs `then` in a later turn of the event loop, not in a microtask. */
	later(then: () => void): void
	/** A page of the platform is about to be shown. */
	openLanding(options: LandingOptions): Promise<Landing>
	/** Opens an empty window, while a click of the user is handled; absent where pages are shown without. */
	openPopup?(): Popup
	/** Shows a page of the platform in the default browser; absent where that takes a window of its own. */
	openUrl?: OpenUrl
	/** Absent where there is nothing that all games show codes on. */
	deviceScreen?(): Promise<DeviceScreen>
	/** Leaves the page for another; absent where there is no page. */
	leavePageFor?(url: string): void
	/** Absent where nothing is kept across pages. */
	storage?(): KeyValueStore
	/** Absent where there are no files. */
	writeLog?(directory: string, minSeverity: LoggingSeverity, log: Logger, clock: Clock): () => void
	/** Absent where one is always taken to be online. */
	network?: { isOnline(): boolean; onOnline(then: () => void): () => void }
}
