import { discover, discoveryUrl } from './discovery.ts'
import { type Keys, readKeys } from './documents.ts'
import { listProviders, type ProviderDraft, webApiKeyOf } from './providers.ts'
import { issuerProblem } from './rules.ts'
import { askSteam } from './steam.ts'
import type { ExternalWorld } from './verify.ts'

/** One thing that was looked at: what was found, in a sentence. */
export interface CheckStep {
	step: 'address' | 'discovery' | 'keys' | 'audience' | 'access'
	isGood: boolean
	says: string
}

/**
 * Looks at a provider as a player's token would be: its address, its discovery document, its keys. Ends at the first
 * thing that is wrong. Nothing that is kept is used, so that what was mended is seen at once. For a stored Steam
 * provider `storedId` names it, so that its key need not be entered again.
 */
export async function checkProvider(
	world: ExternalWorld,
	draft: ProviderDraft,
	stored?: { applicationId: string; providerId: string },
): Promise<CheckStep[]> {
	const audiences = draft.audiences.filter((audience) => audience.trim() !== '')
	const audience: CheckStep =
		audiences.length > 0
			? { step: 'audience', isGood: true, says: `Tokens must be meant for ${audiences.join(' or ')}.` }
			: { step: 'audience', isGood: false, says: 'It is not said whom tokens must be meant for.' }
	switch (draft.type) {
		case 'OIDC':
			return [...(await checkIssuer(world, draft.issuer ?? '')), audience]
		case 'STEAM_SESSION_TICKET':
			return [await checkSteam(world, draft, stored)]
		case 'EPIC_ONLINE_SERVICES_ACCESS_TOKEN':
			return [audience]
		default: {
			const sources = world.vendors[draft.type].sources
			const steps = await Promise.all(sources.map(({ jwksUri }) => checkKeys(world, jwksUri)))
			return [...steps, audience]
		}
	}
}

async function checkIssuer(world: ExternalWorld, issuer: string): Promise<CheckStep[]> {
	const wrong = issuerProblem(issuer, world)
	if (wrong) return [{ step: 'address', isGood: false, says: wrong }]
	const address: CheckStep = { step: 'address', isGood: true, says: 'The address of the issuer can be used.' }
	const discovery = await discover(world.web, issuer, world)
	if ('problem' in discovery) return [address, { step: 'discovery', isGood: false, says: discovery.problem }]
	const { algorithms, jwksUri } = discovery.value
	const says = `${discoveryUrl(issuer)} is good; tokens signed with ${algorithms.join(', ')} are taken.`
	return [address, { step: 'discovery', isGood: true, says }, await checkKeys(world, jwksUri)]
}

async function checkKeys({ web }: ExternalWorld, jwksUri: string): Promise<CheckStep> {
	const keys = await readKeys(web, jwksUri)
	if ('problem' in keys) return { step: 'keys', isGood: false, says: keys.problem }
	const named = namedKeys(keys.value)
	if (named.length === 0) {
		return { step: 'keys', isGood: false, says: `No key at ${jwksUri} has a \`kid\`, which tokens are matched by.` }
	}
	const count = named.length === 1 ? 'one key' : `${named.length} keys`
	return { step: 'keys', isGood: true, says: `${jwksUri} has ${count}: ${named.slice(0, 10).join(', ')}.` }
}

const namedKeys = (keys: Keys): string[] =>
	keys.jwks().keys.flatMap(({ kid }) => (typeof kid === 'string' && kid !== '' ? [kid.slice(0, 100)] : []))

/** No ticket is at hand: one that is surely wrong tells whether the key is right. */
const NO_TICKET = '00'

async function checkSteam(
	{ store, web, vault, vendors }: ExternalWorld,
	draft: ProviderDraft,
	stored: { applicationId: string; providerId: string } | undefined,
): Promise<CheckStep> {
	const provider =
		stored && (await listProviders(store, stored.applicationId)).find(({ id }) => id === stored.providerId)
	const webApiKey = draft.webApiKey || (provider && (await webApiKeyOf(store, provider, vault)))
	if (!webApiKey) return { step: 'access', isGood: false, says: 'There is no Web API key.' }
	const { api } = vendors.STEAM_SESSION_TICKET
	const appId = draft.audiences[0] ?? ''
	const answer = await askSteam(web, { api, webApiKey, appId, identity: draft.ticketIdentity ?? '' }, NO_TICKET)
	return 'problem' in answer
		? { step: 'access', isGood: false, says: answer.problem }
		: { step: 'access', isGood: true, says: 'Steam takes the Web API key.' }
}
