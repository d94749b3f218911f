import type { AnswerCheck } from './api/kernel.ts'
import { readVendors, VENDORS, type Vendors } from './domain/identities/vendors.ts'
import { LIMITS, type LimitName, type Rates } from './http/abuse-limits.ts'
import type { RateLimitConfig } from './http/rate-limit.ts'
import {
	address,
	type Command,
	choice,
	database,
	type Given,
	json,
	mailServer,
	number,
	OPERATE,
	path,
	rate,
	readRate,
	readSettings,
	type Setting,
	SettingProblem,
	secret,
	text,
	type Values,
	words,
	writtenRate,
	yesNo,
} from './settings.ts'

/** What the application must be told. Nothing in it is secret; it may be logged. */
export interface Config {
	/** Root of the site as people reach it, no slash at the end. */
	origin: string
	/** What GET /gateway answers. */
	gatewayUrl: string
	/** Root of stored images and attachments. */
	cdnUrl: string
	rateLimits: RateLimitConfig
	/** Limits against abuse, before the factor. */
	rates: Rates
	/** What to do with an answer that does not fit its declaration. */
	answerCheck: AnswerCheck
	/** Milliseconds between heartbeats of the gateway. */
	heartbeatIntervalMs: number
	/** How many Identify a bot may send at once (`max_concurrency`). */
	maxConcurrency: number
	/** How many sessions a bot may begin in a day, and whether its token is reset when it begins more. */
	sessionStartsPerDay: number
	resetsSpentTokens: boolean
	/** From so many people on the operator decides on an application's privileged intents. */
	intentUsers: number
	/** How long a lost session waits for its Resume, in milliseconds. */
	resumeWindowMs: number
	/** How many gateway connections may be open whose clients have not identified. */
	newcomers: { perNetwork: number; inAll: number }
	/** What the gateway keeps for clients that are behind or may come back, all sessions together, in bytes. */
	keptBytes: number
	/** Functions of the game SDK that games are told to leave alone. */
	disabledFunctions: readonly string[]
	/** Proxies whose `X-Forwarded-For` is believed. */
	trustedProxies: readonly string[]
	registration: RegistrationConfig
	/** Scheme of the platform's own mobile redirects: `<scheme>-<application id>:/authorize/callback`. */
	standardScheme: string
	/** Whether endpoints and issuers of applications may be `http`, on this machine or in private networks. */
	localTargets: boolean
	/** Where game platforms that vouch for players are reached. */
	vendors: Vendors
}

/** How people come to an account. */
export interface RegistrationConfig {
	/** Whether they can make one themselves. */
	isOpen: boolean
	/** Whether the mail address counts as confirmed at once, without a mail. */
	trustsMail: boolean
}

const MEGABYTE = 1024 * 1024

export const DEFAULTS = {
	rateLimits: {
		factor: 1,
		mostPerWindow: 300,
		globalPerSecond: 50,
		invalidPerTenMinutes: 10_000,
		limitUnapproved: false,
		unapprovedFactor: 1,
	},
	rates: LIMITS,
	answerCheck: 'off',
	heartbeatIntervalMs: 41_250,
	maxConcurrency: 16,
	sessionStartsPerDay: 1000,
	resetsSpentTokens: false,
	intentUsers: 10_000,
	resumeWindowMs: 300_000,
	newcomers: { perNetwork: 1000, inAll: 20_000 },
	keptBytes: 512 * MEGABYTE,
	disabledFunctions: [],
	trustedProxies: [],
	registration: { isOpen: true, trustsMail: false },
	standardScheme: 'guildhall',
	localTargets: false,
	vendors: VENDORS,
} as const satisfies Partial<Config>

const RUN = ['dev', 'serve'] as const
const STORES = ['serve', 'migrate', 'user create', 'app create', ...OPERATE] as const

/** Everything that can be set. docs/operate/configuration.md is printed from this. */
export const SETTINGS = {
	host: text({
		env: 'GUILDHALL_HOST',
		says: 'Address to listen on.',
		commands: RUN,
		default: '127.0.0.1',
	}),
	port: number(
		{ env: 'GUILDHALL_PORT', says: 'Port to listen on; 0 picks a free one.', commands: RUN, default: 8080 },
		0,
		65_535,
	),
	metricsPort: number(
		{
			env: 'GUILDHALL_METRICS_PORT',
			says: 'Port of `GET /metrics` for Prometheus, beside the public one; 0 picks a free one. None where it is not set.',
			commands: RUN,
		},
		0,
		65_535,
	),
	metricsHost: text({
		env: 'GUILDHALL_METRICS_HOST',
		says: 'Address that the metrics are served on. They tell nothing of people, but much of the server: keep them from the public.',
		commands: RUN,
		default: '127.0.0.1',
	}),
	dataDir: path({
		env: 'GUILDHALL_DATA_DIR',
		says: 'Directory of the store, of uploaded files and of generated secrets. Made if it does not exist.',
		commands: ['dev', ...STORES, 'fixture'],
		default: { dev: '.guildhall', fixture: '.guildhall' },
	}),
	databaseUrl: database({
		env: 'DATABASE_URL',
		says: 'PostgreSQL to keep the store in, instead of SQLite in the data directory.',
		commands: STORES,
	}),
	databaseConnections: number(
		{
			env: 'GUILDHALL_DATABASE_CONNECTIONS',
			says: 'Most connections to PostgreSQL.',
			commands: ['serve'],
			default: 10,
		},
		1,
		1000,
	),
	sync: choice(
		{
			env: 'GUILDHALL_SYNC',
			says: 'How safe a commit to SQLite is: `normal` survives a crash of the process, `full` also a power cut.',
			commands: RUN,
			default: { dev: 'normal', serve: 'full' },
		},
		['normal', 'full'],
	),
	server: address(
		{
			env: 'GUILDHALL_SERVER',
			says: 'Address of the running server that a command about people and applications acts through. Falls back to the server that runs in the data directory; without one the store is changed directly, and live sessions hear of it late.',
			commands: OPERATE,
		},
		['https', 'http'],
	),
	node: number(
		{
			env: 'GUILDHALL_NODE',
			says: 'Number of this process, another for each that writes the same store. It goes into every id made here.',
			commands: ['serve'],
			default: 0,
		},
		0,
		1022,
	),
	origin: address(
		{
			env: 'GUILDHALL_ORIGIN',
			says: 'Public address of the site. `dev` falls back to where it listens; `serve` must be told.',
			commands: RUN,
		},
		['https', 'http'],
	),
	gatewayUrl: address(
		{
			env: 'GUILDHALL_GATEWAY_URL',
			says: 'Public address of the gateway. Falls back to the origin with `wss` for `https`, `ws` for `http`.',
			commands: RUN,
		},
		['wss', 'ws'],
	),
	cdnUrl: address(
		{
			env: 'GUILDHALL_CDN_URL',
			says: 'Public address of images and attachments. Falls back to the origin.',
			commands: RUN,
		},
		['https', 'http'],
	),
	insecureHttp: yesNo({
		env: 'GUILDHALL_INSECURE_HTTP',
		says: 'Lets `serve` run with public addresses that are not encrypted. Passwords and tokens are then readable on the way.',
		commands: ['serve'],
		default: false,
	}),
	trustedProxies: words({
		env: 'GUILDHALL_TRUSTED_PROXIES',
		says: 'Addresses or networks (`10.0.0.0/8`) of the proxies before this server, whose `X-Forwarded-For` is believed.',
		commands: ['serve'],
		default: [],
	}),
	log: choice(
		{
			env: 'GUILDHALL_LOG',
			says: 'How much is logged, as lines of JSON on standard error.',
			commands: RUN,
			default: { dev: 'warn', serve: 'info' },
		},
		['debug', 'info', 'warn', 'error', 'silent'],
	),
	rateLimitFactor: number(
		{
			env: 'GUILDHALL_RATE_LIMIT_FACTOR',
			says: 'Multiplies how many requests each route allows in its window; no window ever allows more than 300.',
			commands: RUN,
			default: { dev: 20, serve: 1 },
		},
		1,
		1000,
	),
	globalRateLimit: number(
		{
			env: 'GUILDHALL_GLOBAL_RATE_LIMIT',
			says: 'Requests per second of one bot, token or address, all routes together.',
			commands: RUN,
			default: 50,
		},
		1,
		1_000_000,
	),
	limitUnapproved: yesNo({
		env: 'GUILDHALL_LIMIT_UNAPPROVED',
		says: 'Holds each application that was not approved for communication to 100 lobbies, changes of members, invites and messages in two hours, and to 20 changes of links, as games under development are on the public platform.',
		commands: RUN,
		default: false,
	}),
	unapprovedFactor: number(
		{
			env: 'GUILDHALL_LIMIT_UNAPPROVED_FACTOR',
			says: 'Multiplies what applications may that were not approved, where they are limited.',
			commands: RUN,
			default: 1,
		},
		1,
		1000,
	),
	...limitSettings(),
	heartbeatMs: number(
		{
			env: 'GUILDHALL_HEARTBEAT_MS',
			says: 'Milliseconds between two heartbeats of a gateway session.',
			commands: RUN,
			default: { dev: 20_000, serve: 41_250 },
		},
		1000,
		120_000,
	),
	maxConcurrency: number(
		{
			env: 'GUILDHALL_MAX_CONCURRENCY',
			says: 'How many shards of a bot may identify at the same time.',
			commands: RUN,
			default: 16,
		},
		1,
		1024,
	),
	sessionStarts: number(
		{
			env: 'GUILDHALL_SESSION_STARTS',
			says: 'How many gateway sessions a bot may begin in a day; Resumes are not counted. Bots in more than 150,000 guilds may begin twice as many, or five for every thousand guilds.',
			commands: RUN,
			default: DEFAULTS.sessionStartsPerDay,
		},
		1,
		1_000_000,
	),
	resetSpentTokens: yesNo({
		env: 'GUILDHALL_RESET_SPENT_TOKENS',
		says: 'A bot that begins more sessions in a day than it may loses its token and all its sessions, and its owner is told by mail, as on the public platform. Otherwise it is told to try again until the day is over.',
		commands: RUN,
		default: DEFAULTS.resetsSpentTokens,
	}),
	intentUsers: number(
		{
			env: 'GUILDHALL_INTENT_USERS',
			says: 'From so many people on an application takes privileged intents only with the yes of an operator (`app approve-intent`). What it has taken before stays.',
			commands: RUN,
			default: DEFAULTS.intentUsers,
		},
		1,
		1_000_000_000,
	),
	resumeWindowMs: number(
		{
			env: 'GUILDHALL_RESUME_WINDOW_MS',
			says: 'Milliseconds that a gateway session without a socket waits to be resumed.',
			commands: RUN,
			default: 300_000,
		},
		30_000,
		3_600_000,
	),
	unidentifiedPerAddress: number(
		{
			env: 'GUILDHALL_UNIDENTIFIED_PER_ADDRESS',
			says: 'Gateway connections of one address (of IPv6: one /64) that may be open before their clients identify or resume; one more is refused with status 429.',
			commands: RUN,
			default: DEFAULTS.newcomers.perNetwork,
		},
		1,
		1_000_000,
	),
	unidentified: number(
		{
			env: 'GUILDHALL_UNIDENTIFIED',
			says: 'The same of all addresses together; one more is refused with status 503.',
			commands: RUN,
			default: DEFAULTS.newcomers.inAll,
		},
		1,
		1_000_000,
	),
	keptMegabytes: number(
		{
			env: 'GUILDHALL_KEPT_MEGABYTES',
			says: 'Megabytes of what was said that the gateway keeps for clients that are behind or may resume, all sessions together. Beyond that the oldest is let go, and whoever had not read it begins a new session.',
			commands: RUN,
			default: 512,
		},
		16,
		65_536,
	),
	disabledFunctions: words({
		env: 'GUILDHALL_DISABLED_FUNCTIONS',
		says: 'Functions of the game SDK, such as `SendUserMessage`, that are switched off: games that connect from then on end them with a result of type `Disabled` and ask for nothing. The API itself answers as ever.',
		commands: RUN,
		default: [],
	}),
	fixture: path({
		env: 'GUILDHALL_FIXTURE',
		says: 'File that tells tests how to reach the demo studio. Falls back to `fixture.json` in the data directory.',
		commands: ['dev', 'fixture'],
	}),
	fixtureSize: choice(
		{
			env: 'GUILDHALL_FIXTURE_SIZE',
			says: 'Size of the demo studio: `small` leaves out the guild of more than 1,000 members.',
			commands: ['dev'],
			default: 'full',
		},
		['full', 'small'],
	),
	gamePort: number(
		{
			env: 'GUILDHALL_GAME_PORT',
			says: "Port of the demo studio's game; 0 picks a free one. Where it is not set: the one after the server's, or a free one where that is taken.",
			commands: ['dev'],
		},
		0,
		65_535,
	),
	registration: yesNo({
		env: 'GUILDHALL_REGISTRATION',
		says: 'Lets people create accounts themselves.',
		commands: RUN,
		default: true,
	}),
	trustMail: yesNo({
		env: 'GUILDHALL_TRUST_MAIL',
		says: 'Counts a mail address as confirmed when an account is created, without a mail. Only people with a confirmed address can let applications use their account.',
		commands: RUN,
		default: { dev: true, serve: false },
	}),
	standardScheme: text({
		env: 'GUILDHALL_STANDARD_SCHEME',
		says: "Scheme of the platform's own mobile redirects, `<scheme>-<application id>:/authorize/callback`.",
		commands: RUN,
		default: DEFAULTS.standardScheme,
	}),
	localTargets: yesNo({
		env: 'GUILDHALL_LOCAL_TARGETS',
		says: 'Lets endpoints and identity providers that developers enter be `http`, on this machine or in private networks. On a server for players that would open your network to them.',
		commands: RUN,
		default: { dev: true, serve: false },
	}),
	vendors: json(
		{
			env: 'GUILDHALL_VENDORS',
			says: 'Other addresses of game platforms that vouch for players, by the type of their credential: `{"STEAM_SESSION_TICKET": {"issuer": "https://steamcommunity.com", "api": "https://steam.example.com"}, "APPLE_ID_TOKEN": {"sources": [{"issuers": ["https://apple.example.com"], "jwksUri": "https://apple.example.com/keys"}]}}`. For stand-ins in tests, and for environments of developers. Those that are left out stay as their owners document them.',
			commands: RUN,
		},
		(given) => readVendors(given) !== undefined,
	),
	smtpUrl: mailServer({
		env: 'GUILDHALL_SMTP_URL',
		says: 'Server of mail, `smtps://user:password@mail.example.com` or `smtp://…`. Without one `dev` shows mails at `/console`, and `serve` sends none: it starts only where no mail has to be confirmed, and nobody can ask for a new password.',
		commands: RUN,
	}),
	mailFrom: text({
		env: 'GUILDHALL_MAIL_FROM',
		says: 'Whom mails are from, such as `Guildhall <no-reply@play.example.com>`. Falls back to `no-reply` at the host of the origin.',
		commands: RUN,
	}),
	keySecret: secret({
		env: 'GUILDHALL_KEY_SECRET',
		says: 'Encrypts the private keys that the store keeps. Generated, and kept in the data directory, where it is not set. Processes and commands that share a store need the same.',
		commands: ['dev', ...STORES],
	}),
	linkSecret: secret({
		env: 'GUILDHALL_LINK_SECRET',
		says: 'Signs addresses of attachments. Generated, and kept in the data directory, where it is not set.',
		commands: RUN,
	}),
	operatorToken: secret({
		env: 'GUILDHALL_OPERATOR_TOKEN',
		says: 'Opens the API of operators, and lets commands about people and applications act through a running server. Generated, and kept in the data directory, where it is not set.',
		commands: [...RUN, ...OPERATE],
	}),
	controlToken: secret({
		env: 'GUILDHALL_CONTROL_TOKEN',
		says: 'Opens the control of the sandbox. Generated, and kept in the data directory, where it is not set.',
		commands: ['dev'],
	}),
} satisfies Record<string, { env: string; says: string }>

type LimitSetting = `${LimitName}Limit`

/** A setting for each limit against abuse: `GUILDHALL_LIMIT_USER_CODE`. */
function limitSettings(): { [K in LimitSetting]: Setting<string> } {
	const settings = Object.entries(LIMITS).map(([name, limit]) => {
		const times = 'isFixed' in limit ? '' : ' Multiplied by `GUILDHALL_RATE_LIMIT_FACTOR`.'
		const env = `GUILDHALL_LIMIT_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
		const said = { env, says: `${limit.says}${times}`, commands: RUN, default: writtenRate(limit) }
		return [`${name}Limit`, rate(said)]
	})
	return Object.fromEntries(settings)
}

function ratesOf(settings: Settings): Rates {
	const names = Object.keys(LIMITS) as LimitName[]
	return Object.fromEntries(
		names.map((name) => [name, readRate(settings[`${name}Limit`] ?? writtenRate(LIMITS[name]))]),
	) as Rates
}

export type Settings = Values<typeof SETTINGS>

/**
 * The settings of a command, from flags and the environment.
 * @throws SettingProblem with a sentence for each thing that is wrong, or unsafe for `serve`.
 */
export function settingsOf(command: Command, given: Given): Settings {
	const settings = readSettings(SETTINGS, command, given)
	const problems = command === 'serve' ? unsafe(settings) : []
	if (command !== 'serve' && SETTINGS.dataDir.commands.includes(command) && !settings.dataDir && !settings.databaseUrl)
		problems.push('GUILDHALL_DATA_DIR or DATABASE_URL must say where the store is.')
	if (problems.length > 0) throw new SettingProblem(problems.join('\n'))
	return settings
}

/** What a server for players must not fall back to. */
function unsafe({ dataDir, origin, gatewayUrl, cdnUrl, insecureHttp, ...settings }: Settings): string[] {
	const problems: string[] = []
	if (!dataDir) problems.push('GUILDHALL_DATA_DIR must name the directory of the store and of uploaded files.')
	if (!origin)
		problems.push('GUILDHALL_ORIGIN must be the public address of this server, such as https://play.example.com.')
	const open = Object.entries({
		GUILDHALL_ORIGIN: origin,
		GUILDHALL_GATEWAY_URL: gatewayUrl,
		GUILDHALL_CDN_URL: cdnUrl,
	})
		.filter(([, value]) => value && /^(http|ws):/.test(value))
		.map(([name]) => name)
	if (open.length > 0 && !insecureHttp)
		problems.push(
			`${open.join(', ')} must be encrypted (https, wss); GUILDHALL_INSECURE_HTTP=true allows it for a test on your own network.`,
		)
	if (settings.registration && !settings.trustMail && !settings.smtpUrl)
		problems.push(
			'GUILDHALL_SMTP_URL must name a server of mail, so that people can confirm their addresses. GUILDHALL_TRUST_MAIL=true believes them without; GUILDHALL_REGISTRATION=false lets nobody register.',
		)
	return problems
}

/** What the application is told, once it is known where it listens. */
export function configOf(
	command: 'dev' | 'serve',
	settings: Settings,
	listening: { host: string; port: number },
): Config {
	const origin = settings.origin ?? `http://${urlHost(listening.host)}:${listening.port}`
	return {
		origin,
		gatewayUrl: settings.gatewayUrl ?? origin.replace(/^http/, 'ws'),
		cdnUrl: settings.cdnUrl ?? origin,
		rateLimits: {
			...DEFAULTS.rateLimits,
			factor: settings.rateLimitFactor ?? DEFAULTS.rateLimits.factor,
			globalPerSecond: settings.globalRateLimit ?? DEFAULTS.rateLimits.globalPerSecond,
			invalidPerTenMinutes: DEFAULTS.rateLimits.invalidPerTenMinutes,
			limitUnapproved: settings.limitUnapproved ?? DEFAULTS.rateLimits.limitUnapproved,
			unapprovedFactor: settings.unapprovedFactor ?? DEFAULTS.rateLimits.unapprovedFactor,
		},
		rates: ratesOf(settings),
		answerCheck: command === 'dev' ? 'log' : 'off',
		heartbeatIntervalMs: settings.heartbeatMs ?? DEFAULTS.heartbeatIntervalMs,
		maxConcurrency: settings.maxConcurrency ?? DEFAULTS.maxConcurrency,
		sessionStartsPerDay: settings.sessionStarts ?? DEFAULTS.sessionStartsPerDay,
		resetsSpentTokens: settings.resetSpentTokens ?? DEFAULTS.resetsSpentTokens,
		intentUsers: settings.intentUsers ?? DEFAULTS.intentUsers,
		resumeWindowMs: settings.resumeWindowMs ?? DEFAULTS.resumeWindowMs,
		newcomers: {
			perNetwork: settings.unidentifiedPerAddress ?? DEFAULTS.newcomers.perNetwork,
			inAll: settings.unidentified ?? DEFAULTS.newcomers.inAll,
		},
		keptBytes: (settings.keptMegabytes ?? DEFAULTS.keptBytes / MEGABYTE) * MEGABYTE,
		disabledFunctions: settings.disabledFunctions ?? DEFAULTS.disabledFunctions,
		trustedProxies: settings.trustedProxies ?? [],
		registration: {
			isOpen: settings.registration ?? DEFAULTS.registration.isOpen,
			trustsMail: settings.trustMail ?? DEFAULTS.registration.trustsMail,
		},
		standardScheme: settings.standardScheme ?? DEFAULTS.standardScheme,
		localTargets: settings.localTargets ?? DEFAULTS.localTargets,
		vendors: { ...VENDORS, ...readVendors(settings.vendors ?? '{}') },
	}
}

/** Somebody who listens on all addresses is reached on this machine's own. */
export function urlHost(host: string): string {
	if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
	return host.includes(':') ? `[${host}]` : host
}
