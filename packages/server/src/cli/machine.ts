import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import type { GameOptions } from '@guildhall/game'
import type { Ports } from '../app.ts'
import type { Config } from '../config.ts'
import type { LogLevel } from '../log.ts'
import type { MovableClock } from '../ports/clock.ts'
import type { Store } from '../ports/store.ts'
import type { WebAnswer, WebRequest } from '../ports/web.ts'

/** What commands ask of the machine. main.ts answers with concrete adapters. */
export interface Machine {
	/** Prints to whoever typed the command. */
	say(text: string): void
	/** Prints what went wrong. */
	complain(text: string): void
	/** The settings' variables. */
	env: Readonly<Record<string, string | undefined>>
	/** Takes a port; what is told of it is true from then on. */
	listenOn(host: string, port: number): Promise<Listener>
	openDataDir(path: string, options: { isFresh?: boolean; isExclusive: boolean }): Promise<DataDir>
	/** Whether a server runs in a data directory. */
	isInUse(path: string): Promise<boolean>
	/** Calls a server, wherever it is. @throws WebError */
	send(request: WebRequest): Promise<WebAnswer>
	/** Writes a file that only its owner reads, whole or not at all. */
	writePrivately(path: string, value: unknown): Promise<void>
	openPlatform(options: PlatformOptions): Promise<Platform>
	/** The site of the demo studio's game, not listening yet; undefined where the game is not installed. */
	createGame(options: GameOptions): Promise<HttpServer | undefined>
	/** A store for a command that does one thing and ends. */
	openStore(kept: KeptStore): Promise<{ store: Store; close(): Promise<void> }>
	/** Brings a store to this server's version. */
	migrate(kept: KeptStore): Promise<{ from: number; to: number }>
	/** Listens from now on; resolves at the first Ctrl-C or TERM. A second one, later, ends the process at once. */
	untilStopped(): Promise<void>
}

export interface Listener {
	host: string
	port: number
	handTo(server: Server): Promise<void>
	close(): void
}

export interface DataDir {
	path: string
	at(name: string): string
	read(name: string): unknown
	write(name: string, value: unknown): Promise<void>
	close(): void
}

/** A store and the secret that seals the private keys in it. */
export interface KeptStore {
	at: StoreAddress
	keySecret: string
}

export type StoreAddress = { file: string; sync: 'normal' | 'full' } | { url: string; connections?: number }

export interface PlatformOptions {
	store: StoreAddress
	/** Folder of uploaded files. */
	blobs: string
	node: number
	config: Config
	linkSecret: string
	keySecret: string
	/** None: a sandbox shows mails, any other server sends none. */
	smtp?: { url: string; from: string }
	log: LogLevel
	/** A sandbox has a clock that can be moved; it starts ahead of the machine's by this. */
	sandbox?: { aheadMs: number }
}

/** The outside world of a server, opened. */
export interface Platform {
	ports: Ports
	/** Moves the platform's time. Only a sandbox has it. */
	sandboxClock?: MovableClock
	/** Makes ids up to `until` safe; before the clock is moved there. */
	reserveIds(until: number): Promise<void>
	close(): Promise<void>
}

/** Why a command cannot go on, as a sentence for whoever typed it. */
export class Refusal extends Error {}
