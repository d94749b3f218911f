import { type ApplicationChanges, formError, formErrors } from '@guildhall/protocol'
import { getApplication } from '../applications/applications.ts'
import type { Checked } from '../webhooks/checked.ts'
import { ENABLED, findEndpoint } from '../webhooks/endpoints.ts'
import { findInteractionsUrl } from '../webhooks/interactions.ts'
import type { Purpose } from '../webhooks/probes.ts'
import { handshake, type Outside } from './handshake.ts'

type AddressChanges = Pick<
	ApplicationChanges,
	'event_webhooks_url' | 'event_webhooks_status' | 'interactions_endpoint_url'
>

/** The field of each purpose, and what is said of an address that does not answer as it must. */
const FIELDS = {
	events: ['event_webhooks_url', 'APPLICATION_EVENT_WEBHOOKS_URL_INVALID'],
	interactions: ['interactions_endpoint_url', 'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID'],
} as const

/**
 * Calls the addresses that an application is about to use and does not use yet; answers those that answered as they must.
 * Before the transaction that stores them. @throws UnknownApplication, InvalidFormBody with a sentence for each that did not
 */
export async function checkAddresses(
	outside: Outside,
	applicationId: string,
	changes: AddressChanges,
): Promise<Checked> {
	const application = await getApplication(outside.store, applicationId)
	const wanted = await addressesToCheck(outside, applicationId, changes)
	const checks = wanted.map(async ([purpose, url]) => ({
		purpose,
		problem: await handshake(outside, { application, url, purpose }),
	}))
	const complaints = (await Promise.all(checks)).flatMap(({ purpose, problem }) => {
		if (problem === undefined) return []
		const [field, code] = FIELDS[purpose]
		return [{ path: [field], code, message: couldNotVerify(problem) }]
	})
	if (complaints.length > 0) throw formErrors(complaints)
	return Object.fromEntries(wanted)
}

async function addressesToCheck(
	{ store }: Outside,
	applicationId: string,
	changes: AddressChanges,
): Promise<(readonly [Purpose, string])[]> {
	const endpoint = await findEndpoint(store, applicationId)
	const before = endpoint?.url ?? null
	const events = changes.event_webhooks_url === undefined ? before : changes.event_webhooks_url
	// One that was switched off may have gone away meanwhile.
	const isEnabledNow = changes.event_webhooks_status === ENABLED && endpoint?.status !== ENABLED
	const interactions = changes.interactions_endpoint_url
	const knowsInteractions = interactions === (await findInteractionsUrl(store, applicationId))
	return [
		...(events && (events !== before || isEnabledNow) ? [['events', events] as const] : []),
		...(interactions && !knowsInteractions ? [['interactions', interactions] as const] : []),
	]
}

/**
 * Calls the address that a lobby's events shall go to, where the application does not use it already.
 * @throws UnknownApplication, InvalidFormBody
 */
export async function checkLobbyAddress(
	outside: Outside,
	applicationId: string,
	url: string | null | undefined,
	isKnown: (url: string) => Promise<boolean>,
): Promise<void> {
	if (!url || (await findEndpoint(outside.store, applicationId))?.url === url || (await isKnown(url))) return
	const application = await getApplication(outside.store, applicationId)
	const problem = await handshake(outside, { application, url, purpose: 'events' })
	if (problem === undefined) return
	throw formError(['override_event_webhooks_url'], 'LOBBY_EVENT_WEBHOOKS_URL_INVALID', couldNotVerify(problem))
}

const couldNotVerify = (problem: string) => `The specified address could not be verified. ${problem}`
