import type { AddressInfo, Server } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { createCallers } from './api/callers.ts'
import { HANDLERS } from './api/handlers.ts'
import { addOperations, countInvalid, createHttp } from './api/http.ts'
import { createKernel, type Kernel, type Request, type Response } from './api/kernel.ts'
import { addOpenapi } from './api/openapi.ts'
import { addCdn } from './cdn/door.ts'
import type { Config } from './config.ts'
import { sessionStarts } from './domain/access/session-starts.ts'
import { createKeyring } from './domain/applications/keyring.ts'
import { endVoice } from './domain/guilds/voice.ts'
import { createDocuments } from './domain/identities/documents.ts'
import { END_STAY, forgetNode } from './domain/lobbies/connections.ts'
import { createHeadlessSessions } from './domain/presence/headless.ts'
import { createOpenGames } from './domain/presence/open-games.ts'
import { createPresences } from './domain/presence/presences.ts'
import { Gateway } from './gateway/gateway.ts'
import { asksForWebSocket } from './gateway/upgrade.ts'
import { createBrowserLogins } from './http/browser-login.ts'
import { createBrowserNotes } from './http/browser-notes.ts'
import { createDrain } from './http/drain.ts'
import { createLimits } from './http/limits.ts'
import { createSendPage } from './http/pages.ts'
import { RateLimiter } from './http/rate-limit.ts'
import type { Logger } from './log.ts'
import { type Acting, authorizeAs } from './oauth/act.ts'
import { addOAuth } from './oauth/door.ts'
import type { Blobs } from './ports/blobs.ts'
import type { Bus } from './ports/bus.ts'
import type { Clock } from './ports/clock.ts'
import type { Mail, Mailer } from './ports/mailer.ts'
import type { Store } from './ports/store.ts'
import type { Vault } from './ports/vault.ts'
import type { Web } from './ports/web.ts'
import { addSite } from './site/door.ts'
import { jobKinds } from './workers/kinds.ts'
import { createSweeper } from './workers/sweeper.ts'
import { createWorker, postpone, type Worker } from './workers/worker.ts'

export { CHOICE, choiceFrom } from './oauth/decision.ts'
export type { Acting }

/** The outside world, as the application sees it. */
export interface Ports {
	store: Store
	bus: Bus
	blobs: Blobs
	vault: Vault
	/** The way out over HTTP, to addresses that people chose. */
	web: Web
	/** None: this server sends no mail. */
	mailer?: Mailer | undefined
	/** Mails to show to whoever develops, latest first. */
	shownMails?: readonly Mail[] | undefined
	/** The platform's time; a sandbox moves it. */
	clock: Clock
	/** The time of sockets: heartbeats and slow readers, which no sandbox moves. */
	socketClock: Clock
	log: Logger
}

export interface App {
	http: FastifyInstance
	kernel: Kernel
	worker: Worker
	gateway: Gateway
	/** Begins to work and listens; says where. Port 0 picks a free one. */
	listen(host: string, port: number): Promise<{ host: string; port: number }>
	/** Carries out an operation by its id, as a caller who was let in. */
	perform(operationId: string, request: Request): Promise<Response>
	/** Opens an authorization address as a person who is signed in, and answers its question. */
	authorize(as: Acting): ReturnType<typeof authorizeAs>
	/** Resolves when nothing that is due is left to do. */
	idle(): Promise<void>
	/** Takes over a port that is held already. */
	serve(listener: { handTo(server: Server): Promise<void> }): Promise<void>
	/** Ends in order: no new requests, sessions told to come back, work done, then quiet. */
	close(): Promise<void>
}

/** What opens doors, and so is no part of the configuration. */
export interface AppSecrets {
	/** Opens the API of operators; without one it is closed. */
	operatorToken?: string | undefined
}

/** Puts the doors together over the ports. Opens nothing until `listen`. */
export async function createApp(ports: Ports, config: Config, { operatorToken }: AppSecrets = {}): Promise<App> {
	const { store, bus, blobs, vault, web, mailer, shownMails, clock, socketClock, log } = ports
	const limiter = new RateLimiter(config.rateLimits, clock.now, socketClock.now)
	const limits = createLimits({ store, limiter, rates: config.rates, factor: config.rateLimits.factor })
	const callers = createCallers(store, bus, operatorToken)
	const keyring = createKeyring(store, vault)
	const logins = createBrowserLogins(store, config.origin)
	const starts = sessionStarts(store, { maxConcurrency: config.maxConcurrency, perDay: config.sessionStartsPerDay })
	const gatewayLog = log.child({ area: 'gateway' })
	const presences = createPresences({
		store,
		bus,
		clock: socketClock,
		onError: (err) => gatewayLog.error({ err }, 'nobody was told of a presence'),
	})
	const headless = createHeadlessSessions({
		store,
		bus,
		clock,
		presences,
		onError: (err) => gatewayLog.error({ err }, 'sessions without a socket have not ended'),
	})
	const openGames = createOpenGames()
	const addresses = { allowsLocal: config.localTargets }
	const externals = {
		...{ store, web, vault: ports.vault, vendors: config.vendors, ...addresses },
		documents: createDocuments(web, () => store.now(), addresses),
	}
	const trusted = proxyAddr.compile([...config.trustedProxies])
	const gateway = new Gateway({
		...{ store, bus, clock, socketClock, log: gatewayLog, starts, presences, openGames, config },
		addressOf: (request) => proxyAddr(request, trusted),
	})
	const world = { node: gateway, store, blobs, web, config, starts, keyring, presences, headless, externals, limits }
	const kernel = createKernel({ world, limiter, log, answerCheck: config.answerCheck })
	const http = await createHttp({ log, trustedProxies: config.trustedProxies, leavesHttp: asksForWebSocket })
	countInvalid(http, limiter)
	addOperations(http, { handlers: HANDLERS, kernel, callers, logins, limiter, store, blobs })
	addOpenapi(
		http,
		// What operators do is nobody else's business.
		HANDLERS.map(({ operation }) => operation).filter(({ callers }) => !callers.includes('operator')),
		config.origin,
	)
	addCdn(http, { store, blobs, web })
	const sendPage = createSendPage(config.cdnUrl)
	await addOAuth(http, { store, keyring, externals, config, logins, sendPage, limits })
	const notes = createBrowserNotes(config.origin)
	const sendsMail = mailer !== undefined
	await addSite(http, {
		store,
		openGames,
		blobs,
		externals,
		vault,
		config,
		logins,
		notes,
		sendPage,
		limits,
		sendsMail,
		shownMails,
	})
	const drain = createDrain(http.server, socketClock)
	const kinds = jobKinds({ store, blobs, mailer, web })
	const worker = createWorker({ store, clock, log: log.child({ area: 'worker' }), kinds })
	const sweeper = createSweeper({ store, clock, log: log.child({ area: 'sweeper' }), also: [keyring.rotate] })

	async function begin(): Promise<void> {
		// Sessions of an earlier run are gone, however it ended.
		await store.transaction(async (tx) => {
			await forgetNode(tx, store.node, config.resumeWindowMs)
			// While the server was down nobody could come back to it.
			await postpone(tx, END_STAY, tx.now() + config.resumeWindowMs)
			await endVoice(tx, { node: store.node })
		})
		worker.start()
		sweeper.start()
	}

	gateway.attach(http.server)

	return {
		http,
		kernel,
		worker,
		gateway,
		async listen(host, port) {
			await begin()
			await http.listen({ host, port })
			const address = http.server.address() as AddressInfo
			return { host: address.address, port: address.port }
		},
		async perform(operationId, request) {
			const handler = HANDLERS.find(({ operation }) => operation.id === operationId)
			if (!handler) throw new Error(`No handler carries out ${operationId}.`)
			return kernel.perform(handler, request)
		},
		authorize: (as) => authorizeAs({ store, issuer: config.origin, standardScheme: config.standardScheme }, as),
		async idle() {
			await sweeper.idle()
			await worker.idle()
			await headless.settled()
			await gateway.settled()
		},
		async serve(listener) {
			await begin()
			await http.ready()
			await listener.handTo(http.server)
		},
		async close() {
			await gateway.close()
			headless.close()
			presences.close()
			const closed = http.close()
			await drain.close()
			await closed
			await sweeper.stop()
			await worker.stop()
			callers.close()
		},
	}
}
