import { type ApplicationChanges, formError, WEBHOOK_EVENTS } from '@guildhall/protocol'
import type { Transaction } from '../../ports/store.ts'
import type { Checked } from '../webhooks/checked.ts'
import { changeEndpoint, ENABLED, findEndpoint } from '../webhooks/endpoints.ts'
import { findInteractionsUrl, setInteractionsUrl } from '../webhooks/interactions.ts'

const EVENTS_INVALID = 'APPLICATION_EVENT_WEBHOOKS_URL_INVALID'
const COULD_NOT_VERIFY = 'The specified address could not be verified.'

/** Changes where the platform calls an application; new addresses must be among those that were checked. @throws InvalidFormBody */
export async function changeAddresses(
	tx: Transaction,
	applicationId: string,
	changes: ApplicationChanges,
	checked: Checked,
): Promise<void> {
	await changeEvents(tx, applicationId, changes, checked)
	const url = changes.interactions_endpoint_url
	if (url && url !== checked.interactions && url !== (await findInteractionsUrl(tx, applicationId))) {
		const code = 'APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID'
		throw formError(['interactions_endpoint_url'], code, COULD_NOT_VERIFY)
	}
	if (url !== undefined) await setInteractionsUrl(tx, applicationId, url)
}

async function changeEvents(
	tx: Transaction,
	applicationId: string,
	changes: ApplicationChanges,
	checked: Checked,
): Promise<void> {
	const { event_webhooks_url: url, event_webhooks_status: status, event_webhooks_types: types } = changes
	if (url === undefined && typeof status !== 'number' && types === undefined) return
	requireKnownTypes(types ?? [])
	const before = await findEndpoint(tx, applicationId)
	const after = url === undefined ? (before?.url ?? null) : url
	const isEnabledNow = status === ENABLED && before?.status !== ENABLED
	if (isEnabledNow && after === null) {
		throw formError(['event_webhooks_status'], EVENTS_INVALID, 'There is no address to send events to.')
	}
	const isNew = after !== null && (isEnabledNow || after !== (before?.url ?? null))
	if (isNew && after !== checked.events) throw formError(['event_webhooks_url'], EVENTS_INVALID, COULD_NOT_VERIFY)
	await changeEndpoint(tx, applicationId, {
		...(url === undefined ? {} : { url }),
		...(typeof status === 'number' ? { status: status === ENABLED ? ENABLED : 1 } : {}),
		...(types === undefined ? {} : { types: types ?? [] }),
	})
}

const NAMES: readonly string[] = WEBHOOK_EVENTS.map(({ name }) => name)

function requireKnownTypes(types: readonly string[]): void {
	const unknown = types.findIndex((type) => !NAMES.includes(type))
	if (unknown < 0) return
	const message = `Value must be one of {${NAMES.map((name) => `'${name}'`).join(', ')}}.`
	throw formError(['event_webhooks_types', unknown], 'BASE_TYPE_CHOICES', message)
}
