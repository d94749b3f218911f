import { isIP } from 'node:net'
import { addPasskeyPage, STRINGS } from '@guildhall/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { hashToken } from '../domain/access/caller.ts'
import type { UserRow } from '../domain/accounts/accounts.ts'
import { checkAssertion, passkeyRequest } from '../domain/accounts/assertions.ts'
import { AccountBanned } from '../domain/accounts/bans.ts'
import { type Guess, guess } from '../domain/accounts/guesses.ts'
import { inWords } from '../domain/accounts/login-list.ts'
import { createLogin, type Login, type Method } from '../domain/accounts/logins.ts'
import { addPasskey, passkeyCreation, type RelyingParty } from '../domain/accounts/passkeys.ts'
import { isProved, prove } from '../domain/accounts/proofs.ts'
import { findSecondStep, finishSecondStep } from '../domain/accounts/two-step.ts'
import { sendJson } from '../http/answers.ts'
import { NO_CORS } from '../http/pages.ts'
import { addRoom } from './room.ts'
import { newLoginOf, nextIn, type SiteDoor, setRetryAfter } from './world.ts'

/** Whether the site's address is one that passkeys can be bound to: a name, encrypted or of this machine. */
export function canHavePasskeys({ origin }: Config): boolean {
	const { hostname, protocol } = new URL(origin)
	const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
	return isNamed && (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'))
}

const PROBLEMS = STRINGS.passkey.problems
/** An answer of a passkey with a chain of certificates is a few thousand bytes. */
const BODY_LIMIT = 64 * 1024
const JSON_ROUTE = { ...NO_CORS, bodyLimit: BODY_LIMIT }

/** Something that cannot be done with a passkey now, as the page's script tells it. */
class Refused extends Error {
	readonly status: number

	constructor(problem: string, status = 400) {
		super(problem)
		this.status = status
	}
}

interface Answer {
	for?: unknown
	response?: unknown
	next?: unknown
	name?: unknown
}

/** Adds what the script of pages with passkeys calls, and the page that adds one. */
export async function addPasskeys(http: FastifyInstance, door: SiteDoor): Promise<void> {
	const { store, vault, config, logins, notes } = door
	const { origin } = config
	const party: RelyingParty = { id: new URL(origin).hostname, name: STRINGS.platform, origin }

	http.post('/passkeys/challenge', JSON_ROUTE, (request, reply) =>
		answer(request, reply, async ({ for: purpose }) => {
			switch (purpose) {
				case 'sign-in':
					return { options: await passkeyRequest(store, vault, party, { purpose }) }
				case 'second-step': {
					const { user } = await waitingOf(request)
					return { options: await passkeyRequest(store, vault, party, { purpose, userId: user.id }) }
				}
				case 'proof': {
					const { user } = await ownLogin(request)
					return { options: await passkeyRequest(store, vault, party, { purpose, userId: user.id }) }
				}
				case 'add':
					return { options: await passkeyCreation(store, vault, party, (await provedLogin(request)).user) }
				default:
					throw new Refused(PROBLEMS.refused)
			}
		}),
	)

	http.post('/passkeys/answer', JSON_ROUTE, (request, reply) =>
		answer(request, reply, async ({ for: purpose, response, next, name }) => {
			const to = nextIn(door, next)
			switch (purpose) {
				case 'sign-in': {
					const { user, amr } = await assertedBy(request, reply, { purpose, response })
					const login = { ...newLoginOf(door, request), amr }
					logins.keep(reply, await store.transaction((tx) => createLogin(tx, user.id, login)))
					return { location: to }
				}
				case 'second-step': {
					const waiting = await waitingOf(request)
					const { amr } = await assertedBy(request, reply, { purpose, userId: waiting.user.id, response })
					const login = { ...newLoginOf(door, request), amr: ['pwd', ...amr] as const }
					const done = await finishSecondStep(store, waiting, login)
					if (done.outcome !== 'signed-in') throw new Refused(PROBLEMS.expired)
					logins.keep(reply, done.loginToken)
					notes.forget(reply, 'second-step')
					return { location: to }
				}
				case 'proof': {
					const login = await ownLogin(request)
					const { amr } = await assertedBy(request, reply, { purpose, userId: login.user.id, response })
					logins.keep(reply, (await prove(store, login, amr)).loginToken)
					return { location: to }
				}
				case 'add': {
					const { user } = await provedLogin(request)
					const given = {
						userId: user.id,
						name: (number: number) => givenName(name) || STRINGS.account.addPasskey.unnamed(number),
						response,
					}
					const added = await addPasskey(store, vault, party, given)
					if (added !== 'added') throw new Refused(PROBLEMS[added])
					return { location: '/account/security?done=passkey-added' }
				}
				default:
					throw new Refused(PROBLEMS.refused)
			}
		}),
	)

	addRoom(http, door, {
		path: '/account/passkeys',
		needsProof: true,
		async show({ page, request }) {
			const { browser, system } = inWords(request.headers['user-agent'] ?? '')
			const suggestion = browser && system ? STRINGS.account.logins.on(browser, system) : ''
			return addPasskeyPage({ ...page, suggestion })
		},
		acts: {},
	})

	async function answer(
		request: FastifyRequest,
		reply: FastifyReply,
		work: (given: Answer) => Promise<object>,
	): Promise<FastifyReply> {
		reply.header('cache-control', 'no-store')
		try {
			if (!logins.isFromOwnPage(request)) throw new Refused(PROBLEMS.refused, 403)
			if (!canHavePasskeys(config)) throw new Refused(PROBLEMS.unavailable)
			const isJson = request.headers['content-type']?.startsWith('application/json')
			const { body } = request
			if (!isJson || body === null || typeof body !== 'object') throw new Refused(PROBLEMS.refused)
			return sendJson(reply, 200, await work(body as Answer))
		} catch (error) {
			if (error instanceof AccountBanned) {
				return sendJson(reply, 403, { problem: STRINGS.failure.banned(error.until, error.reason) })
			}
			if (error instanceof Refused) return sendJson(reply, error.status, { problem: error.message })
			throw error
		}
	}

	/** Whose passkey answered. A wrong one counts like a wrong password. */
	async function assertedBy(
		request: FastifyRequest,
		reply: FastifyReply,
		given: Parameters<typeof checkAssertion>[3],
	): Promise<{ user: UserRow; amr: readonly Method[] }> {
		let asserted: Awaited<ReturnType<typeof checkAssertion>>
		const about: Guess = {
			secret: `passkey:${given.userId ?? nameOf(given.response)}`,
			address: request.ip,
			limits: door.limits,
		}
		const guessed = await guess(store, about, async () => {
			asserted = await checkAssertion(store, vault, party, given)
			return asserted !== undefined
		})
		if (guessed.outcome === 'limited') {
			setRetryAfter(reply, guessed.retryAfterMs)
			throw new Refused(PROBLEMS.refused, 429)
		}
		if (!asserted) throw new Refused(PROBLEMS.refused)
		return asserted
	}

	async function waitingOf(request: FastifyRequest) {
		const waiting = await findSecondStep(store, notes.of(request, 'second-step') ?? '')
		if (!waiting) throw new Refused(PROBLEMS.expired)
		return waiting
	}

	async function ownLogin(request: FastifyRequest): Promise<Login> {
		const login = await logins.of(request)
		if (!login || !logins.isCsrfToken(login, request.headers['x-csrf-token'])) throw new Refused(PROBLEMS.expired, 403)
		return login
	}

	async function provedLogin(request: FastifyRequest): Promise<Login> {
		const login = await ownLogin(request)
		if (!isProved(login, store.now())) throw new Refused(PROBLEMS.unproved, 403)
		return login
	}
}

/** A short name of the passkey that an answer says it is of. */
function nameOf(response: unknown): string {
	const { id } = (response ?? {}) as { id?: unknown }
	return hashToken(typeof id === 'string' ? id : '').slice(0, 32)
}

const givenName = (name: unknown): string => (typeof name === 'string' ? name.trim() : '')
