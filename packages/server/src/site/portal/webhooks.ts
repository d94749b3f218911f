import { ApiError, ApplicationChanges, isSnowflake, WEBHOOK_EVENTS } from '@guildhall/protocol'
import { webhooksSection } from '@guildhall/web'
import type { ApplicationRow } from '../../domain/applications/applications.ts'
import { updateApplication } from '../../domain/applications/update.ts'
import { checkAddresses } from '../../domain/deliveries/checks.ts'
import { ENABLED, findEndpoint } from '../../domain/webhooks/endpoints.ts'
import { findInteractionsUrl } from '../../domain/webhooks/interactions.ts'
import { getDelivery, listDeliveries, redeliver } from '../../domain/webhooks/log.ts'
import { parseBody } from '../../http/parse.ts'
import type { Outcome } from '../room.ts'
import { queryOf, type SiteDoor } from '../world.ts'
import type { Section } from './section.ts'

const DISABLED = 1
const DISABLED_BY_PLATFORM = 3
const PAGE_SIZE = 25

/** Where an application is told what happens, and what became of it. */
export function webhooks({ store, externals: { web } }: SiteDoor): Section {
	return {
		name: 'webhooks',

		async show(application, about, { request }) {
			const endpoint = await findEndpoint(store, application.id)
			const before = idOf(queryOf(request, 'before'))
			const page = { limit: PAGE_SIZE + 1, ...(before === undefined ? {} : { before }) }
			const deliveries = await listDeliveries(store, application.id, page)
			const event = idOf(queryOf(request, 'event'))
			return webhooksSection({
				...about,
				section: 'webhooks',
				url: endpoint?.url ?? '',
				isEnabled: endpoint?.status === ENABLED,
				isDisabledByPlatform: endpoint?.status === DISABLED_BY_PLATFORM,
				types: WEBHOOK_EVENTS.map(({ name }) => ({ name, isOn: endpoint?.types.includes(name) ?? false })),
				interactionsUrl: (await findInteractionsUrl(store, application.id)) ?? '',
				deliveries: deliveries.slice(0, PAGE_SIZE),
				older: deliveries.length > PAGE_SIZE ? (deliveries[PAGE_SIZE - 1]?.id ?? null) : null,
				isFirstPage: before === undefined && event === undefined,
				looked: event === undefined ? undefined : await getDelivery(store, application.id, event),
			})
		},

		acts: {
			events: {
				run: (application, { fields }) =>
					save(application, {
						event_webhooks_url: fields.event_webhooks_url?.trim() || null,
						event_webhooks_status: fields.event_webhooks_status === 'on' ? ENABLED : DISABLED,
						event_webhooks_types: WEBHOOK_EVENTS.flatMap(({ name }) => (fields[`type.${name}`] === 'on' ? [name] : [])),
					}),
			},
			interactions: {
				run: (application, { fields }) =>
					save(application, { interactions_endpoint_url: fields.interactions_endpoint_url?.trim() || null }),
			},
			again: {
				async run(application, { fields }) {
					const event = idOf(fields.event)
					if (event === undefined) throw new ApiError('NotFound')
					await store.transaction((tx) => redeliver(tx, application.id, event))
					return { done: 'sent-again' }
				},
			},
		},
	}

	async function save(application: ApplicationRow, given: object): Promise<Outcome> {
		const changes = parseBody(ApplicationChanges, given) as ApplicationChanges
		const checked = await checkAddresses({ store, web }, application.id, changes)
		await store.transaction((tx) => updateApplication(tx, application.id, changes, { checked }))
		return { done: 'saved' }
	}
}

const idOf = (given: unknown): string | undefined =>
	typeof given === 'string' && isSnowflake(given) ? given : undefined
