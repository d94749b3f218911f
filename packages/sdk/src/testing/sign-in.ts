/** How clients come by tokens: a consent page that somebody answers or nobody, codes of devices, and what gives tokens for those. */
import { createCodeVerifier } from '../auth/pkce.ts'
import { merge, takeApart } from './accounts.ts'
import type { Answerer } from './sign-ins.ts'
import { addPlayer, playerOf } from './users.ts'
import { Refusal, unknown, type World } from './world.ts'

const CODE_MS = 100_000
const DEVICE_SECONDS = 300
const INTERVAL_SECONDS = 5
const TOKEN_SECONDS = 604_800
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Opens the consent page at an address; `redirect` gets the address that it leads to once somebody has answered. */
export function openConsentPage(world: World, address: string, redirect: (address: string) => void): void {
	const { pathname, searchParams: asked } = new URL(address)
	if (!pathname.endsWith('/oauth2/authorize')) return // another page, which leads nowhere
	if (asked.get('client_id') !== signInId(world)) {
		throw new Error(`The consent page knows no application ${asked.get('client_id')}`)
	}
	const { answerer, pages } = world.signIns
	const answered = (who: Exclude<Answerer, undefined>) => {
		const answer = who === 'refuses' ? REFUSED : { code: newCode(world, who.id, asked) }
		redirect(`${asked.get('redirect_uri')}?${new URLSearchParams({ ...answer, state: asked.get('state') ?? '' })}`)
	}
	if (answerer) answered(answerer)
	else pages.add(answered)
}

const REFUSED = {
	error: 'access_denied',
	error_description: 'The resource owner or authorization server denied the request',
}

/** Somebody else answers from now on, and what is open already. */
export function setAnswerer({ signIns }: World, answerer: Answerer): void {
	signIns.answerer = answerer
	if (!answerer) return
	for (const answer of signIns.pages) answer(answerer)
	signIns.pages.clear()
}

function newCode(world: World, playerId: string, asked: URLSearchParams): string {
	const code = `code-${world.newId()}`
	world.signIns.codes.set(code, {
		playerId,
		scope: asked.get('scope') ?? '',
		redirectUri: asked.get('redirect_uri') ?? '',
		challenge: asked.get('code_challenge'),
		expiresAt: world.clock.now() + CODE_MS,
	})
	return code
}

type Form = Readonly<Record<string, string | undefined>>

/** What is asked without a token of its own, by method and path. */
export const OPEN_ROUTES: Readonly<Record<string, (world: World, form: Form) => unknown>> = {
	'POST /oauth2/token'(world, form) {
		requireClient(world, form)
		switch (form.grant_type) {
			case 'authorization_code':
				return exchangeCode(world, form)
			case 'refresh_token':
				return refresh(world, form)
			case DEVICE_GRANT:
				return pollDevice(world, form)
			default:
				throw new Refusal(400, 'unsupported_grant_type', `Unsupported grant type ${form.grant_type}`)
		}
	},

	'POST /oauth2/token/revoke'(world, form) {
		requireClient(world, form)
		const { token = '' } = form
		const playerId = world.tokens.get(token)?.playerId ?? world.signIns.refreshes.get(token)?.playerId
		if (playerId !== undefined) endAuthorization(world, playerId)
		return {}
	},

	'POST /oauth2/device/authorize'(world, form) {
		requireClient(world, form)
		const id = world.newId()
		const { now } = world.clock
		const [scope = '', expiresAt] = [form.scope, now() + DEVICE_SECONDS * 1000]
		world.signIns.devices.set(`device-${id}`, { scope, expiresAt, nextAt: now() + INTERVAL_SECONDS * 1000 })
		const user_code = [...id.slice(-8)]
			.map((digit) => 'BCDFGHJKLM'[Number(digit)])
			.join('')
			.replace(/(?=.{4}$)/, '-')
		return {
			device_code: `device-${id}`,
			user_code,
			verification_uri: 'https://platform.invalid/activate',
			verification_uri_complete: `https://platform.invalid/activate?user_code=${user_code}`,
			expires_in: DEVICE_SECONDS,
			interval: INTERVAL_SECONDS,
		}
	},

	'POST /partner-sdk/token'(world, form) {
		if (form.client_id !== world.applicationId) throw unknown('Application', 10002)
		const player = playerOf(world, identityOf(world, form.external_auth_token ?? ''))
		if (!player.isProvisional) {
			throw new Refusal(400, 530010, 'The user is not provisional and must sign in with OAuth2', { user_id: player.id })
		}
		return grantTokens(world, player.id, ['sdk.social_layer'], { hasRefresh: false })
	},

	'POST /partner-sdk/child-token': childToken,

	'POST /partner-sdk/provisional-accounts/unmerge'(world, form) {
		const playerId = world.signIns.identities.get(form.external_auth_token ?? '')
		if (playerId === undefined) throw unknown('User', 10013)
		if (playerOf(world, playerId).isProvisional) throw new Refusal(400, 50229, 'Cannot unmerge a provisional user')
		endAuthorization(world, playerId)
	},
}

/** Who a proof stands for: a placeholder account is made for one that nobody was given. */
export function identityOf(world: World, proof: string): string {
	const { identities } = world.signIns
	const known = identities.get(proof)
	if (known !== undefined) return known
	const { id } = addPlayer(world, { isProvisional: true })
	identities.set(proof, id)
	return id
}

/** What players sign in to: a game of a publisher does not do that itself. */
const signInId = ({ publisherId, applicationId }: World): string => publisherId ?? applicationId

/** A token of a game, for one of its publisher: it lives no longer than that. */
function childToken(world: World, { parent_access_token = '', child_application_id = '' }: Form): object {
	const parent = world.tokens.get(parent_access_token)
	const isAlive = parent && parent.expiresAt > world.clock.now()
	if (!isAlive || parent.applicationId === undefined || parent.applicationId !== world.publisherId) {
		throw new Refusal(401, 50025, 'Invalid OAuth2 access token provided')
	}
	if (![world.applicationId, ...world.siblingIds].includes(child_application_id)) throw unknown('Application', 10002)
	const access_token = `access-${world.newId()}`
	world.tokens.set(access_token, { ...parent, applicationId: child_application_id })
	const expires_in = Math.floor((parent.expiresAt - world.clock.now()) / 1000)
	return { token_type: 'Bearer', access_token, expires_in, scope: parent.scopes.join(' ') }
}

function requireClient(world: World, { client_id }: Form): void {
	if (client_id !== signInId(world)) throw new Refusal(401, 'invalid_client', `Unknown client ${client_id}`)
}

function exchangeCode(world: World, form: Form): object {
	const { codes } = world.signIns
	const code = codes.get(form.code ?? '')
	const challenge = form.code_verifier ? createCodeVerifier(form.code_verifier).Challenge().Challenge() : null
	const isGood = code && code.redirectUri === form.redirect_uri && code.challenge === challenge
	if (!isGood || world.clock.now() >= code.expiresAt) throw invalidGrant('Invalid "code" in request.')
	mergeWhoProves(world, form, code.playerId)
	codes.delete(form.code ?? '')
	return grantTokens(world, code.playerId, code.scope.split(' '))
}

function refresh(world: World, { refresh_token = '' }: Form): object {
	const { refreshes } = world.signIns
	const granted = refreshes.get(refresh_token)
	if (!granted) throw invalidGrant('Invalid "refresh_token" in request.')
	refreshes.delete(refresh_token)
	world.tokens.delete(granted.access)
	return grantTokens(world, granted.playerId, granted.scopes)
}

function pollDevice(world: World, form: Form): object {
	const { signIns, clock } = world
	const { answerer, devices } = signIns
	const device = devices.get(form.device_code ?? '')
	if (!device) throw invalidGrant('Invalid "device_code" in request.')
	if (clock.now() >= device.expiresAt) throw new Refusal(400, 'expired_token', 'The device code has expired')
	const isSoon = clock.now() < device.nextAt
	device.nextAt = clock.now() + INTERVAL_SECONDS * 1000
	if (isSoon) throw new Refusal(400, 'slow_down', 'The device asks too often')
	if (!answerer) throw new Refusal(400, 'authorization_pending', 'Nobody has answered yet')
	if (answerer === 'refuses') throw new Refusal(400, 'access_denied', REFUSED.error_description)
	mergeWhoProves(world, form, answerer.id)
	devices.delete(form.device_code ?? '')
	return grantTokens(world, answerer.id, device.scope.split(' '))
}

/** With a proof its placeholder account becomes part of the account. */
function mergeWhoProves(world: World, { external_auth_token: proof }: Form, playerId: string): void {
	if (proof === undefined) return
	const from = world.signIns.identities.get(proof)
	if (from === undefined || !playerOf(world, from).isProvisional) {
		throw new Refusal(400, 530014, 'The source of the merge is not a provisional account')
	}
	if (playerOf(world, playerId).isProvisional) {
		throw new Refusal(400, 530016, 'The destination of the merge is a provisional account')
	}
	endTokens(world, from)
	merge(world, from, playerId)
	world.signIns.identities.set(proof, playerId)
}

interface Granting {
	hasRefresh?: boolean
}

function grantTokens(
	world: World,
	playerId: string,
	scopes: readonly string[],
	{ hasRefresh = true }: Granting = {},
): object {
	const [access, refresh_token] = [`access-${world.newId()}`, `refresh-${world.newId()}`]
	const applicationId = hasRefresh ? signInId(world) : world.applicationId
	world.tokens.set(access, { playerId, applicationId, scopes, expiresAt: world.clock.now() + TOKEN_SECONDS * 1000 })
	if (hasRefresh) world.signIns.refreshes.set(refresh_token, { playerId, scopes, access })
	return {
		token_type: 'Bearer',
		access_token: access,
		expires_in: TOKEN_SECONDS,
		scope: scopes.join(' '),
		...(hasRefresh && { refresh_token }),
	}
}

/** The game may act for the player no more; whom it knew before they had an account it knows again. */
export function endAuthorization(world: World, playerId: string): void {
	endTokens(world, playerId)
	if (playerOf(world, playerId).isProvisional) return
	for (const [proof, id] of world.signIns.identities) {
		if (id === playerId) world.signIns.identities.set(proof, takeApart(world, playerId))
	}
}

const DEAD_TOKEN = 4004

function endTokens({ tokens, signIns: { refreshes }, close }: World, playerId: string): void {
	for (const granted of [tokens, refreshes]) {
		for (const [token, grant] of granted) if (grant.playerId === playerId) granted.delete(token)
	}
	close(DEAD_TOKEN, playerId)
}

function invalidGrant(description: string): Refusal {
	return new Refusal(400, 'invalid_grant', description)
}
