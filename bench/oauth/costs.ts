import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { type Child, startChild } from '../child.ts'
import type { MadeTokens, OAuthSubject } from './oauth-subject.ts'
import { hasPostgres, openPostgresPlace, type PostgresPlace } from './postgres.ts'

const CONNECTIONS = 16

export interface OAuthCost {
	requestsPerSecond: number
	/** Microseconds of CPU for one request: the server's, and what the database spent on it. */
	cpuMicros: number
}

const KINDS = ['code', 'refresh', 'client credentials', 'bearer check'] as const
export type OAuthKind = (typeof KINDS)[number]
export type OAuthCosts = Record<OAuthKind, { guildhall: OAuthCost; floor: OAuthCost }>

/**
 * Code exchange, refresh, client credentials and the check of a bearer token, beside oidc-provider configured alike, in
 * turn, `rounds` times; of each the round that cost least, as noise only adds. On PostgreSQL where there is one.
 */
export async function measureOAuth(
	count: number,
	rounds: number,
): Promise<{ sqlite: OAuthCosts; postgres: OAuthCosts | undefined }> {
	const sqlite = await measureOn(count, rounds, undefined)
	if (!(await hasPostgres())) return { sqlite, postgres: undefined }
	await using ours = await openPostgresPlace('guildhall')
	await using theirs = await openPostgresPlace('oidc')
	return { sqlite, postgres: await measureOn(count, rounds, { ours, theirs }) }
}

async function measureOn(
	count: number,
	rounds: number,
	places: { ours: PostgresPlace; theirs: PostgresPlace } | undefined,
): Promise<OAuthCosts> {
	const guildhall = await open('guildhall.ts', places?.ours)
	const floor = await open('oidc-provider.ts', places?.theirs)
	try {
		const costs: [OAuthKind, { guildhall: OAuthCost; floor: OAuthCost }][] = []
		for (const kind of KINDS) {
			for (const measured of [guildhall, floor]) await load(measured, kind, count)
			const all = { guildhall: [] as OAuthCost[], floor: [] as OAuthCost[] }
			for (let round = 0; round < rounds; round++) {
				all.guildhall.push(await load(guildhall, kind, count))
				all.floor.push(await load(floor, kind, count))
			}
			costs.push([kind, { guildhall: least(all.guildhall), floor: least(all.floor) }])
		}
		return Object.fromEntries(costs) as OAuthCosts
	} finally {
		await guildhall.child.stop()
		await floor.child.stop()
	}
}

interface Measured {
	child: Child
	place: PostgresPlace | undefined
	agent: Agent
}

async function open(script: string, place: PostgresPlace | undefined): Promise<Measured> {
	const child = await startChild(new URL(`processes/${script}`, import.meta.url), place ? { at: place.at } : {})
	return { child, place, agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }) }
}

function least(costs: OAuthCost[]): OAuthCost {
	return costs.reduce((best, cost) => (cost.cpuMicros < best.cpuMicros ? cost : best))
}

async function load(measured: Measured, kind: OAuthKind, count: number): Promise<OAuthCost> {
	const next = await prepare(measured, kind, count)
	const cpu = async () => (await measured.child.cpuMicros()) + ((await measured.place?.cpuMicros()) ?? 0)
	const before = await cpu()
	const began = performance.now()
	let left = count
	await Promise.all(
		Array.from({ length: CONNECTIONS }, async (_, connection) => {
			while (left-- > 0) await next(connection)
		}),
	)
	const seconds = (performance.now() - began) / 1000
	const after = await cpu()
	return { requestsPerSecond: Math.round(count / seconds), cpuMicros: (after - before) / count }
}

/** What one connection sends next. Whatever that needs is made before the clock runs. */
async function prepare(measured: Measured, kind: OAuthKind, count: number): Promise<(at: number) => Promise<void>> {
	const { child } = measured
	const subject = child.ready as unknown as OAuthSubject
	const credentials = { client_id: subject.client.id, client_secret: subject.client.secret }
	const token = (fields: Record<string, string>) =>
		send(measured, 'POST', subject.paths.token, String(new URLSearchParams({ ...credentials, ...fields })))
	switch (kind) {
		case 'code': {
			const verifier = randomBytes(32).toString('base64url')
			const codes = (await child.ask('codes', { count, verifier })) as string[]
			const fixed = { grant_type: 'authorization_code', redirect_uri: subject.redirectUri, code_verifier: verifier }
			return async () => {
				await token({ ...fixed, code: codes.pop() ?? '' })
			}
		}
		case 'refresh': {
			const made = (await child.ask('tokens', { count: CONNECTIONS })) as MadeTokens[]
			const held = made.map(({ refreshToken }) => refreshToken)
			return async (at) => {
				const answer = await token({ grant_type: 'refresh_token', refresh_token: held[at] ?? '' })
				held[at] = (JSON.parse(answer) as { refresh_token: string }).refresh_token
			}
		}
		case 'client credentials':
			return async () => {
				await token({ grant_type: 'client_credentials', scope: 'identify' })
			}
		case 'bearer check': {
			const made = (await child.ask('tokens', { count: 500 })) as MadeTokens[]
			let turn = 0
			return async () => {
				const { accessToken } = made[turn++ % made.length] as MadeTokens
				await send(measured, 'GET', subject.paths.bearer, undefined, accessToken)
			}
		}
		default:
			return kind satisfies never
	}
}

/** @throws where the answer is no 200 */
function send(
	{ child, agent }: Measured,
	method: string,
	path: string,
	body?: string,
	token?: string,
): Promise<string> {
	const { hostname, port } = new URL(String(child.ready.origin))
	const headers = {
		...(body === undefined
			? {}
			: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) }),
		...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
	}
	return new Promise((resolve, reject) => {
		const sending = request({ agent, hostname, port, method, path, headers }, (response) => {
			let text = ''
			response.setEncoding('utf8').on('data', (chunk) => {
				text += chunk
			})
			response.once('end', () => {
				if (response.statusCode === 200) resolve(text)
				else reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`))
			})
		})
		sending.once('error', reject)
		sending.end(body)
	})
}
