/** A whole server in this process, on a clock that the test moves, with people in it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskBlobs } from '../src/adapters/blobs/disk.ts'
import { memoryBus } from '../src/adapters/bus/memory.ts'
import { type MailShelf, mailShelf } from '../src/adapters/mailer/shelf.ts'
import { type MovableClock, movableClock } from '../src/adapters/movable-clock.ts'
import { type OpenStore, openStore } from '../src/adapters/store/open.ts'
import { systemClock } from '../src/adapters/system-clock.ts'
import { createVault } from '../src/adapters/vault.ts'
import { outgoingWeb } from '../src/adapters/web.ts'
import { type App, createApp } from '../src/app.ts'
import { type Config, DEFAULTS } from '../src/config.ts'
import { createUser, getUser, type UserRow } from '../src/domain/accounts/accounts.ts'
import { type ApplicationRow, createApplication, type NewApplication } from '../src/domain/applications/applications.ts'
import { grantTokens } from '../src/domain/applications/tokens.ts'
import { createGuild, type GuildPlan, type NewbornGuild } from '../src/domain/guilds/guilds.ts'
import { addMember, type NewMembership } from '../src/domain/guilds/membership.ts'
import { createLinks } from '../src/domain/media/links.ts'
import { readPath } from '../src/http/versions.ts'
import { createLog } from '../src/log.ts'
import type { Blobs } from '../src/ports/blobs.ts'
import type { Bus, Envelope, Subject } from '../src/ports/bus.ts'
import type { Mailer } from '../src/ports/mailer.ts'
import type { Store } from '../src/ports/store.ts'
import { wronglyAddressed, wrongWith } from './event-shapes.ts'
import { validatePublicCall } from './public-schema.ts'
import { slowQueries } from './query-plans.ts'
import { storePlace } from './store-place.ts'

export interface Answered {
	status: number
	headers: Record<string, string | string[] | undefined>
	// biome-ignore lint/suspicious/noExplicitAny: bodies are looked at freely in tests
	body: any
}

/** A person or a bot that calls the API. */
export interface Client {
	id: string
	token: string
	call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
	get(path: string): Promise<Answered>
	post(path: string, body?: unknown): Promise<Answered>
	put(path: string, body?: unknown): Promise<Answered>
	patch(path: string, body?: unknown): Promise<Answered>
	delete(path: string): Promise<Answered>
}

export interface Bot extends Client {
	application: ApplicationRow
	clientSecret: string
}

/** What was said on a subject since one began to listen. */
export interface Heard {
	envelopes: Envelope[]
	/** The data of those with this name. */
	// biome-ignore lint/suspicious/noExplicitAny: events are looked at freely in tests
	named(name: string): any[]
}

export interface TestServer extends AsyncDisposable {
	app: App
	store: Store
	bus: Bus
	blobs: Blobs
	/** Mails that were sent, latest first. */
	mails: MailShelf['mails']
	clock: MovableClock
	/** The time of sockets: it runs, and goes ahead where a test moves it. */
	socketClock: MovableClock
	config: Config
	opened: OpenStore
	/** `http://127.0.0.1:port`, once `listen` was called. */
	origin: string
	listen(): Promise<string>
	/** Moves the clock `ms` ahead; everything that this makes due has happened when it resolves. */
	advance(ms: number): Promise<void>
	/** Calls as whoever the `Authorization` header names; undefined: nobody. */
	as(id: string, authorization: string | undefined): Client
	nobody: Client
	/** A person without a password; they act through access tokens. */
	person(username: string): Promise<UserRow>
	/** A person who lets an application act for them: the given one, or one that all players of this server share. */
	player(username: string, scopes?: readonly string[], application?: ApplicationRow): Promise<Client>
	/** An application with its bot, owned by a person made for it. */
	bot(name: string, options?: Partial<NewApplication>): Promise<Bot>
	/** A guild with its owner in it; by default called "Home". */
	guild(ownerId: string, plan?: Partial<GuildPlan>): Promise<NewbornGuild>
	/** Brings a user into a guild. */
	join(guildId: string, userId: string, membership?: NewMembership): Promise<void>
	/** Keeps what is said on a subject from now on. */
	hear(subject: Subject): Heard
	/** Looks at an event as it is said; where something is wrong with one, the server's end throws. */
	check(name: string, data: unknown): void
}

/** No limit stands in the way unless the test is about limits. */
export const GENEROUS = {
	factor: 1000,
	mostPerWindow: 1_000_000,
	globalPerSecond: 1_000_000,
	invalidPerTenMinutes: 1_000_000,
	limitUnapproved: false,
	unapprovedFactor: 1,
}

/** The public document is that of version 10; before 8 the wire was another (HC-60). */
function speaksOfToday(path: string): boolean {
	const { pathname } = new URL(path, 'http://127.0.0.1')
	return !pathname.startsWith('/api') || readPath(pathname).version >= 8
}

/** What of the world outside is otherwise than usual. */
export interface TestWorld {
	/** In place of a shelf; null: the server sends no mail. */
	mailer?: Mailer | null
	/** What opens the API of operators; null: it is closed. */
	operatorToken?: string | null
}

/** Opens the API of operators unless a test says otherwise. */
export const OPERATOR_TOKEN = 'the-operator-of-this-test'

export async function testServer(overrides: Partial<Config> = {}, world: TestWorld = {}): Promise<TestServer> {
	const folder = mkdtempSync(join(tmpdir(), 'guildhall-test-'))
	const clock = movableClock(undefined)
	const log = createLog(process.env.TEST_LOG ? 'debug' : 'silent')
	const bus = memoryBus((error) => {
		throw error
	})
	const wrong = new Set<string>()
	/** What the server says is looked at; what a test says itself is its own affair. */
	const checkedBus: Bus = {
		...bus,
		publish(envelope) {
			server.check(envelope.name, JSON.parse(envelope.json))
			for (const problem of wronglyAddressed(envelope)) wrong.add(problem)
			bus.publish(envelope)
		},
	}
	const config: Config = {
		...DEFAULTS,
		// On a busy machine a story may take minutes, and clients of tests say nothing by themselves.
		heartbeatIntervalMs: 600_000,
		origin: 'http://127.0.0.1:8080',
		gatewayUrl: 'ws://127.0.0.1:8080',
		cdnUrl: 'http://127.0.0.1:8080',
		rateLimits: GENEROUS,
		answerCheck: 'throw',
		registration: { isOpen: true, trustsMail: true },
		localTargets: true,
		...overrides,
	}
	const socketClock = movableClock(systemClock())
	const links = createLinks({ ...config, secret: 'test' })
	const { at, drop } = await storePlace(folder)
	const vault = createVault('test')
	const opened = await openStore({ at, node: 0, clock, bus: checkedBus, links, vault })
	const blobs = diskBlobs(join(folder, 'blobs'))
	const shelf = mailShelf()
	const web = outgoingWeb({ allowsLocal: config.localTargets })
	const app = await createApp(
		{
			store: opened.store,
			bus: checkedBus,
			blobs,
			vault,
			web,
			...(world.mailer === null ? {} : { mailer: world.mailer ?? shelf }),
			shownMails: shelf.mails,
			clock,
			socketClock,
			log,
		},
		config,
		world.operatorToken === null ? {} : { operatorToken: world.operatorToken ?? OPERATOR_TOKEN },
	)

	app.worker.start()

	function as(id: string, authorization: string | undefined): Client {
		const call: Client['call'] = async (method, path, body, headers = {}) => {
			const response = await app.http.inject({
				method: method as 'GET',
				url: path.startsWith('/api') || path.startsWith('http') ? path : `/api/v10${path}`,
				headers: { ...(authorization ? { authorization } : {}), ...headers },
				...(body === undefined ? {} : { payload: body as object }),
			})
			const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
			const text = response.body
			const answered: Answered = {
				status: response.statusCode,
				headers: response.headers as Answered['headers'],
				body: isJson && text !== '' ? JSON.parse(text) : text === '' ? undefined : text,
			}
			const complaints = speaksOfToday(path) ? validatePublicCall(method, path, answered.status, answered.body) : []
			if (complaints.length > 0) {
				throw new Error(
					`${method} ${path} → ${answered.status} is not what the public API says: ${complaints.join('; ')}`,
				)
			}
			return answered
		}
		return {
			id,
			token: authorization?.split(' ')[1] ?? '',
			call,
			get: (path) => call('GET', path),
			post: (path, body) => call('POST', path, body),
			put: (path, body) => call('PUT', path, body),
			patch: (path, body) => call('PATCH', path, body),
			delete: (path) => call('DELETE', path),
		}
	}

	const person = (username: string) =>
		opened.store.transaction((tx) =>
			createUser(tx, { username, globalName: username, email: `${username}@example.com`, isVerified: true }),
		)

	let shared: Promise<ApplicationRow> | undefined
	const sharedApplication = () => {
		shared ??= server.bot('Arcade', { hasSocialTerms: true }).then(({ application }) => application)
		return shared
	}

	const server: TestServer = {
		app,
		store: opened.store,
		opened,
		bus,
		blobs,
		mails: shelf.mails,
		clock,
		socketClock,
		config,
		origin: '',
		async listen() {
			const { port } = await app.listen('127.0.0.1', 0)
			server.origin = `http://127.0.0.1:${port}`
			return server.origin
		},
		async advance(ms) {
			await opened.reserveIds(clock.now() + ms)
			clock.advance(ms)
			await app.worker.idle()
		},
		as,
		nobody: as('', undefined),
		person,
		async player(username, scopes = ['openid', 'sdk.social_layer'], application) {
			const { id: applicationId } = application ?? (await sharedApplication())
			const { id } = await person(username)
			const { accessToken } = await opened.store.transaction((tx) =>
				grantTokens(tx, { applicationId, userId: id, scopes }),
			)
			return as(id, `Bearer ${accessToken}`)
		},
		async bot(name, options = {}) {
			const ownerId = options.ownerId ?? (await person(`owner-of-${name.toLowerCase()}`)).id
			const { application, credentials } = await opened.store.transaction((tx) =>
				createApplication(tx, { name, ownerId, ...options }),
			)
			const client = as(application.id, `Bot ${credentials.botToken}`)
			return { ...client, token: credentials.botToken, application, clientSecret: credentials.clientSecret }
		},
		guild: (ownerId, plan = {}) =>
			opened.store.transaction((tx) => createGuild(tx, ownerId, { name: 'Home', ...plan })),
		async join(guildId, userId, membership = {}) {
			await opened.store.transaction(async (tx) => {
				await addMember(tx, guildId, await getUser(tx, userId), membership)
			})
		},
		hear(subject) {
			const envelopes: Envelope[] = []
			bus.subscribe(subject, (envelope) => envelopes.push(envelope))
			return {
				envelopes,
				named: (name) => envelopes.filter((envelope) => envelope.name === name).map((envelope) => envelope.data),
			}
		},
		check(name, data) {
			for (const problem of wrongWith(name, data)) wrong.add(problem)
		},
		async [Symbol.asyncDispose]() {
			await app.close()
			await opened.close()
			await bus.close()
			await web.close()
			const slow = 'file' in at ? slowQueries(at.file) : []
			await drop()
			rmSync(folder, { recursive: true, force: true })
			if (slow.length > 0) throw new Error(`Queries without an index:\n${slow.join('\n')}`)
			if (wrong.size > 0) throw new Error(`Events that are not what they should be:\n${[...wrong].join('\n')}`)
		},
	}
	return server
}
