import { debugBuild } from '#build'
import { platform } from '#platform'
import { forgoExpiry } from '../auth/expiry.ts'
import { lifetimes } from '../auth/lifetimes.ts'
import { oneAtATime } from '../auth/one-at-a-time.ts'
import { emptyCache } from '../cache/cache.ts'
import { asObject, textOf } from '../cache/wire.ts'
import { callbackQueue } from '../core/dispatch.ts'
import { emitter } from '../core/events.ts'
import { failure } from '../core/failure.ts'
import { logger } from '../core/log.ts'
import { redactor } from '../core/redact.ts'
import { ClientError, ClientStatus } from '../enums/clients.ts'
import { EnumToString } from '../enums/enum-to-string.ts'
import { follow } from '../invites/known-invites.ts'
import { type HttpOptions, send } from '../net/http.ts'
import type { ClientCreateOptions } from '../records/client-create-options.ts'
import { connection } from '../session/connection.ts'
import { audioSettings } from '../voice/audio-settings.ts'
import { heard } from './heard.ts'
import type { ClientEvents, ClientState } from './state.ts'

/** Puts a client together. */
export function createState(given: ClientCreateOptions): ClientState {
	const options = given.copy()
	const clock = options.Clock() ?? platform.clock
	const secrets = redactor()
	const newLog = () => logger({ debugBuild, redact: secrets.redact, failed: report })
	const log = newLog()
	const queue = callbackQueue({
		later: options.Dispatch() === 'auto' ? platform.later : undefined,
		now: clock.now,
		failed(error) {
			log.error(`A callback of the game threw. ${error}`)
			report(error)
		},
		warn: log.warning,
	})
	const apiBase = withVersion(options.ApiBase() || platform.defaultApiBase())
	const http: HttpOptions = {
		base: apiBase,
		fetch: options.Fetch() ?? platform.fetch,
		clock,
		log,
		redactor: secrets,
		timeoutMs: () => state.httpTimeoutMs,
	}
	const state: ClientState = {
		options,
		platform,
		clock,
		http,
		webBase: (options.WebBase() || new URL(apiBase).origin).replace(/\/+$/, ''),
		log,
		redactor: secrets,
		voiceLog: newLog(),
		audio: audioSettings(),
		told: new Set(),
		queue,
		events: emitter<ClientEvents>(queue.push),
		connection: connection({
			os: platform.name,
			clock,
			log,
			network: platform.network,
			webSocket: async () => options.WebSocket() ?? platform.webSocket(),
			lookUp: () => gatewayAddress(http),
			random: Math.random,
			onStatus: (status, error, detail) => statusChanged(state, status, error, detail),
			onDispatch: (name, data) => heard(state, name, data),
		}),
		running: new Set(),
		lifetimes: lifetimes(),
		authorizing: oneAtATime('The authorization'),
		device: oneAtATime('The authorization of this device'),
		waitingForMerge: new Set(),
		presence: NOTHING_SAID,
		invites: new Map(),
		cache: emptyCache(),
		applicationId: 0n,
		httpTimeoutMs: 30_000,
		token: undefined,
		lastVerifier: undefined,
		codeTurn: 0,
		closeDeviceScreen: undefined,
		endLog: undefined,
		isDestroyed: false,
	}
	warnOfIgnored(options, log.warning)
	return state
}

function withVersion(base: string): string {
	const clean = base.replace(/\/+$/, '')
	return /\/v\d+$/.test(clean) ? clean : `${clean}/v10`
}

async function gatewayAddress(http: HttpOptions): Promise<string> {
	const { signal } = new AbortController()
	const url = textOf(asObject(await send({ method: 'GET', path: '/gateway', signal }, http)).url)
	if (url === undefined) throw failure('HTTPError', 'The answer holds no gateway address')
	return url
}

/** Closes that say that the token is dead: telling of its expiry comes too late then. */
const DEAD_TOKEN = new Set([4004, 4020])

const NOTHING_SAID = { status: 'online', activity: undefined }

function statusChanged(state: ClientState, status: ClientStatus, error: ClientError, detail: number): void {
	const reason = error === ClientError.None ? '' : ` (${EnumToString(ClientError, error)} ${detail})`
	state.log.info(`Status ${EnumToString(ClientStatus, status)}${reason}`)
	if (status === ClientStatus.Disconnected) {
		state.presence = NOTHING_SAID // S21
		if (DEAD_TOKEN.has(detail) && state.token) forgoExpiry(state.token)
		if (error === ClientError.UnexpectedClose) {
			state.log.error(`The gateway ended the session for good, with close code ${detail}`)
		}
	}
	if (status === ClientStatus.Ready) follow(state)
	state.events.emit('statusChanged', status, error, detail)
}

const IGNORED = ['experimentalAudioSystem', 'experimentalAndroidPreventCommsForBluetooth', 'cpuAffinityMask']

function warnOfIgnored(options: ClientCreateOptions, warn: (message: string) => void): void {
	const given = options.toJSON()
	for (const name of IGNORED) if (given[name]) warn(`No effect here: ${name}`)
}

/** An exception of the game's own code goes where exceptions of its kind go. */
function report(error: unknown): void {
	if (typeof globalThis.reportError === 'function') globalThis.reportError(error)
	else
		platform.later(() => {
			throw error
		})
}
