import { createHash } from 'node:crypto'
import type { GameOptions } from './options.ts'

/** Why there is no token, for whoever plays. */
export class GuestProblem extends Error {
	readonly status: number

	constructor(status: number, message: string) {
		super(message)
		this.status = status
	}
}

const ADJECTIVES = [
	'Amber',
	'Brave',
	'Calm',
	'Early',
	'Gentle',
	'Merry',
	'North',
	'Quiet',
	'Salty',
	'Silver',
	'Steady',
	'Swift',
]
const BOATS = [
	'Barge',
	'Clipper',
	'Cutter',
	'Dinghy',
	'Ferry',
	'Gull',
	'Heron',
	'Ketch',
	'Osprey',
	'Pilot',
	'Sloop',
	'Tern',
]

/**
 * A token of the platform for a player who has no account: the game's server says who they are, with the token of its bot. A guest is
 * whoever knows the secret that their browser made; the platform learns its hash.
 * @throws GuestProblem
 */
export async function guestToken({ apiBase, botToken }: GameOptions, body: string): Promise<object> {
	const digest = createHash('sha256').update(secretIn(body)).digest()
	const pick = (words: readonly string[], byte: number) => words[(digest[byte] ?? 0) % words.length]
	const response = await fetch(`${apiBase}/partner-sdk/token/bot`, {
		method: 'POST',
		headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			external_user_id: digest.toString('hex'),
			preferred_global_name: `${pick(ADJECTIVES, 0)} ${pick(BOATS, 1)}`,
		}),
	}).catch((cause: unknown) => {
		throw new GuestProblem(502, `The platform does not answer: ${String(cause)}`)
	})
	const answer = (await response.json()) as { access_token?: string; expires_in?: number; message?: string }
	if (response.status === 429) throw new GuestProblem(429, 'Many guests come in just now. Try again in a minute.')
	if (!response.ok) throw new GuestProblem(502, `The platform lets no guest in: ${answer.message}`)
	return { accessToken: answer.access_token, expiresIn: answer.expires_in }
}

function secretIn(body: string): string {
	let secret: unknown
	try {
		secret = (JSON.parse(body) as { secret?: unknown } | null)?.secret
	} catch {
		// No JSON: no secret either.
	}
	if (typeof secret !== 'string' || secret.length < 20 || secret.length > 100) {
		throw new GuestProblem(400, 'A guest needs a secret of 20 to 100 characters.')
	}
	return secret
}
